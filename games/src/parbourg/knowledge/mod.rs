//! What a viewer knows, and the worlds that agree with it.
//!
//! A belief is a list of hypotheses with weights. Each holds a *template*: a state in which every card the viewer does
//! not know stands for an object whose face is open, named by the card the template happens to give it. The objects
//! are grouped in *pools*: the faces of a pool may be dealt anew among its objects, all ways being equally likely.
//! What comes to light renames objects of a pool; a card laid or taken unseen splits a hypothesis by the pool it may
//! have come from.
//!
//! Worlds are drawn with exactly their probability. Where only holders are asked, windows tell objects of a hand apart
//! (those held when nobody was asked are no ephemeral cards, those drawn since may be): a card that comes to light splits
//! a hypothesis by which of them it was. What differs in names only is one hypothesis again (see [`names`]).

use std::collections::BTreeMap;

use constraints::Constraints;
use history::Script;
use rest::Belief;
use worlds::ATTEMPTS;

use super::Parbourg;
use super::card::{Card, CardSet};
use super::notation::UNSEEN_BET;
use super::outcome::Outcome;
use super::state::{Phase, State};
use crate::belief::{self, merged, weighted};
use crate::prelude::*;
use crate::rebuild::rebuild;

mod constraints;
mod follow;
mod history;
mod names;
mod remaining;
mod rest;
mod worlds;

/// The digest of an observation log.
#[derive(Clone, Debug)]
pub struct Knowledge {
    pub(super) viewer: Viewer,
    plies: u32,
    belief: Belief,
    checkpoint: Option<Box<Checkpoint>>,
}

/// The belief before the first face-down card on the table was laid, and the plies seen since. When such cards are shown,
/// the log is followed again from here, with their faces known.
#[derive(Clone, Debug)]
struct Checkpoint {
    belief: Belief,
    plies: Vec<SeenPly<Outcome>>,
    laid: LaidCards,
}

/// The cards that were laid face down, by ply, as far as they have been shown.
type LaidCards = BTreeMap<u32, Card>;

/// One way the hidden cards may have moved.
#[derive(Clone, Debug)]
struct Hypothesis {
    world: State,
    constraints: Constraints,
    /// The logarithm of how likely one dealing of the pools is in this way.
    weight: f64,
    /// The same of all dealings of the pools together; the greatest of a belief is 0.
    likelihood: f64,
}

impl InformationSet<Parbourg> for Knowledge {
    fn before_set_up(rules: &Parbourg, viewer: Viewer) -> Self {
        let first = Hypothesis {
            world: rules.start(),
            constraints: Constraints::new(rules.deck.clone()),
            weight: 0.0,
            likelihood: 0.0,
        };
        Knowledge { viewer, plies: 0, belief: Belief::of(first), checkpoint: None }
    }

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn learn(&mut self, rules: &Parbourg, ply: &SeenPly<Outcome>) -> Result<(), Refusal> {
        if ply.n != self.plies {
            return Err(contradiction(ply.n, said("not_numbered")));
        }
        self.plies += 1;
        rules.mark(self, ply);
        let believed = std::mem::take(&mut self.belief);
        let anew = self.checkpoint.as_deref().filter(|checkpoint| !checkpoint.laid.is_empty());
        self.belief = match anew {
            None => rules.all_follow(self.viewer, believed, ply, &LaidCards::new())?,
            Some(checkpoint) => {
                let first = Ok(checkpoint.belief.clone());
                checkpoint.plies.iter().fold(first, |belief, ply| {
                    rules.all_follow(self.viewer, belief?, ply, &checkpoint.laid)
                })?
            }
        };
        let hidden = |hypothesis: &Hypothesis| hypothesis.world.table.iter().any(|laid| laid.hidden);
        if !self.belief.kept.iter().any(hidden) {
            self.checkpoint = None;
        }
        Ok(())
    }

    fn count_worlds(&self, _rules: &Parbourg) -> WorldCount {
        let dealings = |hypothesis: &Hypothesis| hypothesis.constraints.ln_count();
        let most = self.belief.kept.iter().map(dealings).fold(0.0, f64::max);
        WorldCount::Estimate(most.min(700.0).exp().max(1.0))
    }

    fn hidden(&self, _rules: &Parbourg) -> Hidden {
        let over = self.belief.kept.first().is_some_and(|hypothesis| hypothesis.world.phase == Phase::Over);
        if over { Hidden::Nothing } else { Hidden::Private }
    }

    /// One world: a hypothesis by its weight, its pools dealt anew; again until everything told by windows holds too.
    fn sample_world<R: Rng + ?Sized>(&self, rules: &Parbourg, rng: &mut R) -> State {
        for _ in 0..ATTEMPTS {
            let Some(hypothesis) = self.pick(rng) else { break };
            if let Some(faces) = hypothesis.constraints.deal(rng) {
                return hypothesis.with_faces(&faces, rng);
            }
        }
        self.belief.kept.first().map_or_else(|| rules.start(), |hypothesis| hypothesis.world.clone())
    }

