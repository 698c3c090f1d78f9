//! A hand that a viewer does not see, as groups of cards that came together: what each can be, and how many are left.
//!
//! A seat that shows not to hold hearts, and then draws, holds hearts at most among what it drew. Which group a card came from
//! that it plays later is often open. So a hand is a list of possibilities: how many cards of each group are left, and in how
//! many ways the cards that were played can have come from the groups.

use rand::{Rng, RngExt as _};

use crate::belief::{merged, pick};
use crate::bits;
use crate::hidden_hands::{HiddenHand, can_be_filled, choose, count, fill_counted};

/// So many possibilities of a hand are kept, the most likely ones.
const MOST_WAYS: usize = 256;
/// Possibilities of all hands together that are gone through.
pub(super) const MOST_JOINT: usize = 256;
/// Groups up to which ways are counted.
const COUNTED: usize = 8;
/// Tries before the ways are counted instead, and before any way will do.
const TRIES: [u32; 2] = [64, 20_000];

/// One hand.
#[derive(Clone, Debug, Default)]
pub(super) struct Hidden {
    /// What each group can be.
    from: Vec<u64>,
    /// How many are left of each, with the number of ways it came to that.
    ways: Vec<(Vec<u8>, f64)>,
}

/// One way to fill all hands: for each its groups.
type Filled = Vec<Vec<u64>>;

impl Hidden {
    /// A hand of these cards.
    pub(super) fn exactly(cards: u64) -> Self {
        let mut hand = Self::default();
        hand.give(cards, cards.count_ones());
        hand
    }

    /// So many cards come, each one of these.
    pub(super) fn give(&mut self, from: u64, size: u32) {
        if size == 0 || self.is_impossible() {
            return;
        }
        if self.ways.is_empty() {
            self.ways.push((Vec::new(), 1.0));
        }
        self.from.push(from);
        self.ways.iter_mut().for_each(|(sizes, _)| sizes.push(size as u8));
        self.merge();
    }

    /// A card leaves the hand for all to see.
    pub(super) fn lose(&mut self, card: u8) {
        let mut after: Vec<(Vec<u8>, f64)> = Vec::new();
        for (sizes, weight) in &self.ways {
            for group in 0..sizes.len() {
                if sizes[group] > 0 && self.from[group] >> card & 1 == 1 {
                    let mut sizes = sizes.clone();
                    sizes[group] -= 1;
                    after.push((sizes, *weight));
                }
            }
        }
        self.ways = after;
        self.lack(1 << card);
    }

    /// None of these is in the hand.
    pub(super) fn lack(&mut self, cards: u64) {
        self.from.iter_mut().for_each(|from| *from &= !cards);
        self.merge();
    }

    /// How many cards it has.
    pub(super) fn len(&self) -> u32 {
        self.ways.first().map_or(0, |(sizes, _)| sizes.iter().map(|&size| u32::from(size)).sum())
    }

    /// Every card that may be in it.
    pub(super) fn union(&self) -> u64 {
        self.from.iter().fold(0, |all, from| all | from)
    }

    /// Whether nothing is possible any more. A hand without cards has one way.
    pub(super) fn is_impossible(&self) -> bool {
        self.ways.is_empty() && !self.from.is_empty()
    }

    /// The group that came last: older ones can be less.
    pub(super) fn newest(&self) -> usize {
        self.from.len().saturating_sub(1)
    }

    /// In how many ways these cards are the hand.
    pub(super) fn weight_of(&self, cards: u64) -> f64 {
        let of = |way: &(Vec<u8>, f64)| {
            let gaps: Vec<_> =
                self.gaps(way).map(|gap| HiddenHand { from: gap.from & cards, ..gap }).collect();
            let size: u32 = gaps.iter().map(|gap| gap.size).sum();
            if size == cards.count_ones() { way.1 * count(&gaps) as f64 } else { 0.0 }
        };
        if self.ways.is_empty() { f64::from(u8::from(cards == 0)) } else { self.ways.iter().map(of).sum() }
    }

    fn gaps<'a>(&'a self, way: &'a (Vec<u8>, f64)) -> impl Iterator<Item = HiddenHand> + 'a {
        let pairs = self.from.iter().zip(&way.0);
        pairs.map(|(&from, &size)| HiddenHand { from, size: size.into() })
    }

