//! What the writer remembers from one request to the next: never more than so much.

use std::collections::HashMap;
use std::hash::Hash;

/// Remembers `value` under `key`. Where `most` are remembered already, they are forgotten: each can be looked up again.
pub(crate) fn remember<K: Eq + Hash, V>(known: &mut HashMap<K, V>, most: usize, key: K, value: V) {
    if known.len() >= most {
        known.clear();
    }
    known.insert(key, value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_remembered_than_so_much_and_the_newest_is() {
        let mut known = HashMap::new();
        for key in 0..10 {
            remember(&mut known, 4, key, 2 * key);
            assert!(known.len() <= 4 && known[&key] == 2 * key, "{known:?}");
        }
        assert_eq!(known.len(), 2);
    }
}
