//! What a viewer knows, and the worlds that agree with it.
//!
//! Without the variant *curieux* nobody knows anything of a face-down token, so a viewer's knowledge is one state
//! whose face-down tokens are unknown slots. With it, a token somebody saw may go back into the pool and mix; the
//! knowledge is then a small belief: states with weights, split at each draw and conditioned on each token shown.

use super::SeptBlasons;
use super::card::Family;
use super::chance::Chance;
use super::history::draw_family;
use super::moves::{Move, Pick};
use super::outcome::Outcome;
use super::state::{Pending, State};
use crate::belief::{merged, pick};
use crate::hidden_hands::choose;
use crate::prelude::*;

/// The digest of an observation log.
#[derive(Clone, Debug)]
pub struct Knowledge {
    pub(super) viewer: Viewer,
    plies: u32,
    /// States that agree with everything seen, with weights; what nobody or somebody else knows is an unknown slot.
    belief: Vec<(State, f64)>,
}

impl InformationSet<SeptBlasons> for Knowledge {
    fn before_set_up(rules: &SeptBlasons, viewer: Viewer) -> Self {
        Knowledge { viewer, plies: 0, belief: vec![(rules.start(), 1.0)] }
    }

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn learn(&mut self, rules: &SeptBlasons, ply: &SeenPly<Outcome>) -> Result<(), Refusal> {
        if ply.n != self.plies {
            return Err(contradiction(ply.n, said("not_numbered")));
        }
        self.plies += 1;
        let seen = ply.outcome.clone().unwrap_or_default();
        let states = std::mem::take(&mut self.belief);
        let (mut followed, mut refused) = (Vec::with_capacity(states.len()), None);
        for (state, weight) in states {
            match rules.follow(state, ply, &seen) {
                Ok(next) => followed.extend(next.into_iter().map(|(state, share)| (state, weight * share))),
                Err(refusal) => refused = Some(refusal),
            }
        }
        self.belief = merged(followed);
        if self.belief.is_empty() {
            return Err(refused.unwrap_or_else(|| contradiction(ply.n, said("no_world_with"))));
        }
        Ok(())
    }

    /// Assignments of families to the face-down tokens before players; the pool holds the rest.
    fn count_worlds(&self, rules: &SeptBlasons) -> WorldCount {
        let count = |state: &State| {
            let open = state.tokens.iter().filter(|token| token.family.is_none()).count();
            arrangements(state.tokens.unseen(state.family_mask(rules.seats())), open)
        };
        match &self.belief[..] {
            [(state, _)] => WorldCount::Exact(count(state).max(1)),
            many => {
                WorldCount::Estimate(many.iter().map(|(state, _)| count(state) as f64).sum::<f64>().max(1.0))
            }
        }
    }

    fn hidden(&self, rules: &SeptBlasons) -> Hidden {
        let peeks = rules.actions.contains(&super::Action::Peek);
        let down = self
            .belief
            .iter()
            .any(|(state, _)| state.tokens.pool_down() > 0 || state.tokens.iter().any(|token| !token.up));
        let over = self.belief.iter().all(|(state, _)| rules.turn(state) == Turn::Over);
        match (peeks, down || !over) {
            (_, false) => Hidden::Nothing,
            (false, true) => Hidden::Chance,
            (true, true) => Hidden::Private,
        }
    }

    fn sample_world<R: Rng + ?Sized>(&self, rules: &SeptBlasons, rng: &mut R) -> State {
        let weights: Vec<f64> = self.belief.iter().map(|(_, weight)| *weight).collect();
        let drawn = pick(&weights, rng).map(|at| self.belief[at].0.clone());
        let mut state = drawn.unwrap_or_else(|| rules.start());
        for id in private_slots(&state) {
            let unseen = state.tokens.unseen(state.family_mask(rules.seats()));
            if let Some(family) = draw_family(unseen.map(u64::from), rng) {
                state.tokens.fix(id, family);
            }
        }
        state
    }

    fn worlds(&self, rules: &SeptBlasons, limit: usize) -> Option<Vec<(State, u64)>> {
        let mut worlds = Vec::new();
        for (state, weight) in &self.belief {
            let mut open = vec![(state.clone(), *weight)];
            for id in private_slots(state) {
                let mut next = Vec::new();
                for (state, weight) in open {
                    let unseen = state.tokens.unseen(state.family_mask(rules.seats()));
                    let all = f64::from(unseen.iter().sum::<u8>());
                    for (family, share) in Family::ALL.into_iter().zip(unseen).filter(|(_, share)| *share > 0)
                    {
                        let mut fixed = state.clone();
                        fixed.tokens.fix(id, family);
                        next.push((fixed, weight * f64::from(share) / all));
                    }
                }
                open = next;
                if open.len() + worlds.len() > limit {
                    return None;
                }
            }
            worlds.extend(open);
        }
        let all: f64 = worlds.iter().map(|(_, weight)| weight).sum();
        let scale = (1u64 << 40) as f64 / all;
        (worlds.len() <= limit).then(|| {
            worlds.into_iter().map(|(state, weight)| (state, ((weight * scale) as u64).max(1))).collect()
        })
    }

    /// A history that gives the viewer the log: draws what was hidden, plays the log, and starts again if a token
    /// turned up differs.
    fn sample_history<R: Rng + ?Sized>(
        rules: &SeptBlasons,
        viewer: Viewer,
        seen: &[SeenPly<Outcome>],
        rng: &mut R,
    ) -> Result<Vec<Ply<SeptBlasons>>, Refusal> {
        let mut knowledge = rules.know(viewer);
        seen.iter().try_for_each(|ply| knowledge.learn(rules, ply))?;
        rules.history(seen, rng).ok_or_else(|| {
            Refusal::said("no_history_found", "sept-blasons.md#what-a-seat-observes", &said("no_history"))
        })
    }
}

