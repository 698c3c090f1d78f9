//! Perft: how many lines of moves there are from a position. A wrong rule seldom leaves the counts alone.

use std::fmt::Write;

use tapis_games::game::{Game, Turn};
use tapis_games::random::Seed;

use super::course::Course;

/// Lines of exactly `depth` moves. Every outcome of an enumerable chance node makes lines of its own and costs no depth; a
/// line that comes to the end of the game or to a chance node that can only be drawn counts if it has the full length.
pub fn perft<G: Game>(rules: &G, state: &G::State, depth: u32) -> u64 {
    match rules.turn(state) {
        Turn::Chance => {
            let outcomes = rules.chances(state).unwrap_or_default();
            let after = outcomes.iter().map(|(outcome, _)| {
                let mut next = state.clone();
                rules.resolve(&mut next, outcome).map_or(0, |()| perft(rules, &next, depth))
            });
            if outcomes.is_empty() { u64::from(depth == 0) } else { after.sum() }
        }
        _ if depth == 0 => 1,
        _ => {
            let moves = rules.legal_moves(state);
            let after = moves.iter().map(|&mv| {
                let mut next = state.clone();
                rules.play_unchecked(&mut next, mv);
                perft(rules, &next, depth - 1)
            });
            after.sum()
        }
    }
}

/// The counts of some positions as text, one line each: `seed 0 plies 12: 1 31 770`. Each is given by the byte of its seed, the plies
/// played after the set-up as in [`Course::seeded`], and the most moves of the lines that are counted.
pub fn counts<G: Game>(rules: &G, positions: &[(u8, u32, u32)]) -> String {
    let mut text = String::new();
    for &(seed, plies, depth) in positions {
        let course = Course::seeded(rules, &Seed([seed; 32]), plies);
        let counts: Vec<_> = (0..=depth).map(|depth| perft(rules, course.end(), depth).to_string()).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "seed {seed} plies {plies}: {}", counts.join(" "));
    }
    text
}
