//! Observation logs from outside: what cannot have happened is refused, and nothing panics.

use rand::rngs::ChaCha8Rng;
use serde_json::{Value, json};
use tapis_games::game::{InformationSet, Observed, Published, SeenPly};
use tapis_games::random::below;
use tapis_games::richelieu::{Outcome, Richelieu};
use tapis_games::seat::{Seat, Viewer};

use super::common::{Played, all_rules, games, rng, rules, viewers};

/// Follows a log; the code of the refusal, and at which ply.
fn follow(rules: &Richelieu, viewer: Viewer, log: &[Value]) -> Result<(), (usize, String)> {
    let mut knowledge = rules.know(viewer);
    for (n, ply) in log.iter().enumerate() {
        let ply: SeenPly<Outcome> =
            serde_json::from_value(ply.clone()).map_err(|_| (n, "unreadable".to_owned()))?;
        knowledge.learn(rules, &ply).map_err(|refusal| {
            assert!(refusal.rule.starts_with("richelieu.md#"));
            assert!(!refusal.text.en.is_empty() && !refusal.text.fr.is_empty());
            (n, refusal.code.to_owned())
        })?;
    }
    Ok(())
}

struct Log {
    rules: Richelieu,
    viewer: Viewer,
    plies: Vec<Value>,
}

impl Log {
    /// The log of seat 0 in the first game from `seed` on with a `recover` by either seat.
    fn with_recover() -> Self {
        let rules = rules(json!({}));
        for seed in 0.. {
            let played = Played::random(&rules, &mut rng(seed));
            let viewer = Viewer::Seat(Seat(0));
            let log: Vec<Value> =
                played.seen(&rules, viewer).iter().map(|ply| serde_json::to_value(ply).unwrap()).collect();
            let recovers = |seat| log.iter().any(|ply| ply["notation"] == "recover" && ply["seat"] == seat);
            if recovers(0) && recovers(1) {
                return Self { rules, viewer, plies: log };
            }
        }
        unreachable!()
    }

    /// The first ply for which `wanted` holds.
    fn find(&self, wanted: impl Fn(&Value) -> bool) -> usize {
        self.plies.iter().position(wanted).unwrap()
    }

    /// The refusal after a change, which must come at the changed ply.
    fn refused(&self, n: usize, change: impl Fn(&mut Value)) -> String {
        let mut log = self.plies.clone();
        change(&mut log[n]);
        let (at, code) = follow(&self.rules, self.viewer, &log).expect_err("should be refused");
        assert_eq!(at, n, "{code}");
        code
    }
}

fn without(field: &'static str) -> impl Fn(&mut Value) {
    move |ply| drop(ply.as_object_mut().unwrap().remove(field))
}

fn with(field: &'static str, value: Value) -> impl Fn(&mut Value) {
    move |ply| ply[field] = value.clone()
}

#[test]
fn true_logs_are_followed() {
    let log = Log::with_recover();
    assert_eq!(follow(&log.rules, log.viewer, &log.plies), Ok(()));
}

#[test]
fn plies_come_in_order_and_whole() {
    let log = Log::with_recover();
    assert_eq!(log.refused(3, with("n", json!(4))), "ply_out_of_order");
    assert_eq!(log.refused(0, with("n", json!(1))), "ply_out_of_order");
    assert_eq!(log.refused(3, without("seat")), "ply_malformed");
    assert_eq!(log.refused(3, without("notation")), "ply_malformed");
    assert_eq!(log.refused(0, with("seat", json!(0))), "ply_malformed");
    assert_eq!(log.refused(3, with("extra", json!(0))), "unreadable");
    let mut reordered = log.plies.clone();
    reordered.remove(0);
    assert_eq!(follow(&log.rules, log.viewer, &reordered), Err((0, "ply_out_of_order".to_owned())));
}

