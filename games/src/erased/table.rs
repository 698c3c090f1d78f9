//! One live game behind [`AnyTable`].

use std::sync::Arc;

use rand::Rng;
use serde_json::Value;

use super::shown::{self, AnyShown, ShownTable};
use super::{AnyTable, AnyWindow, LegalMove, LogError, PlayError, PlyRecord, StoredPly};
use crate::by_viewer::ByViewer;
use crate::course::{CourseMeasures, Measure};
use crate::facts::Facts;
use crate::feature::Feature;
use crate::game::{Game, Ply, Published, SeenPly, Turn};
use crate::history::History;
use crate::json::json;
use crate::log::AnySeenPly;
use crate::payoff::Payoffs;
use crate::ruleset::{canonical_sha256, declared_sha256};
use crate::seat::{BySeat, Seat, Viewer};

#[derive(Clone)]
pub(super) struct Table<G: Published> {
    pub(super) rules: G,
    pub(super) state: G::State,
    /// The state before the last ply.
    before: Arc<G::State>,
    facts: Facts<G>,
    pub(super) plies: History<Arc<PlyRecord>>,
}

/// A ply with the states before and after it.
pub(super) type Moment<G> = (<G as Game>::State, Ply<G>, <G as Game>::State);

impl<G: Published> Table<G> {
    pub(super) fn deal<R: Rng + ?Sized>(rules: G, rng: &mut R) -> Self {
        let mut table = Self::empty(rules);
        let mut after = table.state.clone();
        let chance = draw(&table.rules, &mut after, rng);
        table.push(Ply { n: 0, action: None, chance }, after);
        table
    }

    fn empty(rules: G) -> Self {
        let state = rules.start();
        let before = Arc::new(state.clone());
        Self { rules, state, before, facts: Facts::default(), plies: History::default() }
    }

    /// Plays a stored log again.
    pub(super) fn restore(rules: G, plies: &[StoredPly]) -> Result<Self, LogError> {
        let mut table = Self::empty(rules);
        for (n, stored) in (0..).zip(plies) {
            let (ply, after) = table.read(n, stored).map_err(|reason| LogError { ply: n, reason })?;
            table.push(ply, after);
        }
        Ok(table)
    }

    fn read(&self, n: u32, stored: &StoredPly) -> Result<(Ply<G>, G::State), String> {
        let mut after = self.state.clone();
        let action = match (&stored.seat, &stored.notation) {
            (Some(seat), Some(notation)) => {
                if self.rules.turn(&after) != Turn::Player(*seat) {
                    return Err(format!("it is not the turn of seat {}", seat.0));
                }
                let mv = self.rules.parse(&after, notation).map_err(|error| error.to_string())?;
                self.rules.play(&mut after, mv).map_err(|refusal| refusal.to_string())?;
                Some((*seat, mv))
            }
            (None, None) if n == 0 => None,
            _ => return Err("a ply has both a seat and a notation, the set-up neither".to_owned()),
        };
        let mut chance = Vec::with_capacity(stored.chance.len());
        for value in &stored.chance {
            let outcome: G::Chance =
                serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
            self.rules.resolve(&mut after, &outcome).map_err(|refusal| refusal.to_string())?;
            chance.push(outcome);
        }
        if self.rules.turn(&after) == Turn::Chance {
            return Err("a chance outcome is missing".to_owned());
        }
        Ok((Ply { n, action, chance }, after))
    }

    fn push(&mut self, ply: Ply<G>, after: G::State) {
        let before = std::mem::replace(&mut self.state, after);
        self.facts.count(&self.rules, &before, &ply, &self.state);
        let see = |viewer| seen(&self.rules, &before, &ply, &self.state, viewer);
        let record = PlyRecord {
            stored: Arc::new(stored_ply(&self.rules, &before, &ply)),
            seen: Arc::new(ByViewer::new(self.rules.seats(), see)),
            discloses: self.rules.discloses(&before, &ply),
            sheets: shown::sheets(&self.rules, &before, &ply, &self.state),
            state_hash: state_hash::<G>(&self.rules.document(&self.state)),
        };
        self.plies.push(Arc::new(record));
        self.before = Arc::new(before);
    }

    /// The plies from `first` on with the states before and after each, the log played again once.
    pub(super) fn walk(&self, first: usize) -> impl Iterator<Item = Moment<G>> + '_ {
        let mut walk = Self::empty(self.rules.clone());
        let played = (0..).zip(self.plies.iter()).map_while(move |(at, record)| {
            let (ply, after) = walk.read(at, &record.stored).ok()?;
            Some((std::mem::replace(&mut walk.state, after.clone()), ply, after))
        });
        played.skip(first)
    }

    /// Ply `n` with the states before and after it; `None` where there is none. Plays the log again, unless it is the last.
    pub(super) fn ply(&self, n: usize) -> Option<Moment<G>> {
        if n + 1 < self.plies.len() {
            return self.walk(n).next();
        }
        let mut walk = Self::empty(self.rules.clone());
        walk.state.clone_from(&self.before);
        let (ply, after) = walk.read(n as u32, &self.plies.get(n)?.stored).ok()?;
        Some((walk.state, ply, after))
    }
}

