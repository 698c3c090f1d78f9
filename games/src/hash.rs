//! Hashes of positions and of information sets.

use std::hash::{DefaultHasher, Hash, Hasher};

/// The hash of a value by the standard library's hasher, the same in every process of one build.
pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
