//! The vectors printed in the documents are those of the program. `TAPIS_BLESS=1` rewrites them.

use rand::Rng;
use serde_json::{Value, json};
use tapis_games::game::{Game, Published};
use tapis_games::random::{Seed, Stream};
use tapis_games::richelieu::Richelieu;
use tapis_games::ruleset::canonical_sha256;
use tapis_testkit::record::agrees;

use super::common::{play, rules};

const FAIR_DEAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples/fair-deal.json");
const STATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/richelieu-state.md");

/// `text` with the first JSON block after `marker` replaced.
fn with_block(text: &str, marker: &str, json: &str) -> String {
    const OPEN: &str = "```json\n";
    let marker = format!("<!-- {marker} -->");
    let start = text.find(&marker).unwrap() + marker.len();
    let open = start + text[start..].find(OPEN).unwrap() + OPEN.len();
    let close = open + text[open..].find("\n```").unwrap();
    format!("{}{json}{}", &text[..open], &text[close..])
}

#[test]
fn fair_deal_vectors_are_those_of_the_program() {
    let counting: [u8; 32] = std::array::from_fn(|i| i as u8);
    let vectors = [[0; 32], counting, [2; 32]].map(|seed| vector(&Seed(seed), &[7; 32]));
    agrees(FAIR_DEAL, &(serde_json::to_string_pretty(&vectors).unwrap() + "\n"));
}

fn vector(seed: &Seed, nonce: &[u8; 32]) -> Value {
    let mut words = seed.stream(Stream::Deal);
    let words: Vec<u32> = (0..4).map(|_| words.next_u32()).collect();
    let deal = deal(&rules(json!({})), seed);
    let card = |card: &Value| {
        let word = |field: &str| card[field].as_str().unwrap_or("-").to_owned();
        format!("{} {} {}", word("region"), card["shields"], word("symbol"))
    };
    let row = |row: &Value| row.as_array().unwrap().iter().map(card).collect::<Vec<_>>().join(", ");
    json!({
        "seed": seed.to_hex(),
        "nonce": hex(nonce),
        "commitment": seed.commitment(nonce),
        "words": words,
        "rows": deal["rows"].as_array().unwrap().iter().map(row).collect::<Vec<_>>(),
        "discs": deal["discs"],
        "removed": deal["removed"],
        "first_seat": deal["first_seat"],
    })
}

fn deal(rules: &Richelieu, seed: &Seed) -> Value {
    serde_json::to_value(rules.sample_chance(&rules.start(), &mut seed.stream(Stream::Deal))).unwrap()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_example_state_is_that_of_the_program() {
    let seed = Seed(std::array::from_fn(|i| i as u8));
    let rules = rules(json!({}));
    let mut state = rules.start();
    let deal = rules.sample_chance(&state, &mut seed.stream(Stream::Deal));
    rules.resolve(&mut state, &deal).unwrap();
    let plies = play(&rules, &mut state, 17, &mut seed.stream(Stream::Bot(1)));
    let document = rules.document(&state);
    let canonical = String::from_utf8(serde_json_canonicalizer::to_vec(&document).unwrap()).unwrap();
    let example = format!(
        "{{\n\"seed\": {},\n\"plies\": {},\n\"state\": {canonical},\n\"state_hash\": {}\n}}",
        json!(seed.to_hex()),
        json!(plies),
        json!(hex(&canonical_sha256(&document))),
    );
    let text = std::fs::read_to_string(STATE).unwrap();
    agrees(STATE, &with_block(&text, "example", &example));
}
