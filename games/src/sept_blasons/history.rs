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

impl SeptBlasons {
    /// A history that gives a viewer this log; nothing when all attempts are void.
    pub(super) fn history<R: Rng + ?Sized>(
        &self,
        log: &[SeenPly<Outcome>],
        rng: &mut R,
    ) -> Option<Vec<Ply<Self>>> {
        (0..ATTEMPTS).find_map(|_| self.attempt(log, rng))
    }

    /// Nothing when some token is not what the log shows.
    fn attempt<R: Rng + ?Sized>(&self, log: &[SeenPly<Outcome>], rng: &mut R) -> Option<Vec<Ply<Self>>> {
        let mut state = self.start();
        let mut plies: Vec<Ply<Self>> = Vec::with_capacity(log.len());
        let mut round = Round::default();
        for (n, ply) in log.iter().enumerate() {
            let seen = ply.outcome.clone().unwrap_or_default();
            let mut action = None;
            if let (Some(seat), Some(notation)) = (ply.seat, &ply.notation) {
                let mv = self.parse(&state, notation).ok()?;
                action = Some((seat, mv));
                round.follow(&state, n, mv, &seen, rng)?;
                self.play_seen(&mut state, mv, &seen)?;
                round.forget_ids(&state);
            }
            plies.push(Ply { n: ply.n, action, chance: Vec::new() });
            if let Some(deal) = &seen.deal {
                round.settle(&mut plies, rng);
                self.resolve(&mut state, &Chance::Deal(deal.clone())).ok()?;
                round = Round::start(n, deal);
            }
        }
        round.settle(&mut plies, rng);
        Some(plies)
    }

    /// Plays a move on the state that knows no family but those turned up.
    fn play_seen(&self, state: &mut State, mv: Move, seen: &Outcome) -> Option<()> {
        self.play(state, mv).ok()?;
        match (state.pending, seen.family) {
            (Some(Pending::Peek(..)), _) => {
                state.pending = None;
                self.step(state, &mut ());
                Some(())
            }
            (Some(_), Some(family)) => self.resolve(state, &Chance::Family(family)).ok(),
            _ => Some(()),
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

    /// Nothing when the label cannot have that family.
    fn fix(&mut self, label: usize, family: Family) -> Option<()> {
        if self.families[label].is_none() {
            let left = &mut self.left[family.index()];
            *left = left.checked_sub(1)?;
            self.families[label] = Some(family);
        }
        (self.families[label] == Some(family)).then_some(())
    }

    fn follow<R: Rng + ?Sized>(
        &mut self,
        state: &State,
        n: usize,
        mv: Move,
        seen: &Outcome,
        rng: &mut R,
    ) -> Option<()> {
        match mv {
            Move::Draw(Pick::Pool) | Move::Swap(_, Pick::Pool) => {
                self.leave_pool(state, n, rng)?;
            }
            Move::Reveal(pick) => {
                let label = match pick {
                    Pick::Pool => self.leave_pool(state, n, rng)?,
                    Pick::Token(id) => self.label(id)?,
                };
                self.fix(label, seen.family?)?;
            }
            Move::Peek(_) => {
                for peeked in &seen.peeked {
                    let label = self.label(peeked.id()?)?;
                    self.fix(label, peeked.family)?;
                }
            }
            _ => {}
        }
        Some(())
    }

    /// A random face-down token leaves the pool and takes the next id.
    fn leave_pool<R: Rng + ?Sized>(&mut self, state: &State, n: usize, rng: &mut R) -> Option<usize> {
        (!self.pool.is_empty()).then_some(())?;
        let label = self.pool.swap_remove(below(rng, self.pool.len() as u32) as usize);
        self.draws.push((n, label));
        let id = usize::from(state.tokens.next_id());
        self.ids.resize(self.ids.len().max(id + 1), None);
        self.ids[id] = Some(label);
        Some(label)
    }

    fn label(&self, id: u8) -> Option<usize> {
        self.ids.get(usize::from(id)).copied().flatten()
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

/// A family drawn by counts.
pub(super) fn draw_family<R: Rng + ?Sized>(counts: [u64; 7], rng: &mut R) -> Option<Family> {
    let mut left = u64::from(below(rng, counts.iter().sum::<u64>() as u32));
    Family::ALL.into_iter().zip(counts).find_map(|(family, count)| {
        let hit = left < count;
        left = left.saturating_sub(count);
        hit.then_some(family)
    })
}