impl SeptBlasons {
    /// The states `state` may have become, with their shares.
    fn follow(
        &self,
        mut state: State,
        ply: &SeenPly<Outcome>,
        seen: &Outcome,
    ) -> Result<Vec<(State, f64)>, Refusal> {
        let mut mv = None;
        if let (Some(seat), Some(notation)) = (ply.seat, &ply.notation) {
            if self.turn(&state) != Turn::Player(seat) {
                return Err(contradiction(ply.n, said("not_that_turn")));
            }
            let read = self.parse(&state, notation).map_err(|error| contradiction(ply.n, error.said()))?;
            self.play(&mut state, read)?;
            mv = Some(read);
        } else if ply.n != 0 {
            return Err(contradiction(ply.n, said("ply_seat_notation")));
        }
        let mut next: Vec<_> = match mv {
            Some(Move::Peek(_)) => self.after_peek(state, seen).into_iter().collect(),
            Some(Move::Reveal(pick)) => self.after_reveal(state, pick, seen, ply.n)?.into_iter().collect(),
            Some(Move::Draw(Pick::Pool) | Move::Swap(_, Pick::Pool)) => self.after_draw(state),
            _ => vec![(state, 1.0)],
        };
        for (state, _) in &mut next {
            self.after_deal(state, seen, ply.n)?;
        }
        Ok(next)
    }

    /// A token was turned up: the state if it has that family.
    fn after_reveal(
        &self,
        mut state: State,
        pick: Pick,
        seen: &Outcome,
        n: u32,
    ) -> Result<Option<(State, f64)>, Refusal> {
        let family = seen.family.ok_or_else(|| contradiction(n, said("family_missing")))?;
        Ok(match self.family_weights(&state) {
            Some(weights) if weights[family.index()] > 0 => {
                let share = weights[family.index()] as f64 / weights.iter().sum::<u64>() as f64;
                self.resolve(&mut state, &Chance::Family(family))?;
                Some((state, share))
            }
            None if is_family(&state, pick, family) => Some((state, 1.0)),
            _ => None,
        })
    }

    /// A token left the pool face down: one state for each family it can have, if some seat knows any of them.
    fn after_draw(&self, state: State) -> Vec<(State, f64)> {
        let Some(weights) = self.family_weights(&state) else { return vec![(state, 1.0)] };
        let all = weights.iter().sum::<u64>() as f64;
        let mut next = Vec::new();
        for (family, share) in Family::ALL.into_iter().zip(weights).filter(|(_, share)| *share > 0) {
            let mut after = state.clone();
            if self.resolve(&mut after, &Chance::Family(family)).is_ok() {
                next.push((after, share as f64 / all));
            }
        }
        next
    }

    /// Somebody looked at tokens: those shown to the viewer are fixed, the others stay unknown slots.
    fn after_peek(&self, mut state: State, seen: &Outcome) -> Option<(State, f64)> {
        let mut share = 1.0;
        for peeked in &seen.peeked {
            let id = peeked.id()?;
            let known = state.tokens.get(id)?.family;
            let unseen = state.tokens.unseen(state.family_mask(self.seats()));
            match known {
                Some(family) if family == peeked.family => {}
                None if unseen[peeked.family.index()] > 0 => {
                    let all: u8 = unseen.iter().sum();
                    share *= f64::from(unseen[peeked.family.index()]) / f64::from(all);
                    state.tokens.fix(id, peeked.family);
                }
                _ => return None,
            }
        }
        if matches!(state.pending, Some(Pending::Peek(..))) {
            state.pending = None;
            self.step(&mut state, &mut ());
        }
        Some((state, share))
    }

    fn after_deal(&self, state: &mut State, seen: &Outcome, n: u32) -> Result<(), Refusal> {
        match (&seen.deal, self.turn(state)) {
            (Some(deal), Turn::Chance) => self.resolve(state, &Chance::Deal(deal.clone())),
            (None, Turn::Player(_) | Turn::Over) => Ok(()),
            (Some(_), _) => Err(contradiction(n, said("deal_not_due"))),
            (None, Turn::Chance) => Err(contradiction(n, said("deal_missing"))),
        }
    }
}

/// The face-down tokens of `state` that some seat has seen and whose family the viewer does not know.
fn private_slots(state: &State) -> Vec<u8> {
    let private = state.tokens.iter().filter(|token| token.known_to != 0 && token.family.is_none());
    private.map(|token| token.id).collect()
}

/// Whether the token turned up without chance has this family.
fn is_family(state: &State, pick: Pick, family: Family) -> bool {
    matches!(pick, Pick::Token(id) if state.tokens.get(id).is_some_and(|token| token.family == Some(family)))
}

/// Ways to give `slots` places families of which `counts` exist, look-alikes merged.
fn arrangements(counts: [u8; 7], slots: usize) -> u128 {
    let mut ways = vec![0u128; slots + 1];
    ways[0] = 1;
    for count in counts {
        let mut next = vec![0u128; slots + 1];
        for (used, &sum) in ways.iter().enumerate().filter(|(_, sum)| **sum > 0) {
            for more in 0..=usize::from(count).min(slots - used) {
                next[used + more] += sum * choose((slots - used) as u32, more as u32);
            }
        }
        ways = next;
    }
    ways[slots]
}

fn contradiction(n: u32, why: Said) -> Refusal {
    Refusal::inconsistent_log("sept-blasons.md#what-a-seat-observes", n, &why)
}
