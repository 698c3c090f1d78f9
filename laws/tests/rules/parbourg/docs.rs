//! The state printed in the document is the program's. `TAPIS_BLESS=1` rewrites it.

use serde_json::json;
use tapis_games::game::{Game, Published};
use tapis_games::parbourg::{Chance, Options, Parbourg};
use tapis_games::random::Seed;
use tapis_games::ruleset::canonical_sha256;
use tapis_games::seat::Viewer;
use tapis_testkit::course::Course;

#[test]
fn the_initial_of_a_replay_is_the_deal_itself() {
    let initial = json!({"first": 1, "henchmen": [3, 1, 2], "pile": [17, 4]});
    let deal: Chance = serde_json::from_value(initial.clone()).unwrap();
    assert!(matches!(deal, Chance::Deal(_)));
    assert_eq!(json!(deal), initial);
    let henchmen = json!({"henchmen": [3, 1, 2]});
    assert_eq!(json!(serde_json::from_value::<Chance>(henchmen.clone()).unwrap()), henchmen);
}

const STATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/parbourg-state.md");
const PLIES: u32 = 41;

#[test]
fn the_example_state_is_that_of_the_program() {
    let seed = Seed(std::array::from_fn(|i| i as u8));
    let rules = Parbourg::new(Options::default()).unwrap();
    let course = Course::seeded(&rules, &seed, PLIES);
    assert_eq!(course.plies.len() as u32, PLIES + 1);
    let moves: Vec<String> = course
        .steps()
        .filter_map(|(before, ply, _)| {
            ply.action.map(|(seat, mv)| rules.notation(before, mv, Viewer::Seat(seat)))
        })
        .collect();
    assert_eq!(rules.seats(), 3);
    let document = rules.document(course.end());
    let canonical = String::from_utf8(serde_json_canonicalizer::to_vec(&document).unwrap()).unwrap();
    let example = format!(
        "```json\n{{\n\"seed\": {},\n\"plies\": {},\n\"state\": {canonical},\n\"state_hash\": {}\n}}\n```\n",
        json!(seed.to_hex()),
        json!(moves),
        json!(hex::encode(canonical_sha256(&document))),
    );
    let text = std::fs::read_to_string(STATE).unwrap();
    let (before, _) = text.split_once("<!-- example -->\n").unwrap();
    let now = format!("{before}<!-- example -->\n{example}");
    if std::env::var_os("TAPIS_BLESS").is_some() {
        std::fs::write(STATE, &now).unwrap();
    }
    let stored = std::fs::read_to_string(STATE).unwrap();
    assert!(
        stored == now,
        "{STATE} is out of date; TAPIS_BLESS=1 rewrites it, the diff is the change of rules"
    );
}
