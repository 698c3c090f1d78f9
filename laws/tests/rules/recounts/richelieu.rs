//! Richelieu.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tapis_games::erased::{AnyRuleset, AnyTable};
use tapis_games::game::Turn;
use tapis_games::random::Seed;
use tapis_games::seat::Viewer;
use tapis_recount::fair_deal::Stream;
use tapis_recount::{deal, random};
use tapis_solver::registry::Registry;

use super::course::{agree, games, replay, seed_of, written};

#[test]
fn random_games_agree() {
    for n in 0..games() {
        let mut random = Stream::new(&seed_of(n), 99);
        let options = random::options("richelieu", &mut random);
        agree(n, &options, &replay("richelieu", &options, seed_of(n), &mut random));
    }
}

/// A game of every second combination of the switches, so that any two of them meet in each way; at night two of all. Most of
/// them seek trouble: cards are left protected, so that payments and passes happen. The comparison is worth what it met.
#[test]
fn every_switch_agrees_where_seats_pay_recover_and_pass() {
    let mut met = BTreeSet::new();
    let at_night = games() >= 80;
    let wanted = switches().into_iter().filter(|(_, odd)| at_night || !odd);
    let all = wanted.flat_map(|(options, _)| vec![options; if at_night { 2 } else { 1 }]);
    for (n, options) in (0..).zip(all) {
        let ruleset = Registry::standard().game("richelieu").unwrap().ruleset(&options.to_string()).unwrap();
        let seed = Seed(seed_of(n));
        let table = play_eagerly(ruleset.as_ref(), &seed, &mut met);
        agree(n, &options, &written(ruleset.as_ref(), table.as_ref(), &seed));
    }
    for rare in [
        "take: pass, alone",
        "take: recover",
        "second_card: recover",
        "marker: recover",
        "second_card: stop, alone",
        "marker: skip, alone",
        "take: take, paid",
        "second_card: take, paid",
        "marker: move",
    ] {
        assert!(met.contains(rare), "{rare} was not met, only {met:?}");
    }
}

/// Each combination, and whether the places of its switches have an odd sum.
fn switches() -> Vec<(Value, bool)> {
    let mut all = Vec::new();
    for players in 2..=4 {
        for (a, variant) in ["standard", "three_rows"].into_iter().enumerate() {
            for (b, second_card) in ["uncovered", "visible_at_start"].into_iter().enumerate() {
                for (c, move_marker) in ["empty_reserve", "always"].into_iter().enumerate() {
                    let discs = [(false, "private"), (false, "public"), (true, "private")];
                    for (d, (open_discs, taken_discs)) in discs.into_iter().enumerate() {
                        let options = json!({
                            "players": players, "variant": variant, "second_card": second_card,
                            "move_marker": move_marker, "open_discs": open_discs, "taken_discs": taken_discs,
                        });
                        all.push((options, (players + a + b + c + d) % 2 == 1));
                    }
                }
            }
        }
    }
    all
}

/// Plays a game to the end; the standing before each ply is that of the recount. (A replay has only the last.)
fn play_eagerly(ruleset: &dyn AnyRuleset, seed: &Seed, met: &mut BTreeSet<String>) -> Box<dyn AnyTable> {
    let mut random = Stream::new(&seed.0, 99);
    let eager = random.below(3) > 0;
    let options = &ruleset.ruleset().options;
    let (_, mut again) = deal("richelieu", 1, options, &mut Stream::new(&seed.0, 0)).unwrap();
    let mut table = ruleset.deal(seed);
    while let Turn::Player(seat) = table.turn() {
        let scores: Vec<i64> = table.scores(Viewer::Replay).iter().map(|&score| score.into()).collect();
        assert_eq!(scores, again.scores(), "{options}: {}", table.document());
        let legal: Vec<String> = table.legal_moves().iter().map(|mv| mv.notation.clone()).collect();
        let document = table.document();
        let notation = choose(&legal, &document, eager, &mut random);
        let word = notation.split(' ').next().unwrap();
        let paid = if notation.contains("pay") { ", paid" } else { "" };
        let alone = if legal.len() == 1 { ", alone" } else { "" };
        met.insert(format!("{}: {word}{paid}{alone}", document["step"].as_str().unwrap()));
        table.play(seat, notation, &mut seed.stream(tapis_games::random::Stream::Deal)).unwrap();
        again.play(notation, &mut random).unwrap();
    }
    table
}

/// A random move; the eager prefer to mark the ends of rows, to pay and to recover.
fn choose<'a>(legal: &'a [String], document: &Value, eager: bool, random: &mut Stream) -> &'a String {
    let rows = document["rows"].as_array().unwrap().iter().filter_map(Value::as_array);
    let ends: Vec<&str> = rows
        .flat_map(|row| [row.first(), row.last()])
        .flatten()
        .filter_map(|card| card["cell"].as_str())
        .collect();
    let marks_end = |mv: &str| {
        (mv.starts_with("mark ") || mv.starts_with("move ")) && ends.iter().any(|end| mv.ends_with(end))
    };
    let recover = legal.iter().find(|mv| *mv == "recover");
    if let Some(recover) = recover.filter(|_| random.below(3) == 0) {
        return recover;
    }
    let wanted: Vec<&String> = legal.iter().filter(|mv| mv.contains("pay") || marks_end(mv)).collect();
    if eager && !wanted.is_empty() && random.below(10) < 8 {
        let move_of: &&String = random.pick(&wanted);
        move_of
    } else {
        random.pick(legal)
    }
}
