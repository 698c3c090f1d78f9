//! Perft counts and whole games as files; `TAPIS_BLESS=1` rewrites them, and the diff is the change of rules.

use std::fmt::Write;

use serde_json::json;
use tapis_games::game::{Game, Observed, Ply, Published, Turn};
use tapis_games::random::{Seed, Stream, below};
use tapis_games::richelieu::{Richelieu, State};
use tapis_games::ruleset::canonical_sha256;
use tapis_games::seat::{Seat, Viewer};
use tapis_testkit::record::agrees;

use super::common::rules;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/richelieu");

/// The rulesets of the files.
fn rulesets() -> Vec<serde_json::Value> {
    vec![
        json!({}),
        json!({"variant": "three_rows", "second_card": "visible_at_start"}),
        json!({"move_marker": "always", "open_discs": true}),
        json!({"players": 3, "taken_discs": "public", "first_seat": 2}),
        json!({"players": 4, "variant": "three_rows", "move_marker": "always"}),
    ]
}

/// Deals from a seed and plays `plies` moves, each drawn from the bot stream of its ply.
fn position(rules: &Richelieu, seed: &Seed, plies: u32) -> State {
    let mut state = rules.start();
    let deal = rules.sample_chance(&state, &mut seed.stream(Stream::Deal));
    rules.resolve(&mut state, &deal).unwrap();
    for n in 1..=plies {
        let moves = rules.legal_moves(&state);
        if let Some(&mv) = moves.get(below(&mut seed.stream(Stream::Bot(n)), moves.len() as u32) as usize) {
            rules.play(&mut state, mv).unwrap();
        }
    }
    state
}

/// Sequences of `depth` moves.
fn perft(rules: &Richelieu, state: &State, depth: u32) -> u64 {
    let moves = rules.legal_moves(state);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |&mv| {
        let mut after = *state;
        rules.play_unchecked(&mut after, mv);
        perft(rules, &after, depth - 1)
    };
    moves.iter().map(after).sum()
}

#[test]
fn perft_counts() {
    let mut text = "\
# Perft of Richelieu: sequences of 1, 2, 3, … moves from a position.
# options | seed (a byte, 32 times) | plies played from the deal | counts
# The deal is that of the seed's stream 0; ply n plays item below(count) of the legal list, drawn from stream 2^33 + n.
"
    .to_owned();
    for options in rulesets() {
        let rules = rules(options.clone());
        for (byte, plies) in [(0, 0), (1, 12), (2, 25), (3, 40), (4, 45), (5, 50), (6, 55), (7, 60)] {
            let state = position(&rules, &Seed([byte; 32]), plies);
            let mut counts = Vec::new();
            for depth in 1..=8 {
                let count = perft(&rules, &state, depth);
                counts.push(count.to_string());
                if count == 0 || count > 20_000 {
                    break;
                }
            }
            writeln!(text, "{options} | {byte} | {plies} | {}", counts.join(" ")).unwrap();
        }
    }
    agrees(format!("{DATA}/richelieu.perft"), &text);
}

#[test]
fn golden_games() {
    for (number, options) in rulesets().into_iter().enumerate() {
        let rules = rules(options.clone());
        agrees(format!("{DATA}/game-{number}.txt"), &game(&rules, &options, &Seed([40 + number as u8; 32])));
    }
}

/// A whole game as text, moves drawn as in [`position`].
fn game(rules: &Richelieu, options: &serde_json::Value, seed: &Seed) -> String {
    let mut state = rules.start();
    let deal = rules.sample_chance(&state, &mut seed.stream(Stream::Deal));
    rules.resolve(&mut state, &deal).unwrap();
    let mut text = format!("options {options}\nseed {}\n", seed.to_hex());
    let laid = serde_json::to_value(&deal).unwrap();
    for row in laid["rows"].as_array().unwrap() {
        writeln!(
            text,
            "row {}",
            row.as_array().unwrap().iter().map(short_card).collect::<Vec<_>>().join(" ")
        )
        .unwrap();
    }
    writeln!(text, "discs {} removed {}", laid["discs"], laid["removed"]).unwrap();
    writeln!(text, "first seat {}", laid["first_seat"]).unwrap();
    for n in 1.. {
        let Turn::Player(seat) = rules.turn(&state) else { break };
        let moves = rules.legal_moves(&state);
        let mv = moves[below(&mut seed.stream(Stream::Bot(n)), moves.len() as u32) as usize];
        let (before, step) = (state, state.step);
        rules.play(&mut state, mv).unwrap();
        let ply = Ply { n, action: Some((seat, mv)), chance: Vec::new() };
        let seen = |viewer| {
            rules.see(&before, &ply, &state, viewer).outcome.map(|outcome| json!(outcome).to_string())
        };
        write!(text, "{n:3} s{} {step:?} {} of {}", seat.0, mv, moves.len()).unwrap();
        if let Some(outcome) = seen(Viewer::Replay) {
            write!(
                text,
                " shows {outcome}, to all {}",
                seen(Viewer::Spectator).unwrap_or("nothing".to_owned())
            )
            .unwrap();
        }
        let hash = canonical_sha256(&rules.document(&state));
        let scores = rules.scores(&state, Viewer::Spectator);
        writeln!(
            text,
            " → {:?} {:02x}{:02x}{:02x}{:02x}",
            scores.as_slice(),
            hash[0],
            hash[1],
            hash[2],
            hash[3]
        )
        .unwrap();
    }
    let payoffs = rules.payoffs(&state);
    writeln!(text, "scores {:?} ranks {:?}", payoffs.scores.as_slice(), payoffs.ranks.as_slice()).unwrap();
    for seat in Seat::all(rules.seats()) {
        let cards: Vec<String> = state.side(seat).taken.iter().map(|cell| cell.to_string()).collect();
        writeln!(text, "s{} has {}", seat.0, cards.join(" ")).unwrap();
    }
    text
}

/// `bourgogne-1-sword`.
fn short_card(card: &serde_json::Value) -> String {
    let symbol = card["symbol"].as_str().map(|symbol| format!("-{symbol}")).unwrap_or_default();
    format!("{}-{}{symbol}", card["region"].as_str().unwrap(), card["shields"])
}
