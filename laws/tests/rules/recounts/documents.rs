//! The vectors and examples of the documents hold for a program that shares nothing with the server.

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};
use tapis_games::erased::StoredPly;
use tapis_games::random::{Seed, Stream as SeedStream};
use tapis_recount::fair_deal::{Stream, commitment};
use tapis_recount::malin::state::EFFECTS;
use tapis_recount::richelieu::{play, wire};
use tapis_recount::sha256;
use tapis_solver::registry::Registry;

/// The JSON block of a document after the comment `<!-- {marker} -->`.
fn block(document: &str, marker: &str) -> Value {
    let path = format!("{}/../docs/{document}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let (_, rest) = text.split_once(&format!("<!-- {marker} -->\n```json\n")).unwrap();
    serde_json::from_str(rest.split_once("\n```").unwrap().0).unwrap()
}

fn bytes(value: &Value) -> [u8; 32] {
    hex::decode(value.as_str().unwrap()).unwrap().try_into().unwrap()
}

/// The default options, complete.
fn default_options() -> Value {
    Registry::standard().game("richelieu").unwrap().ruleset("{}").unwrap().ruleset().options.clone()
}

/// `anjou 1 sword`, as the document writes a card.
fn written(card: &Value) -> String {
    let symbol = card["symbol"].as_str().unwrap_or("-");
    format!("{} {} {symbol}", card["region"].as_str().unwrap(), card["shields"])
}

#[test]
fn the_vectors_of_fair_deals_hold() {
    let path = format!("{}/../docs/examples/fair-deal.json", env!("CARGO_MANIFEST_DIR"));
    let vectors: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for vector in vectors.as_array().unwrap() {
        let seed = bytes(&vector["seed"]);
        assert_eq!(commitment(&seed, &bytes(&vector["nonce"])), vector["commitment"]);
        let mut stream = Stream::new(&seed, 0);
        for word in vector["words"].as_array().unwrap() {
            assert_eq!(stream.word(), *word);
        }
        let deal = wire::deal_from_seed(&default_options(), &mut Stream::new(&seed, 0)).unwrap();
        let rows = deal["rows"].as_array().unwrap().iter().map(|row| {
            let cards: Vec<String> = row.as_array().unwrap().iter().map(written).collect();
            cards.join(", ")
        });
        assert_eq!(json!(rows.collect::<Vec<_>>()), vector["rows"]);
        for part in ["discs", "removed", "first_seat"] {
            assert_eq!(deal[part], vector[part]);
        }
    }
    assert!(vectors.as_array().unwrap().len() >= 3);
}

#[test]
fn the_example_of_the_full_state_holds() {
    let example = block("richelieu-state.md", "example");
    let given = default_options();
    let deal = wire::deal_from_seed(&given, &mut Stream::new(&bytes(&example["seed"]), 0)).unwrap();
    let mut state = wire::dealt(wire::options(&given).unwrap(), &deal).unwrap();
    for notation in example["plies"].as_array().unwrap() {
        play(&mut state, notation.as_str().unwrap()).unwrap();
    }
    assert_eq!(wire::document(&state), example["state"]);
    assert_eq!(sha256(&example["state"]), example["state_hash"]);
}

/// The replay `docs/examples/replay-{game}.json`.
fn example_replay(game: &str) -> Value {
    let path = format!("{}/../docs/examples/replay-{game}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Writes the example again: the same game, as the rules give it today.
fn bless(id: &str, mut example: Value, ruleset: Value, replay: &Value) -> Value {
    example["ruleset"] = ruleset;
    for part in ["rounds", "plies"] {
        example[part] = replay[part].clone();
    }
    let part = |(key, value): (&String, &Value)| {
        let lines =
            |items: &Vec<Value>| items.iter().map(ToString::to_string).collect::<Vec<_>>().join(",\n");
        let text =
            value.as_array().map_or_else(|| value.to_string(), |items| format!("[\n{}\n]", lines(items)));
        format!("{}:{text}", json!(key))
    };
    let parts = example.as_object().unwrap().iter().map(part).collect::<Vec<_>>();
    let path = format!("{}/../docs/examples/replay-{id}.json", env!("CARGO_MANIFEST_DIR"));
    std::fs::write(path, format!("{{\n{}\n}}\n", parts.join(",\n"))).unwrap();
    example
}

/// The recount finds nothing, and the server's own rules play it to the same lists, outcomes and hashes.
/// `TAPIS_BLESS=1` rewrites the examples.
fn is_what_the_rules_give_today(id: &str) {
    let mut example = example_replay(id);
    let rules =
        Registry::standard().game(id).unwrap().ruleset(&example["ruleset"]["options"].to_string()).unwrap();
    let seed = Seed(bytes(&example["seed"]));
    let mut table = rules.deal(&seed);
    for (n, ply) in (1..).zip(example["plies"].as_array().unwrap()) {
        let seat = serde_json::from_value(ply["seat"].clone()).unwrap();
        let chance = &mut seed.stream(SeedStream::Chance(n));
        table.play(seat, ply["notation"].as_str().unwrap(), chance).unwrap();
    }
    let plies: Vec<StoredPly> = table.plies().iter().map(|ply| (*ply.stored).clone()).collect();
    let replay = json!(rules.replay(&plies).unwrap());
    if std::env::var_os("TAPIS_BLESS").is_some() {
        example = bless(id, example, json!(rules.ruleset()), &replay);
    }
    tapis_recount::recount(&example).unwrap_or_else(|difference| panic!("{id}: {difference}"));
    assert_eq!((&replay["rounds"], &replay["plies"]), (&example["rounds"], &example["plies"]), "{id}");
    let payoffs = table.payoffs().unwrap();
    assert_eq!(
        (&json!(payoffs.scores), &json!(payoffs.ranks)),
        (&example["scores"], &example["ranks"]),
        "{id}"
    );
}

#[test]
fn the_examples_of_replays_are_what_the_rules_give_today() {
    for id in ["richelieu", "sept-blasons", "malin", "parbourg"] {
        is_what_the_rules_give_today(id);
    }
}

/// The example has a move that begins with each of `kinds`.
fn shows(id: &str, kinds: &[&str]) {
    let example = example_replay(id);
    let notations: Vec<&str> =
        example["plies"].as_array().unwrap().iter().filter_map(|ply| ply["notation"].as_str()).collect();
    for kind in kinds {
        assert!(notations.iter().any(|notation| notation.starts_with(kind)), "{id}: {kind}");
    }
}

#[test]
fn rules_of_another_version_are_not_recounted() {
    let replay = example_replay("parbourg");
    let mut newer = replay.clone();
    newer["ruleset"]["rules_version"] = json!(3);
    newer["ruleset"]["hash"] = json!(sha256(&json!({
        "game": "parbourg", "options": replay["ruleset"]["options"], "rules_version": 3,
    })));
    let difference = tapis_recount::recount(&newer).unwrap_err();
    assert_eq!(difference.expected, "there is no recount of 'parbourg' by version 3 of its rules");
}

#[test]
fn the_examples_show_every_kind_of_move() {
    let blasons = "value s,power s,self,draw pool,reveal t,reveal pool,remove t,give t,swap t,look s,peek t,serve s,none";
    shows("sept-blasons", &blasons.split(',').collect::<Vec<_>>());
    let table = EFFECTS.map(|id| format!("malheur {id}"));
    let malin = ["bid", "play twin", "play wish", "pass"].into_iter().chain(table.iter().map(String::as_str));
    shows("malin", &malin.collect::<Vec<_>>());
    let parbourg = "bet,event,build,alchemy,ephemeral #100,keep,initiative,pass,end,fold";
    shows("parbourg", &parbourg.split(',').collect::<Vec<_>>());
}

#[test]
fn the_example_of_parbourgs_state_holds() {
    let example = block("parbourg-state.md", "example");
    let options =
        Registry::standard().game("parbourg").unwrap().ruleset("{}").unwrap().ruleset().options.clone();
    let seed = bytes(&example["seed"]);
    let (_, mut table) = tapis_recount::deal("parbourg", 2, &options, &mut Stream::new(&seed, 0)).unwrap();
    for (n, notation) in (1..).zip(example["plies"].as_array().unwrap()) {
        table.play(notation.as_str().unwrap(), &mut Stream::new(&seed, (1 << 32) + n)).unwrap();
    }
    assert_eq!(table.document(), example["state"]);
    assert_eq!(sha256(&example["state"]), example["state_hash"]);
}
