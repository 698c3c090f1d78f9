//! Seeds in words.

use sha2::{Digest, Sha256};

/// The seed that some words stand for: 64 hex digits are the seed itself, other words are hashed with SHA-256.
pub fn seed_of(words: &str) -> [u8; 32] {
    let mut seed = [0; 32];
    match hex::decode_to_slice(words, &mut seed) {
        Ok(()) => seed,
        Err(_) => Sha256::digest(words).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_hex_or_words() {
        assert_eq!(seed_of(&("00".repeat(31) + "ff"))[31], 255);
        assert_eq!(seed_of("luck"), seed_of("luck"));
        assert_ne!(seed_of("luck"), seed_of("Luck"));
        // What `tapis simulate --seed tapis` prints.
        assert_eq!(
            hex::encode(seed_of("tapis")),
            "3031e08ef58669ddcd0f6297d5829f4c141da0bf5704dbbcac0a6b3988f41b07"
        );
    }
}