#[test]
fn the_set_up_is_that_of_the_ruleset() {
    let log = Log::with_recover();
    let set_up = |pointer: &'static str, value: Value| {
        move |ply: &mut Value| *ply.pointer_mut(pointer).unwrap() = value.clone()
    };
    assert_eq!(log.refused(0, without("outcome")), "unknown_set_up");
    assert_eq!(log.refused(0, with("outcome", json!({"disc": "anjou"}))), "unknown_set_up");
    assert_eq!(log.refused(0, set_up("/outcome/set_up/first_seat", json!(2))), "impossible_set_up");
    assert_eq!(log.refused(0, set_up("/outcome/set_up/disc_cells/0", json!("1c06"))), "unknown_set_up");
    assert_eq!(log.refused(0, set_up("/outcome/set_up/rows/0/0/cell", json!("1c02"))), "impossible_set_up");
    assert_eq!(log.refused(0, set_up("/outcome/set_up/rows/3", json!([]))), "impossible_set_up");
    assert_eq!(log.refused(0, set_up("/outcome/set_up/rows", json!([]))), "impossible_set_up");
    let other_card = |ply: &mut Value| {
        let card = ply.pointer_mut("/outcome/set_up/rows/0/0").unwrap();
        card["shields"] = json!(3 - card["shields"].as_i64().unwrap());
    };
    assert_eq!(log.refused(0, other_card), "impossible_set_up", "not a card of this deck");
    assert_eq!(log.refused(0, set_up("/outcome/set_up/rows/0/0/shields", json!(7))), "unreadable");
    let open = |ply: &mut Value| ply["outcome"]["set_up"]["discs"] = json!({"1c05": "anjou"});
    assert_eq!(log.refused(0, open), "unknown_set_up");
}

#[test]
fn moves_follow_the_rules_and_the_turns() {
    let log = Log::with_recover();
    let other = |ply: &mut Value| ply["seat"] = json!(1 - ply["seat"].as_i64().unwrap());
    assert_eq!(log.refused(1, other), "not_this_seats_turn");
    assert_eq!(log.refused(1, with("seat", json!(7))), "not_this_seats_turn");
    assert_eq!(log.refused(1, with("notation", json!("take 9L"))), "unreadable_notation");
    assert_eq!(log.refused(1, with("notation", json!("pass"))), "a_card_can_be_taken");
    assert_eq!(log.refused(1, with("notation", json!("recover"))), "no_boxed_marker");
    let mut after = log.plies.clone();
    let last = after.last().unwrap().clone();
    after.push(json!({"n": last["n"].as_u64().unwrap() + 1, "seat": 0, "notation": "skip"}));
    assert_eq!(
        follow(&log.rules, log.viewer, &after),
        Err((after.len() - 1, "not_this_seats_turn".to_owned()))
    );
}

#[test]
fn outcomes_are_there_exactly_when_the_viewer_saw_something() {
    let log = Log::with_recover();
    let own = log.find(|ply| ply["seat"] == 0 && ply.pointer("/outcome/disc").is_some());
    assert_eq!(log.refused(own, without("outcome")), "impossible_outcome");
    let nothing = log.find(|ply| ply["n"] != 0 && ply.get("outcome").is_none());
    assert_eq!(log.refused(nothing, with("outcome", json!({"disc": "anjou"}))), "impossible_outcome");
    assert_eq!(log.refused(nothing, with("outcome", json!({"given_up": "1c05"}))), "impossible_outcome");
    let set_up = log.plies[0]["outcome"].clone();
    assert_eq!(log.refused(nothing, with("outcome", set_up)), "impossible_outcome");
    let last = log.plies.len() - 1;
    assert_eq!(log.refused(last, without("outcome")), "impossible_outcome");
    assert_eq!(log.refused(last, with("outcome", json!({"revealed": {}}))), "impossible_outcome");
    let wrong = |ply: &mut Value| {
        for disc in ply["outcome"]["revealed"].as_object_mut().unwrap().values_mut() {
            *disc = json!("marker_return");
        }
    };
    assert_eq!(log.refused(last, wrong), "impossible_outcome");
    // A disc seen twice.
    let seen: Vec<usize> = (1..last)
        .filter(|&n| log.plies[n]["seat"] == 0 && log.plies[n].pointer("/outcome/disc").is_some())
        .collect();
    let first = seen
        .iter()
        .map(|&n| &log.plies[n]["outcome"]["disc"])
        .find(|disc| **disc != "marker_return")
        .unwrap();
    let again = seen.iter().copied().find(|&n| log.plies[n]["outcome"]["disc"] != *first);
    if let Some(again) = again.filter(|&n| n > seen[0]) {
        let disc = first.clone();
        assert_eq!(log.refused(again, move |ply| ply["outcome"]["disc"] = disc.clone()), "disc_already_seen");
    }
    assert!(seen.len() > 1, "the log has two discs of seat 0");
}

