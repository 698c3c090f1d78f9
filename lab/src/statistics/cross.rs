//! Two dimensions crossed: what a value is worth to the seats that have another one, or that a cohort of players has.
//!
//! The lift of a value is taken within each line-up and seat, for the seats with the other value and for those without; the
//! difference of the two lifts is tested. Seats of a game depend on each other, so variances are those of sums over whole games
//! (Liang and Zeger 1986). All pairs are one family of tests (Benjamini and Hochberg 1995).

use std::collections::HashMap;

use serde::Serialize;
use tapis_db::model::{Bucket, FinishedGame, LineUp, SeatResult, WinShare};
use tapis_games::feature::{FeatureInfo, Role};
use tapis_games::refusal::Text;
use utoipa::ToSchema;

use super::{Estimate, FALSE_DISCOVERY_RATE, MINIMUM_N, Population, discoveries, is_dealt_by_kind};
use pair::{CrossMode, Pairs};

mod pair;
#[cfg(test)]
mod tests;

/// The cohort: who plays the seat, `human` or the level of a bot.
pub const PLAYER: &str = "player";
/// The most games that are read.
pub const MOST_GAMES: usize = 30_000;
/// The most values of each dimension, those that most seats have.
const MOST_VALUES: usize = 100;
const MOST_WITH: usize = 20;

/// Two features crossed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = CrossedStatistics)]
pub struct Crossed {
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub population: Population,
    /// The feature whose values are looked at.
    pub feature: CrossedFeature,
    /// What they are crossed with: another feature, or `player`, the level of who plays the seat.
    pub by: CrossedFeature,
    /// A pair of which fewer seats have or lack the value, or have or lack the other, is not tested.
    #[schema(minimum = 1, maximum = 1_000_000, example = 30)]
    pub minimum_n: u64,
    /// The expected share of false discoveries among all pairs (Benjamini and Hochberg 1995).
    #[schema(example = 0.05)]
    pub false_discovery_rate: f64,
    /// How many pairs have too few seats, or have nothing to compare.
    #[schema(minimum = 0, maximum = 2_000, example = 12)]
    pub untested: u64,
    /// The pairs, what is least likely by chance first.
    #[schema(max_items = 2000)]
    pub cells: Vec<CrossedCell>,
}

/// One of two features that are crossed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CrossedFeature {
    /// Its stable name.
    #[schema(example = "card_dealt")]
    pub name: String,
    /// Whether chance assigned it, the seat chose it, or it came of the game; absent for `player`. With a `consequence` nothing is
    /// tested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// What it counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
}

/// A value of the one feature with a value of the other.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CrossedCell {
    /// The value of `feature`; of a card that has copies, its name.
    pub bucket: Bucket,
    /// The value of `by`, in the same way.
    pub with: Bucket,
    /// How many seats had both.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64, example = 402)]
    pub n: u64,
    /// The lift of the value among the seats with the other.
    pub lift: Estimate,
    /// The lift of the value among the seats without it.
    pub lift_without: Estimate,
    /// The one less the other.
    pub difference: Estimate,
    /// The probability of a difference at least this large, in either direction, if there is none; absent where one of the features
    /// is a consequence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 0.0004)]
    pub p_value: Option<f64>,
    /// Whether the difference is significant after correction for the number of pairs; absent like `p_value`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discovery: Option<bool>,
}

/// Collects seats of finished games, as far as two features are concerned.
pub struct CrossTable {
    feature: Dimension,
    by: Dimension,
    strata: HashMap<(LineUp, u8), usize>,
    rows: Vec<Row>,
    games: usize,
}

/// A seat of a game.
struct Row {
    game: usize,
    stratum: usize,
    share: f64,
    /// Values of the two features, by number, each copy of a card.
    values: Vec<usize>,
    with: Vec<usize>,
}

/// A feature with the values that came up.
struct Dimension {
    name: String,
    info: Option<FeatureInfo>,
    /// What each copy of a card counts as.
    kinds: HashMap<Bucket, Bucket>,
    values: Vec<Bucket>,
    numbers: HashMap<Bucket, usize>,
    /// How many seats had each.
    seats: Vec<u64>,
}

impl CrossTable {
    /// Nothing yet; `infos` are the features of the game.
    pub fn new(feature: &str, by: &str, infos: &[FeatureInfo]) -> Self {
        let [feature, by] = [feature, by].map(|name| Dimension::new(name, infos));
        Self { feature, by, strata: HashMap::new(), rows: Vec::new(), games: 0 }
    }

