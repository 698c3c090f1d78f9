//! Whether one number for each bot says enough.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ChiSquared, ContinuousCDF};
use utoipa::ToSchema;

use super::Table;

/// Whether the games are as the ratings would have them: Pearson's chi-square over all tables that differ in who sat at them, seats
/// and neighbours balanced. Bots that are better against some than against others, or better in greater number, make it great.
///
/// Where wins are shared, they vary less than whole ones, and the statistic is divided by how much less.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = RatingsMisfit)]
pub struct Misfit {
    /// The statistic.
    #[schema(example = 7.3)]
    pub chi_square: f64,
    /// Its degrees of freedom: figures of tables that differ, less the ratings.
    #[schema(minimum = 1, maximum = 10_000, example = 5)]
    pub degrees: u32,
    /// How likely a misfit at least this great is if the ratings are right. Below 0.05 the intervals of the ratings are widened by
    /// the root of the statistic over its degrees of freedom.
    #[schema(example = 0.2)]
    pub p_value: f64,
}

impl Misfit {
    /// The misfit of tables played; `None` where there is no more to explain than there are ratings.
    pub(super) fn of(tables: &[Table], strengths: &[f64]) -> Option<Self> {
        let figures: usize = tables.iter().map(|table| table.bots().count() - 1).sum();
        let degrees = figures.checked_sub(strengths.len() - 1).filter(|degrees| *degrees > 0)?;
        let chi_square = tables.iter().map(|table| chi_square(table, strengths)).sum();
        let p_value = ChiSquared::new(degrees as f64).ok()?.sf(chi_square);
        Some(Self { chi_square, degrees: degrees as u32, p_value })
    }

    /// The factor by which standard errors are to be larger.
    pub(super) fn widening(self) -> f64 {
        if self.p_value < 0.05 { (self.chi_square / f64::from(self.degrees)).sqrt().max(1.0) } else { 1.0 }
    }
}

fn chi_square(table: &Table, strengths: &[f64]) -> f64 {
    let chances = table.chances(strengths);
    let pearson = |bot: usize| {
        let expected = table.games * chances[bot];
        (table.wins[bot] - expected).powi(2) / expected
    };
    table.bots().map(pearson).sum::<f64>() / table.variance_of_whole_wins()
}
