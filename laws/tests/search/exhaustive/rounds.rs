//! Ends of rounds of Les 7 Blasons, before another deal. Every token draw is a chance node.

use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, Published, Turn};
use tapis_games::random::below;
use tapis_games::sept_blasons::{self, Options, SeptBlasons, Variant};
use tapis_solver::request::{Concept, Objective};

use super::comparison::{ORACLE_NODES, compare, fits, series, setting};
use super::positions::{coin, pick, play_until};

/// Players and concepts alternate. `TAPIS_ORACLE_ROUNDS` sets the number of positions for each pair of them.
#[test]
fn ends_of_rounds_for_three_and_four_under_each_concept() {
    series(4 * setting("TAPIS_ORACLE_ROUNDS", 2), |n, rng| {
        let concept = if n % 2 == 0 { Concept::Maxn } else { Concept::Paranoid };
        sept_blasons(3 + (n / 2 % 2) as u8, concept, rng)
    });
}

/// Compares a random end of a round under random variants.
pub fn sept_blasons(players: u8, concept: Concept, rng: &mut ChaCha8Rng) -> Result<u64, String> {
    let all = [Variant::Consultent, Variant::SeServent, Variant::Curieux, Variant::Religieux];
    loop {
        let variants = all.into_iter().filter(|_| coin(rng)).collect();
        let rules =
            SeptBlasons::new(Options { players, variants, ..Default::default() }).expect("legal options");
        let (round, cards) = (1 + below(rng, 3) as u8, pick(rng, &[1, 2, u32::from(players), 4]));
        let near = |state: &sept_blasons::State| {
            let held = state.hands.iter().take(players.into()).map(|hand| hand.count_ones()).sum::<u32>();
            state.round >= round && held <= cards
        };
        let Some(state) = play_until(&rules, rng, near) else { continue };
        let Turn::Player(seat) = rules.turn(&state) else { continue };
        if rules.legal_moves(&state).len() > 1 && fits(&rules, &state, &mut { ORACLE_NODES }) {
            return compare(&rules, vec![(state, 1)], seat, Objective::RoundPayoff, Some(concept), rng);
        }
    }
}
