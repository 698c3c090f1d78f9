//! What is told of a game leaves no question: who, which card, and how many points.

use serde_json::{Value, json};
use tapis_games::erased::{AnyGame, Factory, ToldPly};
use tapis_games::game::{Published, Turn};
use tapis_games::malin::Malin;
use tapis_games::parbourg::Parbourg;
use tapis_games::richelieu::Richelieu;
use tapis_games::seat::Viewer;
use tapis_games::sept_blasons::SeptBlasons;
use tapis_games::shown::{Bag, Name, Pick};
use tapis_testkit::texts::{alike, names, random_game, wrong_sums};
use tapis_testkit::times;

const MALHEURS: &str = r#"{"players": 6, "malheurs": true, "teams": true}"#;
const VARIANTS: &str = r#"{"players": 5, "variants": ["consultent", "se_servent", "curieux", "religieux"]}"#;

/// The plies of random games, as a spectator is told of them.
fn told<G: Published>(options: &str, games: u64) -> Vec<ToldPly> {
    let rules = Factory::<G>::NEW.ruleset(options).expect("options");
    let of = |seed| {
        let table = random_game(&*rules, seed, |_, _| {});
        table.shown().expect("drawn").told(0, Viewer::Spectator, &names())
    };
    (0..games).flat_map(of).collect()
}

