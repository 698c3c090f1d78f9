//! How often tests repeat what chance decides: `TAPIS_LAB_RUNS`, 20 when it is not set. `cargo xtask soak honesty` repeats it 200 times.

/// The number of repetitions.
pub(crate) fn runs() -> u64 {
    std::env::var("TAPIS_LAB_RUNS").map_or(20, |runs| runs.parse().expect("TAPIS_LAB_RUNS: a number"))
}

/// As many repetitions as there are `most` of when there are 200 runs.
pub(crate) fn of(most: u64) -> u64 {
    most * runs() / 200
}

/// Whether `found` of `of` is the share that is true, as far as chance lets it be known: within three standard errors.
pub(crate) fn agrees(found: u64, of: u64, share: f64) -> bool {
    let error = (of as f64 * share * (1.0 - share)).sqrt();
    (found as f64 - of as f64 * share).abs() <= 3.0 * error + 0.5
}
