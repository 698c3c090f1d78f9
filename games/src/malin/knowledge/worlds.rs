//! Worlds: drawn, counted, listed.

use rand::Rng;

use super::super::Malin;
use super::super::card::Card;
use super::super::state::State;
use super::Knowledge;
use super::cards::Cards;
use super::physical::Place;
use crate::belief::weighted;
use crate::game::{Game, Hidden, Turn, WorldCount};

impl Malin {
    /// One world. What is hidden is drawn at once, nothing is tried in vain.
    pub(in super::super) fn world<R: Rng + ?Sized>(&self, knowledge: &Knowledge, rng: &mut R) -> State {
        let mut world = knowledge.table.clone();
        let viewer = knowledge.viewer;
        if let Some(cards) = weighted(&knowledge.cards, |cards| cards.weight, rng) {
            cards.dealt_anew(rng).fill(viewer, &mut world);
        }
        if self.options.malheurs {
            knowledge.malheurs.fill(&mut world, |seat| viewer.knows_as(seat), rng);
        }
        world
    }

    /// While the game goes on there are hands to come, if nothing else is hidden.
    pub(in super::super) fn hides(&self, knowledge: &Knowledge) -> Hidden {
        if self.turn(&knowledge.table) == Turn::Over { Hidden::Nothing } else { Hidden::Private }
    }

    /// Deals of the hidden cards, look-alikes merged; estimated where Malheur cards or barters hide more.
    pub(in super::super) fn world_count(&self, knowledge: &Knowledge) -> WorldCount {
        match &knowledge.cards[..] {
            [one] if !self.options.malheurs => WorldCount::Exact(Places::of(one).count()),
            many => {
                let deals: f64 = many.iter().map(|cards| Places::of(cards).count() as f64).sum();
                WorldCount::Estimate((deals.max(1.0) * knowledge.malheurs.count()).max(1.0))
            }
        }
    }

    /// Every deal of the hidden cards with its weight; `None` beyond `limit`, or where hidden Malheur cards or barters
    /// make the worlds many more than the deals.
    pub(in super::super) fn all_worlds(
        &self,
        knowledge: &Knowledge,
        limit: usize,
    ) -> Option<Vec<(State, u64)>> {
        let [cards] = &knowledge.cards[..] else { return None };
        let places = Places::of(cards);
        if self.options.malheurs || places.count() > limit as u128 {
            return None;
        }
        let mut base = knowledge.table.clone();
        let mut sure = cards.clone();
        sure.pack.retain(|card| !card.way.is_hidden());
        sure.fill(knowledge.viewer, &mut base);
        let mut worlds = Vec::new();
        deal(&places.cards, &mut places.rooms.clone(), base, 1, &mut worlds);
        Some(worlds)
    }
}

/// The hidden cards, and the places they lie in.
struct Places {
    /// Twins first.
    cards: Vec<Card>,
    /// How many lie where.
    rooms: Vec<(Place, usize)>,
}

impl Places {
    fn of(cards: &Cards) -> Self {
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
    fn count(&self) -> u128 {
        let twins = self.cards.iter().filter(|&&card| card == Card::Twin).count();
        let mut sizes: Vec<usize> = self.rooms.iter().map(|(_, room)| *room).collect();
        let mut ways = 0;
        place_twins(&mut sizes, 0, twins, &mut |sizes| ways += multinomial(sizes));
        ways.max(1)
    }
}

/// Deals `cards` one by one to every place with room; two twins, which look alike, together, each split weighted by the
/// ways it comes about.
fn deal(
    cards: &[Card],
    rooms: &mut [(Place, usize)],
    world: State,
    weight: u64,
    worlds: &mut Vec<(State, u64)>,
) {
    let (twins, rest) = match cards {
        [] => return worlds.push((world, weight)),
        [Card::Twin, Card::Twin, rest @ ..] => (true, rest),
        [_, rest @ ..] => (false, rest),
    };
    for first in 0..rooms.len() {
        let Some(one) = placed(rooms, first, cards[0], &world) else { continue };
        rooms[first].1 -= 1;
        if twins {
            for second in first..rooms.len() {
                let Some(both) = placed(rooms, second, cards[0], &one) else { continue };
                rooms[second].1 -= 1;
                deal(rest, rooms, both, weight * if first == second { 1 } else { 2 }, worlds);
                rooms[second].1 += 1;
            }
        } else {
            deal(rest, rooms, one, weight, worlds);
        }
        rooms[first].1 += 1;
    }
}

/// The world with one more card at a place, if there is room.
fn placed(rooms: &[(Place, usize)], at: usize, card: Card, world: &State) -> Option<State> {
    let (place, room) = rooms[at];
    let mut world = (room > 0).then(|| world.clone())?;
    match place {
        Place::Hand(seat) => world.hands[seat.index()].insert(card),
        Place::LeftOver | Place::Table(_) | Place::Gone => world.left_over.insert(card),
    }
    Some(world)
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
    let mut left: usize = sizes.iter().sum();
    let mut ways = 1u128;
    for &size in sizes {
        ways *= (0..size).fold(1u128, |product, i| product * (left - i) as u128 / (i + 1) as u128);
        left -= size;
    }
    ways
}
