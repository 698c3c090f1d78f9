//! True logs are followed to the end, however little of what they allow can be kept.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tapis_games::game::{Game, InformationSet, Observed, Ply, Published, Turn};
use tapis_games::parbourg::Parbourg;
use tapis_games::seat::{Seat, Viewer};
use tapis_recount::fair_deal::Stream;
use tapis_recount::parbourg::random::table;

use super::random::games;

/// Follows a random game with options of its own, as `seat` sees it, and draws a world from time to time.
fn follow(seed: u64, seat: u8) {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let options = table(seed as usize % 10, &mut Stream::new(&key, 0));
    let rules = Parbourg::new(serde_json::from_value(options).unwrap()).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let viewer = Viewer::Seat(Seat(seat));
    let (mut state, mut knowledge) = (rules.start(), rules.know(viewer));
    for n in 0.. {
        let before = state.clone();
        let mut action = None;
        match rules.turn(&state) {
            Turn::Over => break,
            Turn::Player(mover) => {
                let moves = rules.legal_moves(&state);
                let mv = moves[rng.random_range(0..moves.len())];
                rules.play(&mut state, mv).unwrap();
                action = Some((mover, mv));
            }
            Turn::Chance => {}
        }
        let mut chance = Vec::new();
        while rules.turn(&state) == Turn::Chance {
            let outcome = rules.sample_chance(&state, &mut rng);
            rules.resolve(&mut state, &outcome).unwrap();
            chance.push(outcome);
        }
        let seen = rules.see(&before, &Ply { n, action, chance }, &state, viewer);
        let followed = knowledge.learn(&rules, &seen);
        assert!(followed.is_ok(), "seed {seed}, seat {seat}, ply {n}: {followed:?}");
        if n % 16 == 0 {
            let world = knowledge.sample_world(&rules, &mut ChaCha8Rng::seed_from_u64(7));
            let sizes = |state: &tapis_games::parbourg::State| state.hands.map(|hand| hand.len());
            assert_eq!(
                (sizes(&world), world.discard),
                (sizes(&state), state.discard),
                "seed {seed}, ply {n}"
            );
            assert_eq!(world.hand(Seat(seat)), state.hand(Seat(seat)), "one's own hand is as it is");
        }
    }
}

/// In each of these so much was taken and laid unseen that the true course was among what had to be dropped.
#[test]
fn a_log_with_more_courses_than_are_kept_is_followed_to_the_end() {
    // All of them at night.
    let most = if games() > 3 { 4 } else { 1 };
    for (seed, seat) in [(2124, 0), (1629, 3), (1629, 4), (2288, 1)].into_iter().take(most) {
        follow(seed, seat);
    }
}
