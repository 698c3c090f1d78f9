//! What came of what seats did: for each value of each feature, how often it went with a win.
//!
//! A seat is compared with the same seat of games of the same line-up, never with a stronger or weaker one.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use serde::Serialize;
use tapis_db::model::{Bucket, FeatureRow, LineUp, Moments, PopulationSummary, WinShare};
use tapis_games::feature::{FeatureInfo, FeatureKind, Role, Words};
use tapis_games::refusal::Text;
use utoipa::ToSchema;

use super::strata::{Difference, Pair, Seats, difference, mean_of_strata, share_of_strata};
use super::{Estimate, FALSE_DISCOVERY_RATE, Method, Population, Shares, discoveries};
use tapis_games::locale::Language;

/// A value with fewer games gets no number.
pub const MINIMUM_N: u64 = 30;

/// The results for each value of each feature.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FeatureStatistics)]
pub struct Features {
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub population: Population,
    /// The win share of a seat about which nothing is known: 1 divided by the number of players.
    #[schema(example = 0.5)]
    pub base_rate: f64,
    /// A value with fewer games gets no number.
    #[schema(minimum = 1, maximum = 1_000_000, example = 30)]
    pub minimum_n: u64,
    /// The expected share of false discoveries (Benjamini and Hochberg 1995).
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
    /// Whether the seat did it, got it, or it is an outcome of the game. An `outcome` rises with wins anyway, so its values
    /// have no `p_value` and no `discovery`. Absent like `kind`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// What it counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// What words in its values are in French.
    #[serde(skip)]
    #[schema(ignore)]
    pub words: Words,
    /// Its values: numbers ascending, categories by name.
    pub buckets: Vec<BucketFigures>,
}

/// One value of a feature. A game counts once for each seat that had it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct BucketFigures {
    /// The value.
    pub bucket: BucketValue,
    /// The name of the value, if it is the number of a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// How many seats had it.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64, example = 402)]
    pub n: u64,
    /// Their mean win share; over several line-ups, the unweighted mean of the line-ups' means.
    pub win_share: Estimate,
    /// Their win share minus that of the same seats without the value, in games of the same line-up. The variance is computed
    /// over whole games (cluster-robust), because the seats of a game depend on each other.
    pub lift: Estimate,
    /// Their mean score; over several line-ups, the unweighted mean of the line-ups' means.
    pub score: Estimate,
    /// How much the value matters: the absolute lift times the share of seats that had the value, or of those that did not if
    /// that is smaller. A great lift of a rare value changes few games. Absent if the number of `lift` is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 0.012)]
    pub importance: Option<f64>,
    /// The size of the lift in units that do not depend on the number of players: Cohen's h of the win shares with and without
    /// the value, 2 asin √p − 2 asin √q. 0.2 is small, 0.5 medium, 0.8 large; a discovery may be small. Absent if the number of
    /// `lift` is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 0.18)]
    pub effect_size: Option<f64>,
    /// Whether the lift differs between seats and line-ups by more than chance explains (Cochran's Q, p < 0.05); absent below
    /// `minimum_n`, and if there is nothing to compare.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = false)]
    pub strata_differ: Option<bool>,
    /// The probability of a lift at least this large, in either direction, if the value makes no difference (Mantel–Haenszel
    /// test with a variance that is cluster-robust by game). Absent below `minimum_n`, for outcomes, and for values that all
    /// seats of a game always share.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 0.0004)]
    pub p_value: Option<f64>,
    /// Whether the lift is significant after correction for the number of values; absent below `minimum_n` and for outcomes.
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

impl fmt::Display for BucketValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Category(category) => category.fmt(f),
        }
    }
}

impl Features {
    /// The figures of `rows`, games of the line-ups in `strata`.
    pub fn new(
        population: Population,
        strata: &[PopulationSummary],
        rows: &[FeatureRow],
        infos: &[FeatureInfo],
    ) -> Self {
        let mut by_name: BTreeMap<&str, BTreeMap<&Bucket, Vec<&FeatureRow>>> = BTreeMap::new();
        for row in rows {
            by_name.entry(&row.name).or_default().entry(&row.bucket).or_default().push(row);
        }
        let seats = SeatShares::new(strata);
        let mut features: Vec<FeatureFigures> = by_name
            .into_iter()
            .map(|(name, buckets)| feature(name, infos, figures_of(&buckets, &seats)))
            .collect();
        flag(features.iter_mut().flat_map(|feature| &mut feature.buckets));
        Self {
            base_rate: 1.0 / f64::from(population.players.max(1)),
            population,
            minimum_n: MINIMUM_N,
            false_discovery_rate: FALSE_DISCOVERY_RATE,
            features,
        }
    }
}

