//! Worlds: drawn, counted, listed.

use super::super::card::Card;
use super::super::state::State;
use super::cards::Cards;
use super::physical::Place;
use crate::hidden_hands::choose;

/// The hidden cards, and the places they lie in.
pub(super) struct Places {
    /// Twins first.
    pub(super) cards: Vec<Card>,
    /// How many lie where.
    pub(super) rooms: Vec<(Place, usize)>,
}

impl Places {
    pub(super) fn of(cards: &Cards) -> Self {
        let mut places = Self { cards: Vec::new(), rooms: Vec::new() };
        for card in cards.hidden().into_iter().map(|id| cards.pack[id]) {
            places.cards.push(card.card);
            match places.rooms.iter_mut().find(|(place, _)| *place == card.way.now) {
                Some((_, room)) => *room += 1,
                None => places.rooms.push((card.way.now, 1)),
            }
        }
        places.cards.sort_by_key(|&card| (card != Card::Twin, card));
        places
    }

    /// Ways to deal the cards to their places, look-alikes merged.
    pub(super) fn count(&self) -> u128 {
        let twins = self.cards.iter().filter(|&&card| card == Card::Twin).count();
        let mut sizes: Vec<usize> = self.rooms.iter().map(|(_, room)| *room).collect();
        let mut ways = 0;
        place_twins(&mut sizes, 0, twins, &mut |sizes| ways += multinomial(sizes));
        ways.max(1)
    }
}

/// Deals `cards` one by one to every place with room. The second of two twins, which look alike, lies where the `first`
/// lies or further on; each split of them is weighted by the ways it comes about.
pub(super) fn deal(
    cards: &[Card],
    rooms: &mut [(Place, usize)],
    first: Option<usize>,
    world: State,
    weight: u64,
    worlds: &mut Vec<(State, u64)>,
) {
    let [card, rest @ ..] = cards else { return worlds.push((world, weight)) };
    let twins = first.is_none() && matches!(cards, [Card::Twin, Card::Twin, ..]);
    for at in first.unwrap_or(0)..rooms.len() {
        let (place, room) = rooms[at];
        if room == 0 {
            continue;
        }
        let mut next = world.clone();
        match place {
            Place::Hand(seat) => next.hands[seat.index()].insert(*card),
            Place::LeftOver | Place::Table(_) | Place::Gone => next.left_over.insert(*card),
        }
        let ways = if first.is_some_and(|first| first != at) { 2 } else { 1 };
        rooms[at].1 -= 1;
        deal(rest, rooms, twins.then_some(at), next, weight * ways, worlds);
        rooms[at].1 += 1;
    }
}

/// Calls `each` with the sizes left after every way to place look-alike twins.
fn place_twins(sizes: &mut Vec<usize>, from: usize, twins: usize, each: &mut impl FnMut(&[usize])) {
    if twins == 0 {
        return each(sizes);
    }
    for at in from..sizes.len() {
        if sizes[at] > 0 {
            sizes[at] -= 1;
            place_twins(sizes, at, twins - 1, each);
            sizes[at] += 1;
        }
    }
}

/// Ways to deal distinct cards to places of these sizes.
fn multinomial(sizes: &[usize]) -> u128 {
    let mut left = 0;
    let ways = |&size: &usize| {
        left += size as u32;
        choose(left, size as u32)
    };
    sizes.iter().map(ways).product()
}
