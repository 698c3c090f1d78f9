//! Sets of small numbers in one word: how many there are, and which is the n-th, without a jump that cannot be
//! predicted (S. Vigna, *Broadword implementation of rank/select queries*, 2008).

use num_traits::{ConstZero, PrimInt};
use rand::Rng;

use crate::random::below;

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The lower half of every two, four and eight bits.
const PAIRS: u64 = 0x55 * ONES;
const NIBBLES: u64 = 0x33 * ONES;
const BYTES: u64 = 0x0f * ONES;
/// The highest bit of every byte.
const HIGH: u64 = 0x80 * ONES;

/// The place of bit number `n % 8` of those set in a byte: by `n`, then by the byte; 8 where there are not so many.
static IN_BYTE: [[u8; 256]; 8] = {
    let mut places = [[8; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut n) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                places[n][byte] = place;
                n += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

/// A set with the number of its members up to the end of each byte.
#[derive(Clone, Copy)]
pub struct RankedBits {
    bits: u64,
    sums: u64,
}

impl RankedBits {
    /// Counts the members of `bits`.
    #[inline]
    pub fn new(bits: u64) -> Self {
        let pairs = bits - ((bits >> 1) & PAIRS);
        let nibbles = (pairs & NIBBLES) + ((pairs >> 2) & NIBBLES);
        let bytes = (nibbles + (nibbles >> 4)) & BYTES;
        Self { bits, sums: bytes.wrapping_mul(ONES) }
    }

    /// How many members there are.
    #[inline]
    pub fn count(self) -> u32 {
        (self.sums >> 56) as u32
    }

    /// Member number `n`, from 0 and from the least on; some place from 0 to 63 where there are not so many.
    #[inline]
    pub fn nth(self, n: u32) -> u8 {
        // The bytes that end before it, and their bits.
        let before = (u64::from(n & 63).wrapping_mul(ONES) | HIGH).wrapping_sub(self.sums) & HIGH;
        let start = (before >> 7).wrapping_mul(ONES) >> 53 & 0x38;
        let left = u64::from(n).wrapping_sub(self.sums << 8 >> start & 0xff);
        let byte = self.bits >> start & 0xff;
        start as u8 + (IN_BYTE[left as usize & 7][byte as usize] & 7)
    }

    /// A member, all equally likely; `None` where there is none.
    #[inline]
    pub fn any<R: Rng + ?Sized>(self, rng: &mut R) -> Option<u8> {
        let n = below(rng, self.count());
        (self.bits != 0).then(|| self.nth(n))
    }
}

/// A word of bits.
pub trait Word: PrimInt + ConstZero {}

impl<W: PrimInt + ConstZero> Word for W {}

/// The members of a set, from the least on.
#[inline]
pub fn members<W: Word>(bits: W) -> Members<W> {
    Members(bits)
}

/// See [`members`].
#[derive(Clone, Copy, Debug)]
pub struct Members<W>(W);

impl<W: Word> Iterator for Members<W> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let member = (!self.0.is_zero()).then(|| self.0.trailing_zeros() as u8)?;
        self.0 = self.0 & (self.0 - W::one());
        Some(member)
    }

    /// Exact: lists are made at every ply, with room for just as many.
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

/// A subset of `size` members (all, if there are fewer), all such subsets equally likely.
pub fn draw<R: Rng + ?Sized>(bits: u64, size: u32, rng: &mut R) -> u64 {
    let mut left = bits;
    for _ in 0..size {
        left &= !RankedBits::new(left).any(rng).map_or(0, |member| 1 << member);
    }
    bits & !left
}

/// The `size` least members (all, if there are fewer).
pub fn lowest(bits: u64, size: u32) -> u64 {
    members(bits).take(size as usize).fold(0, |lowest, member| lowest | 1 << member)
}

/// All subsets of `size` members.
pub fn subsets(bits: u64, size: u32) -> Vec<u64> {
    if size == 0 {
        return vec![0];
    }
    let with = |least: u8| {
        let above = bits & !(u64::MAX >> (63 - least));
        subsets(above, size - 1).into_iter().map(move |subset| subset | 1 << least)
    };
    members(bits).flat_map(with).collect()
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt as _, SeedableRng};

    use super::*;

    #[test]
    fn every_member_of_every_kind_of_set_is_found_in_order() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut sets = vec![0, 1, 1 << 63, u64::MAX, 0x1fff_1fff_1fff_1fff];
        sets.extend((0..64).map(|place| 1 << place));
        sets.extend((0..2000).map(|i| rng.random::<u64>() >> (i % 64)));
        sets.extend((0..2000).map(|_| rng.random::<u64>() & rng.random::<u64>() & rng.random::<u64>()));
        for bits in sets {
            let members: Vec<u8> = (0..64).filter(|place| bits >> place & 1 == 1).collect();
            let counted = RankedBits::new(bits);
            assert_eq!(counted.count() as usize, members.len());
            let found: Vec<u8> = (0..counted.count()).map(|n| counted.nth(n)).collect();
            assert_eq!(found, members, "{bits:#x}");
            assert!((0..=u32::MAX).step_by(1 << 24).all(|n| counted.nth(n) < 64));
            assert_eq!(counted.any(&mut rng).is_some(), bits != 0);
        }
    }

    #[test]
    fn every_subset_of_a_size_is_listed_once_and_drawn_as_often() {
        let bits = 1 << 63 | 0b1011_0001;
        assert_eq!(members(bits).collect::<Vec<_>>(), [0, 4, 5, 7, 63]);
        assert_eq!(subsets(bits, 0), [0]);
        assert!(subsets(bits, 6).is_empty());
        let listed = subsets(bits, 2);
        let mut drawn = vec![0_u32; listed.len()];
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..10_000 {
            let subset = draw(bits, 2, &mut rng);
            drawn[listed.iter().position(|&other| other == subset).expect("listed")] += 1;
        }
        // Ten of them; five standard deviations of a binomial with p = 1/10.
        assert!(drawn.len() == 10 && drawn.iter().all(|count| count.abs_diff(1_000) < 150), "{drawn:?}");
        assert_eq!(draw(bits, 9, &mut rng), bits);
    }
}
