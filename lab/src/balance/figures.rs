//! The figures of some games.

use tapis_common::sources::Clock;
use tapis_db::Store;
use tapis_games::feature::TURN_ORDER;
use tapis_solver::bots::{Bot, BotRatings};
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

use super::{Part, Rated, Row};
use crate::statistics::{BucketFigures, BucketValue, Estimate, Features};
use crate::{LabError, Luck, Ratings, ShareOfVariance, Simulation, meetings, ratings, seed_of};

/// How often a deal is played to tell how much is luck.
const REPLAYS: u64 = 4;
/// The most values of a feature that are told: those that matter most.
const VALUES: usize = 9;

/// Where games are played and recorded. A part that was recorded before is not played again.
pub struct Bench<'a> {
    /// The games there are.
    pub games: &'a Registry,
    /// Where results go.
    pub store: &'a dyn Store,
    /// What time it is.
    pub clock: &'a dyn Clock,
    /// The words of the seed.
    pub seed: &'a str,
}

impl Bench<'_> {
    fn simulation(
        &self,
        game: &str,
        change: Option<(&str, &str)>,
        line_up: &[Bot],
    ) -> Result<Simulation, LabError> {
        let known = self.games.game(game).ok_or(LabError::Internal("an unknown game"))?;
        let ruleset = |options: &str| {
            known.ruleset(options).map_err(|_| LabError::Internal("the options are no ruleset"))
        };
        let mut rules = ruleset("{}")?;
        if let Some((pointer, value)) = change {
            let mut options = rules.ruleset().options.clone();
            let place = options.pointer_mut(pointer).ok_or(LabError::Internal("no such option"))?;
            *place = serde_json::from_str(value).map_err(|_| LabError::Internal("no JSON"))?;
            rules = ruleset(&options.to_string())?;
        }
        Simulation::new(self.games, rules, line_up, seed_of(self.seed))
    }

    fn play(&self, simulation: &Simulation, games: u64) -> Result<(), LabError> {
        simulation.run(games, self.store, self.clock, &Control::default(), &|_| {}).map(drop)
    }
}

/// Plays what is missing of a part, in the rayon pool of the caller, and answers its figures.
///
/// # Errors
/// See [`LabError`].
pub fn measure(bench: &Bench<'_>, part: &Part) -> Result<Vec<Row>, LabError> {
    let simulation = bench.simulation(part.game, part.change, &[part.bots.into()])?;
    bench.play(&simulation, part.games)?;
    let row = |figure: String, estimate: &Estimate| row(part, figure, estimate);
    let summary = simulation.summary(bench.store)?;
    let features = simulation.features(bench.store)?;
    let mut rows = Vec::new();
    let began = buckets(&features, TURN_ORDER).find(|(_, bucket)| bucket.bucket == BucketValue::Number(1));
    rows.extend(began.and_then(|(_, bucket)| row("first".to_owned(), &bucket.win_share)));
    rows.extend(row("ties".to_owned(), &summary.ties));
    rows.extend(row("length".to_owned(), &summary.length.spread.mean));
    for measure in &summary.measures {
        rows.extend(row(measure.name.clone(), &measure.spread.mean));
    }
    let mut told: Vec<_> = part.feature.into_iter().flat_map(|feature| buckets(&features, feature)).collect();
    told.retain(|(_, bucket)| bucket.discovery.is_some());
    let importance = |bucket: &BucketFigures| bucket.importance.unwrap_or(0.0);
    told.sort_by(|(_, a), (_, b)| importance(b).total_cmp(&importance(a)));
    for (name, bucket) in told.into_iter().take(VALUES) {
        rows.extend(row(format!("lift {name}={}", bucket.bucket), &bucket.lift));
        rows.extend(row(format!("share {name}={}", bucket.bucket), &bucket.win_share));
    }
    rows.extend(luck(&simulation, part)?);
    Ok(rows)
}

/// The values of the features whose names begin so.
fn buckets<'f>(
    features: &'f Features,
    name: &'f str,
) -> impl Iterator<Item = (&'f str, &'f BucketFigures)> + 'f {
    let fitting = features.features.iter().filter(move |feature| feature.name.starts_with(name));
    fitting.flat_map(|feature| feature.buckets.iter().map(|bucket| (feature.name.as_str(), bucket)))
}

fn row(part: &Part, figure: String, estimate: &Estimate) -> Option<Row> {
    let (value, low, high) = (rounded(estimate.value?), rounded(estimate.low?), rounded(estimate.high?));
    let (game, bots) = (part.name(), Bot::from(part.bots).to_string());
    Some(Row { game, bots, figure, n: estimate.n, value, low, high })
}

/// Digits beyond these say nothing.
fn rounded(number: f64) -> f64 {
    (number * 1e5).round() / 1e5 + 0.0
}

/// How much of the win and of the score is the deal's.
fn luck(simulation: &Simulation, part: &Part) -> Result<Vec<Row>, LabError> {
    if part.luck == 0 {
        return Ok(Vec::new());
    }
    let luck = Luck::measure(simulation, part.luck, REPLAYS, &Control::default(), &|_| {})?;
    let of = |figure: &str, share: ShareOfVariance| {
        let (game, bots) = (part.name(), Bot::from(part.bots).to_string());
        let [value, low, high] = [Some(share.value), share.low, share.high].map(|end| end.map(rounded));
        Some(Row {
            game,
            bots,
            figure: figure.to_owned(),
            n: luck.deals,
            value: value?,
            low: low?,
            high: high?,
        })
    };
    Ok([of("luck win", luck.win_share.deal), of("luck score", luck.score.deal)]
        .into_iter()
        .flatten()
        .collect())
}

/// Plays what is missing of the games of every two neighbours and answers how strong the bots are, over `greedy`.
///
/// # Errors
/// See [`LabError`].
pub fn measure_ratings(bench: &Bench<'_>, rated: &Rated) -> Result<BotRatings, LabError> {
    let seats = bench.simulation(rated.game, None, &[Bot::Random])?.line_up().len();
    let deals = rated.games.div_ceil((1 << seats) - 2);
    let mut strata = Vec::new();
    let mut ruleset = String::new();
    for two in rated.levels.windows(2) {
        for line_up in meetings(two[0].into(), two[1].into(), seats) {
            let simulation = bench.simulation(rated.game, None, &line_up)?;
            bench.play(&simulation, deals * simulation.seatings() as u64)?;
            strata.extend(bench.store.summary(&simulation.population())?);
            ruleset = simulation.ruleset_hash();
        }
    }
    let Ratings { mut ratings, misfit } = ratings(&strata, &Bot::Greedy.to_string());
    for rating in &mut ratings {
        rating.elo = rating.elo.round() + 0.0;
        [rating.low, rating.high] = [rating.low, rating.high].map(|end| end.map(|end| end.round() + 0.0));
    }
    Ok(BotRatings {
        game: rated.game.to_owned(),
        ruleset,
        seed: hex::encode(seed_of(bench.seed)),
        ratings,
        misfit,
    })
}
