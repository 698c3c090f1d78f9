//! What a page draws of any game: [`crate::shown`] without the game's types.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::mem::discriminant;

use serde::Serialize;
use serde_json::Value;

use super::LegalMove;
use super::observation::{legal_moves, listed};
use super::table::{Moment, Table};
use crate::game::{Ply, Published, SetChoice, Showing, Turn};
use crate::refusal::{Refusal, Text};
use crate::seat::Viewer;
use crate::shown::{Arg, Layout, Misfit, Pick, Picks, Purpose, Row, Speaker, Step, Told, compose};

/// A live game as it is drawn.
pub trait AnyShown {
    /// The table as `viewer` sees it.
    fn layout(&self, viewer: Viewer) -> Layout;

    /// What happened in ply `n`, the set-up being 0, as each of `viewers` saw it; `None` where there is no such ply. Plays the
    /// log again, unless it is the last.
    fn steps(&self, n: usize, viewers: &[Viewer]) -> Option<Vec<Vec<Step>>>;

    /// The picks of the legal moves, in the order of [`super::AnyTable::legal_moves`].
    fn picks(&self) -> Vec<LegalPicks>;

    /// The legal moves, each with its picks and, where the game has texts, what its button says. `names` are those of the seats.
    fn legal(&self, names: &[Text]) -> Vec<ShownMove>;

    /// The plies from `first` on as `viewer` saw them happen: what was done, in words, and its steps. Plays the log again up to
    /// the last of them, once; nothing where `first` is behind the last.
    fn told(&self, first: usize, viewer: Viewer, names: &[Text]) -> Vec<ToldPly>;

    /// The notation of the move that `taps` make.
    ///
    /// # Errors
    /// They make none: where they go wrong, and what was possible.
    fn compose(&self, taps: &[Pick]) -> Result<String, Misfit>;

    /// The rule that forbids what `taps`, which begin no legal move, would begin; `None` where the game knows of nothing.
    fn refused(&self, taps: &[Pick]) -> Option<Refusal>;

    /// The notation of the legal move of this kind with these arguments; `None` where there is none.
    fn find(&self, kind: &str, args: &Value) -> Option<String>;

    /// The score sheet: the rounds finished, then the one under way as far as `viewer` knows.
    fn score_sheet(&self, viewer: Viewer, names: &[Text]) -> Vec<Vec<Row>>;
}

/// A ply as a viewer saw it happen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToldPly {
    /// The move, redacted; absent for the set-up, and where the game has no texts.
    pub told: Option<Told>,
    /// The line of the log; absent as the move is.
    pub text: Option<Text>,
    /// What people saw, one after the other.
    pub steps: Vec<Step>,
}

/// A legal move as a table shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownMove {
    /// The move.
    #[serde(flatten)]
    pub legal: LegalMove,
    /// The taps that make it; absent where the game does not say how it is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picks: Option<LegalPicks>,
    /// What its button says; absent where the game has no texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
}

impl From<LegalMove> for ShownMove {
    fn from(legal: LegalMove) -> Self {
        Self { legal, picks: None, text: None }
    }
}

/// The picks of an entry of the list of legal moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum LegalPicks {
    /// Those of a move.
    Move(Picks),
    /// Those of set-valued moves: some of `choose`, as the entry says, then `then`.
    Set {
        /// The tap of each candidate.
        choose: BTreeSet<Pick>,
        /// The tap that ends the choice.
        then: Option<Pick>,
    },
}

/// A table with what its game says of how it is drawn.
pub(super) struct ShownTable<'a, G: Published> {
    table: &'a Table<G>,
    showing: Showing<G>,
}

impl<'a, G: Published> ShownTable<'a, G> {
    pub(super) fn new(table: &'a Table<G>) -> Option<Self> {
        Some(Self { table, showing: G::showing()? })
    }

    fn of(&self, mv: G::Move) -> Picks {
        (self.showing.picks)(&self.table.rules, &self.table.state, mv)
    }

    fn speaker<'s>(&self, names: &'s [Text]) -> Option<Speaker<'s>> {
        (self.showing.texts)().map(|texts| Speaker { texts, names })
    }

    fn mover(&self) -> Viewer {
        match self.table.rules.turn(&self.table.state) {
            Turn::Player(seat) => Viewer::Seat(seat),
            Turn::Chance | Turn::Over => Viewer::Spectator,
        }
    }

    /// The picks of the set-valued moves: those of the sets of one.
    fn set_picks(&self, choice: &SetChoice) -> LegalPicks {
        let (rules, state) = (&self.table.rules, &self.table.state);
        let candidates = choice.by_owner.iter().flat_map(|of| &of.candidates);
        let alone = candidates.filter_map(|name| rules.parse(state, &format!("{} {name}", choice.kind)).ok());
        let picks: Vec<_> = alone.map(|mv| self.of(mv)).collect();
        let then = picks.first().and_then(|picks| picks.taps().last()).filter(|_| picks[0].steps().len() > 1);
        let choose = picks.iter().filter_map(|picks| picks.taps().next()).collect();
        LegalPicks::Set { choose, then }
    }
}

