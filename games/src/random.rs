//! The documented randomness of a game: one 256-bit seed, separate ChaCha8 streams, an unbiased shuffle.
//!
//! * A game's seed is 32 bytes. Its streams are ChaCha8 keystreams with the seed as key and the stream number as the
//!   64-bit nonce: `deal` 0; `chance` of ply *n* 2³² + *n*; `bot` at ply *n* 2³³ + *n*. Hints never use any of them.
//! * [`below`]`(n)`: read a little-endian 32-bit word *x*; take the high word of *x*·*n* unless its low word is less
//!   than 2³² mod *n*, else read again (Lemire's unbiased method).
//! * [`shuffle`]: for *i* from the last index down to 1, swap item *i* with item `below(i + 1)` (Fisher–Yates).
//! * The commitment is SHA-256 of the 32 bytes of the seed followed by the 32 bytes of the nonce.
//!
//! `docs/fair-deal.md` has the test vectors and a script that re-derives a deal.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// The 256-bit seed of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl std::fmt::Debug for Seed {
    /// Never prints the seed: it would tell every hidden card.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// Which of a seed's independent streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// The set-up deal.
    Deal,
    /// Chance inside the given ply.
    Chance(u32),
    /// The bot that moves at the given ply.
    Bot(u32),
}

impl Seed {
    /// The generator of one stream.
    pub fn stream(&self, stream: Stream) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::from_seed(self.0);
        rng.set_stream(match stream {
            Stream::Deal => 0,
            Stream::Chance(ply) => (1 << 32) + u64::from(ply),
            Stream::Bot(ply) => (1 << 33) + u64::from(ply),
        });
        rng
    }

    /// `sha256:` and the hex SHA-256 of seed and nonce.
    pub fn commitment(&self, nonce: &[u8; 32]) -> String {
        let digest = Sha256::new().chain_update(self.0).chain_update(nonce).finalize();
        format!("sha256:{}", hex::encode(digest))
    }

    /// Lower-case hex.
    pub fn to_hex(&self) -> String {
        hex::encode(self.0)
    }

    /// Reads 64 hex digits.
    pub fn from_hex(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        Some(Self(bytes))
    }
}

/// A uniform number below `n` (0 when `n` is 0), see the module's text.
#[inline]
pub fn below<R: Rng + ?Sized>(rng: &mut R, n: u32) -> u32 {
    if n == 0 {
        return 0;
    }
    let mut draw = || u64::from(rng.next_u32()) * u64::from(n);
    let mut product = draw();
    // The bound of what is drawn again is less than n, and costs a division.
    if (product as u32) < n {
        let threshold = n.wrapping_neg() % n;
        while (product as u32) < threshold {
            product = draw();
        }
    }
    (product >> 32) as u32
}

/// Shuffles in place, see the module's text.
pub fn shuffle<T, R: Rng + ?Sized>(rng: &mut R, items: &mut [T]) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(rng, i as u32 + 1) as usize);
    }
}
