//! Cards that lie where a viewer does not see them: hands and piles, each with room for so many cards of those it can have.
//!
//! Nobody knows how unseen cards lie; all ways to fill the hands are equally likely. Cards are bits of a word, as in
//! [`crate::pack::Set`]. A card lies in one hand or in none.

use std::collections::BTreeMap;

use rand::Rng;

use crate::belief::pick;
use crate::bits;

/// A hand or a pile to be filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HiddenHand {
    /// The cards that can lie there.
    pub from: u64,
    /// How many lie there.
    pub size: u32,
}

/// Whether the hands can be filled: any of them together have as many cards to choose from as they need (Hall's theorem).
pub fn can_be_filled(hands: &[HiddenHand]) -> bool {
    // For a few hands it looks at all sets of them.
    if hands.len() > 6 {
        return fill_any(hands).iter().zip(hands).all(|(cards, hand)| cards.count_ones() == hand.size);
    }
    (0..1_u64 << hands.len()).all(|some| {
        let chosen = hands.iter().enumerate().filter(|(at, _)| some >> at & 1 == 1);
        let (from, size) =
            chosen.fold((0, 0), |(from, size), (_, hand)| (from | hand.from, size + hand.size));
        size <= u64::count_ones(from)
    })
}

/// In how many ways the hands can be filled.
pub fn count(hands: &[HiddenHand]) -> u128 {
    let all = hands.iter().fold(0, |all, hand| all | hand.from);
    let mut kinds: BTreeMap<u64, u32> = BTreeMap::new();
    for card in bits::members(all) {
        let fits = hands.iter().enumerate().filter(|(_, hand)| hand.from >> card & 1 == 1);
        *kinds.entry(fits.fold(0, |kind, (at, _)| kind | 1 << at)).or_default() += 1;
    }
    count_kinds(hands, &kinds, &mut Memory::new())
}

/// The ways that were counted: by the number of hands that are left, and the cards.
type Memory = BTreeMap<(usize, BTreeMap<u64, u32>), u128>;

/// The same for cards counted by the hands they fit, one bit a hand.
fn count_kinds(hands: &[HiddenHand], kinds: &BTreeMap<u64, u32>, memory: &mut Memory) -> u128 {
    let Some((hand, rest)) = hands.split_first() else { return 1 };
    let known = (hands.len(), kinds.clone());
    if let Some(&ways) = memory.get(&known) {
        return ways;
    }
    // What fits the same of the hands that are left is one kind.
    let mut merged: BTreeMap<u64, u32> = BTreeMap::new();
    let (fitting, other): (Vec<_>, Vec<_>) = kinds.iter().partition(|(kind, _)| **kind & 1 == 1);
    other.iter().for_each(|(kind, left)| *merged.entry(*kind >> 1).or_default() += **left);
    let fitting: Vec<(u64, u32)> = fitting.iter().map(|(kind, left)| (*kind >> 1, **left)).collect();
    let ways = share(&fitting, hand.size, rest, &merged, memory);
    memory.insert(known, ways);
    ways
}

/// The ways to give `size` cards of the `fitting` kinds to a hand, and then to fill the `rest` with what is left.
fn share(
    fitting: &[(u64, u32)],
    size: u32,
    rest: &[HiddenHand],
    left: &BTreeMap<u64, u32>,
    memory: &mut Memory,
) -> u128 {
    let Some((&(kind, cards), others)) = fitting.split_first() else {
        return if size == 0 { count_kinds(rest, left, memory) } else { 0 };
    };
    let mut ways = |given: u32| {
        let mut left = left.clone();
        *left.entry(kind).or_default() += cards - given;
        choose(cards, given) * share(others, size - given, rest, &left, memory)
    };
    (0..=cards.min(size)).map(&mut ways).sum()
}

/// C(n, k), 0 where k is larger than n.
pub fn choose(n: u32, k: u32) -> u128 {
    (0..k).fold(1, |ways, i| ways * u128::from(n.saturating_sub(i)) / u128::from(i + 1))
}

/// One way to fill the hands, as far as they can be filled, always the same: each card that is missing is found by moving others
/// (Kuhn's augmenting paths).
pub fn fill_any(hands: &[HiddenHand]) -> Vec<u64> {
    let mut filled = vec![0_u64; hands.len()];
    for at in 0..hands.len() {
        while filled[at].count_ones() < hands[at].size && take(hands, &mut filled, at, &mut 0) {}
    }
    filled
}

/// Finds a card for a hand, in another's place for which another is found.
fn take(hands: &[HiddenHand], filled: &mut [u64], at: usize, tried: &mut u64) -> bool {
    for card in bits::members(hands[at].from & !filled[at]) {
        if *tried >> card & 1 == 1 {
            continue;
        }
        *tried |= 1 << card;
        let holder = filled.iter().position(|cards| cards >> card & 1 == 1);
        if let Some(holder) = holder {
            if !take(hands, filled, holder, tried) {
                continue;
            }
            filled[holder] &= !(1 << card);
        }
        filled[at] |= 1 << card;
        return true;
    }
    false
}

