//! Law: no observation log makes a game panic, however wrong; what it accepts it can also draw worlds for.

use rand::Rng;
use serde_json::Value;
use tapis_games::game::{InformationSet, Published, SeenPly};
use tapis_games::random::below;
use tapis_games::seat::{Seat, Viewer};

use super::Trial;

/// Forgeries for each viewer.
const FORGERIES: u32 = 12;

pub(super) fn check<G: Published>(trial: &Trial<G>) {
    let mut rng = trial.rng(9);
    for viewer in trial.viewers() {
        let log = trial.course.log(trial.rules, viewer);
        wrong_for_sure(trial, viewer, &log, &mut rng);
        for _ in 0..FORGERIES {
            let mut forged = log.clone();
            let place = below(&mut rng, log.len() as u32) as usize;
            match below(&mut rng, 4) {
                0 => drop(forged.remove(place)),
                1 => forged.swap(place, log.len() - 1 - place),
                2 => forged[place].outcome = log[below(&mut rng, log.len() as u32) as usize].outcome.clone(),
                _ => forged[place].outcome = bent(&log[place].outcome, &mut rng),
            }
            renumber(&mut forged);
            follow(trial, viewer, &forged, &mut rng);
        }
    }
}

/// A text that is no move, and a move of another seat, are never learnt.
fn wrong_for_sure<G: Published, R: Rng>(
    trial: &Trial<G>,
    viewer: Viewer,
    log: &[SeenPly<G::Outcome>],
    rng: &mut R,
) {
    if log.len() < 2 {
        return;
    }
    let place = 1 + below(rng, log.len() as u32 - 1) as usize;
    let mut knowledge = trial.rules.know(viewer);
    for ply in &log[..place] {
        assert!(knowledge.learn(trial.rules, ply).is_ok(), "{}: checked before", trial.at(place));
    }
    let unreadable = SeenPly { notation: Some("no such move".to_owned()), ..log[place].clone() };
    let other = log[place].seat.map(|seat| seat.next(trial.rules.seats()));
    let out_of_turn = SeenPly { seat: other, ..log[place].clone() };
    let nobody = SeenPly { seat: Some(Seat(200)), ..log[place].clone() };
    for wrong in [unreadable, out_of_turn, nobody] {
        let learnt = knowledge.clone().learn(trial.rules, &wrong);
        assert!(learnt.is_err(), "{}: {viewer:?} believes {wrong:?}", trial.at(place));
    }
}

fn renumber<O>(log: &mut [SeenPly<O>]) {
    for (n, ply) in (0..).zip(log) {
        ply.n = n;
    }
}

/// Learns as far as it goes, and asks everything that can be asked of what was learnt.
fn follow<G: Published, R: Rng>(trial: &Trial<G>, viewer: Viewer, log: &[SeenPly<G::Outcome>], rng: &mut R) {
    let rules = trial.rules;
    let mut knowledge = rules.know(viewer);
    for ply in log {
        if knowledge.learn(rules, ply).is_err() {
            assert!(
                G::Knowledge::sample_history(rules, viewer, log, rng).is_err(),
                "{}: drawn from a forgery",
                trial.at(ply.n as usize)
            );
            return;
        }
    }
    knowledge.count_worlds(rules);
    knowledge.hidden(rules);
    let world = knowledge.sample_world(rules, rng);
    rules.legal_moves(&world);
    trial.looks(&world, viewer);
    knowledge.worlds(rules, 8);
    let _ = G::Knowledge::sample_history(rules, viewer, log, rng);
}

/// An outcome with one value in it changed, where that still is an outcome.
fn bent<O, R>(outcome: &Option<O>, rng: &mut R) -> Option<O>
where
    O: serde::Serialize + serde::de::DeserializeOwned + Clone,
    R: Rng,
{
    let mut value = serde_json::to_value(outcome).expect("outcomes are JSON");
    bend(&mut value, rng);
    serde_json::from_value(value).unwrap_or_else(|_| outcome.clone())
}

fn bend<R: Rng>(value: &mut Value, rng: &mut R) {
    match value {
        Value::Array(items) if !items.is_empty() => {
            let place = below(rng, items.len() as u32) as usize;
            match below(rng, 4) {
                0 => drop(items.remove(place)),
                1 => items.push(items[place].clone()),
                2 => items.swap(0, place),
                _ => bend(&mut items[place], rng),
            }
        }
        Value::Object(entries) if !entries.is_empty() => {
            let place = below(rng, entries.len() as u32) as usize;
            if let Some((_, inner)) = entries.iter_mut().nth(place) {
                bend(inner, rng);
            }
        }
        Value::Number(_) => *value = Value::from([0, 1, 2, 3, 7, 14, 200][below(rng, 7) as usize]),
        Value::Bool(flag) => *flag = !*flag,
        _ => *value = Value::Null,
    }
}
