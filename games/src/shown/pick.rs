//! Moves as what is tapped.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::Name;
use crate::locale::{Said, said};
use crate::seat::Seat;

/// One tap. As text `hand:0/7h` (a thing of a zone, by its key or its piece), `lane:2#3` (a slot of a zone), `@2` (a seat),
/// `=35` (a number), `!pass` (a button).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "String")]
pub enum Pick {
    /// A thing of a zone, by its key, or by the piece it is.
    Thing(Name, Name),
    /// A slot of a zone, whatever lies in it.
    Slot(Name, Name),
    /// A seat.
    Seat(Seat),
    /// A number.
    Number(i32),
    /// Nothing on the table, see [`super::Pieces::buttons`].
    Button(Name),
}

/// The taps that make a move: steps in order, the taps of one step in any order. Its JSON is a list of steps; one of a
/// single tap is that tap, another one the list of its taps.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Picks(Vec<BTreeSet<Pick>>);

/// A step of the taps that make a move.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = TablePickStep)]
pub enum PickStep<'a> {
    /// One tap.
    One(&'a Pick),
    /// Taps in any order.
    All(&'a BTreeSet<Pick>),
}

/// So many picks that would be possible are named.
const MOST_NAMED: usize = 60;

/// Taps that make no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The place of the first tap that does not fit, from 0; behind the last one where some are missing.
    pub at: usize,
    /// What could be tapped there.
    pub possible: BTreeSet<Pick>,
}

impl Misfit {
    /// In words, for whoever wrote the program that sent the taps.
    pub fn said(&self) -> Said {
        if self.possible.is_empty() {
            return said("made_before");
        }
        let named: Vec<String> = self.possible.iter().take(MOST_NAMED).map(Pick::to_string).collect();
        match self.possible.len().checked_sub(MOST_NAMED).filter(|&more| more > 0) {
            None => said("possible_here").with("picks", named.join(", ")),
            Some(more) => said("possible_and_more").with("picks", named.join(", ")).with("more", more),
        }
    }
}

impl Pick {
    /// A thing of a zone.
    pub fn thing(zone: impl Into<Name>, name: impl fmt::Display) -> Self {
        Pick::Thing(zone.into(), Name::new(name))
    }

    /// A slot of a zone.
    pub fn slot(zone: impl Into<Name>, slot: impl fmt::Display) -> Self {
        Pick::Slot(zone.into(), Name::new(slot))
    }

    /// A button.
    pub fn button(id: impl Into<Name>) -> Self {
        Pick::Button(id.into())
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pick::Thing(zone, name) => write!(f, "{zone}/{name}"),
            Pick::Slot(zone, slot) => write!(f, "{zone}#{slot}"),
            Pick::Seat(seat) => write!(f, "@{}", seat.0),
            Pick::Number(number) => write!(f, "={number}"),
            Pick::Button(id) => write!(f, "!{id}"),
        }
    }
}

impl FromStr for Pick {
    type Err = Said;

    fn from_str(text: &str) -> Result<Self, Said> {
        let pair = |at| text.split_once(at).map(|(zone, name)| Some((Name::read(zone)?, Name::read(name)?)));
        let pick = match text.as_bytes().first() {
            Some(b'@') => text[1..].parse().ok().map(|seat| Pick::Seat(Seat(seat))),
            Some(b'=') => text[1..].parse().ok().map(Pick::Number),
            Some(b'!') => Name::read(&text[1..]).map(Pick::Button),
            _ => match (pair('/'), pair('#')) {
                (Some(thing), None) => thing.map(|(zone, name)| Pick::Thing(zone, name)),
                (None, Some(slot)) => slot.map(|(zone, slot)| Pick::Slot(zone, slot)),
                _ => None,
            },
        };
        // One text for each pick: no `@02`, no `=+3`.
        pick.filter(|pick| pick.to_string() == text).ok_or_else(|| said("a_pick"))
    }
}

impl From<Pick> for String {
    fn from(pick: Pick) -> Self {
        pick.to_string()
    }
}

impl<'de> Deserialize<'de> for Pick {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(Said::custom)
    }
}

impl From<Pick> for Picks {
    fn from(pick: Pick) -> Self {
        Picks::default().then(pick)
    }
}

impl Picks {
    /// A step of one tap more.
    #[must_use]
    pub fn then(self, pick: Pick) -> Self {
        self.then_all([pick])
    }

    /// A step of several taps more, in any order. Where their number is open, a button has to follow.
    #[must_use]
    pub fn then_all(mut self, picks: impl IntoIterator<Item = Pick>) -> Self {
        self.0.push(picks.into_iter().collect());
        self
    }

    /// The steps in order.
    pub fn steps(&self) -> &[BTreeSet<Pick>] {
        &self.0
    }

