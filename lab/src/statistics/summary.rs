//! What came of the games of one ruleset.

use std::collections::BTreeMap;

use serde::Serialize;
use tapis_db::model::{Assisted, HistogramRow, Moments, PopulationSummary, SeatSummary};
use tapis_games::course::{self, MeasureUnit};
use tapis_games::refusal::Text;
use utoipa::ToSchema;

use super::strata::{Mean, heterogeneity, mean_of_strata, share_jointly, share_of_strata};
use super::{CountedSource, SeatsTest};
use super::{Estimate, MeanSpread, Shares, share};

/// Which games were counted.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Population {
    /// The game.
    #[schema(example = "richelieu")]
    pub game: String,
    /// Hash of the ruleset.
    pub ruleset: String,
    /// Where the games come from: `played`, `bots`, `practice` or `experiment:<id>`.
    #[schema(example = "played")]
    pub source: String,
    /// Whether assisted games are counted.
    pub assisted: Assisted,
    /// The number of players.
    #[schema(example = 2)]
    pub players: u8,
    /// The requested line-up; absent for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "club,greedy")]
    pub lineup: Option<String>,
    /// The first requested day; absent for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Date, example = "2026-01-01")]
    pub from: Option<String>,
    /// The last requested day; absent for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Date, example = "2026-01-31")]
    pub to: Option<String>,
    /// The number of finished games.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 812)]
    pub games: u64,
    /// The number of line-ups. With several, shares and means are the unweighted mean over the line-ups; counts and histograms
    /// are of all games together. `lineup` selects a single one.
    #[schema(minimum = 0, maximum = 1_000_000, example = 1)]
    pub strata: u64,
    /// How many finished games of the ruleset, source and number of players are left out because of `assisted`, `lineup`,
    /// `from` and `to`.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 31)]
    pub left_out: u64,
}

/// The results of the games of one ruleset.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Summary {
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub population: Population,
    /// The share of games whose win was shared.
    pub ties: Estimate,
    /// The seats in order.
    pub seats: Vec<SeatFigures>,
    /// Whether the seats differ: one test over all of them. Absent if no line-up with the same player in every seat has enough
    /// games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats_differ: Option<SeatsTest>,
    /// The line-ups that played, each with the win shares of its seats.
    pub lineups: Vec<LineUpFigures>,
    /// Whether the line-ups differ in the win shares of their seats by more than chance explains (Cochran's Q, p < 0.05). If
    /// they do, one number for all of them says little. Absent with one line-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lineups_differ: Option<bool>,
    /// The number of plies, without the set-up.
    pub length: Distribution,
    /// Further measures of the games as a whole.
    pub measures: Vec<MeasureFigures>,
    /// Which finished games of the game there are to ask about, those with the most games first: of people and bots at tables, of
    /// experiments, and of simulations whose database is served. Each group has one ruleset and one source. In tables it is absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, max_items = 200)]
    pub sources: Vec<CountedSource>,
}

/// The results of the games of one line-up.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct LineUpFigures {
    /// The players by seat: `human` or a bot's level.
    #[schema(example = "club,greedy")]
    pub lineup: String,
    /// The number of finished games.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64, example = 406)]
    pub games: u64,
    /// The mean win share of each seat.
    pub win_shares: Vec<Estimate>,
}

/// The results of one seat.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeatFigures {
    /// The seat.
    #[schema(example = 0)]
    pub seat: u8,
    /// Its mean win share; a shared win counts as an equal part for each winner.
    pub win_share: Estimate,
    /// The same with a wider interval, such that those of all seats hold together with 95 %: for charts of all seats.
    pub win_share_jointly: Estimate,
    /// Games it won alone.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 421)]
    pub sole_wins: u64,
    /// Games it won together with others.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 20)]
    pub shared_wins: u64,
    /// Its final scores.
    pub score: Distribution,
    /// The numbers of its moves.
    pub turns: MeanSpread,
}

/// A further measure of the games.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MeasureFigures {
    /// Its stable name.
    #[schema(example = "lead_changes")]
    pub name: String,
    /// What one is counted in; absent for a measure this program no longer knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<MeasureUnit>,
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Text>,
    /// Its definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub spread: MeanSpread,
}

/// Values with their mean and their histogram.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Distribution {
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub spread: MeanSpread,
    /// How often each value occurred, ascending.
    pub histogram: Vec<HistogramBar>,
}

/// One value of a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HistogramBar {
    /// The value.
    #[schema(minimum = -1_000_000, maximum = 1_000_000, example = 31)]
    pub value: i64,
    /// How often it occurred.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64, example = 17)]
    pub n: u64,
}

/// Rows of the store's histograms.
pub struct Histograms {
    /// Scores, a row a seat and value.
    pub score: Vec<HistogramRow>,
    /// Lengths.
    pub length: Vec<HistogramRow>,
}