impl Features {
    /// Every value of every feature, in the order of the answer.
    pub fn values(&self) -> impl Iterator<Item = (&FeatureFigures, &BucketFigures)> {
        self.features.iter().flat_map(|feature| feature.buckets.iter().map(move |bucket| (feature, bucket)))
    }

    /// The values with a lift, the most important first.
    pub fn by_importance(&self) -> impl Iterator<Item = (&FeatureFigures, &BucketFigures)> {
        let mut values: Vec<_> = self.values().filter(|(_, bucket)| bucket.importance.is_some()).collect();
        let importance = |bucket: &BucketFigures| bucket.importance.unwrap_or_default();
        values.sort_by(|(_, a), (_, b)| importance(b).total_cmp(&importance(a)));
        values.into_iter()
    }
}

impl BucketFigures {
    /// The value, with its name where it has one: `#88 (Cimetière)`.
    pub fn label(&self, language: Language) -> String {
        match &self.text {
            Some(text) => format!("{} ({})", self.bucket, language.say(&text.en, &text.fr)),
            None => self.bucket.to_string(),
        }
    }
}

/// Sets which of the lifts to believe, so many being looked at.
fn flag<'a>(buckets: impl Iterator<Item = &'a mut BucketFigures>) {
    let mut tested: Vec<_> = buckets.filter(|bucket| bucket.p_value.is_some()).collect();
    let p_values: Vec<f64> = tested.iter().filter_map(|bucket| bucket.p_value).collect();
    for (bucket, discovery) in tested.iter_mut().zip(discoveries(&p_values)) {
        bucket.discovery = Some(discovery);
    }
}

/// The win shares of the seats of every line-up.
struct SeatShares<'a>(HashMap<&'a LineUp, Vec<Shares>>);

impl<'a> SeatShares<'a> {
    fn new(strata: &'a [PopulationSummary]) -> Self {
        let seats = |stratum: &'a PopulationSummary| {
            (&stratum.line_up, stratum.seats.iter().map(Shares::of).collect())
        };
        Self(strata.iter().map(seats).collect())
    }

    /// The seats of a line-up, with and without a value; `rows` are those of the value in this line-up.
    fn compared(&self, line_up: &LineUp, rows: &[&FeatureRow]) -> Seats {
        let all = self.0.get(line_up).map(Vec::as_slice).unwrap_or_default();
        let pair = |(seat, all): (usize, &Shares)| {
            let row = rows.iter().find(|row| usize::from(row.seat) == seat);
            let own = row.map(|row| shares(row)).unwrap_or_default();
            Pair { own, others: all.less(own) }
        };
        let together = rows.first().map(|row| row.together).unwrap_or_default();
        Seats { pairs: all.iter().enumerate().map(pair).collect(), together }
    }

    /// The seats of all games.
    fn count(&self) -> u64 {
        self.0.values().flatten().map(|shares| shares.n).sum()
    }
}

fn shares(row: &FeatureRow) -> Shares {
    Shares { n: row.n, units: row.win_units, units_squared: row.win_units_squared }
}

/// The figures of the values of one feature.
fn figures_of(buckets: &BTreeMap<&Bucket, Vec<&FeatureRow>>, seats: &SeatShares<'_>) -> Vec<BucketFigures> {
    let figures = |(bucket, rows): (&&Bucket, &Vec<&FeatureRow>)| {
        let line_ups = by_line_up(rows);
        let compared: Vec<Seats> =
            line_ups.iter().map(|(line_up, rows)| seats.compared(line_up, rows)).collect();
        let found = difference(&compared, MINIMUM_N);
        let mut figures = bucket_figures(bucket, &line_ups, found);
        let had = figures.n as f64 / seats.count().max(1) as f64;
        figures.importance = figures.lift.value.map(|lift| lift.abs() * had.min(1.0 - had));
        if belongs_to_the_table(&line_ups) {
            figures.p_value = None;
        }
        figures
    };
    buckets.iter().map(figures).collect()
}