    /// Groups that can be the same are one, empty ones none; possibilities without enough cards are dropped.
    fn merge(&mut self) {
        let mut group = 0;
        while group < self.from.len() {
            let twin = (0..group).find(|&other| self.from[other] == self.from[group]);
            let empty = self.ways.iter().all(|(sizes, _)| sizes[group] == 0);
            if let Some(twin) = twin {
                // The later place is kept: what came last stands last.
                for (sizes, weight) in &mut self.ways {
                    let size = sizes.remove(twin);
                    sizes[group - 1] += size;
                    *weight *= choose(sizes[group - 1].into(), size.into()) as f64;
                }
                self.from.remove(twin);
            } else if empty && !self.ways.is_empty() {
                for (sizes, _) in &mut self.ways {
                    sizes.remove(group);
                }
                self.from.remove(group);
            } else {
                group += 1;
            }
        }
        let from = &self.from;
        self.ways.retain(|(sizes, _)| {
            sizes.iter().zip(from).all(|(&size, from)| u32::from(size) <= from.count_ones())
        });
        self.ways.sort_by(|one, other| one.0.cmp(&other.0));
        self.ways = merged(std::mem::take(&mut self.ways));
        self.ways.sort_by(|one, other| other.1.total_cmp(&one.1));
        self.ways.truncate(MOST_WAYS);
        let most = self.ways.first().map_or(1.0, |(_, weight)| *weight);
        self.ways.iter_mut().for_each(|(_, weight)| *weight /= most);
    }
}

/// The possibilities of all hands together, with their weights; `None` where they are too many.
pub(super) fn joint(hands: &[Hidden]) -> Option<Vec<(Vec<usize>, f64)>> {
    let many = hands.iter().map(|hand| hand.ways.len().max(1)).try_fold(1_usize, usize::checked_mul)?;
    if many > MOST_JOINT {
        return None;
    }
    let more = |all: Vec<(Vec<usize>, f64)>, hand: &Hidden| -> Vec<(Vec<usize>, f64)> {
        let weights: Vec<f64> = if hand.ways.is_empty() {
            vec![1.0]
        } else {
            hand.ways.iter().map(|(_, weight)| *weight).collect()
        };
        let with = |(chosen, weight): (Vec<usize>, f64)| {
            let next = weights
                .iter()
                .enumerate()
                .map(move |(way, of)| (chosen.iter().copied().chain([way]).collect(), weight * of));
            next.collect::<Vec<_>>()
        };
        all.into_iter().flat_map(with).collect()
    };
    Some(hands.iter().fold(vec![(Vec::new(), 1.0)], more))
}

/// What is to be filled in one possibility of all hands.
pub(super) fn gaps(hands: &[Hidden], chosen: &[usize]) -> Vec<HiddenHand> {
    let of = |(hand, &way): (&Hidden, &usize)| -> Vec<HiddenHand> {
        hand.ways.get(way).map(|way| hand.gaps(way).collect()).unwrap_or_default()
    };
    hands.iter().zip(chosen).flat_map(of).collect()
}

/// Groups of all hands in a row, by hand.
pub(super) fn by_hand(hands: &[Hidden], groups: &[u64]) -> Filled {
    let mut groups = groups.iter().copied();
    hands.iter().map(|hand| groups.by_ref().take(hand.from.len()).collect()).collect()
}

/// Whether the hands can be filled at all.
pub(super) fn are_possible(hands: &[Hidden]) -> bool {
    if hands.iter().any(Hidden::is_impossible) {
        return false;
    }
    let first = vec![0; hands.len()];
    can_be_filled(&gaps(hands, &first))
        || joint(hands).is_none_or(|all| all.iter().any(|(chosen, _)| can_be_filled(&gaps(hands, chosen))))
}

