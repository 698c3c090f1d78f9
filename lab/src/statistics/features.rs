//! What came of what seats did: for each value of each feature, how often it went with a win.
//!
//! A seat is compared with the same seat of games of the same line-up, never with a stronger or weaker one.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use tapis_db::model::{Bucket, FeatureRow, Moments, PopulationSummary};
use tapis_games::feature::{FeatureInfo, FeatureKind, Role, TURN_ORDER};
use tapis_games::refusal::Text;
use utoipa::ToSchema;

use super::strata::{Difference, Seats, difference, mean_of_strata, share_of_strata};
use super::{Advantage, Estimate, FALSE_DISCOVERY_RATE, Method, Population, Shares};
use crate::words::name_of;
use compared::{Compared, LineUps, SeatShares, Values, belongs_to_the_table, by_line_up, shares};
use tapis_games::locale::Language;

mod believed;
mod compared;
mod picked;

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
    /// Whether chance assigned it, the seat chose it, or it came of the game. A `consequence` rises or falls with wins anyway, so
    /// its values have no `p_value` and no `discovery`. Absent like `kind`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// What it counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// Its values: numbers ascending, categories by the number in them or by name.
    pub buckets: Vec<BucketFigures>,
    /// The cards of which there are several copies, by name, each copy of a seat counted: they are one value of a family of tests, and
    /// their copies are believed as they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub kinds: Vec<BucketFigures>,
}

/// One value of a feature. A game counts once for each seat that had it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct BucketFigures {
    /// The value.
    pub bucket: Bucket,
    /// The name of the value, if it is the number of a card or a thing of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// How many seats had it.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64, example = 402)]
    pub n: u64,
    /// Their mean win share; over several line-ups, the unweighted mean of the line-ups' means.
    pub win_share: Estimate,
    /// Their win share minus that of the same seats without the value, in games of the same line-up; of a category that is
    /// `dealt`, minus the mean of that over all categories that were dealt. The variance is computed over whole games
    /// (cluster-robust), because the seats of a game depend on each other.
    pub lift: Estimate,
    /// The lift as it is told of a discovery, which was picked out among many because it looks large: drawn towards the mean of its
    /// feature (empirical Bayes, by one standard error at most), with an interval for what is told first (false coverage rate, Benjamini
    /// and Yekutieli 2005) that reaches as far as that of empirical Bayes, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picked: Option<Estimate>,
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
    /// test with a variance that is cluster-robust by game). Absent below `minimum_n`, for consequences, and for values that all
    /// seats of a game always share.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 0.0004)]
    pub p_value: Option<f64>,
    /// Whether the lift is significant after correction for the number of values of its role; absent below `minimum_n` and for
    /// consequences. Of `turn_order`: whether the one test over all places, where it is made, names the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discovery: Option<bool>,
    /// Another value that the same seats had in the same games. It is counted once, under that name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<SameAs>,
}

/// A value by the name of its feature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SameAs {
    /// The feature's stable name.
    #[schema(example = "building_laid")]
    pub feature: String,
    /// The value.
    pub bucket: Bucket,
}

impl Features {
    /// The figures of `rows`, games of the line-ups in `strata`.
    pub fn new(
        population: Population,
        strata: &[PopulationSummary],
        rows: &[FeatureRow],
        infos: &[FeatureInfo],
    ) -> Self {
        let mut by_name: BTreeMap<&str, Values<'_>> = BTreeMap::new();
        for row in rows {
            by_name.entry(&row.name).or_default().entry(&row.bucket).or_default().push(row);
        }
        let seats = SeatShares::new(strata);
        let mut features = Vec::new();
        let mut signatures = Vec::new();
        for (name, values) in &by_name {
            let info = infos.iter().find(|info| info.name == *name);
            let compared = Compared::new(&seats, info, values);
            let figures =
                |(bucket, rows): (&&Bucket, &Vec<&FeatureRow>)| figures_of(bucket, rows, &compared, &seats);
            let kinds = compared.kinds(info, values);
            let kind = |(text, rows): (Text, Vec<&FeatureRow>)| BucketFigures {
                text: Some(text.clone()),
                ..figures_of(&Bucket::Category(text.en), &rows, &compared, &seats)
            };
            let kinds = kinds.into_iter().map(kind).collect();
            features
                .push(FeatureFigures { kinds, ..feature(name, info, values.iter().map(figures).collect()) });
            signatures.push(values.values().map(|rows| believed::signature(rows)).collect());
        }
        believed::name_duplicates(&mut features, &signatures);
        let advantage = Advantage::of(strata, rows);
        let turns = advantage.turns.is_some().then(|| advantage.found().0.unwrap_or_default());
        believed::flag(&mut features, turns);
        picked::pick(&mut features);
        features.iter_mut().for_each(|feature| feature.buckets.sort_by_key(|bucket| place(&bucket.bucket)));
        Self {
            base_rate: 1.0 / f64::from(population.players.max(1)),
            population,
            minimum_n: MINIMUM_N,
            false_discovery_rate: FALSE_DISCOVERY_RATE,
            features,
        }
    }

