//! 32-byte values: hashes, and secrets that are never printed.

use std::fmt;
use std::str::FromStr;

/// A SHA-256 hash. Its text is 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The text is not 64 lower-case hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not 64 lower-case hex digits")]
pub struct ParseDigestError;

impl FromStr for Digest {
    type Err = ParseDigestError;

    fn from_str(text: &str) -> Result<Self, ParseDigestError> {
        let mut bytes = [0; 32];
        let is_lower = !text.bytes().any(|byte| byte.is_ascii_uppercase());
        let read = hex::decode_to_slice(text, &mut bytes).ok().filter(|()| is_lower);
        read.map(|()| Self(bytes)).ok_or(ParseDigestError)
    }
}

/// 32 secret bytes: a game's seed or nonce. Neither `Display` nor a telling `Debug`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_round_trips() {
        let mut bytes = [0; 32];
        bytes.iter_mut().enumerate().for_each(|(at, byte)| *byte = (at * 37) as u8);
        let digest = Digest(bytes);
        assert_eq!(digest.to_string().len(), 64);
        assert_eq!(digest.to_string().parse(), Ok(digest));
        for wrong in ["", &"0".repeat(63), &"0".repeat(65), &"A".repeat(64), &"é".repeat(32)] {
            assert_eq!(wrong.parse::<Digest>(), Err(ParseDigestError), "{wrong}");
        }
    }

    #[test]
    fn a_secret_is_never_printed() {
        assert_eq!(format!("{:?}", Secret([7; 32])), "Secret(…)");
    }
}
