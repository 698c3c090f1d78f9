//! Random games played by the server's rules, as its replay writes them.

use serde_json::{Value, json};
use tapis_games::erased::{AnyRuleset, AnyTable, LegalMove, StoredPly};
use tapis_games::game::Turn;
use tapis_games::random::{Seed, Stream as SeedStream};
use tapis_games::seat::Seat;
use tapis_recount::fair_deal::Stream;
use tapis_recount::recount;
use tapis_solver::registry::Registry;

const NONCE: [u8; 32] = [7; 32];

/// How often a random set is tried before a listed move is played instead.
const TRIES: usize = 20;

/// The number of random games of one test: `TAPIS_RECOUNTS`. 80 pair every number below 5 with every number below 16.
pub fn games() -> u32 {
    std::env::var("TAPIS_RECOUNTS").map_or(20, |text| text.parse().unwrap())
}

pub fn seed_of(n: u32) -> [u8; 32] {
    std::array::from_fn(|i| n.to_le_bytes().get(i).copied().unwrap_or(0x21))
}

/// A game of random moves under `options` played to the end, and its full state before the last move.
pub fn play_out(ruleset: &dyn AnyRuleset, seed: &Seed, random: &mut Stream) -> (Box<dyn AnyTable>, Value) {
    let mut table = ruleset.deal(seed);
    let mut before = Value::Null;
    while let Turn::Player(seat) = table.turn() {
        before = table.document();
        random_move(table.as_mut(), seat, seed, random);
    }
    (table, before)
}

/// A finished game of random moves under `options`.
pub fn replay(game: &str, options: &Value, seed: [u8; 32], random: &mut Stream) -> Value {
    let ruleset = Registry::standard().game(game).unwrap().ruleset(&options.to_string()).unwrap();
    let seed = Seed(seed);
    let (table, _) = play_out(ruleset.as_ref(), &seed, random);
    written(ruleset.as_ref(), table.as_ref(), &seed)
}

/// The replay of a finished game.
pub fn written(ruleset: &dyn AnyRuleset, table: &dyn AnyTable, seed: &Seed) -> Value {
    let plies: Vec<StoredPly> = table.plies().iter().map(|ply| (*ply.stored).clone()).collect();
    let course = ruleset.replay(&plies).unwrap();
    let payoffs = table.payoffs().unwrap();
    json!({
        "ruleset": ruleset.ruleset(), "commitment": seed.commitment(&NONCE),
        "seed": seed.to_hex(), "nonce": "07".repeat(32),
        "rounds": course.rounds, "plies": course.plies, "scores": payoffs.scores, "ranks": payoffs.ranks,
    })
}

/// Plays one of the listed moves or, where sets are described, often a random set.
fn random_move(table: &mut dyn AnyTable, seat: Seat, seed: &Seed, random: &mut Stream) {
    let moves = table.legal_moves();
    let chance = |table: &dyn AnyTable| seed.stream(SeedStream::Chance(table.plies().len() as u32));
    if let Some(choice) = moves.iter().find(|mv| mv.notation.is_empty()) {
        for _ in 0..TRIES {
            let mut chance = chance(table);
            if table.play(seat, &random_set(choice, random), &mut chance).is_ok() {
                return;
            }
        }
    }
    let listed: Vec<&LegalMove> = moves.iter().filter(|mv| !mv.notation.is_empty()).collect();
    let mut chance = chance(table);
    table.play(seat, &random.pick(&listed).notation, &mut chance).unwrap();
}

/// A few of the candidates, allowed or not.
fn random_set(choice: &LegalMove, random: &mut Stream) -> String {
    let choose = &choice.parts["choose"];
    let mut chosen: Vec<&str> =
        choose["candidates"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let size = 1 + random.below(choose["max"].as_u64().unwrap() as u32) as usize;
    while chosen.len() > size {
        chosen.remove(random.below(chosen.len() as u32) as usize);
    }
    let mut text = choice.parts["kind"].as_str().unwrap().to_owned();
    let mut owner = None;
    for candidate in chosen {
        match candidate.split_once(':') {
            Some((of, number)) if owner == Some(of) => text += &format!(",{number}"),
            split => {
                text += &format!(" {candidate}");
                owner = split.map(|(of, _)| of);
            }
        }
    }
    text
}

/// Fails with everything needed to see why.
#[track_caller]
pub fn agree(n: u32, options: &Value, replay: &Value) {
    if let Err(difference) = recount(replay) {
        panic!("game {n}, {options}: {difference}");
    }
}
