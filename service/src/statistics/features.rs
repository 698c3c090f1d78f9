//! What came of what seats did: for each value of each feature, how often it went with a win.

use serde::Serialize;
use tapis_db::model::{Bucket, FeatureRow};
use tapis_games::feature::{FeatureInfo, FeatureKind};
use tapis_games::refusal::Text;
use utoipa::ToSchema;

use super::{Estimate, FALSE_DISCOVERY_RATE, Population, Shares, discoveries, mean_of, p_value, share};

/// Below so many games a value gets no number.
pub const MINIMUM_N: u64 = 30;

/// What came of each value of each feature.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FeatureStatistics)]
pub struct Features {
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub population: Population,
    /// The win share of a seat about which nothing is known: one in the number of players.
    #[schema(example = 0.5)]
    pub base_rate: f64,
    /// Below so many games a value gets no number.
    #[schema(minimum = 1, maximum = 1_000_000, example = 30)]
    pub minimum_n: u64,
    /// The share of false ones expected among the discoveries (Benjamini and Hochberg 1995).
    #[schema(example = 0.05)]
    pub false_discovery_rate: f64,
    /// The features.
    pub features: Vec<FeatureFigures>,
}

/// One feature.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct FeatureFigures {
    /// Its stable name.
    #[schema(example = "region_won")]
    pub name: String,
    /// Whether its buckets are categories or numbers; absent for a feature this program no longer knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<FeatureKind>,
    /// What it counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// Its values, numbers ascending, categories by name.
    pub buckets: Vec<BucketFigures>,
}

/// One value of a feature. A game counts once for each seat that had it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct BucketFigures {
    /// The value.
    pub bucket: BucketValue,
    /// How many seats had it.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64, example = 402)]
    pub n: u64,
    /// Their mean share of the win.
    pub win_share: Estimate,
    /// Their win share less the base rate.
    pub lift: Estimate,
    /// Their mean score.
    pub score: Estimate,
    /// How likely a lift at least this large either way would be if the value made no difference; absent below
    /// `minimum_n`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 0.0004)]
    pub p_value: Option<f64>,
    /// Whether the lift is one to believe, the number of values looked at considered; absent below `minimum_n`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discovery: Option<bool>,
}

/// A value of a feature: a number or a category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum BucketValue {
    /// A number.
    Number(i32),
    /// A category.
    Category(String),
}

impl Features {
    /// The figures of `rows`, which come by seat, name and bucket; seats are counted together.
    pub fn new(population: Population, rows: &[FeatureRow], infos: &[FeatureInfo]) -> Self {
        let base_rate = 1.0 / f64::from(population.players.max(1));
        let mut sums = together(rows);
        sums.sort_by(|a, b| (&a.name, &a.bucket).cmp(&(&b.name, &b.bucket)));
        let p_values: Vec<Option<f64>> = sums.iter().map(|sum| sum.p_value(base_rate)).collect();
        let tested: Vec<f64> = p_values.iter().copied().flatten().collect();
        let mut discovered = discoveries(&tested).into_iter();
        let mut features: Vec<FeatureFigures> = Vec::new();
        for (sum, p_value) in sums.into_iter().zip(p_values) {
            let discovery = p_value.and_then(|_| discovered.next());
            let figures = BucketFigures { p_value, discovery, ..sum.figures(base_rate) };
            match features.last_mut().filter(|feature| feature.name == sum.name) {
                Some(feature) => feature.buckets.push(figures),
                None => features.push(feature(sum.name, infos, figures)),
            }
        }
        Self {
            population,
            base_rate,
            minimum_n: MINIMUM_N,
            false_discovery_rate: FALSE_DISCOVERY_RATE,
            features,
        }
    }
}

fn feature(name: String, infos: &[FeatureInfo], first: BucketFigures) -> FeatureFigures {
    let info = infos.iter().find(|info| info.name == name);
    FeatureFigures {
        kind: info.map(|info| info.kind),
        text: info.map(|info| info.text.clone()),
        name,
        buckets: vec![first],
    }
}

/// One value of one feature, all seats together.
struct Sum {
    name: String,
    bucket: Bucket,
    shares: Shares,
    score: i64,
    score_squares: i64,
}

/// Features are counts; no game has one that does not fit.
fn whole(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX })
}

/// Adds up the seats.
fn together(rows: &[FeatureRow]) -> Vec<Sum> {
    let mut sums: Vec<Sum> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for row in rows {
        let shares = Shares { n: row.n, units: row.win_units, units_squared: row.win_units_squared };
        let at = *places.entry((row.name.as_str(), &row.bucket)).or_insert_with(|| {
            let (name, bucket) = (row.name.clone(), row.bucket.clone());
            sums.push(Sum { name, bucket, shares: Shares::default(), score: 0, score_squares: 0 });
            sums.len() - 1
        });
        if let Some(sum) = sums.get_mut(at) {
            sum.shares = sum.shares.and(shares);
            sum.score += row.score_sum;
            sum.score_squares += row.score_sum_squares;
        }
    }
    sums
}

impl Sum {
    fn p_value(&self, base_rate: f64) -> Option<f64> {
        (self.shares.n >= MINIMUM_N).then(|| p_value(self.shares, base_rate))?
    }

    fn figures(&self, base_rate: f64) -> BucketFigures {
        let win_share = share(self.shares, MINIMUM_N);
        BucketFigures {
            bucket: match &self.bucket {
                Bucket::Number(number) => BucketValue::Number(whole(*number)),
                Bucket::Category(category) => BucketValue::Category(category.clone()),
            },
            n: self.shares.n,
            lift: win_share.above(base_rate),
            win_share,
            score: mean_of(self.shares.n, self.score, self.score_squares, MINIMUM_N),
            p_value: None,
            discovery: None,
        }
    }
}