fn state_hash<G: Published>(document: &G::Document) -> [u8; 32] {
    if G::DOCUMENT_IN_ORDER { declared_sha256(document) } else { canonical_sha256(document) }
}

/// Resolves chance until a player is to move or the game is over.
fn draw<G: Game, R: Rng + ?Sized>(rules: &G, state: &mut G::State, rng: &mut R) -> Vec<G::Chance> {
    let mut outcomes = Vec::new();
    while rules.turn(state) == Turn::Chance {
        let outcome = rules.sample_chance(state, rng);
        if rules.resolve(state, &outcome).is_err() {
            break; // a sampled outcome always fits: conformance-tested
        }
        outcomes.push(outcome);
    }
    outcomes
}

pub(super) fn stored_ply<G: Published>(rules: &G, before: &G::State, ply: &Ply<G>) -> StoredPly {
    StoredPly {
        seat: ply.action.map(|(seat, _)| seat),
        notation: ply.action.map(|(seat, mv)| rules.notation(before, mv, Viewer::Seat(seat))),
        chance: ply.chance.iter().map(json).collect(),
    }
}

pub(super) fn seen<G: Published>(
    rules: &G,
    before: &G::State,
    ply: &Ply<G>,
    after: &G::State,
    viewer: Viewer,
) -> AnySeenPly {
    let SeenPly { n, seat, notation, outcome } = rules.see(before, ply, after, viewer);
    SeenPly { n, seat, notation, outcome: outcome.map(json) }
}

impl<G: Published> AnyTable for Table<G> {
    fn turn(&self) -> Turn {
        self.rules.turn(&self.state)
    }

    fn legal_moves(&self) -> Vec<LegalMove> {
        super::observation::legal_moves(&self.rules, &self.state)
    }

    fn window(&self) -> Option<AnyWindow> {
        let Turn::Player(seat) = self.turn() else { return None };
        let window = self.rules.window(&self.state)?;
        Some(AnyWindow {
            pass: self.rules.notation(&self.state, window.pass, Viewer::Seat(seat)),
            interrupts: window.interrupts,
            forced: self.rules.legal_moves(&self.state).len() == 1,
        })
    }

    fn play(&mut self, seat: Seat, notation: &str, rng: &mut dyn Rng) -> Result<&PlyRecord, PlayError> {
        let mv = self.rules.parse(&self.state, notation)?;
        if self.turn() != Turn::Player(seat) {
            return Err(PlayError::NotYourTurn(self.turn()));
        }
        let mut after = self.state.clone();
        self.rules.play(&mut after, mv)?;
        let chance = draw(&self.rules, &mut after, rng);
        let n = self.plies.len();
        self.push(Ply { n: n as u32, action: Some((seat, mv)), chance }, after);
        Ok(&self.plies[n])
    }

    fn plies(&self) -> &History<Arc<PlyRecord>> {
        &self.plies
    }

    fn scores(&self, viewer: Viewer) -> BySeat<i32> {
        self.rules.scores(&self.state, viewer)
    }

    fn payoffs(&self) -> Option<Payoffs> {
        (self.turn() == Turn::Over).then(|| self.rules.payoffs(&self.state))
    }

    fn features(&self) -> BySeat<Vec<Feature>> {
        match self.turn() {
            Turn::Over => self.facts.features(&self.rules, &self.state),
            _ => BySeat::from_fn(self.rules.seats(), |_| Vec::new()),
        }
    }

    fn measures(&self) -> Vec<Measure> {
        let mut course = CourseMeasures::default();
        for (before, _, after) in self.walk(1) {
            course.ply(&self.rules, &before, &after);
        }
        self.payoffs().map(|end| course.measures(&end)).unwrap_or_default()
    }

    fn document(&self) -> Value {
        json(self.rules.document(&self.state))
    }

    fn shown(&self) -> Option<Box<dyn AnyShown + '_>> {
        Some(Box::new(ShownTable::new(self)?))
    }

    fn fork(&self) -> Box<dyn AnyTable> {
        Box::new(self.clone())
    }

    fn rewound(&self, plies: usize) -> Option<Box<dyn AnyTable>> {
        let (mut table, mut walked) = (Self::empty(self.rules.clone()), 0);
        for (before, ply, after) in self.walk(0).take(plies) {
            table.facts.count(&table.rules, &before, &ply, &after);
            (table.before, table.state) = (Arc::new(before), after);
            walked = ply.n as usize + 1;
        }
        table.plies = self.plies.clone();
        table.plies.truncate(plies);
        (walked == plies).then(|| Box::new(table) as _)
    }
}
