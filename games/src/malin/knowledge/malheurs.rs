//! Where the Malheur cards are.
//!
//! Every pile there was – the first, and one a reshuffle – is known by its contents, and its cards lie in any order. What
//! came from it is either known by now, or in another hand, or still below. A card that another seat uses may have come
//! from each pile of which it holds an unknown card; so a belief is a list of [`Piles`] with weights.

use super::super::malheur::{KINDS, Kind};
use super::super::state::{SEATS, State};
use super::trace::{Draw, Trace};
use crate::belief::{Hypothesis, merged, weighted};
use crate::prelude::*;

/// Malheur cards drawn one after another from one pile.
pub(super) struct Stage {
    /// The contents of the pile, when it is a new one.
    pub pile: Option<[u8; KINDS]>,
    /// Who drew how many, in order.
    pub draws: Vec<(Seat, u8)>,
}

/// A pile, as far as its cards are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Pile {
    /// The unknown cards, by kind.
    left: [u8; KINDS],
    /// How many of them each other seat holds; the rest lies in the pile.
    held: [u8; SEATS],
}

impl Pile {
    fn left(&self) -> u32 {
        self.left.iter().map(|&count| u32::from(count)).sum()
    }
}

/// One way things may have gone.
#[derive(Clone, Debug)]
struct Piles {
    weight: f64,
    piles: Vec<Pile>,
    /// What is known of draws, ply by ply.
    trace: Vec<Trace>,
}

impl Hypothesis for Piles {
    type Content<'a> = &'a [Pile];

    fn content(&self) -> &[Pile] {
        &self.piles
    }

    fn merge(&mut self, other: Self) {
        self.weight += other.weight;
    }
}

#[derive(Clone, Debug)]
pub(super) struct Malheurs {
    ways: Vec<Piles>,
    /// All draws there were, in order.
    draws: Vec<Draw>,
}

impl Default for Malheurs {
    fn default() -> Self {
        Self { ways: vec![Piles { weight: 1.0, piles: Vec::new(), trace: Vec::new() }], draws: Vec::new() }
    }
}

impl Malheurs {
    /// Another seat uses a card of this kind; whether it can hold one.
    pub fn use_up(&mut self, ply: u32, seat: Seat, kind: Kind) -> bool {
        let mut ways = Vec::new();
        for way in &self.ways {
            for (at, pile) in way.piles.iter().enumerate() {
                let (held, left) = (pile.held[seat.index()], pile.left[kind as usize]);
                if held == 0 || left == 0 {
                    continue;
                }
                let mut used = way.clone();
                used.weight *= f64::from(held) * f64::from(left) / f64::from(pile.left());
                used.piles[at].held[seat.index()] -= 1;
                used.piles[at].left[kind as usize] -= 1;
                used.trace.push(Trace { ply, seat, kind, pile: at, drawn: false });
                ways.push(used);
            }
        }
        self.take(ways)
    }

    /// Cards are drawn; `drew` by those whose cards the viewer sees, which `sees` tells. Whether that can be.
    pub fn draw(
        &mut self,
        ply: u32,
        stages: &[Stage],
        drew: &[[u8; KINDS]; SEATS],
        sees: impl Fn(Seat) -> bool,
    ) -> bool {
        let mut ways: Vec<_> = self.ways.drain(..).map(|way| (way, *drew)).collect();
        let mut pile = ways.first().map_or(0, |(way, _)| way.piles.len());
        for stage in stages {
            if let Some(left) = stage.pile {
                ways.iter_mut().for_each(|(way, _)| way.piles.push(Pile { left, held: [0; SEATS] }));
                pile += 1;
            }
            let Some(at) = pile.checked_sub(1) else { continue };
            for &(seat, count) in &stage.draws {
                self.draws.extend((0..count).map(|_| Draw { ply, seat, pile: at }));
                if sees(seat) {
                    ways = ways.iter().flat_map(|way| seen_draws(way, ply, seat, at, count)).collect();
                } else {
                    ways.iter_mut().for_each(|(way, _)| way.piles[at].held[seat.index()] += count);
                }
            }
        }
        let none_left = |drew: &[[u8; KINDS]; SEATS]| drew.iter().flatten().all(|&count| count == 0);
        self.take(ways.into_iter().filter(|(_, drew)| none_left(drew)).map(|(way, _)| way).collect())
    }

