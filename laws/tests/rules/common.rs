//! Random games, ply by ply.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, InformationSet, Observed, Ply, SeenPly, Turn};
use tapis_games::seat::{Seat, Viewer};

/// Plays a random game; calls `each` with the state before, the ply and the state after.
pub fn play<G: Game>(rules: &G, seed: u64, mut each: impl FnMut(&G::State, &Ply<G>, &G::State)) -> G::State {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut state = rules.start();
    for n in 0.. {
        let before = state.clone();
        let action = match rules.turn(&state) {
            Turn::Player(seat) => Some((seat, rules.random_move(&state, &mut rng).unwrap())),
            Turn::Chance => None,
            Turn::Over => break,
        };
        if let Some((_, mv)) = action {
            rules.play(&mut state, mv).unwrap();
        }
        let mut chance = Vec::new();
        while rules.turn(&state) == Turn::Chance {
            let outcome = rules.sample_chance(&state, &mut rng);
            rules.resolve(&mut state, &outcome).unwrap();
            chance.push(outcome);
        }
        each(&before, &Ply { n, action, chance }, &state);
    }
    state
}

/// Every seat follows its own log; at each ply a sampled world looks to it like the true one.
pub fn follow_logs<G: Observed>(rules: &G, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut known: Vec<_> = Seat::all(rules.seats()).map(|seat| rules.know(Viewer::Seat(seat))).collect();
    play(rules, seed, |before, ply, after| {
        for seat in Seat::all(rules.seats()) {
            let seen = rules.see(before, ply, after, Viewer::Seat(seat));
            known[seat.index()].learn(rules, &seen).unwrap_or_else(|e| panic!("seed {seed} {e}: {seen:?}"));
            let world = known[seat.index()].sample_world(rules, &mut rng);
            assert_eq!(
                rules.info_key(&world, seat),
                rules.info_key(after, seat),
                "seed {seed} {seat:?} {:?} {:?}",
                ply.action,
                ply.chance
            );
            assert_eq!(rules.turn(&world), rules.turn(after));
            if rules.turn(after) == Turn::Player(seat) {
                assert_eq!(
                    rules.legal_moves(&world)[..],
                    rules.legal_moves(after)[..],
                    "seed {seed} {seat:?} {:?} {:?}",
                    ply.action,
                    ply.chance
                );
            }
        }
    });
}

/// Histories sampled for a viewer show it the same log as far as it goes.
pub fn resample<G: Observed>(rules: &G, seed: u64, viewer: Viewer) {
    let mut log: Vec<SeenPly<G::Outcome>> = Vec::new();
    play(rules, seed, |before, ply, after| log.push(rules.see(before, ply, after, viewer)));
    for cut in [1, log.len() / 3, log.len() * 2 / 3, log.len()] {
        let history =
            G::Knowledge::sample_history(rules, viewer, &log[..cut], &mut ChaCha8Rng::seed_from_u64(seed));
        let history = history.unwrap_or_else(|e| panic!("seed {seed} {viewer:?} at {cut}: {e}"));
        let mut state = rules.start();
        for (ply, seen) in history.iter().zip(&log) {
            let before = state.clone();
            if let Some((_, mv)) = ply.action {
                rules.play(&mut state, mv).unwrap();
            }
            for outcome in &ply.chance {
                rules.resolve(&mut state, outcome).unwrap();
            }
            assert_eq!(&rules.see(&before, ply, &state, viewer), seen, "seed {seed} {viewer:?}");
        }
    }
}