    /// The order of the pile makes the worlds too many to list.
    fn worlds(&self, _rules: &Parbourg, _limit: usize) -> Option<Vec<(State, u64)>> {
        None
    }

    fn sample_history<R: Rng + ?Sized>(
        rules: &Parbourg,
        viewer: Viewer,
        seen: &[SeenPly<Outcome>],
        rng: &mut R,
    ) -> Result<Vec<Ply<Parbourg>>, Refusal> {
        let mut knowledge = rules.know(viewer);
        knowledge.belief.kept.iter_mut().for_each(|it| it.constraints.record = Some(Box::default()));
        seen.iter().try_for_each(|ply| knowledge.learn(rules, ply))?;
        for _ in 0..ATTEMPTS {
            let Some(hypothesis) = knowledge.pick(rng) else { break };
            let Some(faces) = hypothesis.constraints.deal(rng) else { continue };
            let mut script = Script::of(rules, hypothesis, &faces, rng);
            if let Some(history) = rebuild(rules, viewer, seen, &mut script) {
                return Ok(history);
            }
        }
        Err(contradiction(seen.len() as u32, said("no_history")))
    }
}

impl Parbourg {
    /// Remembers what a ply shows of cards that lay face down, from before the first of them was laid.
    fn mark(&self, knowledge: &mut Knowledge, ply: &SeenPly<Outcome>) {
        if ply.notation.as_deref() == Some(UNSEEN_BET) && knowledge.checkpoint.is_none() {
            let belief = knowledge.belief.clone();
            knowledge.checkpoint =
                Some(Box::new(Checkpoint { belief, plies: Vec::new(), laid: LaidCards::new() }));
        }
        let (Some(checkpoint), Some(first)) = (&mut knowledge.checkpoint, knowledge.belief.kept.first())
        else {
            return;
        };
        checkpoint.plies.push(ply.clone());
        if ply.outcome.as_ref().is_some_and(|seen| !seen.shown.is_empty()) {
            checkpoint.laid.extend(self.shown_by(knowledge.viewer, first, ply));
        }
    }

    /// Follows a ply with every hypothesis.
    fn all_follow(
        &self,
        viewer: Viewer,
        believed: Belief,
        ply: &SeenPly<Outcome>,
        laid: &LaidCards,
    ) -> Result<Belief, Refusal> {
        let mut refused = None;
        let mut follow = |hypotheses: Vec<Hypothesis>| {
            let mut after = Vec::new();
            for hypothesis in hypotheses {
                match self.follow(viewer, hypothesis, ply, laid) {
                    Ok(next) => after.extend(next),
                    Err(refusal) => refused = Some(refusal),
                }
            }
            after
        };
        let mut belief = Belief { kept: follow(believed.kept), rest: follow(believed.rest) };
        belief.settle();
        if belief.kept.is_empty() {
            return Err(refused.unwrap_or_else(|| contradiction(ply.n, said("no_world_with"))));
        }
        Ok(belief)
    }
}

impl Knowledge {
    /// A hypothesis, by weight.
    fn pick<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<&Hypothesis> {
        weighted(&self.belief.kept, |hypothesis| hypothesis.likelihood.exp(), rng)
    }
}

/// Drops what is impossible, merges what is equal, brings the greatest likelihood to 0.
fn weigh(belief: &mut Vec<Hypothesis>) {
    if belief.len() > 1 {
        belief.iter_mut().for_each(Hypothesis::settle_names);
        *belief = merged(std::mem::take(belief));
    }
    belief.iter_mut().for_each(|it| it.likelihood = it.weight + it.constraints.ln_count());
    belief.retain(|hypothesis| hypothesis.likelihood.is_finite());
    belief.sort_by(|a, b| b.likelihood.total_cmp(&a.likelihood));
    let most = belief.first().map_or(0.0, |hypothesis| hypothesis.likelihood);
    for hypothesis in belief {
        hypothesis.weight -= most;
        hypothesis.likelihood -= most;
    }
}

impl belief::Hypothesis for Hypothesis {
    // Of the constraints all but the deck, the cards laid and the record.
    type Content<'a> =
        (&'a State, &'a [CardSet], CardSet, &'a [(Card, CardSet)], &'a [(CardSet, CardSet)], u16);

    fn content(&self) -> Self::Content<'_> {
        let Constraints { pools, actions, never, some, henchmen, .. } = &self.constraints;
        (&self.world, &pools[..], *actions, &never[..], &some[..], *henchmen)
    }

    fn merge(&mut self, other: Self) {
        let (high, low) = (self.weight.max(other.weight), self.weight.min(other.weight));
        self.weight = high + (low - high).exp().ln_1p();
    }
}

fn contradiction(n: u32, why: Said) -> Refusal {
    Refusal::inconsistent_log("parbourg.md#what-a-seat-observes", n, &why)
}
