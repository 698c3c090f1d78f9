use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tapis_db::model::{Assisted, Digest, FeatureFact, GameResult, Source};

use super::*;
use crate::repeated_tests::{of, runs};

/// Games of strong and weak seats, with hands of chance (10 kinds) and a colour of chance (4). The second hand is worth `worth` to a
/// seat with the first colour.
#[derive(Clone, Copy)]
struct Truth {
    seats: usize,
    /// How many of the hands a seat gets.
    hands: usize,
    worth: f64,
}

const PAIR: Truth = Truth { seats: 2, hands: 1, worth: 0.0 };

/// What one seat of a game got.
struct Dealt {
    bot: &'static str,
    hands: Vec<usize>,
    colour: usize,
}

impl Truth {
    fn dealt(self, rng: &mut ChaCha8Rng) -> Dealt {
        let bot = if rng.random_bool(0.5) { "club" } else { "random" };
        let hands = rand::seq::index::sample(rng, 10, self.hands).into_vec();
        Dealt { bot, hands, colour: rng.random_range(0..4) }
    }

    /// What a seat wins more than the others.
    fn strength(self, of: &Dealt) -> f64 {
        let planted = if of.hands.contains(&1) && of.colour == 0 { self.worth } else { 0.0 };
        0.15 * f64::from(u8::from(of.bot == "club")) + planted
    }

    fn game(self, rng: &mut ChaCha8Rng) -> FinishedGame {
        let dealt: Vec<Dealt> = (0..self.seats).map(|_| self.dealt(rng)).collect();
        let players = self.seats as f64;
        let mean = dealt.iter().map(|of| self.strength(of)).sum::<f64>() / players;
        // Of two seats the one wins the more often by what it is stronger.
        let scale = 4.0 / players;
        let mut toss = rng.random::<f64>();
        let winner = dealt.iter().position(|of| {
            toss -= 1.0 / players + scale * (self.strength(of) - mean);
            toss < 0.0
        });
        let winner = winner.unwrap_or(0);
        let seats: Vec<SeatResult> =
            dealt.iter().enumerate().map(|(at, of)| of.result(at == winner)).collect();
        FinishedGame {
            number: 1,
            id: None,
            game: "g".to_owned(),
            ruleset: Digest([0; 32]),
            line_up: LineUp::of(&seats),
            result: GameResult {
                source: Source::Bots,
                assisted: false,
                length: 1,
                ended_at: "2026-01-01T00:00:00Z".parse().unwrap(),
                seats,
                measures: Vec::new(),
            },
        }
    }

    fn crossed(self, feature: &str, by: &str, seed: u64) -> Crossed {
        let dealt = |name| FeatureInfo::categories(Role::Dealt, name, name, name);
        let infos =
            [dealt("hand"), dealt("colour"), FeatureInfo::categories(Role::Consequence, "end", "e", "f")];
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut table = CrossTable::new(feature, by, &infos);
        for _ in 0..1_500 {
            assert!(table.add(&self.game(&mut rng)));
        }
        table.finish(population(self.seats as u8))
    }
}

impl Dealt {
    fn result(&self, wins: bool) -> SeatResult {
        let fact = |name: &str, value: usize| FeatureFact {
            name: name.to_owned(),
            bucket: Bucket::Category(format!("{name} {value}")),
        };
        let mut features: Vec<FeatureFact> = self.hands.iter().map(|hand| fact("hand", *hand)).collect();
        features.push(fact("colour", self.colour));
        SeatResult {
            score: 0,
            rank: if wins { 1 } else { 2 },
            win_share: if wins { WinShare::WHOLE } else { WinShare::NONE },
            turns: 1,
            bot_level: Some(self.bot.to_owned()),
            features,
        }
    }
}

fn population(players: u8) -> Population {
    Population {
        game: "g".to_owned(),
        ruleset: String::new(),
        source: "bots".to_owned(),
        assisted: Assisted::Exclude,
        players,
        lineup: None,
        from: None,
        to: None,
        games: 1_500,
        strata: 4,
        left_out: 0,
    }
}

fn found(of: &Crossed) -> usize {
    of.cells.iter().filter(|cell| cell.discovery == Some(true)).count()
}

/// Where nothing depends on anything else, a list names a pair in about one of twenty sets of games; there are few, so three are allowed.
#[test]
fn of_games_in_which_nothing_depends_on_anything_hardly_any_pair_is_named() {
    for by in ["colour", PLAYER] {
        let sets = of(60);
        let named = (0..sets).filter(|seed| found(&PAIR.crossed("hand", by, *seed)) > 0).count();
        println!("hand by {by}: {named} of {sets} sets name a pair");
        assert!(20 * named as u64 <= 3 * sets, "by {by}: {named} of {sets}");
    }
}

/// P-values of an exact null are even: 5 % lie below 0.05, with as few seats of a pair in each line-up and seat as there are here
/// (75 in 8, 225 in 64). The pairs of a data set depend on each other, so the error is that of means over data sets.
#[test]
fn p_values_are_even_where_there_is_nothing() {
    let few = Truth { seats: 4, hands: 3, worth: 0.0 };
    for (name, truth, by) in
        [("two seats", PAIR, "colour"), ("two seats", PAIR, PLAYER), ("four seats", few, "colour")]
    {
        let share = |seed: u64| {
            let p_values: Vec<f64> =
                truth.crossed("hand", by, seed).cells.iter().filter_map(|cell| cell.p_value).collect();
            p_values.iter().filter(|p| **p < 0.05).count() as f64 / p_values.len() as f64
        };
        let shares: Vec<f64> = (0..runs()).map(|run| share(1_000 + run)).collect();
        let n = shares.len() as f64;
        let mean = shares.iter().sum::<f64>() / n;
        let spread = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let error = (spread / n).sqrt();
        println!(
            "{name}, hand by {by}: {mean:.4} ± {error:.4} of the p-values of {n} data sets are below 0.05"
        );
        assert!((mean - 0.05).abs() <= 2.5 * error, "{name} by {by}: {mean} ± {error}");
    }
}

#[test]
fn a_hand_that_is_worth_something_with_one_colour_alone_is_found() {
    let worth = Truth { worth: 0.35, ..PAIR };
    let right = (0..20).filter(|seed| {
        let crossed = worth.crossed("hand", "colour", 200 + seed);
        let first = &crossed.cells[0];
        let is_it =
            (first.bucket.to_string().as_str(), first.with.to_string().as_str()) == ("hand 1", "colour 0");
        let difference = &first.difference;
        is_it
            && first.discovery == Some(true)
            && difference.value.unwrap() > 0.0
            && difference.low.unwrap() > 0.0
    });
    let right = right.count();
    assert!(right >= 18, "{right} of 20");
    // Nobody is named among players, to whom it is worth the same.
    assert_eq!(found(&worth.crossed("hand", PLAYER, 300)), 0);
}

#[test]
fn what_is_rare_or_came_of_the_game_is_not_tested() {
    let crossed = PAIR.crossed("hand", "end", 1);
    assert_eq!((crossed.cells.len(), crossed.untested), (0, 0), "no seat has a value of it");
    let mut table = CrossTable::new("hand", "colour", &[]);
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..40 {
        table.add(&PAIR.game(&mut rng));
    }
    assert_eq!(table.games(), 40);
    let few = table.finish(crossed.population);
    assert!(few.cells.is_empty(), "{few:?}");
}
