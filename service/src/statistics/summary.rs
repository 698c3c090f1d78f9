//! What came of the games of one ruleset.

use serde::Serialize;
use tapis_db::model::{HistogramRow, Moments, PopulationSummary, SeatSummary};
use utoipa::ToSchema;

use super::{Estimate, MeanSpread, Shares, mean, share};

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
    /// Whether games in which anybody was helped are among them: `include` or `exclude`.
    #[schema(example = "exclude")]
    pub assisted: &'static str,
    /// The number of players.
    #[schema(example = 2)]
    pub players: u8,
    /// How many finished games.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 812)]
    pub games: u64,
}

/// What came of the games of one ruleset.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Summary {
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub population: Population,
    /// The share of games whose win was shared.
    pub ties: Estimate,
    /// The seats in order.
    pub seats: Vec<SeatFigures>,
    /// The number of plies, without the set-up.
    pub length: Distribution,
    /// Further measures of the games as a whole.
    pub measures: Vec<MeasureFigures>,
}

/// What came of one seat.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeatFigures {
    /// The seat.
    #[schema(example = 0)]
    pub seat: u8,
    /// Its mean share of the win; a shared win counts as a part for each winner.
    pub win_share: Estimate,
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
    pub name: String,
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
    /// How often each value came, ascending.
    pub histogram: Vec<HistogramBar>,
}

/// One value of a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HistogramBar {
    /// The value.
    #[schema(minimum = -1_000_000, maximum = 1_000_000, example = 31)]
    pub value: i64,
    /// How often it came.
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
    /// The figures of `found`, which is `None` when no such game was finished.
    pub fn new(population: Population, found: Option<PopulationSummary>, histograms: &Histograms) -> Self {
        let players = population.players;
        let found = found.unwrap_or_else(|| PopulationSummary {
            players,
            games: 0,
            tied: 0,
            seats: vec![SeatSummary::default(); usize::from(players)],
            measures: Vec::new(),
        });
        let seats =
            (0..).zip(&found.seats).map(|(seat, summary)| seat_figures(seat, summary, &histograms.score));
        let (length, others): (Vec<_>, Vec<_>) =
            found.measures.into_iter().partition(|(name, _)| name == "length");
        let length = length.first().map(|(_, moments)| *moments).unwrap_or_default();
        let measure = |(name, moments)| MeasureFigures { name, spread: mean(&moments) };
        Self {
            ties: share(Shares::proportion(found.tied, found.games), 1),
            seats: seats.collect(),
            length: distribution(&length, &histograms.length, None),
            measures: others.into_iter().map(measure).collect(),
            population: Population { games: found.games, ..population },
        }
    }
}

fn seat_figures(seat: u8, summary: &SeatSummary, scores: &[HistogramRow]) -> SeatFigures {
    let shares = Shares { n: summary.n, units: summary.win_units, units_squared: summary.win_units_squared };
    SeatFigures {
        seat,
        win_share: share(shares, 1),
        sole_wins: summary.sole_wins,
        shared_wins: summary.shared_wins,
        score: distribution(&summary.score, scores, Some(seat)),
        turns: mean(&summary.turns),
    }
}

fn distribution(moments: &Moments, rows: &[HistogramRow], seat: Option<u8>) -> Distribution {
    let own = rows.iter().filter(|row| row.seat == seat);
    let histogram = own.map(|row| HistogramBar { value: row.value, n: row.n }).collect();
    Distribution { spread: mean(moments), histogram }
}
