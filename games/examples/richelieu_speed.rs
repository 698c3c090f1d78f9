//! How fast the rules of Richelieu run: random playouts, moves, listed positions and keys a second, on one thread.
//!
//! `cargo run --release -p tapis-games --example richelieu_speed`

#![expect(clippy::print_stdout, reason = "printing is its purpose")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use tapis_games::game::{Game, Observed, Published, Turn};
use tapis_games::random::{Seed, Stream};
use tapis_games::richelieu::{Options, Richelieu, State};
use tapis_games::seat::Seat;

const SPAN: Duration = Duration::from_secs(2);

fn main() {
    let Ok(rules) = Richelieu::new(Options::default()) else { return };
    let rng = &mut Seed([1; 32]).stream(Stream::Deal);
    let mut start = rules.start();
    let deal = rules.sample_chance(&start, rng);
    if rules.resolve(&mut start, &deal).is_err() {
        return;
    }
    println!("state {} bytes, move {} bytes", size_of::<State>(), size_of::<<Richelieu as Game>::Move>());

    let (mut playouts, mut moves, mut points, begun) = (0_u64, 0_u64, 0_i64, Instant::now());
    let mut met = Vec::new();
    while begun.elapsed() < SPAN {
        let mut state = start;
        while let Some(mv) = rules.random_move(&state, rng) {
            if playouts < 200 {
                met.push(state);
            }
            rules.play_unchecked(&mut state, mv);
            moves += 1;
        }
        assert_eq!(rules.turn(&state), Turn::Over);
        points += rules.payoffs(&state).scores.iter().map(|&score| i64::from(score)).sum::<i64>();
        playouts += 1;
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("playouts {:.0}/s, moves {:.2} M/s", playouts as f64 / seconds, moves as f64 / seconds / 1e6);
    println!("mean of points {:.2}", points as f64 / playouts as f64);

    per_second("children (list, copy, play, key)", &met, |state| {
        rules.legal_moves(state).iter().fold(0, |sum, &mv| {
            let mut after = *state;
            rules.play_unchecked(&mut after, mv);
            black_box(rules.key(&after));
            sum + 1
        })
    });
    per_second("lists of moves", &met, |state| u64::from(!rules.legal_moves(state).is_empty()));
    per_second("keys", &met, |state| black_box(rules.key(state)).min(1));
    per_second("information keys", &met, |state| black_box(rules.info_key(state, Seat(0))).min(1));
    per_second("payoffs", &met, |state| black_box(rules.payoffs(state)).scores.len() as u64 / 2);
}

fn per_second(what: &str, states: &[State], work: impl Fn(&State) -> u64) {
    let (mut done, begun) = (0, Instant::now());
    while begun.elapsed() < SPAN {
        done += states.iter().map(&work).sum::<u64>();
    }
    println!("{what} {:.2} M/s", done as f64 / begun.elapsed().as_secs_f64() / 1e6);
}
