//! Listed moves and accepted moves are the same. (That they are those of the rules, `laws/tests/rules/recounts` shows.)

use rand::Rng;
use tapis_games::game::{Game, Turn};
use tapis_games::random::below;
use tapis_games::richelieu::Move;
use tapis_games::richelieu::cell::{Cell, End};
use tapis_games::richelieu::moves::Payment;

use super::common::{all_rules, choose, games, rng, rng as rng_of};

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
            // Every 101st of the moves there are, at night every 37th, from a random one on.
            let step = if games(1) > 1 { 37 } else { 101 };
            let start = below(rng, step) as usize;
            for &mv in everything.iter().skip(start).step_by(step as usize).filter(|mv| !listed.contains(mv))
            {
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
