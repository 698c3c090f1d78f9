//! First rounds of games of Le Malin among bots.

use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, InformationSet, Observed, Ply, Turn};
use tapis_games::malin::{Malin, State};
use tapis_games::random::{Seed, Stream};
use tapis_games::seat::{Seat, Viewer};
use tapis_solver::bots::{Bot, pick};
use tapis_solver::control::Control;

/// The seed of a deal.
pub fn seed_of(seed: u64, deal: u64) -> Seed {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&deal.to_le_bytes());
    Seed(key)
}

/// Plays the first round. Calls `each` before every decision with the position and what the seat to move knows.
/// Returns the position at the end of the round.
pub fn first_round(
    rules: &Malin,
    seed: Seed,
    bot_at: impl Fn(Seat) -> Bot,
    mut each: impl FnMut(&State, &<Malin as Observed>::Knowledge),
) -> State {
    let seats = rules.seats();
    let mut state = rules.start();
    let mut knowledge: Vec<_> = Seat::all(seats).map(|seat| rules.know(Viewer::Seat(seat))).collect();
    for n in 0.. {
        let before = state.clone();
        let mut action = None;
        if let Turn::Player(seat) = rules.turn(&state) {
            each(&state, &knowledge[seat.index()]);
            let mut own = [0; 32];
            rand::Rng::fill_bytes(&mut seed.stream(Stream::Bot(n)), &mut own);
            let mv = pick(rules, &knowledge[seat.index()], bot_at(seat), own, &Control::default());
            let mv = mv.expect("the seat is to move");
            rules.play(&mut state, mv).expect("a legal move");
            action = Some((seat, mv));
        }
        if rules.round_scores(&state).is_some() {
            break;
        }
        let mut rng: ChaCha8Rng = seed.stream(if n == 0 { Stream::Deal } else { Stream::Chance(n) });
        let mut chance = Vec::new();
        while rules.turn(&state) == Turn::Chance {
            let outcome = rules.sample_chance(&state, &mut rng);
            rules.resolve(&mut state, &outcome).expect("a drawn outcome fits");
            chance.push(outcome);
        }
        let ply = Ply { n, action, chance };
        for (seat, known) in Seat::all(seats).zip(&mut knowledge) {
            known.learn(rules, &rules.see(&before, &ply, &state, Viewer::Seat(seat))).expect("a true log");
        }
    }
    state
}