    /// The values with a lift, each once: what is dealt before what is chosen before what came of the game, and of each the most
    /// important first.
    pub fn by_importance(&self) -> impl Iterator<Item = (&FeatureFigures, &BucketFigures)> {
        let known = |bucket: &BucketFigures| bucket.importance.is_some() && bucket.same_as.is_none();
        let judged = self.features.iter().flat_map(|of| of.judged().map(move |bucket| (of, bucket)));
        let mut values: Vec<_> = judged.filter(|(_, bucket)| known(bucket)).collect();
        let importance = |bucket: &BucketFigures| bucket.importance.unwrap_or_default();
        values.sort_by(|(of, a), (other, b)| {
            of.rank().cmp(&other.rank()).then(importance(b).total_cmp(&importance(a)))
        });
        values.into_iter()
    }

    /// The features: what is dealt before what is chosen before what came of the game.
    pub(crate) fn ranked(&self) -> Vec<&FeatureFigures> {
        let mut all: Vec<_> = self.features.iter().collect();
        all.sort_by_key(|feature| feature.rank());
        all
    }

    /// In about how many games a value can be tested of the features of a role none of which was, if there are such, other than the place in
    /// the order of play; by the value that most seats have.
    pub fn games_needed(&self, role: Role) -> Option<u64> {
        let untested = |feature: &FeatureFigures| feature.judged().all(|of| of.lift.value.is_none());
        let is_of = |of: &&FeatureFigures| of.role == Some(role) && of.name != TURN_ORDER && untested(of);
        let values = self.features.iter().filter(is_of).flat_map(|feature| feature.judged());
        let most = values.map(|bucket| bucket.n).max()?.max(1);
        Some((self.population.games * self.minimum_n).div_ceil(most).next_multiple_of(10))
    }

    /// How many values of a role were tested, and those of them to believe, the most important first.
    pub fn believed(&self, role: Role) -> (usize, Vec<(&FeatureFigures, &BucketFigures)>) {
        let of_role = self.by_importance().filter(|(feature, _)| feature.role == Some(role));
        let tested: Vec<_> = of_role.filter(|(_, bucket)| bucket.discovery.is_some()).collect();
        let found = tested.iter().filter(|(_, bucket)| bucket.discovery == Some(true));
        (tested.len(), found.copied().collect())
    }
}

impl FeatureFigures {
    /// What is dealt before what is chosen before what came of the game; a feature that is no longer known proves as little.
    fn rank(&self) -> Role {
        self.role.unwrap_or(Role::Consequence)
    }

    /// Its kinds, then its values.
    pub(crate) fn values(&self) -> impl Iterator<Item = &BucketFigures> {
        self.kinds.iter().chain(&self.buckets)
    }

    /// What is judged, as one value each: copies of a card by their kind.
    fn judged(&self) -> impl Iterator<Item = &BucketFigures> {
        self.kinds.iter().chain(self.buckets.iter().filter(|bucket| self.kind_of(bucket).is_none()))
    }

    /// The kind of which a value is a copy.
    fn kind_of(&self, bucket: &BucketFigures) -> Option<&BucketFigures> {
        self.kinds.iter().find(|kind| kind.text == bucket.text)
    }

    /// Its role in a word; one that is no longer known proves as little as a consequence.
    pub(crate) fn role(&self) -> String {
        name_of(self.rank())
    }

    /// What it is called: what it counts, in the language; its stable name where that is not known.
    pub fn title(&self, language: Language) -> String {
        let text = self.text.as_ref().map(|text| language.say(text.en.as_str(), text.fr.as_str()));
        text.map_or_else(|| self.name.replace('_', " "), str::to_owned)
    }

    /// What a value of it is called: by its name where it has one, codes as words.
    pub fn spoken(&self, bucket: &BucketFigures, language: Language) -> String {
        let label = bucket.label(language);
        if bucket.text.is_some() { label } else { label.replace('_', " ") }
    }
}

