//! Means over games, with their standard errors.

use tapis_games::seat::BySeat;

use super::Expected;

/// What each seat got of a game that is over: nothing of it is open.
pub(super) fn of_end(shares: &BySeat<f64>) -> BySeat<Expected> {
    BySeat::from_fn(shares.len(), |seat| Expected { value: shares[seat], error: 0.0 })
}

/// The mean share over games, which are independent. That all of them ended alike does not say that the next one would: they count with
/// one more that deviates by as much as a share can.
pub(super) fn of_games(seats: usize, games: &[BySeat<f64>]) -> BySeat<Expected> {
    of_independent(seats, games, 1.0)
}

/// The mean of changes, which are independent.
pub(super) fn of_changes(seats: usize, changes: &[BySeat<f64>]) -> BySeat<Expected> {
    of_independent(seats, changes, 0.0)
}

/// The mean of numbers whose squared deviations are known to be `more` besides.
fn of_independent(seats: usize, numbers: &[BySeat<f64>], more: f64) -> BySeat<Expected> {
    let n = numbers.len().max(1) as f64;
    BySeat::from_fn(seats, |seat| {
        let value = numbers.iter().map(|of| of[seat]).sum::<f64>() / n;
        let squares = numbers.iter().map(|of| (of[seat] - value).powi(2)).sum::<f64>() + more;
        Expected { value, error: (squares / (n * (n - 1.0).max(1.0))).sqrt() }
    })
}

/// The mean over outcomes of chance with these weights. All were played with the same random numbers, so their errors add up;
/// those that were `drawn` also differ from what else could have been drawn.
pub(super) fn of_outcomes(
    seats: usize,
    outcomes: &[(BySeat<Expected>, f64)],
    drawn: bool,
) -> BySeat<Expected> {
    let n = outcomes.len().max(1) as f64;
    BySeat::from_fn(seats, |seat| {
        let value: f64 = outcomes.iter().map(|(of, part)| of[seat].value * part).sum();
        let of_plays: f64 = outcomes.iter().map(|(of, part)| of[seat].error * part).sum();
        let squares: f64 = outcomes.iter().map(|(of, _)| (of[seat].value - value).powi(2)).sum();
        let of_draws = if drawn { squares / (n * (n - 1.0).max(1.0)) } else { 0.0 };
        Expected { value, error: (of_plays.powi(2) + of_draws).sqrt() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_end_alike_are_no_certainty() {
        let won = |share: f64| BySeat::from_fn(2, |seat| if seat.0 == 0 { share } else { 1.0 - share });
        let errors = |games: &[BySeat<f64>]| of_games(2, games).iter().map(|of| of.error).collect::<Vec<_>>();
        let alike = errors(&vec![won(1.0); 60]);
        assert!(alike.iter().all(|error| (0.01..0.02).contains(error)), "{alike:?}");
        let halves: Vec<_> = (0..60).map(|n| won(f64::from(n % 2))).collect();
        assert!((errors(&halves)[0] - (16.0_f64 / (60.0 * 59.0)).sqrt()).abs() < 1e-12);
        assert_eq!(of_end(&won(1.0))[tapis_games::seat::Seat(0)], Expected { value: 1.0, error: 0.0 });
        assert_eq!(of_changes(2, &vec![won(0.0); 60])[tapis_games::seat::Seat(0)], Expected::default());
    }
}
