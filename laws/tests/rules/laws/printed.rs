//! Every number of the rules is an option, or it is said here why it is none.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use tapis_games::locale::Language;
use tapis_solver::registry::Registry;

/// Numbers of the rules, and what they are.
struct Printed(&'static [u32], Is);

enum Is {
    /// Values, bounds and parts of these options.
    Options(&'static [&'static str]),
    /// No option, and why.
    Fixed(&'static str),
}

use Is::{Fixed, Options};

const RICHELIEU: [Printed; 10] = [
    Printed(&[2, 3, 4], Options(&["players", "first_seat"])),
    Printed(&[0, 5, 20], Options(&["penalty"])),
    Printed(
        &[0, 1, 5],
        Options(&[
            "points_bourgogne",
            "points_bretagne",
            "points_champagne",
            "points_normandie",
            "points_languedoc",
            "points_provence",
            "points_anjou",
            "points_bourbon",
            "points_auvergne",
        ]),
    ),
    Printed(&[0, 1, 5], Options(&["points_sword", "points_cross", "points_tower"])),
    Printed(&[1, 2, 5, 6, 7, 8, 9, 10, 27, 48, 65], Options(&["deck"])),
    Printed(&[2, 4, 6, 8], Options(&["disc_cells"])),
    Printed(
        &[3],
        Fixed(
            "markers: positions have no room to say how many there were, as those in the box are what is missing",
        ),
    ),
    Printed(&[6, 14], Fixed("discs: one of each region and symbol, so that what is unseen of them is a set")),
    Printed(&[1, 2, 4, 12], Fixed("rows and columns: cards are named by them")),
    Printed(&[0, 1, 3, 4, 5, 6, 7, 8], Fixed("examples of the score")),
];

const MALIN: [Printed; 10] = [
    Printed(&[3, 4, 5, 6], Options(&["players"])),
    Printed(&[1, 6, 10, 30], Options(&["points"])),
    Printed(&[1, 10], Options(&["penalty"])),
    Printed(&[1, 10, 40], Options(&["boost"])),
    Printed(&[2, 3, 4, 32], Options(&["malheur_deck"])),
    Printed(&[0, 1, 19, 20, 34, 35], Fixed("the pack: with the number of players it makes the hands even")),
    Printed(&[0, 3, 4, 5, 6, 7, 8, 9], Fixed("cards a hand: the pack is dealt out")),
    Printed(&[0, 1, 3, 5, 6, 7, 9, 10], Fixed("a Malheur comes with each odd number")),
    Printed(
        &[1],
        Fixed("a contract changes by one trick: the sum of contracts must not become that of tricks"),
    ),
    Printed(&[0, 2, 3], Fixed("the end, steps of a round, and who are partners")),
];

const SEPT_BLASONS: [Printed; 8] = [
    Printed(&[3, 4, 5, 6, 7], Options(&["players"])),
    Printed(&[1, 3, 10], Options(&["rounds"])),
    Printed(&[0, 3], Options(&["max_extra_rounds"])),
    Printed(&[0, 1, 2, 3, 4, 5, 6, 7], Options(&["deck"])),
    Printed(&[1, 2, 3, 4, 5], Fixed("tokens: the pool is what the areas leave, and each family has four")),
    Printed(&[2, 3, 4, 5], Fixed("strengths of the bourgeoisie: each serves the character of its number")),
    Printed(&[8], Fixed("tricks: one for each card of a family")),
    Printed(&[0, 1, 2, 3, 4, 5, 6, 8, 12, 13, 15, 16, 17], Fixed("variants by number, and an example")),
];

const PARBOURG: [Printed; 11] = [
    Printed(&[2, 3, 6], Options(&["players"])),
    Printed(&[1, 4, 8], Options(&["days"])),
    Printed(&[1, 8, 16], Options(&["first_hand"])),
    Printed(&[0, 1, 2, 4], Options(&["challenge_draw"])),
    Printed(&[1, 2, 5], Options(&["actions"])),
    Printed(&[2], Options(&["spare_tokens"])),
    Printed(&[100], Options(&["max_rounds"])),
    Printed(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 20, 24, 100], Options(&["deck"])),
    Printed(&[4], Fixed("challenges a day: one of each colour")),
    Printed(&[1], Fixed("buildings a turn: a position knows whether one was laid, not how many")),
    Printed(&[0, 1, 2, 3, 4, 5, 6, 7, 10, 11], Fixed("an example, and day 1")),
];

/// The numbers of a text, names and what stands between back quotes apart.
fn numbers(text: &str) -> BTreeSet<u32> {
    let plain: Vec<&str> = text.split('`').step_by(2).collect();
    let plain = plain.join(" ");
    plain.split(|letter: char| !letter.is_ascii_alphanumeric()).filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn every_number_of_the_rules_is_an_option_or_has_a_reason() {
    let registry = Registry::standard();
    for (id, table) in [
        ("richelieu", &RICHELIEU[..]),
        ("malin", &MALIN[..]),
        ("sept-blasons", &SEPT_BLASONS[..]),
        ("parbourg", &PARBOURG[..]),
    ] {
        let game = registry.game(id).unwrap();
        let listed: BTreeSet<u32> = table.iter().flat_map(|row| row.0).copied().collect();
        let printed = numbers(game.rules_text(Language::English).unwrap());
        let unlisted: Vec<_> = printed.difference(&listed).collect();
        assert!(unlisted.is_empty(), "{id}: {unlisted:?} are neither options nor have a reason");
        let schemas = game.schemas();
        let all: BTreeMap<_, _> = schemas.all.iter().map(|(name, schema)| (name, json!(schema))).collect();
        let properties = all[&schemas.options]["properties"].as_object().unwrap();
        let mut options: BTreeSet<&str> = BTreeSet::new();
        for row in table {
            match row.1 {
                Options(names) => options.extend(names),
                Fixed(reason) => assert!(reason.len() > 10, "{id}: {:?}", row.0),
            }
        }
        for name in &options {
            assert!(properties.contains_key(*name), "{id} has no option {name}");
        }
        let is_number = |schema: &Value| schema["type"] == "integer" || schema["minimum"].is_number();
        for (name, schema) in properties.iter().filter(|(_, schema)| is_number(schema)) {
            let bounds = schema["minimum"].is_number() && schema["maximum"].is_number();
            assert!(
                options.contains(&name.as_str()) && bounds,
                "{id}: the option {name} is not listed or bounded"
            );
        }
    }
}
