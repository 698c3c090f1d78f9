//! The best single plan: what a seat makes of all worlds together when it moves alike wherever it knows alike.
//!
//! An average over solved worlds lets the seat see through them from its next move on (strategy fusion: I. Frank and
//! D. Basin, *Search in games with incomplete information*, 1998). Here only the others do: they play what solves each
//! world, every best move of theirs equally likely, since a rule to choose among them would tell which world it is. A
//! plan is a best reply to that, and so is what the seat makes of each world on its own: the price of clairvoyance is the
//! difference. Worlds part ways where the seat sees a difference: at each step its knowledge joins what it has seen
//! before, so it forgets nothing.

use std::collections::BTreeMap;

use hashbrown::HashMap;
use tapis_games::game::{Observed, Turn};
use tapis_games::seat::{MAX_SEATS, Seat};

use super::family::Worker;
use super::goal;
use super::limits::Stopped;
use super::minimax::TO_THE_END;
use super::problem::{Problem, World};
use crate::heuristics::{Heuristics, Mixer};
use crate::report::TOLERANCE;
use crate::request::Concept;

/// Moves of others and outcomes of chance that are followed for one move at most: past that a position is not small.
/// A count of its own, and not of positions, so that it is the same on any number of threads.
const STEPS: u32 = 200_000;

/// A world on its way.
struct Strand<S> {
    state: S,
    weight: f64,
    /// Everything the seat has seen since the plan began.
    seen: u64,
}

/// One move's plan in the making.
struct Plan<'s, 'p, 'w, G: Heuristics> {
    problem: &'s Problem<'p, G>,
    worker: &'s mut Worker<'w, G>,
    steps: u32,
    /// The best moves of others, by the key of the position.
    replies: HashMap<u64, Vec<G::Move>>,
}

/// What a move is worth, expected over the worlds of a problem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planned {
    /// With the best plan that begins with it.
    pub plan: f64,
    /// If the seat saw from then on which world it is.
    pub seeing: f64,
}

/// What move number `mv` is worth; `None` where there are too many ways to go on.
///
/// # Errors
/// The limits were reached.
pub fn planned<G: Heuristics + Observed>(
    problem: &Problem<'_, G>,
    worker: &mut Worker<'_, G>,
    mv: usize,
) -> Result<Option<Planned>, Stopped> {
    let strand =
        |world: &World<G::State>| Strand { state: world.state.clone(), weight: world.weight, seen: 0 };
    let strands: Vec<_> = problem.apart.iter().map(strand).collect();
    let total: f64 = strands.iter().map(|strand| strand.weight).sum();
    let mut plan = Plan { problem, worker, steps: 0, replies: HashMap::new() };
    let together = plan.after(&strands, problem.moves[mv])?;
    let mut apart = 0.0;
    for strand in strands.chunks(1) {
        apart += plan.after(strand, problem.moves[mv])?;
    }
    Ok((plan.steps <= STEPS).then_some(Planned { plan: together / total, seeing: apart / total }))
}