/// Different moves are never called the same.
#[test]
fn no_two_buttons_are_alike() {
    let sets = [
        alike::<SeptBlasons>(&["{}", VARIANTS], 6 * times()),
        alike::<Richelieu>(&["{}", r#"{"players": 3, "move_marker": "always"}"#], 4 * times()),
        alike::<Malin>(&["{}", MALHEURS], 4 * times()),
        alike::<Parbourg>(&["{}", r#"{"players": 2}"#], 2 * times()),
    ];
    assert_eq!(sets.concat(), [""; 0]);
}

/// Positions in which things lie in such zones of the mover that no tap on them begins a move, and no rule says why.
fn unexplained<G: Published>(options: &str, zones: &[&'static str], seed: u64) -> Vec<String> {
    let rules = Factory::<G>::NEW.ruleset(options).expect("options");
    let (mut wrong, mut dark) = (Vec::new(), 0);
    random_game(&*rules, seed, |table, _| {
        let Turn::Player(seat) = table.turn() else { return };
        let shown = table.shown().expect("drawn");
        let layout = shown.layout(Viewer::Seat(seat));
        for zone in zones.iter().flat_map(|&zone| [Name::from(zone), Name::from((zone, seat))]) {
            for (look, _) in layout.zone(zone).into_iter().flat_map(Bag::iter) {
                let slot = look.slot.map(|slot| Pick::Slot(zone, slot));
                let thing = look.key.or(look.face.id()).map(|name| Pick::Thing(zone, name));
                let begins =
                    |pick: &Pick| shown.compose(&[*pick]).map_or_else(|misfit| misfit.at > 0, |_| true);
                let picks: Vec<_> = slot.into_iter().chain(thing).collect();
                if picks.iter().any(begins) {
                    continue;
                }
                dark += 1;
                if picks.iter().all(|pick| shown.refused(&[*pick]).is_none()) {
                    wrong.push(format!("{} after {} plies: {picks:?}", layout.phase, table.plies().len()));
                }
            }
        }
    });
    assert!(dark > 0, "everything can always be chosen");
    wrong
}

/// Whatever can be chosen at some time says by which rule it cannot be chosen now.
#[test]
fn what_is_dark_says_its_rule() {
    let wrong = [
        unexplained::<Richelieu>("{}", &["table"], 1),
        unexplained::<SeptBlasons>(VARIANTS, &["hand", "trick", "area", "pool"], 2),
        unexplained::<Malin>(MALHEURS, &["hand", "malheurs"], 3),
        unexplained::<Parbourg>("{}", &["hand", "henchmen"], 4),
    ];
    assert_eq!(wrong.concat(), [""; 0]);
}

/// The rows of the score sheet are the score.
#[test]
fn sheets_add_up() {
    let wrong = [
        wrong_sums::<SeptBlasons>(&["{}", VARIANTS], 8),
        wrong_sums::<Richelieu>(&["{}", r#"{"players": 4}"#], 8),
        wrong_sums::<Malin>(&["{}", MALHEURS, r#"{"players": 3, "points": 6}"#], 8),
        wrong_sums::<Parbourg>(&["{}"], 4),
    ];
    assert_eq!(wrong.concat(), [""; 0]);
}

/// A henchman that comes from the pile is named with the step in which it comes.
#[test]
fn henchmen_are_named() {
    let mut replaced = 0;
    for ply in told::<Parbourg>("{}", 16 * times()) {
        for step in &ply.steps {
            let step = json!(step);
            let empty = Vec::new();
            let all = |name: &str| step[name].as_array().unwrap_or(&empty).clone();
            let named: Vec<Value> =
                all("milestones").iter().map(|milestone| milestone["args"]["henchman"].clone()).collect();
            let comes = |effect: &Value| {
                let to = effect["to"].as_str().unwrap_or_default();
                effect["what"] == "moved" && effect["from"] == "henchman_pile" && to.starts_with("henchmen:")
            };
            for effect in all("effects").into_iter().filter(comes) {
                let piece = effect["is"][0].get("open").unwrap_or(&effect["is"][0]);
                assert!(named.contains(piece), "{piece} is not among {named:?}");
            }
            replaced += all("milestones").iter().filter(|told| told["kind"] == "henchman_replaced").count();
        }
    }
    assert!(replaced > 0, "some henchman was replaced");
}

/// The card of an event is named, also where it is used in place of a bet; cards have their article.
#[test]
fn the_card_of_an_event_is_named() {
    let plies = told::<Parbourg>("{}", 12);
    let events: Vec<_> = plies.iter().filter_map(|ply| ply.told.as_ref()).collect();
    let events: Vec<_> = events.iter().filter(|told| told.kind == "event").collect();
    assert!(events.len() > 5, "{} events", events.len());
    assert!(events.iter().all(|told| told.args.contains_key("card")), "{events:?}");
    let lines: Vec<_> = plies.iter().filter_map(|ply| Some(&ply.text.as_ref()?.fr)).collect();
    for words in [" utilise le Contre pour contrer ", " utilise l’événement de la mise de 3 ou "] {
        assert!(lines.iter().any(|line| line.contains(words)), "{words}: {lines:?}");
    }
}

/// Whoever passes does nothing that the log must show.
#[test]
fn passes_are_minor() {
    let told = [told::<Parbourg>("{}", 4), told::<Malin>(MALHEURS, 4), told::<Richelieu>("{}", 4)].concat();
    let kinds = |minor| {
        let told = told.iter().filter_map(|ply| ply.told.as_ref()).filter(move |told| told.minor == minor);
        told.map(|told| told.kind).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(kinds(true).into_iter().collect::<Vec<_>>(), ["pass", "pass_alchemy", "pass_answer", "skip"]);
    assert!(!kinds(false).contains("pass_answer") && !kinds(false).contains("skip"));
}

/// A Malheur says which card it hits, and to whom the trick goes.
#[test]
fn malheurs_name_what_they_hit() {
    let plies = told::<Malin>(MALHEURS, 30);
    let milestones = plies.iter().flat_map(|ply| &ply.steps).flat_map(|step| &step.milestones);
    let mut seen = [0; 2];
    for acted in milestones.filter(|milestone| milestone.kind == "malheur_acted") {
        let (cards, text) = (json!(acted.args["cards"]), &acted.text.as_ref().expect("texts").fr);
        if cards == "drain" {
            seen[0] += 1;
            assert!(acted.args.contains_key("card") && acted.args.contains_key("target"), "{acted:?}");
        } else if cards == "gift" {
            seen[1] += 1;
            let target = acted.args["target"].clone();
            assert!(names().iter().any(|name| text.ends_with(&format!("{}.", name.fr))), "{target:?} {text}");
        }
    }
    assert!(seen.iter().all(|n| *n > 2), "{seen:?}");
    let hits = plies.iter().filter_map(|ply| ply.told.as_ref()).filter(|told| told.kind == "malheur_at");
    assert!(hits.filter(|told| told.args.contains_key("card")).count() > 2);
}

/// Where two cards of a row are equal, the log tells which of them a marker lies on.
#[test]
fn markers_lie_in_places() {
    let plies = told::<Richelieu>("{}", 4);
    let lines = plies.iter().filter_map(|ply| Some((ply.told.as_ref()?.kind, ply.text.as_ref()?)));
    let lines: Vec<_> = lines.filter(|(kind, _)| ["mark", "shift", "take_marker"].contains(kind)).collect();
    assert!(lines.len() > 20, "{} lines", lines.len());
    for (_, text) in lines {
        assert!(text.en.contains(", place ") && text.fr.contains(", place "), "{text:?}");
    }
}
