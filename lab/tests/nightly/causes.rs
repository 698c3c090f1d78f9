//! Where chance caused nothing, nothing that chance dealt is named, however much goes with losing; where it did, it is found.
//!
//! The games are real ones of random bots, dealt anew: which cards, henchmen and Malheur cards the seats of a game got is exchanged at
//! random, so that nothing depends on it any more. How many a seat got stays, and so does all that came of the game, such as Malheur
//! cards for whoever loses points. With a planted effect the seat that got a card, or the best hand of high cards, changes places with the
//! winner in some games.
//!
//! `TAPIS_CAUSE_GAMES` games of each ruleset are dealt anew `TAPIS_CAUSE_RUNS` times without a cause, and as often with either.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use tapis_common::sources::Sources;
use tapis_db::model::{Assisted, Bucket, FeatureFact, Gone, Period, PopulationFilter, SimulatedGame, Source};
use tapis_db::{DatabaseUrl, Store};
use tapis_games::feature::{FeatureInfo, Role};
use tapis_lab::statistics::{Features, Population};
use tapis_lab::{Simulation, seed_of};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

/// The rulesets, with the malheur case: whoever loses points gets such cards.
const RULESETS: [(&str, &str); 5] = [
    ("richelieu", "{}"),
    ("sept-blasons", "{}"),
    ("malin", "{}"),
    ("malin", r#"{"malheurs":true}"#),
    ("parbourg", "{}"),
];

/// From so many games on a planted value has to be believed; with fewer its sign counts.
const ENOUGH: u64 = 2_000;

/// A planted effect.
struct Planted {
    what: &'static str,
    /// The seat that got more of these values than any other of its game is favoured.
    values: Vec<FeatureFact>,
    /// In how many games where it did not win.
    part: f64,
}

impl Planted {
    /// Effects of these values that chance deals: a card that is worth a tenth of the win share or more, and a hand of three high cards.
    fn of(dealt: &BTreeMap<&str, Vec<FeatureFact>>) -> Vec<Self> {
        let Some(values) = dealt.values().max_by_key(|values| values.len()) else { return Vec::new() };
        let first = |count: usize| values.iter().take(count).cloned().collect();
        vec![
            Self { what: "a card", values: first(1), part: 0.2 },
            Self { what: "a hand of high cards", values: first(3), part: 0.4 },
        ]
    }

    /// Whether it is found: a value of it is believed to help, and none to harm. Of few games the signs alone count.
    fn is_found(&self, figures: &Features, games: u64) -> bool {
        let all = figures.features.iter().flat_map(|of| of.buckets.iter().map(move |bucket| (of, bucket)));
        let own = all.filter(|(of, bucket)| {
            self.values.iter().any(|value| {
                of.name == value.name && Bucket::Category(bucket.bucket.to_string()) == value.bucket
            })
        });
        let own: Vec<_> =
            own.map(|(_, bucket)| (bucket.lift.value.unwrap_or(0.0), bucket.discovery)).collect();
        if games < ENOUGH {
            return own.iter().map(|(lift, _)| lift).sum::<f64>() > 0.0;
        }
        let believed = || own.iter().filter(|(_, discovery)| *discovery == Some(true));
        believed().count() > 0 && believed().all(|(lift, _)| *lift > 0.0)
    }
}

fn knob(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |number| number.parse().unwrap_or_else(|_| panic!("{name}: a number")))
}

/// Games of a ruleset, and what it counts.
struct Played {
    game: String,
    games: Vec<SimulatedGame>,
    infos: Vec<FeatureInfo>,
}

