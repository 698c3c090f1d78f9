//! One game by the values of its positions.

use super::ValuedGame;

/// A seat with more of the win than this has decided the game.
const DECIDED: f64 = 0.9;
/// So many standard errors are no noise.
const SURE: f64 = 2.0;

/// What is kept of a game.
pub(super) struct Played {
    /// In the order of the list of measures.
    pub measures: [f64; 5],
    /// Of every position: the lead, the uncertainty, and the value of who wins.
    positions: Vec<[f64; 3]>,
}

impl Played {
    /// A game each of whose positions is worth so many lines.
    pub(super) fn new(game: &ValuedGame, lines: u32) -> Self {
        let values: Vec<&[f64]> = game.values.iter().map(|values| values.as_slice()).collect();
        let ranks: Vec<u8> = game.payoffs.ranks.iter().copied().collect();
        let best = |values: &[f64], won: bool| {
            let seats = values.iter().zip(&ranks).filter(|(_, rank)| (**rank == 1) == won);
            seats.map(|(value, _)| *value).fold(0.0, f64::max)
        };
        let positions: Vec<[f64; 3]> =
            values.iter().map(|of| [lead(of), uncertainty(of), best(of, true)]).collect();
        let plies = values.len().max(1) as f64;
        // By how much the winner is behind, where it is no noise.
        let deficits: Vec<f64> = values
            .iter()
            .map(|of| (best(of, false), best(of, true)))
            .filter(|(other, own)| other - own > noise(*other, *own, lines))
            .map(|(other, own)| other - own)
            .collect();
        let behind = deficits.len() as f64;
        let drama = if deficits.is_empty() { 0.0 } else { deficits.iter().sum::<f64>() / behind };
        let open = positions.iter().rposition(|of| of[2] <= DECIDED).map_or(0, |at| at + 1) as f64;
        let uncertain = positions.iter().map(|of| of[1]).sum::<f64>() / plies;
        let changes = lead_changes(&values, lines) as f64;
        Self { measures: [changes, drama, behind / plies, (open / plies).min(1.0), uncertain], positions }
    }

    /// The position at this part of the game.
    pub(super) fn at(&self, part: f64) -> [f64; 3] {
        let last = self.positions.len().saturating_sub(1);
        self.positions.get((part * last as f64).round() as usize).copied().unwrap_or_default()
    }
}

/// What a difference of two values has to exceed. Of lines that one seat wins alone the variance of the difference is the sum of the
/// shares less the square of their difference; shared wins vary less.
fn noise(one: f64, other: f64, lines: u32) -> f64 {
    let variance = (one + other - (one - other).powi(2)).max(0.0);
    SURE * (variance / f64::from(lines)).sqrt()
}

/// How often another seat came to lead.
fn lead_changes(values: &[&[f64]], lines: u32) -> usize {
    let leader = |of: &&[f64]| {
        let (at, best) = of.iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let ahead = |other: usize| best - of[other] > noise(best, of[other], lines);
        (0..of.len()).filter(|other| *other != at).all(ahead).then_some(at)
    };
    let mut leaders: Vec<usize> = values.iter().filter_map(leader).collect();
    leaders.dedup();
    leaders.len().saturating_sub(1)
}

/// By how much the first is ahead of the second.
fn lead(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_unstable_by(|a, b| b.total_cmp(a));
    values.first().copied().unwrap_or(1.0) - values.get(1).copied().unwrap_or(0.0)
}

/// The entropy of the values, as a part of that of values all alike.
fn uncertainty(values: &[f64]) -> f64 {
    let positive = values.iter().filter(|value| **value > 0.0);
    let entropy: f64 = positive.map(|value| -value * value.ln()).sum();
    if values.len() > 1 { (entropy / (values.len() as f64).ln()).clamp(0.0, 1.0) } else { 0.0 }
}
