//! Where chance caused nothing, nothing that chance dealt is named, however much goes with losing; where it did, it is found.
//!
//! The games are real ones of random bots, dealt anew: which cards, henchmen and Malheur cards the seats of a game got is exchanged at
//! random, so that nothing depends on it any more. How many a seat got stays, and so does all that came of the game, such as Malheur
//! cards for whoever loses points. With a planted effect, a seat with one of the values takes the winner's place in some games.
//!
//! `TAPIS_CAUSE_GAMES` games of each ruleset are dealt anew `TAPIS_CAUSE_RUNS` times.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use tapis_common::sources::Sources;
use tapis_db::model::{
    Assisted, Bucket, FeatureFact, GameId, Period, PopulationFilter, SimulatedGame, Source,
};
use tapis_db::{DatabaseUrl, Store};
use tapis_games::feature::{FeatureInfo, Role};
use tapis_lab::statistics::{Features, Population};
use tapis_lab::{Simulation, seed_of};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

/// How much of the win share a planted value is worth.
const PLANTED: f64 = 0.10;

fn knob(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |number| number.parse().unwrap_or_else(|_| panic!("{name}: a number")))
}

/// Games of a ruleset, and what it counts.
struct Played {
    game: String,
    games: Vec<SimulatedGame>,
    infos: Vec<FeatureInfo>,
    store: Arc<dyn Store>,
}

impl Played {
    fn new(game: &str, games: u64) -> Self {
        let known = Registry::standard();
        let rules = known.game(game).unwrap().ruleset("{}").unwrap();
        let infos = rules.feature_infos();
        let simulation = Simulation::new(&known, rules, &[Bot::Random], seed_of("causes")).unwrap();
        let clock = Sources::system(known).clock;
        let games = simulation.play_deals(0..games, &*clock, &Control::default()).unwrap();
        let store = "sqlite::memory:".parse::<DatabaseUrl>().unwrap().open().unwrap();
        Self { game: game.to_owned(), games, infos, store }
    }

    /// The values of every feature of categories that chance deals.
    fn dealt(&self) -> BTreeMap<&str, Vec<FeatureFact>> {
        let is_dealt = |of: &&FeatureFact| {
            let info = self.infos.iter().find(|info| info.name == of.name);
            info.is_some_and(|info| info.role == Role::Dealt) && matches!(of.bucket, Bucket::Category(_))
        };
        let seats = self.games.iter().flat_map(|game| &game.result.seats);
        let all: BTreeSet<&FeatureFact> = seats.flat_map(|seat| &seat.features).filter(is_dealt).collect();
        let mut by_name: BTreeMap<&str, Vec<FeatureFact>> = BTreeMap::new();
        all.into_iter().for_each(|of| by_name.entry(&of.name).or_default().push(of.clone()));
        by_name
    }

    /// The figures of the games dealt anew; a seat with `planted` wins more often.
    fn anew(&self, run: u64, planted: Option<&FeatureFact>) -> Features {
        let mut rng = ChaCha8Rng::seed_from_u64(run);
        let source = Source::Experiment(format!("{}.{run}.{}", self.game, planted.is_some()));
        let dealt = self.dealt();
        let games = self.games.iter().zip(0_u128..).map(|(game, number)| {
            let mut game =
                SimulatedGame { id: GameId::from_u128(rng.random::<u128>() ^ number), ..game.clone() };
            game.result.source = source.clone();
            exchange(&mut game, &dealt, &self.infos, &mut rng);
            if let Some(planted) = planted {
                favour(&mut game, planted, &mut rng);
            }
            game
        });
        let games: Vec<SimulatedGame> = games.collect();
        let filter = PopulationFilter {
            ruleset: games[0].ruleset.hash,
            source,
            assisted: Assisted::Exclude,
            players: None,
            line_up: None,
            period: Period::default(),
        };
        for some in games.chunks(500) {
            self.store.record_simulated(some.to_vec()).unwrap();
        }
        self.features(&filter)
    }

    fn features(&self, filter: &PopulationFilter) -> Features {
        let strata = self.store.summary(filter).unwrap();
        let rows = self.store.features(filter, None).unwrap();
        let population = Population {
            game: self.game.clone(),
            ruleset: filter.ruleset.to_string(),
            source: filter.source.to_string(),
            assisted: Assisted::Exclude,
            players: strata[0].players,
            lineup: None,
            from: None,
            to: None,
            games: strata.iter().map(|of| of.games).sum(),
            strata: strata.len() as u64,
            left_out: 0,
        };
        Features::new(population, &strata, &rows, &self.infos)
    }
}

