//! The implementation against the plain reading of the rules: listed moves, accepted moves, states, scores.

use std::collections::BTreeSet;

use rand::Rng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, Published, Turn};
use tapis_games::random::below;
use tapis_games::richelieu::cell::{Cell, End};
use tapis_games::richelieu::moves::Payment;
use tapis_games::richelieu::{Move, Richelieu};
use tapis_games::seat::Viewer;

use crate::common::{all_rules, choose, games, rng, rng as rng_of};
use crate::model::Model;

#[test]
fn moves_states_and_scores_are_those_of_the_model() {
    let mut met = BTreeSet::new();
    for (i, rules) in all_rules().iter().enumerate() {
        for game in 0..games(2) {
            compare_game(rules, &mut rng(1000 * i as u64 + game), &mut met);
        }
    }
    // The comparison is worth what it met.
    for rare in [
        "Take: pass, alone",
        "Take: recover",
        "SecondCard: recover",
        "Marker: recover",
        "SecondCard: stop, alone",
        "Marker: skip, alone",
        "Take: take, paid",
        "SecondCard: take, paid",
        "Marker: move",
    ] {
        assert!(met.contains(rare), "{rare} was not met, only {met:?}");
    }
}

fn compare_game(rules: &Richelieu, rng: &mut ChaCha8Rng, met: &mut BTreeSet<String>) {
    let options = serde_json::to_value(rules.options()).unwrap();
    let mut state = rules.start();
    let deal = rules.sample_chance(&state, rng);
    rules.resolve(&mut state, &deal).unwrap();
    let mut model = Model::new(&options, &serde_json::to_value(&deal).unwrap());
    // Some games seek trouble: markers are placed and cards left protected, so that payments and passes happen.
    let eager = below(rng, 3);
    loop {
        assert_eq!(serde_json::to_value(rules.document(&state)).unwrap(), model.document());
        let listed: Vec<String> = rules.legal_moves(&state).iter().map(Move::to_string).collect();
        assert_eq!(listed, model.legal(), "{:#}", model.document());
        assert_eq!(listed.is_empty(), rules.turn(&state) == Turn::Over);
        let scores: Vec<i64> =
            rules.scores(&state, Viewer::Replay).iter().map(|&score| score.into()).collect();
        assert_eq!(scores, model.scores());
        let Turn::Player(seat) = rules.turn(&state) else { break };
        assert_eq!(Some(seat.index()), model.turn());
        let mv = choose(rules, &state, eager, rng);
        let word = mv.to_string();
        let paid = if word.contains("pay") { ", paid" } else { "" };
        let alone = if listed.len() == 1 { ", alone" } else { "" };
        met.insert(format!("{:?}: {}{paid}{alone}", state.step(), word.split(' ').next().unwrap()));
        rules.play(&mut state, mv).unwrap();
        model.play(&word);
    }
    assert_eq!(model.turn(), None);
    let payoffs = rules.payoffs(&state);
    assert_eq!(payoffs.ranks.as_slice(), model.ranks());
    assert_eq!(rules.round_scores(&state), Some(payoffs.scores));
}

#[test]
fn a_move_is_accepted_exactly_when_listed_and_refused_without_effect() {
    let everything = universe();
    for (i, rules) in all_rules().iter().enumerate() {
        let rng = &mut rng(77_000 + i as u64);
        let mut state = rules.start();
        let deal = rules.sample_chance(&state, rng);
        rules.resolve(&mut state, &deal).unwrap();
        while let Turn::Player(_) = rules.turn(&state) {
            let listed = rules.legal_moves(&state);
            assert!(listed.is_sorted_by(|a, b| a < b), "ascending, each once: {listed:?}");
            for &mv in listed.iter() {
                let mut after = state;
                rules.play(&mut after, mv).unwrap();
                assert_ne!(after, state, "{mv} does something");
                let mut unchecked = state;
                rules.play_unchecked(&mut unchecked, mv);
                assert_eq!(after, unchecked);
            }
            // Every 37th of the moves there are, from a random one on.
            let start = below(rng, 37) as usize;
            for &mv in everything.iter().skip(start).step_by(37).filter(|mv| !listed.contains(mv)) {
                let mut after = state;
                let refusal = rules.play(&mut after, mv).unwrap_err();
                assert_eq!(after, state, "{mv} was refused: {refusal}");
                assert!(refusal.rule.starts_with("richelieu.md#") && !refusal.text.fr.is_empty());
                // Unchecked play of such a move leads nowhere in particular, but does not panic.
                rules.play_unchecked(&mut after, mv);
                assert_eq!(rules.payoffs(&after).scores.len(), rules.seats());
            }
            let mv = choose(rules, &state, 1, rng);
            rules.play_unchecked(&mut state, mv);
        }
        assert!(rules.play(&mut state, Move::Pass).is_err());
    }
}

/// Every move that can be written.
fn universe() -> Vec<Move> {
    let payments = || {
        [None, Some(Payment::Reserve)].into_iter().chain(Cell::all().map(|cell| Some(Payment::Card(cell))))
    };
    let ends = (0..4).flat_map(|row| [End::Left, End::Right].map(|end| (row, end)));
    let takes = ends.flat_map(|(row, end)| payments().map(move |pay| Move::Take { row, end, pay }));
    let shifts = Cell::all().flat_map(|from| Cell::all().map(move |to| Move::Shift { from, to }));
    let words = [Move::Stop, Move::Recover, Move::Skip, Move::Pass];
    takes.chain(words).chain(Cell::all().map(Move::Mark)).chain(shifts).collect()
}

#[test]
fn random_move_picks_from_the_list_by_one_draw() {
    for (i, rules) in all_rules().iter().enumerate() {
        let rng = &mut rng(5_000 + i as u64);
        let mut state = rules.start();
        let deal = rules.sample_chance(&state, rng);
        rules.resolve(&mut state, &deal).unwrap();
        assert_eq!(rules.random_move(&rules.start(), rng), None);
        while let Turn::Player(_) = rules.turn(&state) {
            let moves = rules.legal_moves(&state);
            let seed = u64::from(rng.next_u32());
            let n = below(&mut rng_of(seed), moves.len() as u32) as usize;
            assert_eq!(rules.random_move(&state, &mut rng_of(seed)), Some(moves[n]));
            rules.play_unchecked(&mut state, moves[n]);
        }
        assert_eq!(rules.random_move(&state, rng), None);
    }
}