#[test]
fn given_up_names_a_disc_the_seat_can_have_given_up() {
    let log = Log::with_recover();
    for seat in 0..2 {
        let n = log.find(|ply| ply["notation"] == "recover" && ply["seat"] == seat);
        assert_eq!(log.refused(n, without("outcome")), "impossible_outcome");
        assert_eq!(log.refused(n, with("outcome", json!({"given_up": "1c06"}))), "impossible_outcome");
        let on_table =
            log.plies[n..].iter().find_map(|ply| ply.pointer("/outcome/revealed").cloned()).unwrap();
        // A disc of the other seat, or one that lies elsewhere.
        let own: Vec<&str> = log.plies[n]["outcome"]["given_up"].as_str().into_iter().collect();
        let other =
            on_table.as_object().unwrap().keys().find(|cell| !own.contains(&cell.as_str())).unwrap().clone();
        let mut changed = log.plies.clone();
        changed[n]["outcome"]["given_up"] = json!(other);
        assert!(follow(&log.rules, log.viewer, &changed).is_err(), "sooner or later");
    }
}

#[test]
fn changed_logs_never_panic() {
    let mut refused = 0;
    let (all, mut tried) = (all_rules(), 0);
    for seed in 0..games(150) {
        let rng = &mut rng(seed);
        let rules = &all[below(rng, all.len() as u32) as usize];
        let played = Played::random(rules, rng);
        let viewers = viewers(rules);
        let viewer = viewers[below(rng, viewers.len() as u32) as usize];
        let log: Vec<Value> =
            played.seen(rules, viewer).iter().map(|ply| serde_json::to_value(ply).unwrap()).collect();
        assert_eq!(follow(rules, viewer, &log), Ok(()));
        for _ in 0..20 {
            let mut changed = log.clone();
            change(&mut changed, rng);
            tried += usize::from(changed != log);
            refused += usize::from(follow(rules, viewer, &changed).is_err());
        }
    }
    assert!(refused * 10 > tried * 9, "{refused} of {tried} refused");
}

/// Something of the log is dropped, doubled or comes from elsewhere in it.
fn change(log: &mut Vec<Value>, rng: &mut ChaCha8Rng) {
    let pick = |rng: &mut ChaCha8Rng| below(rng, log.len() as u32) as usize;
    let (a, b) = (pick(rng), pick(rng));
    let field = ["notation", "seat", "outcome", "n"][below(rng, 4) as usize];
    match below(rng, 5) {
        0 => drop(log.remove(a)),
        1 => log.insert(a, log[b].clone()),
        2 => log.swap(a, b),
        3 => drop(log[a].as_object_mut().unwrap().remove(field)),
        _ => {
            let from = log[b].get(field).cloned().unwrap_or(json!("marker_return"));
            log[a][field] = from;
        }
    }
}

#[test]
fn a_log_that_contradicts_an_open_set_up_is_refused() {
    let rules = rules(json!({"open_discs": true}));
    let played = Played::random(&rules, &mut rng(2));
    let mut log: Vec<Value> =
        played.seen(&rules, Viewer::Spectator).iter().map(|ply| serde_json::to_value(ply).unwrap()).collect();
    assert!(rules.options().open_discs);
    let n = log.iter().position(|ply| ply.pointer("/outcome/disc").is_some()).unwrap();
    let disc = if log[n]["outcome"]["disc"] == "anjou" { "sword" } else { "anjou" };
    log[n]["outcome"]["disc"] = json!(disc);
    assert_eq!(follow(&rules, Viewer::Spectator, &log), Err((n, "disc_already_seen".to_owned())));
}