/// Exchanges what chance dealt: categories by a permutation of all values, the same for all seats; numbers between the seats.
fn exchange(
    game: &mut SimulatedGame,
    dealt: &BTreeMap<&str, Vec<FeatureFact>>,
    infos: &[FeatureInfo],
    rng: &mut ChaCha8Rng,
) {
    let mut others: BTreeMap<FeatureFact, FeatureFact> = BTreeMap::new();
    for values in dealt.values() {
        let mut shuffled = values.clone();
        shuffled.shuffle(rng);
        others.extend(values.iter().cloned().zip(shuffled));
    }
    let mut order: Vec<usize> = (0..game.result.seats.len()).collect();
    order.shuffle(rng);
    let is_number = |of: &FeatureFact| {
        let info = infos.iter().find(|info| info.name == of.name);
        info.is_some_and(|info| info.role == Role::Dealt) && matches!(of.bucket, Bucket::Number(_))
    };
    let numbers: Vec<Vec<FeatureFact>> = game
        .result
        .seats
        .iter()
        .map(|seat| seat.features.iter().filter(|of| is_number(of)).cloned().collect())
        .collect();
    for (seat, other) in game.result.seats.iter_mut().zip(order) {
        seat.features.retain(|of| !is_number(of));
        seat.features.iter_mut().for_each(|of| {
            if let Some(other) = others.get(&*of) {
                *of = other.clone();
            }
        });
        seat.features.extend(numbers[other].iter().cloned());
    }
}

/// In some games a seat with the value and the winner change places: all but what chance dealt them.
fn favour(game: &mut SimulatedGame, planted: &FeatureFact, rng: &mut ChaCha8Rng) {
    let seats = &mut game.result.seats;
    let fair = 1.0 / seats.len() as f64;
    let Some(at) = seats.iter().position(|seat| seat.features.contains(planted)) else { return };
    let Some(winner) = seats.iter().position(|seat| seat.rank == 1) else { return };
    if at != winner && rng.random::<f64>() < PLANTED / (1.0 - fair) {
        let (score, rank, share) = (seats[at].score, seats[at].rank, seats[at].win_share);
        (seats[at].score, seats[at].rank, seats[at].win_share) =
            (seats[winner].score, seats[winner].rank, seats[winner].win_share);
        (seats[winner].score, seats[winner].rank, seats[winner].win_share) = (score, rank, share);
    }
}

#[test]
fn nothing_dealt_is_named_where_it_caused_nothing_and_a_planted_value_is_found() {
    let (games, runs) = (knob("TAPIS_CAUSE_GAMES", 150), knob("TAPIS_CAUSE_RUNS", 8));
    let (mut lists, mut naming, mut planted, mut found) = (0, 0, 0, 0);
    for game in ["richelieu", "sept-blasons", "malin", "parbourg"] {
        let played = Played::new(game, games);
        let dealt = played.dealt();
        let (before, lists_before, found_before) = (naming, lists, found);
        for run in 0..runs {
            let figures = played.anew(run, None);
            let (tested, named) = figures.believed(Role::Dealt);
            (lists, naming) = (lists + u64::from(tested > 0), naming + u64::from(!named.is_empty()));
            let consequences = figures.features.iter().filter(|of| of.role == Some(Role::Consequence));
            for bucket in consequences.flat_map(|of| &of.buckets) {
                assert!(bucket.discovery.is_none() && bucket.p_value.is_none(), "{game}: {bucket:?}");
            }
        }
        let Some(value) = dealt.values().flatten().next() else {
            println!(
                "{game}: {} of {} lists name something; chance deals no categories",
                naming - before,
                lists - lists_before
            );
            continue;
        };
        for run in 0..runs {
            let figures = played.anew(run, Some(value));
            let own = figures.values().find(|(of, bucket)| {
                of.name == value.name && Bucket::Category(bucket.bucket.to_string()) == value.bucket
            });
            let Some((_, bucket)) = own else { continue };
            planted += 1;
            let lift = bucket.lift.value.unwrap_or(0.0);
            found += u64::from(if games >= 2_000 {
                bucket.discovery == Some(true) && lift > 0.0
            } else {
                lift > 0.0
            });
        }
        println!(
            "{game}: {} of {} lists name something; {} {:?} found in {} of {runs}",
            naming - before,
            lists - lists_before,
            value.name,
            value.bucket,
            found - found_before
        );
    }
    println!(
        "{naming} of {lists} lists name something that caused nothing; {found} of {planted} planted values are found"
    );
    let noise = 2.0 * (0.05 * 0.95 / lists as f64).sqrt();
    assert!(naming as f64 <= (0.05 + noise) * lists as f64, "{naming} of {lists}");
    assert!(planted == 0 || found as f64 >= 0.9 * planted as f64 || games < 2_000, "{found} of {planted}");
    // With few games a planted value need not be believed, but it is seldom on the wrong side.
    assert!(found as f64 >= 0.6 * planted as f64, "{found} of {planted}");
}
