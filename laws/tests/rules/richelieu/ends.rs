//! The end of the game, and what is seen on the way there.

use serde_json::{Value, json};
use tapis_games::game::{Game, Hidden, InformationSet, Observed, Published, Shown, Turn};
use tapis_games::richelieu::Richelieu;
use tapis_games::richelieu::cell::Cells;
use tapis_games::richelieu::state::Step;
use tapis_games::seat::{Seat, Viewer};

use super::common::{Played, all_rules, rng, rules, viewers};
use super::table::{Table, find, outcome};

#[test]
fn the_standard_game_ends_with_the_last_card() {
    let last = find(&rules(json!({})), |table| table.state.table.len() == 1 && table.at().1 == Step::Take);
    let take = last.legal_of("take");
    let last = if take.is_empty() { last.play("pass") } else { last };
    let take = last.legal_of("take")[0].clone();
    let end = last.play(&take);
    assert!(end.over() && end.legal().is_empty());
    assert_eq!(end.refused("skip"), "game_over");
    assert_eq!(end.state.side(Seat(0)).taken | end.state.side(Seat(1)).taken, Cells::ALL);
}

#[test]
fn three_rows_end_the_game_at_once_even_between_two_cards() {
    let rules = rules(json!({"variant": "three_rows"}));
    // A take in the take step that empties the third row, while a pair would have been possible.
    let before = find(&rules, |table| {
        let two_empty = table.state.table.empty_rows() == 2;
        two_empty && table.at().1 == Step::Take && table.legal_of("take").iter().any(|take| ends(table, take))
    });
    let take = before.legal_of("take").into_iter().find(|take| ends(&before, take)).unwrap();
    let end = before.play(&take);
    assert_eq!((end.at().1, end.state.table.empty_rows()), (Step::Over, 3), "no marker step, no second card");
    assert!(!end.state.table.is_empty());
    let taken: u32 = Seat::all(2).map(|seat| end.state.side(seat).taken.len()).sum();
    assert_eq!(taken + end.state.table.len(), 48, "what lies belongs to nobody");
    // And as the second card of a turn.
    let before = find(&rules, |table| {
        table.at().1 == Step::SecondCard && table.legal_of("take").iter().any(|take| ends(table, take))
    });
    let take = before.legal_of("take").into_iter().find(|take| ends(&before, take)).unwrap();
    assert!(before.play(&take).over());
}

fn ends(table: &Table, take: &str) -> bool {
    table.clone().play(take).over()
}

#[test]
fn a_disc_is_shown_to_its_taker_and_to_all_only_where_the_options_say_so() {
    let discs = ["4c02 anjou"];
    let seat = |n| Viewer::Seat(Seat(n));
    for (options, all) in
        [(json!({}), false), (json!({"taken_discs": "public"}), true), (json!({"open_discs": true}), true)]
    {
        let table = Table::laid(options, &[], &discs).turn("take 4L", "skip").turn("take 1L", "skip");
        let shown = Some(json!({"disc": "anjou"}));
        let hidden = if all { shown.clone() } else { None };
        assert_eq!(outcome(&table, "take 4L", seat(0)), shown);
        assert_eq!(outcome(&table, "take 4L", Viewer::Replay), shown);
        assert_eq!(outcome(&table, "take 4L", seat(1)), hidden);
        assert_eq!(outcome(&table, "take 4L", Viewer::Spectator), hidden);
        assert_eq!(outcome(&table, "take 4R", seat(0)), None);
        let after = table.play("take 4L");
        let disc = |viewer| zones(&after, viewer)["held:0"].clone();
        let face = if all { "open" } else { "known" };
        assert_eq!(disc(seat(0)), json!([{face: "disc_anjou", "key": "4c02", "slot": "1"}]));
        let others = if all { disc(seat(0)) } else { json!([{"back": "disc", "key": "4c02", "slot": "1"}]) };
        assert_eq!((disc(seat(1)), disc(Viewer::Spectator)), (others.clone(), others));
    }
}

/// What lies where.
fn zones(table: &Table, viewer: Viewer) -> Value {
    json!(table.rules.layout(&table.state, viewer).zones)
}

#[test]
fn recover_shows_everybody_which_disc_was_given_up() {
    let table = find(&rules(json!({})), |table| table.is_legal("recover"));
    let seat = table.at().0;
    let shown = outcome(&table, "recover", Viewer::Spectator).unwrap();
    let cell = shown["given_up"].as_str().unwrap().to_owned();
    assert_eq!(shown, json!({"given_up": cell}));
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Replay] {
        assert_eq!(outcome(&table, "recover", viewer), Some(shown.clone()));
    }
    let after = table.play("recover");
    assert_eq!(zones(&after, Viewer::Spectator)[format!("given_up:{seat}")][0]["key"], json!(cell));
}

