//! Estimates from counts: shares, means, and which of many differences to believe.
//!
//! Every estimate names its method and carries its n and a 95 % interval; where there are too few values for one, it
//! says so instead of giving a number.

use statrs::distribution::{ContinuousCDF, Normal};

mod advantage;
mod choice;
pub mod cross;
mod discovery;
mod estimate;
mod features;
mod lift;
mod mean;
mod omnibus;
mod read;
mod request;
mod series;
mod share;
mod sources;
mod strata;
mod summary;
pub mod tidy;

pub use advantage::{Advantage, PlacesBySeat};
pub use choice::{Choice, ChoiceError, Chosen};
pub use cross::{CrossTable, Crossed, CrossedCell, CrossedFeature};
pub use discovery::{FALSE_DISCOVERY_RATE, discoveries};
pub use estimate::{CONFIDENCE, Estimate, Method};
pub use features::{BucketFigures, FeatureFigures, Features, MINIMUM_N, SameAs};
pub(crate) use lift::{Held, is_dealt_by_kind, lift};
pub use mean::{MeanSpread, mean};
pub(crate) use mean::{mean_of_values, variance_of_values};
pub use omnibus::SeatsTest;
pub use read::Question;
pub use request::StatisticsRequest;
pub use series::{Series, SeriesPoint, SeriesUnit};
pub use share::{Shares, share, share_at};
pub use sources::{CountedSource, sources};
pub use strata::{
    Difference, Mean, Pair, Reference, Seats, difference, heterogeneity, mean_of_strata, share_jointly,
    share_of_strata,
};
pub use summary::{
    Distribution, HistogramBar, Histograms, LineUpFigures, MeasureFigures, Population, SeatFigures, Summary,
};

/// The standard normal quantile of an interval of this confidence.
pub(crate) fn z(confidence: f64) -> f64 {
    if confidence == CONFIDENCE {
        return Z;
    }
    Normal::standard().inverse_cdf(0.5 + 0.5 * confidence)
}

/// The standard normal quantile of two-sided 95 %.
pub(crate) const Z: f64 = 1.959_963_984_540_054;
