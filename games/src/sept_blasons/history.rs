//! Whole histories that give a viewer a log: physical tokens are followed one by one, and the family of each is
//! fixed when somebody sees it, the others at the end of the round.

use super::SeptBlasons;
use super::card::Family;
use super::chance::Chance;
use super::moves::{Move, Pick};
use super::outcome::Outcome;
use super::round::Deal;
use super::state::{Pending, State};
use super::token::PER_FAMILY;
use crate::prelude::*;

/// Attempts before giving up; without the variant *curieux* the first always succeeds.
const ATTEMPTS: usize = 10_000;

pub(super) struct Histories<'a> {
    rules: &'a SeptBlasons,
    seen: &'a [SeenPly<Outcome>],
}

/// One round's physical tokens, by label.
#[derive(Default)]
struct Round {
    families: Vec<Option<Family>>,
    left: [u8; 7],
    /// Label of the token with each id.
    ids: Vec<Option<usize>>,
    /// Labels face down in the pool.
    pool: Vec<usize>,
    /// Plies whose chance is the family of a label.
    draws: Vec<(usize, usize)>,
    deal: Option<(usize, Deal)>,
}

/// Some token is not what the log shows: this attempt is void.
struct Conflict;

impl<'a> Histories<'a> {
    pub(super) fn new(rules: &'a SeptBlasons, seen: &'a [SeenPly<Outcome>]) -> Self {
        Self { rules, seen }
    }

    pub(super) fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> Result<Vec<Ply<SeptBlasons>>, Refusal> {
        for _ in 0..ATTEMPTS {
            if let Ok(history) = self.attempt(rng)? {
                return Ok(history);
            }
        }
        Err(Refusal::said("no_history_found", "sept-blasons.md#what-a-seat-observes", &said("no_history")))
    }

    fn attempt<R: Rng + ?Sized>(
        &self,
        rng: &mut R,
    ) -> Result<Result<Vec<Ply<SeptBlasons>>, Conflict>, Refusal> {
        let mut state = self.rules.start();
        let mut plies: Vec<Ply<SeptBlasons>> = Vec::with_capacity(self.seen.len());
        let mut round = Round::default();
        for (n, ply) in self.seen.iter().enumerate() {
            let seen = ply.outcome.clone().unwrap_or_default();
            let mut action = None;
            if let (Some(seat), Some(notation)) = (ply.seat, &ply.notation) {
                let read = self.rules.parse(&state, notation);
                let mv = read.map_err(|error| unreadable(&error.said()))?;
                action = Some((seat, mv));
                if round.follow(&state, n, mv, &seen, rng).is_err() {
                    return Ok(Err(Conflict));
                }
                self.play(&mut state, mv, &seen)?;
                round.forget_ids(&state);
            }
            plies.push(Ply { n: ply.n, action, chance: Vec::new() });
            if let Some(deal) = &seen.deal {
                round.settle(&mut plies, rng);
                self.rules.resolve(&mut state, &Chance::Deal(deal.clone()))?;
                round = Round::start(n, deal);
            }
        }
        round.settle(&mut plies, rng);
        Ok(Ok(plies))
    }

    /// Plays a move on the state that knows no family but those turned up.
    fn play(&self, state: &mut State, mv: Move, seen: &Outcome) -> Result<(), Refusal> {
        self.rules.play(state, mv)?;
        match (state.pending, seen.family) {
            (Some(Pending::Peek(..)), _) => {
                state.pending = None;
                self.rules.step(state, &mut ());
                Ok(())
            }
            (Some(_), Some(family)) => self.rules.resolve(state, &Chance::Family(family)),
            _ => Ok(()),
        }
    }
}

impl Round {
    fn start(ply: usize, deal: &Deal) -> Self {
        let mut left = [0; 7];
        deal.families.iter().for_each(|family| left[family.index()] = PER_FAMILY);
        let dealt: Vec<_> = deal.tokens.iter().flatten().copied().collect();
        let all = deal.families.len() * usize::from(PER_FAMILY);
        let mut round = Round {
            families: vec![None; all],
            left,
            ids: std::iter::once(None).chain((0..dealt.len()).map(Some)).collect(),
            pool: (dealt.len()..all).collect(),
            draws: Vec::new(),
            deal: Some((ply, deal.clone())),
        };
        for (label, family) in dealt.into_iter().enumerate() {
            let _ = family.map(|family| round.fix(label, family));
        }
        round
    }