#[test]
fn the_set_up_is_seen_by_all_and_discs_only_when_open() {
    for rules in [rules(json!({})), rules(json!({"open_discs": true}))] {
        let played = Played::random(&rules, &mut rng(1));
        let open = rules.options().open_discs;
        for viewer in viewers(&rules) {
            let seen = serde_json::to_value(&played.seen(&rules, viewer)[0]).unwrap();
            assert_eq!((seen["n"].as_u64(), seen.get("seat"), seen.get("notation")), (Some(0), None, None));
            let set_up = &seen["outcome"]["set_up"];
            assert_eq!(set_up["rows"].as_array().unwrap().len(), 4);
            assert_eq!(set_up["disc_cells"][0], "1c05");
            assert_eq!(set_up.get("discs").is_some(), open);
            assert_eq!(seen["outcome"].as_object().unwrap().len(), 1);
        }
    }
}

#[test]
fn the_end_reveals_the_discs_held_and_the_scores() {
    for (i, rules) in all_rules().iter().enumerate() {
        let played = Played::random(rules, &mut rng(i as u64));
        let last = serde_json::to_value(played.seen(rules, Viewer::Spectator).last().unwrap()).unwrap();
        let document = serde_json::to_value(rules.document(played.end())).unwrap();
        let mut held = serde_json::Map::new();
        for disc in
            document["seats"].as_array().unwrap().iter().flat_map(|seat| seat["discs"].as_array().unwrap())
        {
            held.insert(disc["cell"].as_str().unwrap().to_owned(), disc["disc"].clone());
        }
        assert_eq!(last["outcome"]["revealed"], Value::Object(held));
        for viewer in viewers(rules) {
            assert_eq!(rules.scores(played.end(), viewer), rules.payoffs(played.end()).scores);
        }
    }
}

#[test]
fn running_scores_count_only_the_discs_the_viewer_knows() {
    let cards = ["4c01 bretagne 1 sword", "4c02 anjou 1 sword"];
    let discs = ["4c02 anjou"];
    let table = Table::laid(json!({}), &cards, &discs).turn("take 4R", "skip").turn("take 1L", "skip");
    let table = table.turn("take 4L", "skip").turn("take 1L", "skip").turn("take 4L", "skip");
    let score = |viewer| table.rules.scores(&table.state, viewer)[Seat(0)];
    assert_eq!(score(Viewer::Seat(Seat(0))), score(Viewer::Spectator) + 1);
    assert_eq!(score(Viewer::Seat(Seat(1))), score(Viewer::Spectator));
}

fn hidden(rules: &Richelieu, played: &Played, plies: usize, viewer: Viewer) -> Hidden {
    let mut knowledge = rules.know(viewer);
    for ply in &played.seen(rules, viewer)[..plies] {
        knowledge.learn(rules, ply).unwrap();
    }
    knowledge.hidden(rules)
}

#[test]
fn what_is_hidden_follows_the_options() {
    for (i, rules) in all_rules().iter().enumerate() {
        let played = Played::random(rules, &mut rng(i as u64));
        let options = serde_json::to_value(rules.options()).unwrap();
        let private = options["open_discs"] == false && options["taken_discs"] == "private";
        for (n, state) in played.states.iter().enumerate().skip(1) {
            let on_table = rules.options().disc_cells.iter().any(|&cell| state.table.contains(cell));
            let expected = match rules.turn(state) {
                Turn::Over => Hidden::Nothing,
                _ if options["open_discs"] == true => Hidden::Nothing,
                _ if private => Hidden::Private,
                _ if on_table => Hidden::Chance,
                _ => Hidden::Nothing,
            };
            if n % 9 == 1 || rules.turn(state) == Turn::Over {
                assert_eq!(hidden(rules, &played, n, Viewer::Seat(Seat(0))), expected, "after {n} plies");
                assert_eq!(hidden(rules, &played, n, Viewer::Spectator), expected);
            }
        }
    }
}

#[test]
fn a_ply_discloses_exactly_when_somebody_saw_something_hidden() {
    for (i, rules) in all_rules().iter().enumerate() {
        let played = Played::random(rules, &mut rng(i as u64));
        let logs: Vec<_> = viewers(rules).into_iter().map(|viewer| played.seen(rules, viewer)).collect();
        let options = rules.options();
        for (n, ply) in played.plies.iter().enumerate() {
            let told = |field: fn(&tapis_games::richelieu::Outcome) -> bool| {
                logs.iter().any(|log| log[n].outcome.as_ref().is_some_and(field))
            };
            let private = !rules.options().open_discs
                && serde_json::to_value(options).unwrap()["taken_discs"] == "private";
            let expected = n == 0
                || (!options.open_discs && told(|outcome| outcome.disc.is_some()))
                || (private && told(|outcome| outcome.given_up.is_some()))
                || (private && told(|o| o.revealed.as_ref().is_some_and(|discs| !discs.is_empty())));
            assert_eq!(rules.discloses(&played.states[n], ply), expected, "ply {n}");
        }
    }
}
