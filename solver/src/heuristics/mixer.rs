//! A hash for position keys.

/// Hashes words into one by folded 128-bit products.
#[derive(Clone, Copy)]
pub(crate) struct Mixer(u64);

impl Mixer {
    /// A hash that begins with `word`.
    pub(crate) fn new(word: u64) -> Self {
        Self(word)
    }

    /// Adds a word. The order of words matters.
    pub(crate) fn with(self, word: u64) -> Self {
        let product = u128::from(self.0 ^ 0x9E37_79B9_7F4A_7C15) * u128::from(word ^ 0xD1B5_4A32_D192_ED03);
        Self((product as u64 ^ (product >> 64) as u64).wrapping_add(self.0.rotate_left(25)) ^ word)
    }

    /// The key.
    pub(crate) fn finish(self) -> u64 {
        self.with(0).0
    }
}