impl Played {
    fn new(game: &str, options: &str, games: u64) -> Self {
        let known = Registry::standard();
        let rules = known.game(game).unwrap().ruleset(options).unwrap();
        let infos = rules.feature_infos();
        let simulation = Simulation::new(&known, rules, &[Bot::Random], seed_of("causes")).unwrap();
        let clock = Sources::system(known).clock;
        let games = simulation.play_deals(0..games, &*clock, &Control::default()).unwrap();
        Self { game: game.to_owned(), games, infos }
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

    /// The figures of the games dealt anew, with a planted effect or without any.
    fn anew(&self, run: u64, planted: Option<&Planted>) -> Features {
        let mut rng = ChaCha8Rng::seed_from_u64(run);
        let source = Source::Experiment("anew".to_owned());
        let dealt = self.dealt();
        let games = self.games.iter().map(|game| {
            let mut game = game.clone();
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
            gone: Gone::default(),
        };
        let store = "sqlite::memory:".parse::<DatabaseUrl>().unwrap().open().unwrap();
        for some in games.chunks(500) {
            store.record_simulated(some.to_vec()).unwrap();
        }
        self.features(&*store, &filter)
    }

    fn features(&self, store: &dyn Store, filter: &PopulationFilter) -> Features {
        let strata = store.summary(filter).unwrap();
        let rows = store.features(filter, None).unwrap();
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

/// In some games the seat with the most of the planted values and the winner change places: all but what chance dealt them.
fn favour(game: &mut SimulatedGame, planted: &Planted, rng: &mut ChaCha8Rng) {
    let seats = &mut game.result.seats;
    let count = |at: usize| seats[at].features.iter().filter(|of| planted.values.contains(of)).count();
    let most = (0..seats.len()).map(count).max().unwrap_or(0);
    let best: Vec<usize> = (0..seats.len()).filter(|at| count(*at) == most).collect();
    let winner = seats.iter().position(|seat| seat.rank == 1);
    let ([at], Some(winner)) = (&best[..], winner) else { return };
    if *at != winner && rng.random::<f64>() < planted.part {
        let (score, rank, share) = (seats[*at].score, seats[*at].rank, seats[*at].win_share);
        (seats[*at].score, seats[*at].rank, seats[*at].win_share) =
            (seats[winner].score, seats[winner].rank, seats[winner].win_share);
        (seats[winner].score, seats[winner].rank, seats[winner].win_share) = (score, rank, share);
    }
}

/// How many of so many.
#[derive(Clone, Copy, Default)]
struct Share {
    count: u64,
    of: u64,
}

impl Share {
    fn add(&mut self, is: bool) {
        *self = Self { count: self.count + u64::from(is), of: self.of + 1 };
    }

    fn and(self, other: Self) -> Self {
        Self { count: self.count + other.count, of: self.of + other.of }
    }

    fn share(self) -> f64 {
        self.count as f64 / self.of.max(1) as f64
    }
}

/// How many lists of what was dealt name something that caused nothing. What came of the game is never tested.
fn named(played: &Played, runs: u64) -> Share {
    let mut naming = Share::default();
    for run in 0..runs {
        let figures = played.anew(run, None);
        let (tested, named) = figures.believed(Role::Dealt);
        if tested > 0 {
            naming.add(!named.is_empty());
        }
        let consequences = figures.features.iter().filter(|of| of.role == Some(Role::Consequence));
        for bucket in consequences.flat_map(|of| &of.buckets) {
            assert!(bucket.discovery.is_none() && bucket.p_value.is_none(), "{}: {bucket:?}", played.game);
        }
    }
    naming
}

#[test]
fn nothing_dealt_is_named_where_it_caused_nothing_and_a_planted_value_is_found() {
    let (games, runs) = (knob("TAPIS_CAUSE_GAMES", 150), knob("TAPIS_CAUSE_RUNS", 8));
    let (mut naming, mut found) = (Share::default(), Share::default());
    for (game, options) in RULESETS {
        let played = Played::new(game, options, games);
        let named = named(&played, runs);
        println!("{game} {options}: {} of {} lists name something", named.count, named.of);
        naming = naming.and(named);
        for planted in Planted::of(&played.dealt()) {
            let mut of_this = Share::default();
            (0..runs).for_each(|run| of_this.add(planted.is_found(&played.anew(run, Some(&planted)), games)));
            let Share { count, of } = of_this;
            println!(
                "{game} {options}: {}, {} …, is found in {count} of {of}",
                planted.what, planted.values[0].name
            );
            found = found.and(of_this);
        }
    }
    let Share { count, of } = naming;
    println!(
        "{count} of {of} lists name something that caused nothing; {} of {} effects are found",
        found.count, found.of
    );
    let noise = 2.0 * (0.05 * 0.95 / of as f64).sqrt();
    assert!(naming.share() <= 0.05 + noise, "{count} of {of}");
    // With few games an effect need not be believed, but it is seldom on the wrong side.
    let least = if games < ENOUGH { 0.6 } else { 0.9 };
    assert!(found.of > 0 && found.share() >= least, "{} of {}", found.count, found.of);
}
