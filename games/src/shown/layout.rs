//! The whole table as one viewer sees it.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{Bag, Effect, Look, Name, Piece};
use crate::seat::Seat;
use crate::turn::Turn;

/// The table as one viewer sees it. It depends only on the position and the viewer. A thing has a name only if every viewer
/// could point at it; everything else is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TableLayout)]
pub struct Layout {
    /// The decision under way, one of the `phases` of the pieces.
    pub phase: &'static str,
    /// The seat that decides; absent if nobody does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// What lies where; empty zones are absent.
    pub zones: BTreeMap<Name, Bag>,
    /// The counters; zeros are left out.
    pub counters: BTreeMap<Name, i32>,
}

/// An effect that cannot happen on this table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} does not have what the effect takes from it")]
pub struct Impossible(pub Name);

impl Layout {
    /// A table with nothing on it.
    pub fn new(phase: &'static str, turn: Turn) -> Self {
        let turn = match turn {
            Turn::Player(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        Self { phase, turn, ..Self::default() }
    }

    /// Puts `n` things that look so into a zone.
    pub fn put(&mut self, zone: impl Into<Name>, look: Look, n: impl TryInto<u16>) {
        let n = n.try_into().unwrap_or(u16::MAX);
        if n > 0 {
            self.zones.entry(zone.into()).or_default().add(look, n);
        }
    }

    /// Puts pieces everybody sees into a zone.
    pub fn open(&mut self, zone: impl Into<Name>, pieces: impl IntoIterator<Item = Piece>) {
        let zone = zone.into();
        pieces.into_iter().for_each(|piece| self.put(zone, Look::open(piece), 1u16));
    }

    /// Puts pieces into a zone that only who `sees` them knows, all others by their number.
    pub fn hidden(&mut self, zone: impl Into<Name>, pieces: impl IntoIterator<Item = Piece>, sees: bool) {
        let zone = zone.into();
        pieces.into_iter().for_each(|piece| self.put(zone, Look::hidden(piece, sees), 1u16));
    }

    /// Sets a number.
    pub fn count(&mut self, counter: impl Into<Name>, value: impl Into<i32>) {
        match value.into() {
            0 => self.counters.remove(&counter.into()),
            value => self.counters.insert(counter.into(), value),
        };
    }

    /// What lies in a zone.
    pub fn zone(&self, zone: Name) -> Option<&Bag> {
        self.zones.get(&zone)
    }

    /// Carries an effect out.
    ///
    /// # Errors
    /// It takes away what does not lie there; the layout is then unspecified.
    pub fn apply(&mut self, effect: &Effect) -> Result<(), Impossible> {
        match effect {
            Effect::Gathered { kind, from, to } => self.gather(kind, from, *to),
            Effect::Moved { from, to, was, is } => {
                self.take_all(*from, was.as_ref().unwrap_or(is))?;
                self.put_all(*to, is);
            }
            Effect::Turned { zone, was, is } => {
                self.take_all(*zone, was)?;
                self.put_all(*zone, is);
            }
            Effect::Appeared { zone, is } => self.put_all(*zone, is),
            Effect::Vanished { zone, was } => self.take_all(*zone, was)?,
            Effect::Counted { counters } => counters.iter().for_each(|(&name, &n)| self.count(name, n)),
            Effect::Phase { phase, turn } => (self.phase, self.turn) = (phase, *turn),
        }
        Ok(())
    }

    fn gather(&mut self, kind: &'static str, from: &[Name], to: Name) {
        let mut gathered = 0;
        for (name, bag) in &mut self.zones {
            if from.is_empty() || from.contains(name) || *name == to {
                let of_kind = bag.iter().filter(|(look, _)| look.face.kind() == kind);
                let taken: Vec<_> = of_kind.map(|(look, n)| (look.clone(), n)).collect();
                for (look, n) in taken {
                    bag.take(&look, n);
                    gathered += n;
                }
            }
        }
        self.put(to, Look::back(kind), gathered);
        self.zones.retain(|_, bag| !bag.is_empty());
    }

    fn take_all(&mut self, zone: Name, things: &Bag) -> Result<(), Impossible> {
        let bag = self.zones.get_mut(&zone).ok_or(Impossible(zone))?;
        let all = things.iter().all(|(look, n)| bag.take(look, n));
        if bag.is_empty() {
            self.zones.remove(&zone);
        }
        if all { Ok(()) } else { Err(Impossible(zone)) }
    }

    fn put_all(&mut self, zone: Name, things: &Bag) {
        things.iter().for_each(|(look, n)| self.put(zone, look.clone(), n));
    }
}
