//! What was made before, kept by a hash of what it was made of, within a budget.

use std::collections::HashMap;
use std::hash::Hash;

use parking_lot::Mutex;

/// Values by key, each with a weight, the total bounded. What was asked for lately stays: when the younger half is full the older
/// half goes.
pub struct Kept<K, V> {
    halves: Mutex<[Half<K, V>; 2]>,
    /// The weight of a half.
    most: usize,
}

struct Half<K, V> {
    values: HashMap<K, (V, usize)>,
    weight: usize,
}

impl<K: Hash + Eq, V: Clone> Kept<K, V> {
    /// Nothing yet, and never more than this weight.
    pub fn new(weight: usize) -> Self {
        Self { halves: Mutex::new([Half::new(), Half::new()]), most: weight / 2 }
    }

    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<V> {
        let mut halves = self.halves.lock();
        if let Some((value, _)) = halves[0].values.get(key) {
            return Some(value.clone());
        }
        let (key, (value, weight)) = halves[1].values.remove_entry(key)?;
        halves[1].weight -= weight;
        Self::put(&mut halves, self.most, key, (value.clone(), weight));
        Some(value)
    }

    /// Keeps a value, unless it is heavier than half of all there may be.
    pub fn keep(&self, key: K, value: V, weight: usize) {
        if weight <= self.most {
            Self::put(&mut self.halves.lock(), self.most, key, (value, weight));
        }
    }

    fn put(halves: &mut [Half<K, V>; 2], most: usize, key: K, (value, weight): (V, usize)) {
        if halves[0].weight + weight > most {
            halves[1] = std::mem::replace(&mut halves[0], Half::new());
        }
        halves[0].weight += weight;
        if let Some((_, before)) = halves[0].values.insert(key, (value, weight)) {
            halves[0].weight -= before;
        }
    }
}

impl<K, V> Half<K, V> {
    fn new() -> Self {
        Self { values: HashMap::new(), weight: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_lately_stays_within_the_weight() {
        let kept = Kept::new(8);
        kept.keep("heavy", 0, 5);
        assert_eq!(kept.get(&"heavy"), None, "more than a half");
        for key in 0..4 {
            kept.keep(["a", "b", "c", "d"][key], key, 1);
        }
        kept.keep("e", 4, 2);
        assert_eq!(kept.get(&"a"), Some(0), "asked for again: it stays");
        kept.keep("f", 5, 2);
        assert_eq!((kept.get(&"a"), kept.get(&"e"), kept.get(&"f")), (Some(0), Some(4), Some(5)));
        assert_eq!(kept.get(&"b"), None);
        let weight: usize = kept.halves.lock().iter().map(|half| half.weight).sum();
        assert!(weight <= 8, "{weight}");
        kept.keep("f", 6, 2);
        assert_eq!(kept.get(&"f"), Some(6));
    }
}