    fn fix(&mut self, label: usize, family: Family) -> Result<(), Conflict> {
        match self.families[label] {
            Some(known) if known == family => Ok(()),
            None if self.left[family.index()] > 0 => {
                self.left[family.index()] -= 1;
                self.families[label] = Some(family);
                Ok(())
            }
            _ => Err(Conflict),
        }
    }

    fn follow<R: Rng + ?Sized>(
        &mut self,
        state: &State,
        n: usize,
        mv: Move,
        seen: &Outcome,
        rng: &mut R,
    ) -> Result<(), Conflict> {
        match mv {
            Move::Draw(Pick::Pool) | Move::Swap(_, Pick::Pool) => {
                self.leave_pool(state, n, rng)?;
            }
            Move::Reveal(Pick::Pool) => {
                let label = self.leave_pool(state, n, rng)?;
                self.fix(label, seen.family.ok_or(Conflict)?)?;
            }
            Move::Reveal(Pick::Token(id)) => {
                let label = self.label(id)?;
                self.fix(label, seen.family.ok_or(Conflict)?)?;
            }
            Move::Peek(_) => {
                for peeked in &seen.peeked {
                    let label = self.label(peeked.id().ok_or(Conflict)?)?;
                    self.fix(label, peeked.family)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A random face-down token leaves the pool and takes the next id.
    fn leave_pool<R: Rng + ?Sized>(
        &mut self,
        state: &State,
        n: usize,
        rng: &mut R,
    ) -> Result<usize, Conflict> {
        if self.pool.is_empty() {
            return Err(Conflict);
        }
        let label = self.pool.swap_remove(below(rng, self.pool.len() as u32) as usize);
        self.draws.push((n, label));
        let id = usize::from(state.tokens.next_id());
        self.ids.resize(self.ids.len().max(id + 1), None);
        self.ids[id] = Some(label);
        Ok(label)
    }

    fn label(&self, id: u8) -> Result<usize, Conflict> {
        self.ids.get(usize::from(id)).copied().flatten().ok_or(Conflict)
    }

    /// Tokens that lost their id went face down into the pool.
    fn forget_ids(&mut self, state: &State) {
        for (id, label) in self.ids.iter_mut().enumerate() {
            if let Some(lost) = label.filter(|_| state.tokens.get(id as u8).is_none()) {
                self.pool.push(lost);
                *label = None;
            }
        }
    }

    /// Gives the tokens nobody saw a family and writes the round's chance into its plies.
    fn settle<R: Rng + ?Sized>(&mut self, plies: &mut [Ply<SeptBlasons>], rng: &mut R) {
        let Some((at, deal)) = self.deal.take() else { return };
        let mut order: Vec<_> = (0..self.families.len()).collect();
        shuffle(rng, &mut order);
        for label in order {
            if self.families[label].is_none()
                && let Some(family) = draw_family(self.left.map(u64::from), rng)
            {
                let _ = self.fix(label, family);
            }
        }
        let mut labels = self.families.iter();
        let tokens =
            deal.tokens.iter().map(|own| own.iter().map(|_| labels.next().copied().flatten()).collect());
        let tokens = tokens.collect();
        plies[at].chance.push(Chance::Deal(Deal { tokens, ..deal }));
        for &(n, label) in &self.draws {
            let family = self.families[label].map(Chance::Family);
            plies[n].chance.splice(0..0, family);
        }
    }
}

fn unreadable(why: &Said) -> Refusal {
    Refusal::said("inconsistent_log", "sept-blasons.md#notation", why)
}

/// A family drawn by counts.
pub(super) fn draw_family<R: Rng + ?Sized>(counts: [u64; 7], rng: &mut R) -> Option<Family> {
    let mut left = u64::from(below(rng, counts.iter().sum::<u64>() as u32));
    Family::ALL.into_iter().zip(counts).find_map(|(family, count)| {
        let hit = left < count;
        left = left.saturating_sub(count);
        hit.then_some(family)
    })
}
