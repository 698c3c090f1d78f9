//! The keys that callers present.

use sha2::{Digest as _, Sha256};
use tapis_db::model::Digest;

/// What is stored of a key's text. Keys are looked up by it: how long that takes tells of the hash of what was presented, from
/// which nobody comes to a key.
pub fn hash(key: &str) -> Digest {
    Digest(Sha256::digest(key.as_bytes()).into())
}
