//! Hashes of positions and of information sets.

use std::hash::{DefaultHasher, Hash, Hasher};

/// The hash of a value by the standard library's hasher, the same in every process of one build: for
/// [`crate::game::Game::key`] and [`crate::game::Observed::info_key`] of games that need no quicker one.
pub fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
