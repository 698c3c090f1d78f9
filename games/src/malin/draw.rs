//! A random move without the list of moves.

use super::Malin;
use super::card::{Card, Hand};
use super::moves::ValuedCard;
use super::state::State;
use crate::bits::RankedBits;
use crate::prelude::*;

impl Malin {
    /// A card of `hand`, which is not empty, with a value: number cards first, one value each, then those that may have more.
    #[inline]
    pub(super) fn draw_lay<R: Rng + ?Sized>(&self, state: &State, hand: Hand, rng: &mut R) -> ValuedCard {
        let (numbered, specials) = (RankedBits::new(hand.numbers()), hand.specials());
        let numbers = numbered.count();
        let specials = || specials.kinds(self.fixed_twins()).map(|card| (card, self.values(state, card)));
        let more: u32 = specials().map(|(_, values)| values.count()).sum();
        let drawn = below(rng, numbers + more);
        let mut left = drawn.wrapping_sub(numbers);
        if drawn >= numbers {
            for (card, values) in specials() {
                if left < values.count() {
                    return ValuedCard { card, value: values.nth(left) };
                }
                left -= values.count();
            }
        }
        let value = numbered.nth(drawn);
        ValuedCard { card: Card::Number(value), value }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

    use super::*;
    use crate::game::{Published, Turn};
    use crate::malin::{Options, Twins, Wish};

    /// Every kind of table: so many players, with Malheurs or not, and what may be said of a twin or the wish.
    fn tables() -> impl Iterator<Item = Malin> {
        let said = [Twins::Declared, Twins::Fixed]
            .map(|twins| [Wish::Declared, Wish::RemovedCard].map(|wish| (twins, wish)));
        let tables = (3..=6).flat_map(|players| [false, true].map(|malheurs| (players, malheurs)));
        tables.flat_map(move |(players, malheurs)| {
            said.into_iter().flatten().map(move |(twins, wish)| {
                Malin::new(Options { players, malheurs, twins, wish, ..Options::default() })
                    .expect("legal options")
            })
        })
    }

    /// Goes through a random game, showing every position.
    fn walk(rules: &Malin, rng: &mut ChaCha8Rng, mut each: impl FnMut(&State)) {
        let mut state = rules.start();
        loop {
            each(&state);
            match rules.turn(&state) {
                Turn::Chance => {
                    let outcome = rules.sample_chance(&state, rng);
                    rules.resolve(&mut state, &outcome).expect("a drawn outcome fits");
                }
                Turn::Player(_) => {
                    let mv = rules.random_move(&state, rng).expect("somebody is to move");
                    rules.play_unchecked(&mut state, mv);
                }
                Turn::Over => return,
            }
        }
    }

    #[test]
    fn is_a_draw_from_the_ascending_list_of_moves() {
        let mut kinds = std::collections::HashSet::new();
        for (number, rules) in tables().enumerate() {
            let mut rng = ChaCha8Rng::seed_from_u64(number as u64);
            let mut seed = 0;
            (0..3).for_each(|_| {
                walk(&rules, &mut rng, |state| {
                    let moves = rules.legal_moves(state);
                    assert!(moves.is_sorted_by(|a, b| a < b), "{moves:?}");
                    seed += 1;
                    let [mut plain, mut quick] = [seed; 2].map(ChaCha8Rng::seed_from_u64);
                    for _ in 0..8 {
                        let drawn = moves.get(below(&mut plain, moves.len() as u32) as usize).copied();
                        assert_eq!(rules.random_move(state, &mut quick), drawn, "{state:?}");
                    }
                    if !moves.is_empty() {
                        kinds.insert(std::mem::discriminant(&state.phase));
                    }
                });
            });
        }
        assert_eq!(kinds.len(), 4, "bids, plays, and both windows");
    }

    /// A generator whose first word is the one given.
    struct FixedWord(u32);

    impl rand::TryRng for FixedWord {
        type Error = std::convert::Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            Ok(self.0)
        }
        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            Ok(self.0.into())
        }
        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
            bytes.fill(self.0 as u8);
            Ok(())
        }
    }

    #[test]
    fn every_legal_move_is_as_likely_as_every_other() {
        for (number, rules) in tables().enumerate() {
            walk(&rules, &mut ChaCha8Rng::seed_from_u64(number as u64), |state| {
                let moves = rules.legal_moves(state);
                // The middles of as many equal parts of all words as there are moves.
                let middle = |i: usize| FixedWord((((2 * i as u64 + 1) << 31) / moves.len() as u64) as u32);
                let drawn: Vec<_> =
                    (0..moves.len()).filter_map(|i| rules.random_move(state, &mut middle(i))).collect();
                assert_eq!(drawn, moves, "{state:?}");
            });
        }
    }
}
