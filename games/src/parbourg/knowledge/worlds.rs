//! Dealing the pools anew, every way that agrees with what is known being equally likely.
//!
//! Cards that may not lie everywhere are dealt first: ephemeral cards that windows told of, then all that are no action
//! cards, which the objects laid face down cannot be. Where the places of one card are not among those of the next,
//! a dealing is kept with the probability that makes up for the difference.

use rand::{Rng, RngExt};

use super::Hypothesis;
use super::constraints::Constraints;
use crate::parbourg::card::{Card, CardSet, MAX_CARDS};
use crate::parbourg::state::State;
use crate::random::{below, shuffle};

/// Dealings tried before a template is taken as it is.
pub(super) const ATTEMPTS: usize = 2_000;

/// The face of each object.
pub(super) type Faces = [Card; MAX_CARDS];

impl Constraints {
    /// The cards of a pool in the order in which they are dealt, each with the objects it may be, the free ones apart.
    fn bound(&self, pool: CardSet) -> (Vec<(Card, CardSet)>, CardSet) {
        let open = pool.without(self.actions);
        let mut bound: Vec<_> = Vec::new();
        for &(card, names) in self.never.iter().filter(|(card, _)| pool.contains(*card)) {
            bound.push((card, open.without(names)));
        }
        bound.sort_by_key(|(_, places)| places.len());
        let told: CardSet = bound.iter().map(|(card, _)| *card).collect();
        let (mut rest, mut free) = (CardSet::NONE, pool.without(told));
        if pool.meets(self.actions) {
            rest = free.without(self.deck.actions);
            free = free & self.deck.actions;
        }
        bound.extend(rest.iter().map(|card| (card, open)));
        (bound, free)
    }

    /// For each card of a list, the most places that can be left when its turn comes.
    fn most_places(bound: &[(Card, CardSet)]) -> impl Iterator<Item = u32> + '_ {
        bound.iter().enumerate().map(|(at, (_, places))| {
            let inside =
                bound[..at].iter().filter(|(_, other)| other.without(*places).is_empty()).count() as u32;
            places.len().saturating_sub(inside)
        })
    }

    /// The logarithm of a number of dealings, at least the true one.
    pub fn ln_count(&self) -> f64 {
        let count = |pool: &CardSet| {
            let (bound, free) = self.bound(*pool);
            let places: f64 = Self::most_places(&bound).map(|most| f64::from(most).ln()).sum();
            places + ln_factorial(free.len())
        };
        self.pools.iter().map(count).sum()
    }

    /// A dealing; `None` when it must be tried again.
    pub fn deal<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Faces> {
        let mut faces: Faces = std::array::from_fn(|at| Card(at as u8));
        for pool in self.pools.iter().filter(|pool| !pool.is_empty()) {
            self.deal_pool(*pool, &mut faces, rng)?;
        }
        let held = |(names, cards): &(CardSet, CardSet)| {
            names.iter().any(|name| cards.contains(faces[name.index()]))
        };
        self.some.iter().all(held).then_some(faces)
    }

    fn deal_pool<R: Rng + ?Sized>(&self, pool: CardSet, faces: &mut Faces, rng: &mut R) -> Option<()> {
        let (bound, free) = self.bound(pool);
        let (mut left, mut kept) = (pool, 1.0);
        for ((card, places), most) in bound.iter().zip(Self::most_places(&bound)) {
            let places = *places & left;
            let name = places.iter().nth(below(rng, places.len()) as usize)?;
            kept *= f64::from(places.len()) / f64::from(most);
            faces[name.index()] = *card;
            left.remove(name);
        }
        if kept < 1.0 && rng.random::<f64>() >= kept {
            return None;
        }
        let mut cards: Vec<Card> = free.iter().collect();
        shuffle(rng, &mut cards);
        left.iter().zip(cards).for_each(|(name, card)| faces[name.index()] = card);
        Some(())
    }
}

impl Hypothesis {
    /// The template with these faces, and the hidden henchmen shuffled.
    pub(super) fn with_faces<R: Rng + ?Sized>(&self, faces: &Faces, rng: &mut R) -> State {
        let mut world = self.world.clone();
        world.rename(|cards| cards.renamed(faces), |card| faces[card.index()]);
        let names = shuffled_henchmen(self.constraints.henchmen, rng);
        world.rename_henchmen(|henchman| names[usize::from(henchman)]);
        world
    }
}

/// Who each henchman of the template is when those of the mask `open` are shuffled.
pub(super) fn shuffled_henchmen<R: Rng + ?Sized>(open: u16, rng: &mut R) -> [u8; 16] {
    let mut names: [u8; 16] = std::array::from_fn(|at| at as u8);
    let open: Vec<u8> = (0..16).filter(|henchman| open >> henchman & 1 == 1).collect();
    let mut faces = open.clone();
    shuffle(rng, &mut faces);
    open.iter().zip(faces).for_each(|(&name, face)| names[usize::from(name)] = face);
    names
}

/// ln n!
pub(super) fn ln_factorial(n: u32) -> f64 {
    (2..=n).map(|factor| f64::from(factor).ln()).sum()
}
