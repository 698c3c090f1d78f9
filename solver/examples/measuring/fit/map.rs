//! The logistic map, by maximum likelihood with a prior at the identity.

use super::super::Map;
use super::case::OpenMove;
use super::round;

/// The weight of the prior, in positions.
const PRIOR: f64 = 2.0;
/// The least slope.
const FLATTEST: f64 = 0.1;
const STEPS: u32 = 40;

/// Fits the map to means and true values.
pub(super) fn fit(moves: &[OpenMove]) -> Map {
    let (mut shift, mut slope) = (0.0, 1.0);
    for _ in 0..STEPS {
        let (mut gradient, mut curve) = ([-PRIOR * shift, PRIOR * (1.0 - slope)], [PRIOR, 0.0, PRIOR]);
        for &OpenMove { mean, truth, weight, .. } in moves {
            let (odds, said) = (Map::odds(mean), Map { shift, slope }.value(mean));
            let (error, spread) = (weight * (truth - said), weight * said * (1.0 - said));
            gradient = [gradient[0] + error, gradient[1] + error * odds];
            curve = [curve[0] + spread, curve[1] + spread * odds, curve[2] + spread * odds * odds];
        }
        let [a, b, c] = curve;
        let determinant = a * c - b * b;
        shift += (c * gradient[0] - b * gradient[1]) / determinant;
        slope = (slope + (a * gradient[1] - b * gradient[0]) / determinant).max(FLATTEST);
    }
    Map { shift: round(shift), slope: round(slope) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_map_and_stays_near_the_identity_without_data() {
        let real = Map { shift: 0.4, slope: 1.7 };
        let one = |mean: f64, truth: f64| OpenMove { mean, samples: 1, truth, weight: 1.0 };
        let means = (0..400).map(|n| f64::from(n) / 400.0);
        let found = fit(&means.map(|mean| one(mean, real.value(mean))).collect::<Vec<_>>());
        assert!((found.shift - 0.4).abs() < 0.1 && (found.slope - 1.7).abs() < 0.1, "{found:?}");
        assert_eq!(fit(&[]), Map { shift: 0.0, slope: 1.0 });
        let few = fit(&[one(0.5, 1.0)]);
        assert!(few.shift < 0.3, "{few:?}");
    }
}
