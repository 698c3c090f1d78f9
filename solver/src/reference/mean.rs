//! Means over games, with their standard errors.

use tapis_games::seat::BySeat;

use super::Expected;

/// The mean over games, which are independent.
pub(super) fn of_games(seats: usize, games: &[BySeat<f64>]) -> BySeat<Expected> {
    let n = games.len().max(1) as f64;
    BySeat::from_fn(seats, |seat| {
        let value = games.iter().map(|shares| shares[seat]).sum::<f64>() / n;
        let squares: f64 = games.iter().map(|shares| (shares[seat] - value).powi(2)).sum();
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