    /// All taps, those of one step in order.
    pub fn taps(&self) -> impl Iterator<Item = Pick> + '_ {
        self.0.iter().flatten().copied()
    }

    /// How many of `taps` fit, and what may then be tapped; nothing where the move is made.
    pub fn follow(&self, taps: &[Pick]) -> (usize, BTreeSet<Pick>) {
        let mut taps = taps.iter();
        let mut fitting = 0;
        for step in &self.0 {
            let mut open = step.clone();
            while !open.is_empty() {
                if !taps.next().is_some_and(|tap| open.remove(tap)) {
                    return (fitting, open);
                }
                fitting += 1;
            }
        }
        (fitting, BTreeSet::new())
    }

    /// Whether whoever makes this move in some order of taps may have begun, or made, `other`.
    pub fn begins(&self, other: &Picks) -> bool {
        let mut steps = other.0.iter();
        let mut open: BTreeSet<Pick> = BTreeSet::new();
        for step in &self.0 {
            let mut due = step.clone();
            while !due.is_empty() {
                if open.is_empty() {
                    let Some(next) = steps.next() else { return false };
                    open.clone_from(next);
                }
                let both: BTreeSet<_> = due.intersection(&open).copied().collect();
                if both.len() < due.len().min(open.len()) {
                    return false;
                }
                due.retain(|pick| !both.contains(pick));
                open.retain(|pick| !both.contains(pick));
            }
        }
        true
    }
}

/// The move that `taps` make.
///
/// # Errors
/// They make none of `moves`: where they go wrong, and what was possible.
pub fn compose<M>(moves: impl IntoIterator<Item = (M, Picks)>, taps: &[Pick]) -> Result<M, Misfit> {
    let mut misfit = Misfit { at: 0, possible: BTreeSet::new() };
    for (mv, picks) in moves {
        let (fitting, next) = picks.follow(taps);
        if next.is_empty() && fitting == taps.len() {
            return Ok(mv);
        }
        if fitting > misfit.at {
            misfit = Misfit { at: fitting, possible: next };
        } else if fitting == misfit.at {
            misfit.possible.extend(next);
        }
    }
    Err(misfit)
}

impl Serialize for Picks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|step| match step.first() {
            Some(only) if step.len() == 1 => PickStep::One(only),
            _ => PickStep::All(step),
        }))
    }
}

impl PartialSchema for Pick {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(Type::String);
        let forms =
            "`hand:0/7h` (a thing), `lane:2#3` (a slot), `@2` (a seat), `=35` (a number), `!pass` (a button)";
        text.description(Some(forms)).examples(["hand:0/7h"]).into()
    }
}

impl ToSchema for Pick {
    fn name() -> Cow<'static, str> {
        "TablePick".into()
    }
}

crate::schemas::schema_of!(Picks, "TablePicks", Vec<PickStep<'static>>);

#[cfg(test)]
mod tests {
    use super::*;

    fn picks(text: &str) -> Picks {
        let read = |tap: &str| tap.parse::<Pick>().expect(tap);
        text.split_whitespace()
            .fold(Picks::default(), |picks, step| picks.then_all(step.split(',').map(read)))
    }

    #[test]
    fn every_pick_has_one_text() {
        for text in ["hand:0/17", "trick#2", "@2", "=35", "=-1", "!pass"] {
            assert_eq!(text.parse::<Pick>().map(String::from).as_deref(), Ok(text));
            assert_eq!(serde_json::json!(text.parse::<Pick>().expect("a pick")), text);
        }
        for text in
            ["", "@", "@x", "@02", "@256", "=", "=+3", "!", "hand", "/7", "hand/", "a/b/c", "a/b#c", "é"]
        {
            assert_eq!(text.parse::<Pick>(), Err(said("a_pick")), "{text}");
        }
    }

    #[test]
    fn taps_of_a_step_come_in_any_order() {
        let moves = || [(1, picks("h/a,h/b !discard")), (2, picks("h/a !discard")), (3, picks("h/c @1"))];
        let tap = |text: &str| compose(moves(), &picks(text).taps().collect::<Vec<_>>());
        assert_eq!(tap("h/b h/a !discard"), Ok(1));
        assert_eq!(tap("h/a !discard"), Ok(2));
        let misfit = |at, possible: &str| Err(Misfit { at, possible: picks(possible).taps().collect() });
        assert_eq!(tap("h/a"), misfit(1, "h/b !discard"));
        assert_eq!(tap("h/c @2"), misfit(1, "@1"));
        assert_eq!(tap("=3"), misfit(0, "h/a h/b h/c"));
        assert_eq!(tap("h/c @1 @1"), misfit(2, ""));
        assert_eq!(
            serde_json::json!(picks("h/a,h/b !discard")),
            serde_json::json!([["h/a", "h/b"], "!discard"])
        );
    }

    #[test]
    fn one_move_begins_another() {
        for (one, other) in [
            ("a/b", "a/b @1"),
            ("a/b", "a/b,a/c"),
            ("a/b a/c", "a/c,a/b =1"),
            ("@1", "@1"),
            ("a/b,a/c", "a/c a/b"),
        ] {
            assert!(picks(one).begins(&picks(other)), "{one} of {other}");
        }
        for (one, other) in
            [("a/b @1", "a/b"), ("a/b !go", "a/b,a/c !go"), ("@1 @2", "@2 @1"), ("a/b,a/c", "a/b a/d")]
        {
            assert!(!picks(one).begins(&picks(other)), "{one} of {other}");
        }
    }
}