/// The place of a value among others: numbers before what begins with a letter, whatever stands before them.
fn place(value: &Bucket) -> (Reverse<bool>, i64, String) {
    match value {
        Bucket::Number(number) => (Reverse(true), *number, String::new()),
        Bucket::Category(category) => {
            let digits = category.trim_start_matches('#');
            let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
            let number = digits[..end].parse::<i64>().ok();
            (Reverse(number.is_some()), number.unwrap_or(0), category.clone())
        }
    }
}

impl BucketFigures {
    /// Its lift, as it is told where it is picked out among many.
    pub fn told(&self) -> &Estimate {
        self.picked.as_ref().unwrap_or(&self.lift)
    }

    /// Whether its lift looks larger than it probably is, by a tenth or more.
    pub fn looks_larger(&self) -> bool {
        let values = self.lift.value.zip(self.told().value);
        values.is_some_and(|(lift, told)| (lift - told).abs() > 0.1 * lift.abs())
    }

    /// The value by its name where it has one, with the number of a card: `#88 (Cimetière)`, `Coup de pouce`.
    pub fn label(&self, language: Language) -> String {
        match &self.text {
            Some(text) => {
                let (value, name) = (self.bucket.to_string(), language.say(&text.en, &text.fr));
                if value.starts_with('#') { format!("{value} ({name})") } else { name.to_string() }
            }
            None => self.bucket.to_string(),
        }
    }
}

/// The figures of a value, or of all copies of a card.
fn figures_of(
    bucket: &Bucket,
    rows: &[&FeatureRow],
    compared: &Compared<'_>,
    seats: &SeatShares<'_>,
) -> BucketFigures {
    let copies = rows.iter().map(|row| &row.bucket).collect::<BTreeSet<_>>().len() as u64;
    let line_ups = by_line_up(rows);
    let pairs: Vec<Seats> =
        line_ups.iter().map(|(line_up, rows)| compared.seats(line_up, rows, copies)).collect();
    let found = difference(&pairs, MINIMUM_N);
    let mut figures = bucket_figures(bucket, &line_ups, found);
    let had = figures.n as f64 / (seats.count() * copies).max(1) as f64;
    figures.importance = figures.lift.value.map(|lift| lift.abs() * had.min(1.0 - had));
    if belongs_to_the_table(&line_ups) {
        figures.p_value = None;
    }
    figures
}

fn bucket_figures(bucket: &Bucket, line_ups: &LineUps<'_>, found: Option<Difference>) -> BucketFigures {
    let sum = |rows: &Vec<&FeatureRow>| rows.iter().fold(Shares::default(), |sum, row| sum.and(shares(row)));
    let own: Vec<Shares> = line_ups.values().map(sum).collect();
    let scores: Vec<Moments> = line_ups.values().map(|rows| scores(rows)).collect();
    let all = own.iter().fold(Shares::default(), |sum, shares| sum.and(*shares));
    let found = found.filter(|found| !found.estimate.insufficient_data);
    let lift = found.as_ref().map(|found| found.estimate.clone());
    let win_share = share_of_strata(&own, MINIMUM_N);
    let known = lift.as_ref().and_then(|lift| lift.value).zip(win_share.value);
    BucketFigures {
        bucket: bucket.clone(),
        n: all.n,
        win_share,
        lift: lift.unwrap_or_else(|| Estimate::insufficient(all.n, Method::Stratified, MINIMUM_N)),
        picked: None,
        score: mean_of_strata(&scores, MINIMUM_N).mean,
        text: None,
        importance: None,
        effect_size: known.map(|(lift, share)| cohens_h(share, share - lift)),
        strata_differ: found.as_ref().and_then(|found| found.strata_differ),
        p_value: found.map(|found| found.p_value),
        discovery: None,
        same_as: None,
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

fn feature(name: &str, info: Option<&FeatureInfo>, mut buckets: Vec<BucketFigures>) -> FeatureFigures {
    if info.is_none_or(|info| info.role == Role::Consequence) {
        buckets.iter_mut().for_each(|bucket| bucket.p_value = None);
    }
    for bucket in &mut buckets {
        bucket.text = info.and_then(|info| info.name_of(&bucket.bucket.to_string()));
    }
    FeatureFigures {
        name: name.to_owned(),
        kind: info.map(|info| info.kind),
        role: info.map(|info| info.role),
        text: info.map(|info| info.text.clone()),
        buckets,
        kinds: Vec::new(),
    }
}

/// Cohen's effect size of two shares (Statistical Power Analysis for the Behavioral Sciences, 1988, chapter 6).
fn cohens_h(one: f64, other: f64) -> f64 {
    let angle = |share: f64| 2.0 * share.clamp(0.0, 1.0).sqrt().asin();
    angle(one) - angle(other)
}

#[cfg(test)]
mod tests;
