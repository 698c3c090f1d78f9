//! One test over all seats: whether any of them is better off.

use serde::Serialize;
use statrs::distribution::{ChiSquared, ContinuousCDF};
use tapis_db::model::{PopulationSummary, SeatSummary, WinShare};
use utoipa::ToSchema;

use super::advantage::{LEAST_EXPECTED, is_alike};

/// Whether the seats differ in their win shares: one test for all of them, because they depend on each other.
///
/// Pearson's chi-square, generalised to shared wins. If the seats are alike, the win shares of a game are exchangeable and sum
/// to one; each then has the same variance *v*, any two the covariance −*v* / (*k* − 1), and *n* (*k* − 1) / (*k* *v*) times
/// the sum of the squared differences between the win shares and 1 / *k* is chi-square with *k* − 1 degrees of freedom. Without
/// shared wins it is Pearson's statistic. Over several line-ups, the statistics and degrees of freedom of the single line-ups
/// are added.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeatsTest {
    /// The number of games it is based on: those of line-ups with the same player in every seat. In other line-ups a seat could
    /// not be told from its player.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64, example = 812)]
    pub n: u64,
    /// The statistic.
    #[schema(example = 6.1)]
    pub chi_square: f64,
    /// Its degrees of freedom.
    #[schema(minimum = 1, maximum = 10_000, example = 1)]
    pub degrees: u32,
    /// The probability of differences at least this large if the seats are alike.
    #[schema(example = 0.013)]
    pub p_value: f64,
}

impl SeatsTest {
    /// The test over the line-ups with the same player in every seat; `None` without enough games of one.
    pub fn of(strata: &[PopulationSummary]) -> Option<Self> {
        let alike = strata.iter().filter(|stratum| is_alike(&stratum.line_up));
        let tests: Vec<_> =
            alike.filter_map(|stratum| Some((stratum.games, chi_square(&stratum.seats)?))).collect();
        let degrees = tests.iter().map(|(_, (_, degrees))| degrees).sum();
        let chi_square = tests.iter().map(|(_, (chi_square, _))| chi_square).sum();
        let p_value = ChiSquared::new(f64::from(degrees)).ok()?.sf(chi_square);
        Some(Self { n: tests.iter().map(|(n, _)| n).sum(), chi_square, degrees, p_value })
    }
}

/// The statistic of one line-up and its degrees of freedom; `None` with too few games, or where no share ever varied.
fn chi_square(seats: &[SeatSummary]) -> Option<(f64, u32)> {
    let (k, n) = (seats.len() as f64, seats.first()?.n as f64);
    if k < 2.0 || n / k < LEAST_EXPECTED {
        return None;
    }
    let whole = f64::from(WinShare::WHOLE.units());
    let mean = |units: i64, scale: f64| units as f64 / scale / n;
    let variance = |seat: &SeatSummary| mean(seat.win_units_squared, whole * whole) - (1.0 / k).powi(2);
    let pooled = seats.iter().map(variance).sum::<f64>() / k;
    let squares: f64 = seats.iter().map(|seat| (mean(seat.win_units, whole) - 1.0 / k).powi(2)).sum();
    (pooled > 0.0).then(|| (n * (k - 1.0) / (k * pooled) * squares, seats.len() as u32 - 1))
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};
    use tapis_db::model::LineUp;

    use super::*;

    fn stratum(line_up: &str, games: &[Vec<u32>]) -> PopulationSummary {
        let players = games[0].len();
        let mut seats = vec![SeatSummary::default(); players];
        for game in games {
            for (seat, units) in seats.iter_mut().zip(game) {
                let units = i64::from(*units);
                seat.n += 1;
                seat.win_units += units;
                seat.win_units_squared += units * units;
            }
        }
        let (line_up, games) = (line_up.parse::<LineUp>().unwrap(), games.len() as u64);
        PopulationSummary { players: players as u8, line_up, games, tied: 0, seats, measures: Vec::new() }
    }

    /// 30, 20 and 10 wins of 60: Pearson's statistic is (10² + 0 + 10²) / 20 = 10.
    #[test]
    fn without_shared_wins_it_is_pearson_s() {
        let wins = |seat: usize, of: usize| {
            (0..of).map(move |_| (0..3).map(|at| if at == seat { 420 } else { 0 }).collect())
        };
        let games: Vec<Vec<u32>> = wins(0, 30).chain(wins(1, 20)).chain(wins(2, 10)).collect();
        let found = SeatsTest::of(&[stratum("club,club,club", &games)]).unwrap();
        assert!((found.chi_square - 10.0).abs() < 1e-9 && (found.n, found.degrees) == (60, 2), "{found:?}");
        assert!((found.p_value - (-5.0_f64).exp()).abs() < 1e-12, "{found:?}");
        // A line-up that differs by seat says nothing of seats.
        assert_eq!(SeatsTest::of(&[stratum("club,greedy,greedy", &games)]), None);
        let both = [stratum("club,club,club", &games), stratum("greedy,greedy,greedy", &games)];
        let both = SeatsTest::of(&both).unwrap();
        assert!((both.chi_square - 20.0).abs() < 1e-9 && (both.n, both.degrees) == (120, 4), "{both:?}");
    }

    /// Four seats that are alike, a third of the games with two winners: 5 % of the tests are below 5 %.
    #[test]
    fn its_size_is_right_with_shared_wins() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut rejected = 0;
        for _ in 0..2_000 {
            let games: Vec<Vec<u32>> = (0..60)
                .map(|_| {
                    let mut game = vec![0; 4];
                    let (a, b) = (rng.random_range(0..4), rng.random_range(1..4));
                    match rng.random_bool(1.0 / 3.0) {
                        true => (game[a], game[(a + b) % 4]) = (210, 210),
                        false => game[a] = 420,
                    }
                    game
                })
                .collect();
            let test = SeatsTest::of(&[stratum("greedy,greedy,greedy,greedy", &games)]).unwrap();
            rejected += u32::from(test.p_value < 0.05);
        }
        assert!((70..=130).contains(&rejected), "{rejected} of 2000");
    }
}
