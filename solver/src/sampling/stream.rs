//! The random streams of a search. Each logical tree has its own ChaCha8 stream, which seeds the xoshiro256++
//! generators of the playouts. Deals and chance of a real game must be unpredictable and never come from here.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// The ChaCha8 stream with this number, keyed by the request's seed. Tree *t* uses stream *t*. The numbers from
/// [`REPORT`] on serve draws outside the trees.
pub(crate) fn keyed(seed: [u8; 32], number: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::from_seed(seed);
    rng.set_stream(number);
    rng
}

/// Stream of the worlds for principal variations.
pub(crate) const REPORT: u64 = 1 << 40;
/// Stream of a pool of worlds drawn before the search.
pub(crate) const POOL: u64 = REPORT + 1;
/// Stream of a bot's own random choices.
pub(crate) const BOT: u64 = REPORT + 2;

/// Stream of the worlds for facts.
pub(crate) const FACTS: u64 = REPORT + 3;

#[cfg(test)]
mod tests {
    use rand::Rng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;

    /// A generator with these four words as its state.
    fn with_state(words: [u64; 4]) -> Xoshiro256PlusPlus {
        let mut seed = [0; 32];
        seed.chunks_mut(8).zip(words).for_each(|(bytes, word)| bytes.copy_from_slice(&word.to_le_bytes()));
        Xoshiro256PlusPlus::from_seed(seed)
    }

    /// First outputs of the reference C code of xoshiro256++ for the state 1, 2, 3, 4.
    #[test]
    fn the_playout_generator_is_xoshiro() {
        let mut rng = with_state([1, 2, 3, 4]);
        let expected = [41943041, 58720359, 3588806011781223, 3591011842654386];
        assert_eq!(expected.map(|_| rng.next_u64()), expected);
    }

    /// First outputs of the reference C code of SplitMix64 for the seed 1234567.
    #[test]
    fn the_playout_generator_is_seeded_by_split_mix() {
        let expected = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431];
        assert_eq!(Xoshiro256PlusPlus::seed_from_u64(1234567), with_state(expected));
    }

    #[test]
    fn streams_differ() {
        let first = |number| keyed([7; 32], number).next_u64();
        assert_ne!(first(0), first(1));
        assert_ne!(first(0), first(REPORT));
    }
}
