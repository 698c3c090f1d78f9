//! What a viewer believes: hypotheses with weights. Those that say the same are one.

use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};
use rand::{Rng, RngExt as _};

/// One way things may be.
pub trait Hypothesis: Sized {
    /// What it says, its weight apart.
    type Content<'a>: PartialEq + Hash
    where
        Self: 'a;

    /// What it says.
    fn content(&self) -> Self::Content<'_>;

    /// Takes over the weight of another that says the same.
    fn merge(&mut self, other: Self);
}

/// Anything, with its weight.
impl<T: PartialEq + Hash> Hypothesis for (T, f64) {
    type Content<'a>
        = &'a T
    where
        Self: 'a;

    fn content(&self) -> &T {
        &self.0
    }

    fn merge(&mut self, (_, weight): Self) {
        self.1 += weight;
    }
}

/// One of each that say the same, in the order in which they first come. There may be thousands, so they are found by
/// a hash.
pub fn merged<H: Hypothesis>(belief: Vec<H>) -> Vec<H> {
    if belief.len() < 2 {
        return belief;
    }
    let hasher = DefaultHashBuilder::default();
    let hash = |hypothesis: &H| hasher.hash_one(hypothesis.content());
    let mut kept: Vec<H> = Vec::with_capacity(belief.len());
    let mut places = HashTable::with_capacity(belief.len());
    for hypothesis in belief {
        let here = hash(&hypothesis);
        match places.find(here, |&at: &usize| kept[at].content() == hypothesis.content()) {
            Some(&at) => kept[at].merge(hypothesis),
            None => {
                places.insert_unique(here, kept.len(), |&at| hash(&kept[at]));
                kept.push(hypothesis);
            }
        }
    }
    kept
}

/// One of `items`, drawn by weight.
pub fn weighted<'a, T, R: Rng + ?Sized>(
    items: &'a [T],
    weight: impl Fn(&T) -> f64,
    rng: &mut R,
) -> Option<&'a T> {
    if items.len() < 2 {
        return items.first();
    }
    let weights: Vec<f64> = items.iter().map(weight).collect();
    pick(&weights, rng).map(|at| &items[at])
}

/// A place, drawn by its weight; none where all weights are nought.
pub fn pick<R: Rng + ?Sized>(weights: &[f64], rng: &mut R) -> Option<usize> {
    let mut left = rng.random::<f64>() * weights.iter().sum::<f64>();
    let found = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    found.or_else(|| weights.iter().rposition(|weight| *weight > 0.0))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

    use super::*;

    #[test]
    fn what_says_the_same_is_one_in_the_order_it_came() {
        assert_eq!(
            merged(vec![(3_u8, 0.5), (1, 0.25), (3, 0.125), (2, 1.0)]),
            [(3, 0.625), (1, 0.25), (2, 1.0)]
        );
        assert_eq!(merged(vec![(3_u8, 0.5)]), [(3, 0.5)]);
    }

    #[test]
    fn what_weighs_three_times_as_much_is_drawn_three_times_as_often() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let items = [(1_u8, 1.0), (2, 3.0), (3, 0.0)];
        let mut drawn = [0_u32; 4];
        for _ in 0..4000 {
            drawn[usize::from(weighted(&items, |item| item.1, &mut rng).unwrap().0)] += 1;
        }
        assert!((900..1100).contains(&drawn[1]) && drawn[3] == 0, "{drawn:?}");
        assert_eq!(weighted(&items[..0], |item| item.1, &mut rng), None);
    }

    #[test]
    fn thousands_are_as_many_as_there_are_different_ones() {
        let many = merged((0..100_000_u32).map(|n| ((n % 251) as u8, 1.0)).collect());
        assert_eq!(many.len(), 251);
        assert_eq!(many.iter().map(|(_, weight)| weight).sum::<f64>(), 100_000.0);
    }
}