impl<G: Heuristics + Observed> Plan<'_, '_, '_, G> {
    /// The worths of the best plan from `strands` on, weighted and added up; between them the seat knows no difference,
    /// and it is to move.
    fn best(&mut self, strands: &[Strand<G::State>]) -> Result<f64, Stopped> {
        let Some(first) = strands.first() else { return Ok(0.0) };
        let mut most = f64::NEG_INFINITY;
        for &mv in self.problem.rules.legal_moves(&first.state).iter() {
            most = most.max(self.after(strands, mv)?);
        }
        Ok(most)
    }

    /// The same once the seat plays `mv`.
    fn after(&mut self, strands: &[Strand<G::State>], mv: G::Move) -> Result<f64, Stopped> {
        let mut sum = 0.0;
        let mut known: BTreeMap<u64, Vec<Strand<G::State>>> = BTreeMap::new();
        for strand in strands {
            let mut state = strand.state.clone();
            self.problem.rules.play_unchecked(&mut state, mv);
            let strand = self.seeing(Strand { state, ..*strand });
            sum += self.part(strand, &mut known)?;
        }
        for strands in known.values() {
            sum += self.best(strands)?;
        }
        Ok(sum)
    }

    /// Lets the others and chance go on until the seat is to move; `known` gets what then is open, under what the seat has
    /// seen. The weighted worths of what ended before.
    fn part(
        &mut self,
        strand: Strand<G::State>,
        known: &mut BTreeMap<u64, Vec<Strand<G::State>>>,
    ) -> Result<f64, Stopped> {
        let Problem { rules, objective, seat, .. } = *self.problem;
        let (mut open, mut sum) = (vec![strand], 0.0);
        while let Some(strand) = open.pop() {
            let turn = rules.turn(&strand.state);
            // Whoever is past the limit wants no more than to be done.
            if goal::is_end(rules, objective, &strand.state, turn) || self.steps > STEPS {
                sum += strand.weight * goal::worth(rules, objective, &strand.state, seat);
                continue;
            }
            match turn {
                Turn::Player(mover) if mover == seat => known.entry(strand.seen).or_default().push(strand),
                Turn::Player(mover) => self.reply(&strand, mover, &mut open)?,
                _ => self.scatter(&strand, &mut open),
            }
        }
        Ok(sum)
    }

    /// The strand after every best move of another seat.
    fn reply(
        &mut self,
        strand: &Strand<G::State>,
        mover: Seat,
        open: &mut Vec<Strand<G::State>>,
    ) -> Result<(), Stopped> {
        let rules = self.problem.rules;
        let key = rules.key(&strand.state);
        if !self.replies.contains_key(&key) {
            let best = self.best_replies(&strand.state, mover)?;
            self.replies.insert(key, best);
        }
        let moves = &self.replies[&key];
        self.steps += moves.len() as u32;
        let weight = strand.weight / moves.len() as f64;
        for &mv in moves {
            let mut state = strand.state.clone();
            rules.play_unchecked(&mut state, mv);
            open.push(self.seeing(Strand { state, weight, ..*strand }));
        }
        Ok(())
    }

    /// All moves that are best for the seat to move, which is another, where everything is seen.
    fn best_replies(&mut self, state: &G::State, mover: Seat) -> Result<Vec<G::Move>, Stopped> {
        let Problem { rules, seat, concept, .. } = *self.problem;
        let mut worths = Vec::new();
        for &mv in rules.legal_moves(state).iter() {
            let mut after = state.clone();
            rules.play_unchecked(&mut after, mv);
            let found = self.worker.line(self.problem, &after, TO_THE_END)?.worths;
            worths.push(match concept {
                Some(Concept::Maxn) => (found[mover.index() % MAX_SEATS], mv),
                _ => (-found[seat.index() % MAX_SEATS], mv),
            });
        }
        let most = worths.iter().map(|(worth, _)| *worth).fold(f64::NEG_INFINITY, f64::max);
        Ok(worths.into_iter().filter(|(worth, _)| *worth >= most - TOLERANCE).map(|(_, mv)| mv).collect())
    }

    /// Every outcome of chance. Where they cannot be listed no line is proved, and no plan is asked for.
    fn scatter(&mut self, strand: &Strand<G::State>, open: &mut Vec<Strand<G::State>>) {
        let rules = self.problem.rules;
        let outcomes = rules.chances(&strand.state).unwrap_or_default();
        let total: f64 = outcomes.iter().map(|(_, weight)| *weight as f64).sum();
        for (outcome, weight) in outcomes {
            self.steps += 1;
            let mut state = strand.state.clone();
            // A listed outcome fits: a law of the contract.
            let _ = rules.resolve(&mut state, &outcome);
            let weight = strand.weight * weight as f64 / total;
            open.push(self.seeing(Strand { state, weight, ..*strand }));
        }
    }

    /// The strand, with what the seat knows now added to what it has seen.
    fn seeing(&self, strand: Strand<G::State>) -> Strand<G::State> {
        let now = self.problem.rules.info_key(&strand.state, self.problem.seat);
        Strand { seen: Mixer::new(strand.seen).with(now).finish(), ..strand }
    }
}
