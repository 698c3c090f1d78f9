//! What a viewer believes: hypotheses with weights. Those that say the same are one.

use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

/// One way things may be.
pub(crate) trait Hypothesis: Sized {
    /// What it says, its weight apart.
    type Said<'a>: PartialEq + Hash
    where
        Self: 'a;

    /// What it says.
    fn said(&self) -> Self::Said<'_>;

    /// Takes over the weight of another that says the same.
    fn absorb(&mut self, other: Self);
}

/// One of each that say the same, in the order in which they first come. There may be thousands, so they are found by
/// a hash.
pub(crate) fn merged<H: Hypothesis>(belief: Vec<H>) -> Vec<H> {
    if belief.len() < 2 {
        return belief;
    }
    let hasher = DefaultHashBuilder::default();
    let hash = |hypothesis: &H| hasher.hash_one(hypothesis.said());
    let mut kept: Vec<H> = Vec::with_capacity(belief.len());
    let mut places = HashTable::with_capacity(belief.len());
    for hypothesis in belief {
        let here = hash(&hypothesis);
        match places.find(here, |&at: &usize| kept[at].said() == hypothesis.said()) {
            Some(&at) => kept[at].absorb(hypothesis),
            None => {
                places.insert_unique(here, kept.len(), |&at| hash(&kept[at]));
                kept.push(hypothesis);
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Hypothesis for (u8, f64) {
        type Said<'a> = u8;

        fn said(&self) -> u8 {
            self.0
        }

        fn absorb(&mut self, other: Self) {
            self.1 += other.1;
        }
    }

    #[test]
    fn what_says_the_same_is_one_in_the_order_it_came() {
        assert_eq!(
            merged(vec![(3, 0.5), (1, 0.25), (3, 0.125), (2, 1.0)]),
            [(3, 0.625), (1, 0.25), (2, 1.0)]
        );
        assert_eq!(merged(vec![(3, 0.5)]), [(3, 0.5)]);
    }

    #[test]
    fn thousands_are_as_many_as_there_are_different_ones() {
        let many = merged((0..100_000_u32).map(|n| ((n % 251) as u8, 1.0)).collect());
        assert_eq!(many.len(), 251);
        assert_eq!(many.iter().map(|(_, weight)| weight).sum::<f64>(), 100_000.0);
    }
}
