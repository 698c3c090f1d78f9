//! One form for what differs in names only.
//!
//! Which object of a pool bears which name says nothing: the names are dealt anew with the faces. Hypotheses that differ
//! in nothing else are the same one, and are found to be so when every hypothesis names its objects in the order of
//! where they lie and what is known of them.

use super::Hypothesis;
use super::constraints::Constraints;
use super::rest::places;
use crate::parbourg::card::{Card, CardSet, MAX_CARDS};
use crate::parbourg::state::State;

/// What tells objects of a pool apart: laid face down or not, where it lies, who knows it, which cards it is not, a
/// mix of what windows told of it.
type Signature = (bool, (u8, u8), u8, u128, u64);

impl Hypothesis {
    /// Names the open objects anew, in an order that depends on nothing but what is known.
    pub(super) fn settle_names(&mut self) {
        self.constraints.drop_redundant();
        let marks = marks(&self.world, &self.constraints);
        let mut names: [Card; MAX_CARDS] = std::array::from_fn(|at| Card(at as u8));
        for pool in &self.constraints.pools {
            let mut objects: Vec<(Signature, Card)> =
                pool.iter().map(|name| (marks[name.index()], name)).collect();
            objects.sort_unstable();
            // Objects laid face down come first and keep the names of action cards.
            let laid = (*pool & self.constraints.actions).len() as usize;
            let actions: CardSet = (*pool & self.constraints.deck.actions).iter().take(laid).collect();
            let free = actions.iter().chain(pool.without(actions).iter());
            objects.iter().zip(free).for_each(|((_, old), new)| names[old.index()] = new);
        }
        self.constraints.rename(&mut self.world, |set| set.renamed(&names), |name| names[name.index()]);
        self.constraints.never.sort_unstable_by_key(|(card, _)| *card);
        self.constraints.some.sort_unstable_by_key(|(set, cards)| (*cards, *set));
    }
}

impl Constraints {
    /// Keeps of what windows told only what still says something.
    fn drop_redundant(&mut self) {
        let pools = &self.pools;
        self.never.retain_mut(|(card, names)| {
            let pool = pools.iter().find(|pool| pool.contains(*card)).copied().unwrap_or_default();
            *names = *names & pool;
            !names.is_empty()
        });
    }
}

/// What is known of each object.
fn marks(world: &State, constraints: &Constraints) -> [Signature; MAX_CARDS] {
    let mut marks = places(world).map(|place| -> Signature { (true, place, 0, 0, 0) });
    constraints.actions.iter().for_each(|name| marks[name.index()].0 = false);
    for (bit, known) in world.known.iter().enumerate() {
        known.iter().for_each(|card| marks[card.index()].2 |= 1 << bit);
    }
    for (card, names) in &constraints.never {
        names.iter().for_each(|name| marks[name.index()].3 |= CardSet::from(*card).bits());
    }
    for (names, cards) in &constraints.some {
        let mix = ((cards.bits() >> 64) as u64 ^ cards.bits() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        names.iter().for_each(|name| marks[name.index()].4 = marks[name.index()].4.wrapping_add(mix));
    }
    marks
}