    /// Adds the seats of a game; answers whether more games are taken.
    pub fn add(&mut self, game: &FinishedGame) -> bool {
        for (seat, result) in (0..).zip(&game.result.seats) {
            let strata = self.strata.len();
            let stratum = *self.strata.entry((game.line_up.clone(), seat)).or_insert(strata);
            let share = f64::from(result.win_share.units()) / f64::from(WinShare::WHOLE.units());
            let (values, with) = (self.feature.of(result), self.by.of(result));
            self.rows.push(Row { game: self.games, stratum, share, values, with });
        }
        self.games += 1;
        self.games < MOST_GAMES
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Every pair of values of which enough seats have or lack either.
    pub fn finish(self, population: Population) -> Crossed {
        let (values, with) = (self.feature.frequent(MOST_VALUES), self.by.frequent(MOST_WITH));
        let is_cohort = self.by.name == PLAYER;
        let other_values = self.feature.info.as_ref().is_some_and(is_dealt_by_kind);
        let mode = CrossMode { is_cohort, other_values };
        let pairs = Pairs::new(&self.rows, (&values, &with), (self.strata.len(), self.games), mode);
        let mut cells = Vec::new();
        let mut untested = 0;
        for (at_with, with) in with.iter().enumerate() {
            for (at, value) in values.iter().enumerate() {
                let names = [&self.feature.values[*value], &self.by.values[*with]];
                let copies = self.feature.copies(*value);
                match pairs.compare((at, at_with), copies, names.map(Bucket::clone)) {
                    Some(cell) => cells.push(cell),
                    None => untested += 1,
                }
            }
        }
        believe(&mut cells, self.feature.is_tested() && (is_cohort || self.by.is_tested()));
        Crossed {
            population,
            feature: self.feature.described(),
            by: self.by.described(),
            minimum_n: MINIMUM_N,
            false_discovery_rate: FALSE_DISCOVERY_RATE,
            untested,
            cells,
        }
    }
}

/// Marks what to believe where anything is, and sorts by how unlikely it is by chance.
fn believe(cells: &mut [CrossedCell], is_tested: bool) {
    let p_values: Vec<f64> = cells.iter().filter_map(|cell| cell.p_value).collect();
    let found = discoveries(&p_values);
    for (cell, found) in cells.iter_mut().zip(found) {
        cell.discovery = Some(found);
    }
    let p = |cell: &CrossedCell| cell.p_value.unwrap_or(1.0);
    cells.sort_by(|a, b| p(a).total_cmp(&p(b)));
    if !is_tested {
        cells.iter_mut().for_each(|cell| (cell.p_value, cell.discovery) = (None, None));
    }
}

impl Dimension {
    fn new(name: &str, infos: &[FeatureInfo]) -> Self {
        let info = infos.iter().find(|info| info.name == name);
        let dealt = info.filter(|info| is_dealt_by_kind(info));
        let names = dealt.map(|info| info.names.as_slice()).unwrap_or_default();
        let copies = names.iter().filter(|of| names.iter().filter(|other| other.text == of.text).count() > 1);
        let category = |name: &str| Bucket::Category(name.to_owned());
        Self {
            name: name.to_owned(),
            info: info.cloned(),
            kinds: copies.map(|of| (category(&of.value), category(&of.text.en))).collect(),
            values: Vec::new(),
            numbers: HashMap::new(),
            seats: Vec::new(),
        }
    }

    /// How many copies there are of what has this number.
    fn copies(&self, number: usize) -> usize {
        self.kinds.values().filter(|kind| **kind == self.values[number]).count().max(1)
    }

    /// The values of a seat, by number.
    fn of(&mut self, seat: &SeatResult) -> Vec<usize> {
        if self.name == PLAYER {
            return vec![self.number(&Bucket::Category(seat.player().to_owned()))];
        }
        let own = seat.features.iter().filter(|feature| feature.name == self.name).map(|of| &of.bucket);
        let own: Vec<Bucket> = own.map(|bucket| self.kinds.get(bucket).unwrap_or(bucket).clone()).collect();
        own.iter().map(|bucket| self.number(bucket)).collect()
    }

    fn number(&mut self, bucket: &Bucket) -> usize {
        let number = *self.numbers.entry(bucket.clone()).or_insert(self.values.len());
        if number == self.values.len() {
            self.values.push(bucket.clone());
            self.seats.push(0);
        }
        self.seats[number] += 1;
        number
    }

    /// The values that enough seats had, at most so many, in an order that does not depend on the order of the games.
    fn frequent(&self, most: usize) -> Vec<usize> {
        let mut all: Vec<usize> =
            (0..self.values.len()).filter(|number| self.seats[*number] >= MINIMUM_N).collect();
        all.sort_by(|a, b| {
            self.seats[*b].cmp(&self.seats[*a]).then_with(|| self.values[*a].cmp(&self.values[*b]))
        });
        all.truncate(most);
        all.sort_by(|a, b| self.values[*a].cmp(&self.values[*b]));
        all
    }

    /// Whether its values may be causes, or choices.
    fn is_tested(&self) -> bool {
        self.info.as_ref().is_some_and(|info| info.role != Role::Consequence)
    }

    fn described(&self) -> CrossedFeature {
        CrossedFeature {
            name: self.name.clone(),
            role: self.info.as_ref().map(|info| info.role),
            text: self.info.as_ref().map(|info| info.text.clone()),
        }
    }
}