impl Summary {
    /// The figures of the line-ups in `strata`; none where no such game was finished.
    pub fn new(population: Population, strata: &[PopulationSummary], histograms: &Histograms) -> Self {
        let seats = (0..population.players).map(|seat| {
            let of_seat: Vec<&SeatSummary> =
                strata.iter().filter_map(|stratum| stratum.seats.get(usize::from(seat))).collect();
            seat_figures((seat, population.players), &of_seat, &histograms.score)
        });
        let mut measures: BTreeMap<&str, Vec<Moments>> = BTreeMap::new();
        for (name, moments) in strata.iter().flat_map(|stratum| &stratum.measures) {
            measures.entry(name).or_default().push(*moments);
        }
        measures.remove("length");
        let infos = course::infos();
        let measure = |(name, moments): (&str, Vec<Moments>)| {
            let info = infos.iter().find(|info| info.name == name);
            MeasureFigures {
                name: name.to_owned(),
                unit: info.map(|info| info.unit),
                label: info.map(|info| info.label.clone()),
                text: info.map(|info| info.text.clone()),
                spread: within_range(mean_of_strata(&moments, 2), info.map(|info| info.unit)),
            }
        };
        let line_up = |stratum: &PopulationSummary| LineUpFigures {
            lineup: stratum.line_up.to_string(),
            games: stratum.games,
            win_shares: stratum.seats.iter().map(|seat| share(Shares::of(seat), 1)).collect(),
        };
        let games = strata.iter().map(|stratum| stratum.games).sum();
        Self {
            ties: ties(strata),
            seats: seats.collect(),
            seats_differ: SeatsTest::of(strata),
            lineups: strata.iter().map(line_up).collect(),
            lineups_differ: (strata.len() > 1).then(|| differ(strata, population.players)),
            length: Distribution { spread: length(strata), histogram: histogram(&histograms.length, None) },
            measures: measures.into_iter().map(measure).collect(),
            sources: Vec::new(),
            population: Population { games, strata: strata.len() as u64, ..population },
        }
    }
}

/// Whether the line-ups differ in the win share of any seat; each seat is tested at its part of 5 % (Bonferroni).
fn differ(strata: &[PopulationSummary], players: u8) -> bool {
    (0..usize::from(players)).any(|seat| {
        let means: Vec<_> = seat_shares(strata, seat).into_iter().filter_map(Mean::of).collect();
        heterogeneity(&means).is_some_and(|p| p < 0.05 / f64::from(players))
    })
}

/// The win shares of a seat, by line-up.
pub(super) fn seat_shares(strata: &[PopulationSummary], seat: usize) -> Vec<Shares> {
    strata.iter().filter_map(|stratum| stratum.seats.get(seat)).map(Shares::of).collect()
}

/// How long games of some line-ups were.
pub(super) fn length(strata: &[PopulationSummary]) -> MeanSpread {
    let measures = strata.iter().flat_map(|stratum| &stratum.measures);
    let lengths = measures.filter(|(name, _)| name == "length").map(|(_, moments)| *moments);
    within_range(mean_of_strata(&lengths.collect::<Vec<_>>(), 2), Some(MeasureUnit::Times))
}

/// Adds games of the same line-up.
pub(super) fn merge(sum: &mut PopulationSummary, more: &PopulationSummary) {
    sum.games += more.games;
    sum.tied += more.tied;
    sum.seats.iter_mut().zip(&more.seats).for_each(|(seat, more)| *seat = seat.and(more));
    for (name, moments) in &more.measures {
        match sum.measures.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known = known.and(*moments),
            None => sum.measures.push((name.clone(), *moments)),
        }
    }
}

/// The share of games of some line-ups whose win was shared.
pub(super) fn ties(strata: &[PopulationSummary]) -> Estimate {
    let tied = strata.iter().map(|stratum| Shares::proportion(stratum.tied, stratum.games));
    share_of_strata(&tied.collect::<Vec<_>>(), 1)
}

/// A mean whose interval is cut to where a measure of this unit can be: none is below 0, and no percentage above 100.
pub(super) fn within_range(spread: MeanSpread, unit: Option<MeasureUnit>) -> MeanSpread {
    let most = if unit == Some(MeasureUnit::Percent) { 100.0 } else { f64::INFINITY };
    match unit {
        Some(_) => MeanSpread { mean: spread.mean.within(0.0, most), ..spread },
        None => spread,
    }
}

fn seat_figures((seat, players): (u8, u8), strata: &[&SeatSummary], scores: &[HistogramRow]) -> SeatFigures {
    let shares: Vec<Shares> = strata.iter().map(|stratum| Shares::of(stratum)).collect();
    let summary = strata.iter().fold(SeatSummary::default(), |sum, stratum| sum.and(stratum));
    let moments =
        |of: fn(&SeatSummary) -> Moments| strata.iter().map(|stratum| of(stratum)).collect::<Vec<_>>();
    SeatFigures {
        seat,
        win_share: share_of_strata(&shares, 1),
        win_share_jointly: share_jointly(&shares, 1, players),
        sole_wins: summary.sole_wins,
        shared_wins: summary.shared_wins,
        score: Distribution {
            spread: mean_of_strata(&moments(|stratum| stratum.score), 2),
            histogram: histogram(scores, Some(seat)),
        },
        turns: within_range(mean_of_strata(&moments(|stratum| stratum.turns), 2), Some(MeasureUnit::Times)),
    }
}

fn histogram(rows: &[HistogramRow], seat: Option<u8>) -> Vec<HistogramBar> {
    let own = rows.iter().filter(|row| row.seat == seat);
    own.map(|row| HistogramBar { value: row.value, n: row.n }).collect()
}