/// How many ways there are to fill them, and whether that is exact: no hand can be the same in two ways.
pub(super) fn count_ways(hands: &[Hidden]) -> (f64, Option<u128>) {
    let first = vec![0; hands.len()];
    let certain = hands.iter().all(|hand| {
        let disjoint =
            hand.from.iter().map(|from| from.count_ones()).sum::<u32>() == hand.union().count_ones();
        hand.ways.len() <= 1 && (disjoint || hand.from.len() <= 1)
    });
    let groups = gaps(hands, &first);
    if certain && groups.len() <= COUNTED {
        let ways = count(&groups);
        return (ways as f64, Some(ways));
    }
    let of = |hand: &Hidden| -> f64 {
        let way =
            |way| hand.gaps(way).map(|gap| choose(gap.from.count_ones(), gap.size) as f64).product::<f64>();
        hand.ways.iter().map(way).sum::<f64>().max(1.0)
    };
    (hands.iter().map(of).product(), None)
}

/// One way to fill the hands, drawn as often as it is likely. They must be able to be filled.
///
/// By rejection: a possibility is chosen by the most ways it can have, and kept as often as
/// it has them. Where that takes long, the ways are counted.
pub(super) fn sample<R: Rng + ?Sized>(hands: &[Hidden], rng: &mut R) -> Filled {
    let mut order: Vec<usize> = (0..hands.len()).collect();
    order.sort_by_key(|&hand| hands[hand].union().count_ones());
    for tried in 0..TRIES[1] {
        if tried == TRIES[0]
            && let Some(filled) = sample_counted(hands, rng)
        {
            return filled;
        }
        if let Some(filled) = propose(hands, &order, rng) {
            return filled;
        }
    }
    let possible = joint(hands).unwrap_or_else(|| vec![(vec![0; hands.len()], 1.0)]);
    let fits = possible.iter().map(|(chosen, _)| gaps(hands, chosen)).find(|gaps| can_be_filled(gaps));
    by_hand(hands, &fits.map(|gaps| crate::hidden_hands::fill_any(&gaps)).unwrap_or_default())
}

/// A way that is kept, or none.
fn propose<R: Rng + ?Sized>(hands: &[Hidden], order: &[usize], rng: &mut R) -> Option<Filled> {
    let mut left = hands.iter().fold(0, |all, hand| all | hand.union());
    let (mut filled, mut chance) = (vec![Vec::new(); hands.len()], 1.0);
    for &at in order {
        let hand = &hands[at];
        let mut groups: Vec<usize> = (0..hand.from.len()).collect();
        groups.sort_by_key(|&group| hand.from[group].count_ones());
        let free = left.count_ones();
        let most = |(sizes, weight): &(Vec<u8>, f64)| {
            let mut free = free;
            groups.iter().fold(*weight, |most, &group| {
                let ways = choose(hand.from[group].count_ones().min(free), sizes[group].into()) as f64;
                free = free.saturating_sub(sizes[group].into());
                most * ways
            })
        };
        let Some(way) = pick(&hand.ways.iter().map(most).collect::<Vec<_>>(), rng) else { continue };
        filled[at] = vec![0; hand.from.len()];
        for &group in &groups {
            let (from, size) = (hand.from[group], u32::from(hand.ways[way].0[group]));
            let most = from.count_ones().min(left.count_ones());
            let has = choose((from & left).count_ones(), size);
            if has == 0 {
                return None;
            }
            chance *= has as f64 / choose(most, size).max(1) as f64;
            filled[at][group] = bits::draw(from & left, size, rng);
            left &= !filled[at][group];
        }
    }
    (chance >= 1.0 || rng.random::<f64>() < chance).then_some(filled)
}

/// A way by counting; none where that would take too long.
fn sample_counted<R: Rng + ?Sized>(hands: &[Hidden], rng: &mut R) -> Option<Filled> {
    let all: Vec<_> =
        joint(hands)?.into_iter().map(|(chosen, weight)| (gaps(hands, &chosen), weight)).collect();
    if all.first().is_some_and(|(gaps, _)| gaps.iter().filter(|gap| gap.size > 0).count() > COUNTED) {
        return None;
    }
    let weights: Vec<f64> = all.iter().map(|(gaps, weight)| weight * count(gaps) as f64).collect();
    let chosen = pick(&weights, rng)?;
    Some(by_hand(hands, &fill_counted(&all[chosen].0, rng)?))
}
