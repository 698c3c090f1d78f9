//! Hidden hands of every shape: the whole pack, a stock that is made anew, cards that lie open, two hands a seat. The worlds of a
//! viewer and whole histories are as likely as by going through all of them.

use std::collections::HashMap;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, InformationSet, Observed, Ply, SeenPly, Turn};
use tapis_games::hands::{Deal, Dealt, HiddenHands, KnownHands};
use tapis_games::hidden_hands::{HiddenHand, list};
use tapis_games::playing_card::Cards;
use tapis_games::seat::{Seat, Viewer};
use tapis_testkit::course::Course;
use tapis_testkit::{conformance, ruleset};

use self::little::{Little, State};

mod little;

conformance! {
    whole: Little, r#"{"kind": "whole"}"#, 30;
    stock: Little, r#"{"kind": "stock"}"#, 60;
    market: Little, r#"{"kind": "market"}"#, 30;
    two: Little, r#"{"kind": "two"}"#, 30;
}

const KINDS: [&str; 4] = ["whole", "stock", "market", "two"];
const VIEWERS: [Viewer; 3] = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator];

/// Every history that gives a viewer this log, all as likely: its plies and its last state.
fn histories(rules: &Little, viewer: Viewer, log: &[SeenPly<Dealt>]) -> Vec<(Vec<Ply<Little>>, State)> {
    let mut all = vec![(Vec::<Ply<Little>>::new(), rules.start())];
    for seen in log {
        let mut next = Vec::new();
        for (plies, before) in all {
            let mut played = before.clone();
            let action = seen.seat.and_then(|seat| Some((seat, rules.parse_move(&before, seen)?)));
            if action.is_some_and(|(_, mv)| rules.play(&mut played, mv).is_err()) {
                continue;
            }
            for (chance, after) in chances(rules, viewer, seen, played) {
                let ply = Ply { n: seen.n, action, chance };
                if &rules.see(&before, &ply, &after, viewer) == seen {
                    next.push((plies.iter().cloned().chain([ply]).collect(), after));
                }
            }
        }
        all = next;
    }
    all
}

impl Little {
    fn parse_move(&self, state: &State, seen: &SeenPly<Dealt>) -> Option<little::Move> {
        use tapis_games::game::Published;
        seen.notation.as_deref().and_then(|text| self.parse(state, text).ok())
    }
}

/// Every way in which chance can go on from a state, as a viewer saw it.
fn chances(rules: &Little, viewer: Viewer, seen: &SeenPly<Dealt>, state: State) -> Vec<(Vec<Deal>, State)> {
    let deals = seen.outcome.clone().unwrap_or_default().deals;
    let mut all = vec![(Vec::new(), state)];
    for seen in deals {
        let mut next = Vec::new();
        for (chance, state) in all {
            if rules.turn(&state) != Turn::Chance {
                continue;
            }
            let shape = rules.deals(&state);
            let from = shape.from().without(seen.all()).bits();
            let hides = |hand: usize| !viewer.knows_as(Seat((hand % 2) as u8));
            let size = |hand: usize| if hides(hand) { shape.hands()[hand] } else { 0 };
            let gaps: Vec<_> =
                (0..shape.hands().len()).map(|hand| HiddenHand { from, size: size(hand) }).collect();
            for filled in list(&gaps, 100_000).expect("few") {
                let hands =
                    seen.hands.iter().zip(filled).map(|(hand, new)| *hand | Cards::from_bits(new)).collect();
                let (deal, mut state) = (Deal { hands, ..seen.clone() }, state.clone());
                if rules.resolve(&mut state, &deal).is_ok() {
                    next.push((chance.iter().cloned().chain([deal]).collect(), state));
                }
            }
        }
        all = next;
    }
    all.retain(|(_, state)| rules.turn(state) != Turn::Chance);
    all
}

/// Shares by how often each comes, or by weight.
fn shares<K: std::hash::Hash + Eq>(all: impl IntoIterator<Item = (K, f64)>) -> HashMap<K, f64> {
    let mut shares: HashMap<K, f64> = HashMap::new();
    all.into_iter().for_each(|(key, weight)| *shares.entry(key).or_default() += weight);
    let sum: f64 = shares.values().sum();
    shares.values_mut().for_each(|share| *share /= sum);
    shares
}

/// Six standard deviations of a count from its share.
fn drawn_as_likely<K: std::hash::Hash + Eq + std::fmt::Debug>(
    drawn: &HashMap<K, f64>,
    share: &HashMap<K, f64>,
    n: f64,
) {
    assert!(drawn.keys().all(|key| share.contains_key(key)), "something impossible was drawn");
    for (key, p) in share {
        let (count, mean) = (drawn.get(key).copied().unwrap_or_default() * n, p * n);
        assert!(
            (count - mean).abs() <= 6.0 * (mean * (1.0 - p)).sqrt() + 1.0,
            "{key:?}: {count}, not {mean}"
        );
    }
}

/// `TAPIS_HAND_GAMES` random games of each kind.
#[test]
fn worlds_and_histories_are_as_likely_as_by_going_through_all() {
    let games = std::env::var("TAPIS_HAND_GAMES").map_or(3, |text| text.parse().expect("a number"));
    let mut compared = [0; KINDS.len()];
    for (at, kind) in KINDS.iter().enumerate() {
        let rules = ruleset::<Little>(&format!(r#"{{"kind": "{kind}"}}"#));
        for seed in 0..games {
            let course = Course::random(&rules, &mut ChaCha8Rng::seed_from_u64(seed));
            for viewer in VIEWERS {
                let log = course.log(&rules, viewer);
                let length = 1 + (seed as usize * 5) % log.len();
                compared[at] += compare(&rules, viewer, &log[..length], seed);
            }
        }
    }
    // Not all of them are trivial.
    assert!(compared.iter().all(|compared| 3 * *compared as u64 >= 5 * games), "{compared:?}");
}

/// Compares what is drawn and listed after a log with all histories; how many different worlds there are, or none.
fn compare(rules: &Little, viewer: Viewer, log: &[SeenPly<Dealt>], seed: u64) -> usize {
    let all = histories(rules, viewer, log);
    let worlds = shares(all.iter().map(|(_, end)| (end.hands.clone(), 1.0)));
    let mut knowledge = rules.know(viewer);
    log.iter().for_each(|ply| knowledge.learn(rules, ply).expect("seen"));
    let listed = knowledge.worlds(rules, 100_000).expect("few");
    let listed = shares(listed.into_iter().map(|(world, weight)| (world.hands, weight as f64)));
    assert_eq!(listed.len(), worlds.len());
    for (hands, share) in &worlds {
        let weight = listed.get(hands).copied().unwrap_or_default();
        assert!((weight - share).abs() < 1e-6, "{log:?}: {hands:?} is {weight}, not {share}");
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    if worlds.len() <= 300 {
        let n = 60 * worlds.len();
        let drawn = (0..n).map(|_| (knowledge.sample_world(rules, &mut rng).hands, 1.0));
        drawn_as_likely(&shares(drawn), &worlds, n as f64);
    }
    if all.len() <= 300 {
        let told = |plies: &[Ply<Little>]| format!("{plies:?}");
        let n = 60 * all.len();
        let draw = |_| KnownHands::sample_history(rules, viewer, log, &mut rng).expect("a log");
        let drawn = shares((0..n).map(draw).map(|plies| (told(&plies), 1.0)));
        drawn_as_likely(&drawn, &shares(all.iter().map(|(plies, _)| (told(plies), 1.0))), n as f64);
    }
    worlds.len()
}