/// Rows of one value by line-up.
type LineUps<'a> = BTreeMap<&'a LineUp, Vec<&'a FeatureRow>>;

fn by_line_up<'a>(rows: &[&'a FeatureRow]) -> LineUps<'a> {
    let mut line_ups = LineUps::new();
    rows.iter().for_each(|row| line_ups.entry(&row.line_up).or_default().push(row));
    line_ups
}

/// Whether all seats of a game always have the value together: whoever wins has it, and so has whoever loses.
fn belongs_to_the_table(line_ups: &LineUps<'_>) -> bool {
    line_ups.values().all(|rows| {
        let won: i64 = rows.iter().map(|row| row.win_units).sum();
        let games = rows.first().map_or(0, |row| row.n);
        let wins = games as i64 * i64::from(WinShare::WHOLE.units());
        let players = rows.first().map_or(0, |row| usize::from(row.players));
        rows.len() == players && rows.iter().all(|row| row.n == games) && won == wins
    })
}

fn bucket_figures(bucket: &Bucket, line_ups: &LineUps<'_>, found: Option<Difference>) -> BucketFigures {
    let sum = |rows: &Vec<&FeatureRow>| rows.iter().fold(Shares::default(), |sum, row| sum.and(shares(row)));
    let own: Vec<Shares> = line_ups.values().map(sum).collect();
    let scores: Vec<Moments> = line_ups.values().map(|rows| scores(rows)).collect();
    let all = own.iter().fold(Shares::default(), |sum, shares| sum.and(*shares));
    let found = found.filter(|found| !found.estimate.insufficient_data);
    let lift = found.as_ref().map(|found| found.estimate.clone());
    let win_share = share_of_strata(&own, MINIMUM_N);
    let effect_size = lift
        .as_ref()
        .and_then(|lift| lift.value)
        .zip(win_share.value)
        .map(|(lift, share)| cohens_h(share, share - lift));
    BucketFigures {
        bucket: match bucket {
            Bucket::Number(number) => BucketValue::Number(whole(*number)),
            Bucket::Category(category) => BucketValue::Category(category.clone()),
        },
        n: all.n,
        win_share,
        lift: lift.unwrap_or_else(|| Estimate::insufficient(all.n, Method::Stratified, MINIMUM_N)),
        score: mean_of_strata(&scores, MINIMUM_N).mean,
        text: None,
        importance: None,
        effect_size,
        strata_differ: found.as_ref().and_then(|found| found.strata_differ),
        p_value: found.map(|found| found.p_value),
        discovery: None,
    }
}

/// The scores of seats with a value; their extremes are not kept.
fn scores(rows: &[&FeatureRow]) -> Moments {
    rows.iter().fold(Moments::default(), |sum, row| Moments {
        n: sum.n + row.n,
        sum: sum.sum + row.score_sum,
        sum_squares: sum.sum_squares + row.score_sum_squares,
        ..sum
    })
}

fn feature(name: &str, infos: &[FeatureInfo], mut buckets: Vec<BucketFigures>) -> FeatureFigures {
    let info = infos.iter().find(|info| info.name == name);
    if info.is_some_and(|info| info.role == Role::Outcome) {
        buckets.iter_mut().for_each(|bucket| bucket.p_value = None);
    }
    for bucket in &mut buckets {
        let named = info.and_then(|info| info.names.iter().find(|of| of.value == bucket.bucket.to_string()));
        bucket.text = named.map(|of| of.text.clone());
    }
    FeatureFigures {
        name: name.to_owned(),
        kind: info.map(|info| info.kind),
        role: info.map(|info| info.role),
        text: info.map(|info| info.text.clone()),
        words: info.map_or(&[], |info| info.words),
        buckets,
    }
}

/// Cohen's effect size of two shares (Statistical Power Analysis for the Behavioral Sciences, 1988, chapter 6).
fn cohens_h(one: f64, other: f64) -> f64 {
    let angle = |share: f64| 2.0 * share.clamp(0.0, 1.0).sqrt().asin();
    angle(one) - angle(other)
}

/// Features are counts; no game has one that does not fit.
fn whole(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX })
}
