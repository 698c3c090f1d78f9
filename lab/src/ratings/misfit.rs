//! Whether one number for each bot says enough.

use statrs::distribution::{ChiSquared, ContinuousCDF};
use tapis_solver::bots::Misfit;

use super::Table;

/// The misfit of tables played; `None` where there is no more to explain than there are ratings.
pub(super) fn misfit(tables: &[Table], strengths: &[f64]) -> Option<Misfit> {
    let figures: usize = tables.iter().map(|table| table.bots().count() - 1).sum();
    let degrees = figures.checked_sub(strengths.len() - 1).filter(|degrees| *degrees > 0)?;
    let chi_square = tables.iter().map(|table| chi_square(table, strengths)).sum();
    let p_value = ChiSquared::new(degrees as f64).ok()?.sf(chi_square);
    Some(Misfit { chi_square, degrees: degrees as u32, p_value })
}

/// The factor by which standard errors are to be larger.
pub(super) fn widening(misfit: Misfit) -> f64 {
    if misfit.p_value < 0.05 { (misfit.chi_square / f64::from(misfit.degrees)).sqrt().max(1.0) } else { 1.0 }
}

fn chi_square(table: &Table, strengths: &[f64]) -> f64 {
    let chances = table.chances(strengths);
    let pearson = |bot: usize| {
        let expected = table.games * chances[bot];
        (table.wins[bot] - expected).powi(2) / expected
    };
    table.bots().map(pearson).sum::<f64>() / table.variance_of_whole_wins()
}
