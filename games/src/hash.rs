//! Hashes of positions and of information sets: one folded 128-bit multiplication mixes each word into 64 bits.
//!
//! A search hashes a position at every step of a line. These hashes are therefore much faster than those of the standard library, but
//! they do not resist chosen input as those do.

use std::hash::{Hash, Hasher};

/// The state of a hash: see the module's text.
struct Mixer(u64);

/// Digits of π.
const ODD: [u64; 2] = [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344];

/// The hash of a value. It is the same in every process of one build. Games that hash their states without normalising them use it
/// for [`crate::game::Game::key`] and [`crate::game::Observed::info_key`].
pub fn hash_of(value: &impl Hash) -> u64 {
    let mut mix = Mixer(ODD[0]);
    value.hash(&mut mix);
    mix.finish()
}

impl Mixer {
    #[inline]
    fn word(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(ODD[0] ^ word.rotate_left(32));
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(ODD[1] ^ word);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        let z = (self.0 ^ (self.0 >> 32)).wrapping_mul(ODD[1] | 1);
        z ^ (z >> 29)
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.word(i.into());
    }

    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.word(i.into());
    }

    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.word(i.into());
    }

    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.word(i);
    }

    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.word(i as u64);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn values_that_differ_little_have_different_hashes() {
        let pairs = (0..300u64).flat_map(|a| (0..300u64).map(move |b| (a << (a % 50), b as u8)));
        let values: HashSet<_> = pairs.collect();
        let hashes: HashSet<_> = values.iter().map(hash_of).collect();
        assert_eq!(hashes.len(), values.len());
        // Every input bit turns about half of the output bits.
        let flips = |bit: u32| (hash_of(&[7u64, 9]) ^ hash_of(&[7u64 ^ (1 << bit), 9])).count_ones();
        assert!((0..64).all(|bit| (12..=52).contains(&flips(bit))));
    }
}