impl<G: Published> AnyShown for ShownTable<'_, G> {
    fn layout(&self, viewer: Viewer) -> Layout {
        (self.showing.layout)(&self.table.rules, &self.table.state, viewer)
    }

    fn steps(&self, n: usize, viewers: &[Viewer]) -> Option<Vec<Vec<Step>>> {
        let (rules, (before, ply, _)) = (&self.table.rules, self.table.ply(n)?);
        let stages = (self.showing.stages)(rules, &before, &ply);
        let of = |&viewer| self.showing.steps(rules, &before, &stages, viewer);
        Some(viewers.iter().map(of).collect())
    }

    fn picks(&self) -> Vec<LegalPicks> {
        let (rules, state) = (&self.table.rules, &self.table.state);
        let (moves, set) = listed(rules, state);
        let set = set.map(|choice| self.set_picks(&choice));
        moves.into_iter().map(|mv| LegalPicks::Move(self.of(mv))).chain(set).collect()
    }

    fn compose(&self, taps: &[Pick]) -> Result<String, Misfit> {
        let (rules, state) = (&self.table.rules, &self.table.state);
        let moves = rules.legal_moves(state);
        let mv = compose(moves.iter().map(|&mv| (mv, self.of(mv))), taps)?;
        Ok(rules.notation(state, mv, self.mover()))
    }

    fn refused(&self, taps: &[Pick]) -> Option<Refusal> {
        let (rules, state) = (&self.table.rules, &self.table.state);
        let mut meant = (self.showing.meant)(rules, state);
        meant.retain(|&mv| self.of(mv).follow(taps).0 == taps.len());
        // A move of a kind that can be made now is what was meant rather than one of another phase.
        let now: HashSet<_> = rules.legal_moves(state).iter().map(discriminant).collect();
        let likely = meant.iter().find(|mv| now.contains(&discriminant(*mv))).or(meant.first());
        rules.play(&mut state.clone(), *likely?).err()
    }

    fn legal(&self, names: &[Text]) -> Vec<ShownMove> {
        let (rules, state) = (&self.table.rules, &self.table.state);
        let speaker = self.speaker(names);
        let (moves, set) = listed(rules, state);
        let words = |mv| {
            let told = (self.showing.told)(rules, state, mv, self.mover());
            Some(speaker?.both(Purpose::Move, told.kind, &told.args))
        };
        let of_set = set.and_then(|choice| choice_in_words(&speaker?, &choice));
        let texts = moves.into_iter().map(words).chain([of_set]);
        let shown = legal_moves(rules, state).into_iter().zip(self.picks()).zip(texts);
        shown.map(|((legal, picks), text)| ShownMove { legal, picks: Some(picks), text }).collect()
    }

    fn told(&self, first: usize, viewer: Viewer, names: &[Text]) -> Vec<ToldPly> {
        let speaker = self.speaker(names);
        let tell = |(before, ply, _): Moment<G>| {
            let rules = &self.table.rules;
            let stages = (self.showing.stages)(rules, &before, &ply);
            let mut steps = self.showing.steps(rules, &before, &stages, viewer);
            let Some(speaker) = speaker else { return ToldPly { steps, ..ToldPly::default() } };
            steps.iter_mut().for_each(|step| speaker.tell(step));
            let said = ply.action.map(|(seat, mv)| {
                let told = (self.showing.told)(rules, &before, mv, viewer);
                (speaker.ply(seat, &told), told)
            });
            let (text, told) = said.unzip();
            ToldPly { told, text, steps }
        };
        if first + 1 == self.table.plies.len() {
            return self.table.ply(first).into_iter().map(tell).collect();
        }
        self.table.walk(first).map(tell).collect()
    }

    fn find(&self, kind: &str, args: &Value) -> Option<String> {
        let (rules, state) = (&self.table.rules, &self.table.state);
        let wanted = |mv: &&G::Move| {
            let parts = crate::json::json(rules.move_args(state, **mv));
            parts["kind"] == *kind
                && (parts["args"] == *args || parts.get("args").is_none() && args.is_null())
        };
        rules.legal_moves(state).iter().find(wanted).map(|&mv| rules.notation(state, mv, self.mover()))
    }

    fn score_sheet(&self, viewer: Viewer, names: &[Text]) -> Vec<Vec<Row>> {
        let finished = self.table.plies.iter().flat_map(|ply| ply.sheets.iter().cloned());
        let now = (self.showing.sheet)(&self.table.rules, &self.table.state, viewer);
        let over = self.table.rules.turn(&self.table.state) == Turn::Over;
        let mut sheet: Vec<Vec<Row>> = finished.chain((!over).then_some(now)).collect();
        if let Some(first) = sheet.first_mut() {
            first.splice(..0, (self.showing.opening)(&self.table.rules));
        }
        if let Some(speaker) = self.speaker(names) {
            sheet.iter_mut().for_each(|rows| speaker.tell_rows(rows));
        }
        sheet
    }
}

/// What the entry of many set-valued moves says, where the game has words for it: `move-look_some`.
fn choice_in_words(speaker: &Speaker<'_>, choice: &SetChoice) -> Option<Text> {
    let kind = format!("{}_some", choice.kind);
    let most = BTreeMap::from([("most", Arg::Number(choice.max.into()))]);
    speaker.texts.has(&format!("move-{kind}")).then(|| speaker.both(Purpose::Move, &kind, &most))
}

/// The score sheets of the rounds that end in a ply. Only a deal or the end of the game can end a round.
pub(super) fn sheets<G: Published>(
    rules: &G,
    before: &G::State,
    ply: &Ply<G>,
    after: &G::State,
) -> Vec<Vec<Row>> {
    let ends = rules.turn(after) == Turn::Over || ply.chance.iter().any(|outcome| rules.is_deal(outcome));
    let Some(showing) = G::showing().filter(|_| ends) else { return Vec::new() };
    let stages = (showing.stages)(rules, before, ply);
    let told = stages.into_iter().flat_map(|stage| stage.milestones);
    told.map(|milestone| milestone.sheet).filter(|sheet| !sheet.is_empty()).collect()
}
