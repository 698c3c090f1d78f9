use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tapis_db::model::{Assisted, Digest, FeatureFact, GameResult, Source};

use super::*;

/// Games of two seats, strong or weak, with a hand of chance (10 kinds) and a colour of chance (4). The second hand is worth `worth`
/// to a seat with the first colour.
struct Made {
    rng: ChaCha8Rng,
    worth: f64,
}

impl Made {
    fn game(&mut self) -> FinishedGame {
        let levels = ["strong", "weak"].map(|level| (level, self.rng.random_bool(0.5)));
        let line_up: Vec<&str> = levels.iter().map(|(_, is)| if *is { "club" } else { "random" }).collect();
        let dealt: Vec<(usize, usize)> =
            (0..2).map(|_| (self.rng.random_range(0..10), self.rng.random_range(0..4))).collect();
        let strength = |seat: usize| {
            let planted = if dealt[seat] == (1, 0) { self.worth } else { 0.0 };
            0.15 * f64::from(u8::from(line_up[seat] == "club")) + planted
        };
        let first_wins = self.rng.random::<f64>() < 0.5 + strength(0) - strength(1);
        let seats = (0..2).map(|seat| {
            let fact = |name: &str, value: usize| FeatureFact {
                name: name.to_owned(),
                bucket: Bucket::Category(format!("{name} {value}")),
            };
            let wins = first_wins == (seat == 0);
            SeatResult {
                score: 0,
                rank: if wins { 1 } else { 2 },
                win_share: if wins { WinShare::WHOLE } else { WinShare::NONE },
                turns: 1,
                bot_level: Some(line_up[seat].to_owned()),
                features: vec![fact("hand", dealt[seat].0), fact("colour", dealt[seat].1)],
            }
        });
        let seats: Vec<SeatResult> = seats.collect();
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
}

fn crossed(feature: &str, by: &str, worth: f64, seed: u64) -> Crossed {
    let dealt = |name| FeatureInfo::categories(Role::Dealt, name, name, name);
    let infos = [dealt("hand"), dealt("colour"), FeatureInfo::categories(Role::Consequence, "end", "e", "f")];
    let mut made = Made { rng: ChaCha8Rng::seed_from_u64(seed), worth };
    let mut table = CrossTable::new(feature, by, &infos);
    for _ in 0..1_500 {
        assert!(table.add(&made.game()));
    }
    let population = Population {
        game: "g".to_owned(),
        ruleset: String::new(),
        source: "bots".to_owned(),
        assisted: Assisted::Exclude,
        players: 2,
        lineup: None,
        from: None,
        to: None,
        games: 1_500,
        strata: 4,
        left_out: 0,
    };
    table.finish(population)
}

fn found(of: &Crossed) -> usize {
    of.cells.iter().filter(|cell| cell.discovery == Some(true)).count()
}

/// Where nothing depends on anything else, a list names a pair in about one of twenty sets of games; 60 are few, so ten are allowed.
#[test]
fn of_games_in_which_nothing_depends_on_anything_hardly_any_pair_is_named() {
    for by in ["colour", PLAYER] {
        let named = (0..60).filter(|seed| found(&crossed("hand", by, 0.0, *seed)) > 0).count();
        println!("hand by {by}: {named} of 60 sets name a pair");
        assert!(named <= 9, "by {by}: {named} of 60");
    }
}

/// P-values of an exact null are nearly even. Of 75 seats a pair in four strata, as here, 6.5 % lie below 0.05.
#[test]
fn p_values_are_even_where_there_is_nothing() {
    let below: Vec<bool> = (100..300)
        .flat_map(|seed| crossed("hand", "colour", 0.0, seed).cells)
        .filter_map(|cell| cell.p_value.map(|p| p < 0.05))
        .collect();
    let share = below.iter().filter(|below| **below).count() as f64 / below.len() as f64;
    println!("{} pairs, {share:.4} below 0.05", below.len());
    assert!((0.03..0.08).contains(&share), "{share}");
}

#[test]
fn a_hand_that_is_worth_something_with_one_colour_alone_is_found() {
    let right = (0..20).filter(|seed| {
        let crossed = crossed("hand", "colour", 0.35, 200 + seed);
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
    assert_eq!(found(&crossed("hand", PLAYER, 0.35, 300)), 0);
}

#[test]
fn what_is_rare_or_came_of_the_game_is_not_tested() {
    let crossed = crossed("hand", "end", 0.0, 1);
    assert_eq!((crossed.cells.len(), crossed.untested), (0, 0), "no seat has a value of it");
    let mut table = CrossTable::new("hand", "colour", &[]);
    let mut made = Made { rng: ChaCha8Rng::seed_from_u64(4), worth: 0.0 };
    for _ in 0..40 {
        table.add(&made.game());
    }
    assert_eq!(table.games(), 40);
    let few = table.finish(crossed.population);
    assert!(few.cells.is_empty(), "{few:?}");
}
