//! Choices of bots that err: the less a move costs, the likelier they choose it.

use rand::{Rng, RngExt};

/// An index, drawn with a probability that falls by the factor e for each `temperature` of utility behind the best. At 0 it is
/// the first of the best.
pub(crate) fn draw(utilities: &[f64], temperature: f64, rng: &mut impl Rng) -> usize {
    let best = utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let first = utilities.iter().position(|utility| *utility == best).unwrap_or(0);
    if temperature <= 0.0 {
        return first;
    }
    let weights: Vec<f64> =
        utilities.iter().map(|utility| libm::exp((utility - best) / temperature)).collect();
    let mut left = rng.random::<f64>() * weights.iter().sum::<f64>();
    let drawn = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    drawn.unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

    use super::*;

    #[test]
    fn dear_errors_are_rare() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut drawn = [0; 3];
        (0..3_000).for_each(|_| drawn[draw(&[0.5, 0.6, 0.3], 0.1, &mut rng)] += 1);
        // e⁻¹ : 1 : e⁻³
        assert!((650..910).contains(&drawn[0]) && (1_980..2_260).contains(&drawn[1]), "{drawn:?}");
        assert!((50..160).contains(&drawn[2]), "{drawn:?}");
    }

    #[test]
    fn without_temperature_the_first_of_the_best_is_taken() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        assert!((0..20).all(|_| draw(&[0.1, 0.7, 0.7], 0.0, &mut rng) == 1));
    }
}