    /// Puts equal ways together; their weights then sum to 1. Whether there are any.
    fn take(&mut self, mut ways: Vec<Piles>) -> bool {
        let sum: f64 = ways.iter().map(|way| way.weight).sum();
        ways.iter_mut().for_each(|way| way.weight /= sum);
        self.ways = merged(ways);
        !self.ways.is_empty()
    }

    fn drawn_way<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<&Piles> {
        weighted(&self.ways, |way| way.weight, rng)
    }

    /// Deals the unknown cards to `world`: its hands of other seats and its pile.
    pub fn fill<R: Rng + ?Sized>(&self, world: &mut State, sees: impl Fn(Seat) -> bool, rng: &mut R) {
        let others = || Seat::all(SEATS).filter(|&seat| !sees(seat));
        others().for_each(|seat| world.malheurs[seat.index()] = [0; KINDS]);
        let Some(way) = self.drawn_way(rng) else { return };
        for (at, pile) in way.piles.iter().enumerate() {
            let mut cards: Vec<_> = Kind::repeated(pile.left).collect();
            shuffle(rng, &mut cards);
            for seat in others() {
                let held = usize::from(pile.held[seat.index()]).min(cards.len());
                let hand = &mut world.malheurs[seat.index()];
                cards.drain(..held).for_each(|kind| hand[kind as usize] += 1);
            }
            if at + 1 == way.piles.len() {
                world.pile = cards.into_iter().collect();
            }
        }
    }

    /// Every pile there was, its top last, in one way that agrees with everything seen.
    pub fn piles<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Vec<Vec<Kind>>> {
        let way = self.drawn_way(rng)?;
        let slots = super::trace::assigned(&self.draws, &way.trace, rng)?;
        let mut piles = Vec::new();
        for (at, pile) in way.piles.iter().enumerate() {
            let mut cards: Vec<_> = Kind::repeated(pile.left).collect();
            shuffle(rng, &mut cards);
            let mut order = Vec::new();
            for (_, kind) in self.draws.iter().zip(&slots).filter(|(draw, _)| draw.pile == at) {
                order.push(match kind {
                    Some(kind) => *kind,
                    None => cards.pop()?,
                });
            }
            cards.extend(order.into_iter().rev());
            piles.push(cards);
        }
        Some(piles)
    }

    /// In how many ways the unknown cards can be held, cards told apart.
    pub fn count(&self) -> f64 {
        let of_pile = |pile: &Pile| {
            let mut left = f64::from(pile.left());
            let mut ways = 1.0;
            for held in pile.held.iter().flat_map(|&held| 1..=held) {
                ways *= left / f64::from(held);
                left -= 1.0;
            }
            ways
        };
        self.ways.iter().map(|way| way.piles.iter().map(of_pile).product::<f64>()).sum()
    }
}

/// The ways in which `count` of the cards that `seat` drew in all can have come from this pile.
fn seen_draws(
    (way, drew): &(Piles, [[u8; KINDS]; SEATS]),
    ply: u32,
    seat: Seat,
    at: usize,
    count: u8,
) -> Vec<(Piles, [[u8; KINDS]; SEATS])> {
    let pile = way.piles[at];
    let mut found = Vec::new();
    choices(&drew[seat.index()], &pile.left, count, 0, [0; KINDS], &mut |taken| {
        let (mut next, mut rest) = (way.clone(), *drew);
        let mut left = pile.left();
        // The chance of these cards in any order: each drawn from those that are left.
        let mut chance = (1..=count).map(f64::from).product::<f64>();
        for kind in Kind::repeated(*taken) {
            let of_kind = &mut next.piles[at].left[kind as usize];
            chance *= f64::from(*of_kind) / f64::from(left.max(1));
            *of_kind -= 1;
            left -= 1;
            rest[seat.index()][kind as usize] -= 1;
            next.trace.push(Trace { ply, seat, kind, pile: at, drawn: true });
        }
        let orders: f64 = taken.iter().flat_map(|&count| 1..=count).map(f64::from).product();
        next.weight *= chance / orders;
        found.push((next, rest));
    });
    found
}

/// Every choice of `count` cards that are both among those drawn and among those left.
fn choices(
    drawn: &[u8; KINDS],
    left: &[u8; KINDS],
    count: u8,
    from: usize,
    taken: [u8; KINDS],
    each: &mut impl FnMut(&[u8; KINDS]),
) {
    if from == KINDS {
        if count == 0 {
            each(&taken);
        }
        return;
    }
    for number in 0..=drawn[from].min(left[from]).min(count) {
        let mut taken = taken;
        taken[from] = number;
        choices(drawn, left, count - number, from + 1, taken, each);
    }
}
