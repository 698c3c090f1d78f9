//! The example printed in the documentation is that of the program. `TAPIS_BLESS=1` rewrites it.

use rand::rngs::ChaCha8Rng;
use serde_json::json;
use tapis_games::game::{Game, Published, Turn};
use tapis_games::random::{Seed, Stream, below};
use tapis_games::ruleset::canonical_sha256;
use tapis_games::seat::Viewer;

use super::scene::rules;

const STATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/malin-state.md");
/// Moves played in the example.
const PLIES: u32 = 31;

#[test]
fn the_example_state_is_that_of_the_program() {
    let seed = Seed(std::array::from_fn(|i| i as u8));
    let rules = rules(json!({"players": 3, "malheurs": true}));
    let mut state = rules.start();
    let deal = rules.sample_chance(&state, &mut seed.stream(Stream::Deal));
    rules.resolve(&mut state, &deal).unwrap();
    let mut choice = seed.stream(Stream::Bot(1));
    let mut plies = Vec::new();
    for n in 1..=PLIES {
        let Turn::Player(seat) = rules.turn(&state) else { break };
        let moves = rules.legal_moves(&state);
        let mv = moves[below(&mut choice, moves.len() as u32) as usize];
        plies.push(rules.notation(&state, mv, Viewer::Seat(seat)));
        rules.play(&mut state, mv).unwrap();
        let mut chance: ChaCha8Rng = seed.stream(Stream::Chance(n));
        while rules.turn(&state) == Turn::Chance {
            let outcome = rules.sample_chance(&state, &mut chance);
            rules.resolve(&mut state, &outcome).unwrap();
        }
    }
    let document = rules.document(&state);
    let canonical = String::from_utf8(serde_json_canonicalizer::to_vec(&document).unwrap()).unwrap();
    let hash: String = canonical_sha256(&document).iter().map(|byte| format!("{byte:02x}")).collect();
    let example = format!(
        "{{\n\"seed\": {},\n\"options\": {},\n\"plies\": {},\n\"state\": {canonical},\n\"state_hash\": {}\n}}",
        json!(seed.to_hex()),
        json!({"players": 3, "malheurs": true}),
        json!(plies),
        json!(hash),
    );
    let text = std::fs::read_to_string(STATE).unwrap();
    let new = with_block(&text, &example);
    if std::env::var_os("TAPIS_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(STATE, new).unwrap();
    } else {
        assert!(text == new, "the example has changed; if that is meant: cargo xtask bless");
    }
}

/// `text` with the JSON block after the marker of the example replaced.
fn with_block(text: &str, json: &str) -> String {
    const OPEN: &str = "```json\n";
    let start = text.find("<!-- example -->").unwrap();
    let open = start + text[start..].find(OPEN).unwrap() + OPEN.len();
    let close = open + text[open..].find("\n```").unwrap();
    format!("{}{json}{}", &text[..open], &text[close..])
}
