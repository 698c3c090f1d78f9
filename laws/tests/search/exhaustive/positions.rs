//! Positions reached by random play.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use tapis_games::game::{Game, InformationSet, Observed, Ply, Turn};
use tapis_games::random::below;
use tapis_games::seat::{Seat, Viewer};

/// The generator of test number `n` of a series.
pub fn rng(series: u64, n: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(series);
    rng.set_stream(n);
    rng
}

pub fn coin<R: Rng + ?Sized>(rng: &mut R) -> bool {
    below(rng, 2) == 0
}

pub fn pick<T: Copy, R: Rng + ?Sized>(rng: &mut R, items: &[T]) -> T {
    items[below(rng, items.len() as u32) as usize]
}

/// Deals a game.
pub fn deal<G: Game, R: Rng + ?Sized>(rules: &G, rng: &mut R) -> (G::State, Ply<G>) {
    let mut state = rules.start();
    let chance = resolve(rules, &mut state, rng);
    (state, Ply { n: 0, action: None, chance })
}

/// Resolves chance until the next decision or the end.
pub fn resolve<G: Game, R: Rng + ?Sized>(rules: &G, state: &mut G::State, rng: &mut R) -> Vec<G::Chance> {
    let mut outcomes = Vec::new();
    while rules.turn(state) == Turn::Chance {
        let outcome = rules.sample_chance(state, rng);
        rules.resolve(state, &outcome).expect("a sampled outcome fits");
        outcomes.push(outcome);
    }
    outcomes
}

/// Plays at random from a new deal until `stop` holds with a seat to move. `None` if the game ended first.
pub fn play_until<G: Game, R: Rng + ?Sized>(
    rules: &G,
    rng: &mut R,
    stop: impl Fn(&G::State) -> bool,
) -> Option<G::State> {
    let mut state = deal(rules, rng).0;
    while rules.turn(&state) != Turn::Over {
        if stop(&state) {
            return Some(state);
        }
        let mv = rules.random_move(&state, rng)?;
        rules.play_unchecked(&mut state, mv);
        resolve(rules, &mut state, rng);
    }
    None
}

/// Like [`play_until`], with the knowledge of the seat to move.
pub fn know_until<G: Observed, R: Rng + ?Sized>(
    rules: &G,
    rng: &mut R,
    stop: impl Fn(&G::State) -> bool,
) -> Option<(Seat, G::Knowledge)> {
    let (mut state, mut ply) = deal(rules, rng);
    let mut known: Vec<_> = Seat::all(rules.seats()).map(|seat| rules.know(Viewer::Seat(seat))).collect();
    let mut before = rules.start();
    loop {
        for (seat, knowledge) in Seat::all(rules.seats()).zip(&mut known) {
            let seen = rules.see(&before, &ply, &state, Viewer::Seat(seat));
            knowledge.learn(rules, &seen).expect("what is seen can be learnt");
        }
        let Turn::Player(seat) = rules.turn(&state) else { return None };
        if stop(&state) {
            return Some((seat, known.swap_remove(seat.index())));
        }
        before = state.clone();
        let mv = rules.random_move(&state, rng)?;
        rules.play_unchecked(&mut state, mv);
        let chance = resolve(rules, &mut state, rng);
        ply = Ply { n: ply.n + 1, action: Some((seat, mv)), chance };
    }
}
