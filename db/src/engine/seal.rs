//! Hashes over lists of fields: those of the chain of events, and of names.

use sha2::{Digest as _, Sha256};

use crate::model::Digest;

/// SHA-256 over a list of fields. Every field is written with its type and length, so that no two lists of fields
/// have the same bytes.
///
/// The bytes are gathered first: hashing them at once is quicker than field by field.
pub(crate) struct Seal(Vec<u8>);

impl Seal {
    /// Starts the hash of a kind of list; `domain` keeps the kinds apart.
    pub(crate) fn new(domain: &str) -> Self {
        Self(Vec::with_capacity(1024)).text(domain)
    }

    pub(crate) fn text(self, text: &str) -> Self {
        self.bytes(b't', text.as_bytes())
    }

    pub(crate) fn blob(self, blob: &[u8]) -> Self {
        self.bytes(b'b', blob)
    }

    pub(crate) fn int(mut self, value: i64) -> Self {
        self.0.push(b'i');
        self.0.extend_from_slice(&value.to_be_bytes());
        self
    }

    pub(crate) fn none(mut self) -> Self {
        self.0.push(b'n');
        self
    }

    pub(crate) fn finish(self) -> Digest {
        Digest(Sha256::digest(&self.0).into())
    }

    fn bytes(mut self, kind: u8, bytes: &[u8]) -> Self {
        self.0.push(kind);
        self.0.extend_from_slice(&(bytes.len() as u64).to_be_bytes());
        self.0.extend_from_slice(bytes);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_cannot_run_into_each_other() {
        let seals = [
            Seal::new("x").text("ab").text("c").finish(),
            Seal::new("x").text("a").text("bc").finish(),
            Seal::new("x").text("abc").finish(),
            Seal::new("x").blob(b"abc").finish(),
            Seal::new("y").text("abc").finish(),
            Seal::new("x").text("abc").none().finish(),
            Seal::new("x").text("abc").int(0).finish(),
            Seal::new("x").text("abc").blob(b"").finish(),
        ];
        for (at, seal) in seals.iter().enumerate() {
            assert!(!seals[..at].contains(seal), "{at}");
        }
    }
}
