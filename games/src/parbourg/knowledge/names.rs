//! One form for what differs in names only.
//!
//! Which object of a pool bears which name says nothing: the names are dealt anew with the faces. Hypotheses that differ
//! in nothing else are the same one, and are found to be so when every hypothesis names its objects in the order of
//! where they lie and what is known of them.

use super::Hypothesis;
use super::constraints::Constraints;
use crate::parbourg::card::{Card, CardSet, MAX_CARDS};
use crate::parbourg::state::State;

/// What tells objects of a pool apart: laid face down or not, where it lies, who knows it, which cards it is not, a
/// mix of what windows told of it.
type Signature = (bool, (u8, u8), u8, u128, u64);

/// The new name of each card.
type Names = [Card; MAX_CARDS];

impl Hypothesis {
    /// Names the open objects anew, in an order that depends on nothing but what is known.
    pub(super) fn settle_names(&mut self) {
        self.constraints.drop_redundant();
        let marks = marks(&self.world, &self.constraints);
        let mut names: Names = std::array::from_fn(|at| Card(at as u8));
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
        self.rename(&names);
    }

    fn rename(&mut self, names: &Names) {
        let world = &mut self.world;
        world.hands.iter_mut().chain(&mut world.known).for_each(|set| *set = set.renamed(names));
        let laid = world.table.iter_mut().map(|laid| &mut laid.card);
        world.pile.iter_mut().chain(laid).for_each(|card| *card = names[card.index()]);
        let constraints = &mut self.constraints;
        constraints.actions = constraints.actions.renamed(names);
        constraints.never.iter_mut().for_each(|(_, set)| *set = set.renamed(names));
        constraints.never.sort_unstable_by_key(|(card, _)| *card);
        constraints.some.iter_mut().for_each(|(set, _)| *set = set.renamed(names));
        constraints.some.sort_unstable_by_key(|(set, cards)| (*cards, *set));
        constraints.laid.iter_mut().for_each(|(_, name)| *name = names[name.index()]);
        let Some(record) = &mut constraints.record else { return };
        let piles =
            record.piles.iter_mut().flat_map(|(pool, pile)| pile.iter_mut().map(|name| (*pool, name)));
        let unseen = record.unseen.iter_mut().map(|(_, pool, name)| (*pool, name));
        for (pool, name) in piles.chain(unseen) {
            if constraints.pools.get(pool).is_some_and(|pool| pool.contains(*name)) {
                *name = names[name.index()];
            }
        }
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
    let mut marks: [Signature; MAX_CARDS] = [(true, (u8::MAX, 0), 0, 0, 0); MAX_CARDS];
    let mut put = |card: Card, place: (u8, u8)| marks[card.index()].1 = place;
    for (seat, hand) in (0..).zip(&world.hands) {
        hand.iter().for_each(|card| put(card, (seat, 0)));
    }
    (0..).zip(&world.pile).for_each(|(place, &card)| put(card, (16, place)));
    (0..).zip(&world.table).for_each(|(place, laid)| put(laid.card, (17, place)));
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