/// One way to fill the hands, all equally likely: a set of cards for each. The ways are counted, so nothing is drawn in vain.
/// `None` where there is no way.
pub fn fill_counted<R: Rng + ?Sized>(hands: &[HiddenHand], rng: &mut R) -> Option<Vec<u64>> {
    let mut left = hands.iter().fold(0, |all, hand| all | hand.from);
    let mut filled = Vec::with_capacity(hands.len());
    for (at, hand) in hands.iter().enumerate() {
        let (mut cards, mut missing) = (0, hand.size);
        let rest = |left: u64| -> Vec<HiddenHand> {
            let rest = hands[at + 1..].iter();
            rest.map(|hand| HiddenHand { from: hand.from & left, size: hand.size }).collect()
        };
        // Cards that fit the same later hands are one kind.
        let mut kinds: BTreeMap<u64, u64> = BTreeMap::new();
        for card in bits::members(hand.from & left) {
            let later = hands[at + 1..].iter().enumerate().filter(|(_, hand)| hand.from >> card & 1 == 1);
            *kinds.entry(later.fold(0, |kind, (at, _)| kind | 1 << at)).or_default() |= 1 << card;
        }
        let mut open = hand.from & left;
        for kind in kinds.into_values() {
            open &= !kind;
            let ways = |given: u32| -> u128 {
                let gone = bits::lowest(kind, given);
                let still = left & !cards & !gone;
                let mut rest = rest(still);
                rest.insert(0, HiddenHand { from: open & still, size: missing - given });
                choose(kind.count_ones(), given) * count(&rest)
            };
            let weights: Vec<f64> =
                (0..=kind.count_ones().min(missing)).map(|given| ways(given) as f64).collect();
            let given = pick(&weights, rng)?;
            cards |= bits::draw(kind, given as u32, rng);
            missing -= given as u32;
        }
        if missing > 0 {
            return None;
        }
        left &= !cards;
        filled.push(cards);
    }
    Some(filled)
}

/// All ways to fill the hands; `None` when there are more than `limit`.
pub fn list(hands: &[HiddenHand], limit: usize) -> Option<Vec<Vec<u64>>> {
    if count(hands) > limit as u128 {
        return None;
    }
    let more = |ways: Vec<Vec<u64>>, hand: &HiddenHand| {
        let filled = ways.into_iter().flat_map(|filled| {
            let gone = filled.iter().fold(0, |gone, cards| gone | cards);
            let sets = bits::subsets(hand.from & !gone, hand.size).into_iter();
            sets.map(move |set| filled.iter().copied().chain([set]).collect())
        });
        filled.collect()
    };
    Some(hands.iter().fold(vec![Vec::new()], more))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

    use super::*;

    /// Two hands that share some cards, and a pile of anything.
    const HANDS: [HiddenHand; 3] = [
        HiddenHand { from: 0b0011_1110, size: 2 },
        HiddenHand { from: 0b0000_0111, size: 2 },
        HiddenHand { from: 0xff, size: 1 },
    ];

    #[test]
    fn ways_are_counted_and_listed_alike() {
        let listed = list(&HANDS, 1_000).expect("a few");
        assert_eq!(listed.len() as u128, count(&HANDS));
        let different: std::collections::HashSet<_> = listed.iter().collect();
        assert_eq!(different.len(), listed.len());
        for way in &listed {
            let fits = |(hand, cards): (&HiddenHand, &u64)| {
                cards & !hand.from == 0 && cards.count_ones() == hand.size
            };
            assert!(HANDS.iter().zip(way).all(fits) && way.iter().sum::<u64>().count_ones() == 5, "{way:?}");
        }
        assert_eq!(list(&HANDS, listed.len() - 1), None);
        assert_eq!((count(&[]), list(&[], 1)), (1, Some(vec![Vec::new()])));
        assert_eq!(choose(52, 13), 635_013_559_600);
    }

    #[test]
    fn gaps_that_cannot_be_filled_have_no_ways() {
        let bound = [HiddenHand { from: 0b11, size: 1 }, HiddenHand { from: 0b11, size: 2 }];
        assert!(!can_be_filled(&bound) && count(&bound) == 0);
        assert_eq!(fill_counted(&bound, &mut ChaCha8Rng::seed_from_u64(1)), None);
        assert!(can_be_filled(&HANDS) && can_be_filled(&[]));
    }

    #[test]
    fn every_way_is_drawn_as_often() {
        let ways = list(&HANDS, 1_000).expect("a few");
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut drawn: HashMap<Vec<u64>, f64> = HashMap::new();
        for _ in 0..ways.len() * 400 {
            *drawn.entry(fill_counted(&HANDS, &mut rng).expect("a way")).or_default() += 1.0;
        }
        // Five standard deviations of a mean of 400.
        let even = |way| drawn.get(way).is_some_and(|count: &f64| (count - 400.0).abs() < 100.0);
        assert!(ways.iter().all(even));
    }

    #[test]
    fn many_hands_are_filled_by_moving_cards() {
        // Hand number n can have the cards 0 to n: all are needed.
        let hands: Vec<_> = (0..20).rev().map(|n| HiddenHand { from: (2 << n) - 1, size: 1 }).collect();
        let filled = fill_any(&hands);
        assert!(filled.iter().zip(&hands).all(|(cards, hand)| cards & hand.from == *cards && *cards != 0));
        assert!(can_be_filled(&hands));
        let more: Vec<_> = hands.iter().copied().chain([HiddenHand { from: 0xfffff, size: 1 }]).collect();
        assert!(!can_be_filled(&more));
    }
}
