//! What a seat knows of whole games, with and without Malheur cards.

use tapis_games::game::Published;
use tapis_games::malin::{Malin, Options, Twins, Wish};
use tapis_games::seat::{Seat, Viewer};

use crate::common;

fn tables() -> impl Iterator<Item = Malin> {
    (3..=6).flat_map(|players| {
        [(false, Twins::Declared), (true, Twins::Declared), (true, Twins::Fixed)].map(
            move |(malheurs, twins)| {
                let teams = players == 6 && malheurs;
                let wish = if players % 2 == 0 { Wish::Declared } else { Wish::RemovedCard };
                Malin::new(Options { players, malheurs, twins, teams, wish, ..Options::default() }).unwrap()
            },
        )
    })
}

#[test]
fn each_seat_can_follow_its_own_log() {
    for rules in tables() {
        for seed in 0..5 {
            common::follow_logs(&rules, seed);
        }
    }
}

#[test]
fn a_sampled_history_gives_the_same_log() {
    for rules in tables() {
        for seed in 0..3 {
            common::resample(&rules, seed, Viewer::Seat(Seat(1)));
        }
    }
}
