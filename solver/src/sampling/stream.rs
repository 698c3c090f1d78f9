//! The randomness of a search: one ChaCha8 stream a logical tree, and a quick generator for the inner loop.

use std::convert::Infallible;

use rand::rngs::ChaCha8Rng;
use rand::{SeedableRng, TryRng};

/// The ChaCha8 stream with this number, keyed by the request's seed. Tree *t* uses stream *t*; the numbers from
/// [`REPORT`] on belong to what is drawn outside the trees.
pub(crate) fn keyed(seed: [u8; 32], number: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::from_seed(seed);
    rng.set_stream(number);
    rng
}

/// Stream of the worlds that principal variations are read in.
pub(crate) const REPORT: u64 = 1 << 40;
/// Stream of a pool of worlds drawn before the search.
pub(crate) const POOL: u64 = REPORT + 1;
/// Stream of a bot's own choices.
pub(crate) const BOT: u64 = REPORT + 2;

/// Stream of the worlds that facts are computed in.
pub(crate) const FACTS: u64 = REPORT + 3;

/// xoshiro256++ (Blackman and Vigna): quick, and the same on every platform. Playouts need nothing stronger;
/// what must be unpredictable (deals, chance of a real game) never comes from here.
#[derive(Clone, Debug)]
pub(crate) struct Quick([u64; 4]);

impl Quick {
    /// A generator seeded by SplitMix64, as its authors advise.
    #[inline]
    pub(crate) fn new(seed: u64) -> Self {
        let mut state = seed;
        Self([0; 4].map(|_| split_mix(&mut state)))
    }
}

#[inline]
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl TryRng for Quick {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.try_next_u64()? >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        Ok(result)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            let word = self.try_next_u64()?.to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;

    /// First outputs of the reference C code of xoshiro256++ for the state 1, 2, 3, 4.
    #[test]
    fn quick_is_xoshiro() {
        let mut rng = Quick([1, 2, 3, 4]);
        let expected = [41943041, 58720359, 3588806011781223, 3591011842654386];
        assert_eq!(expected.map(|_| rng.next_u64()), expected);
    }

    /// First outputs of the reference C code of SplitMix64 for the seed 1234567.
    #[test]
    fn seeding_is_split_mix() {
        let expected = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431];
        assert_eq!(Quick::new(1234567).0, expected);
    }

    #[test]
    fn streams_differ() {
        let first = |number| keyed([7; 32], number).next_u64();
        assert_ne!(first(0), first(1));
        assert_ne!(first(0), first(REPORT));
    }
}
