//! Les 7 Blasons: whole games under every variant and player count, and what must hold at each step.

#![allow(clippy::unwrap_used)]

mod features;
mod powers;
mod refusals;
mod sets;
mod table;
mod tricks;

use tapis_games::game::{Game, Published};
use tapis_games::seat::{Seat, Viewer};
use tapis_games::sept_blasons::{Options, SeptBlasons, Variant};

use crate::common;

fn variants(mask: usize) -> Vec<Variant> {
    let all = [Variant::Consultent, Variant::SeServent, Variant::Curieux, Variant::Religieux];
    all.into_iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1).map(|(_, variant)| variant).collect()
}

fn rules(players: u8, mask: usize) -> SeptBlasons {
    SeptBlasons::new(Options { players, variants: variants(mask), ..Options::default() }).unwrap()
}

#[test]
fn every_player_count_and_variant_ends() {
    for players in 3..=7 {
        for mask in 0..16 {
            let rules = rules(players, mask);
            let end = common::play(&rules, u64::from(players) * 16 + mask as u64, |_, _, _| {});
            assert!(end.round >= 3, "{players} players, variants {mask}");
            let shares: f64 = rules.payoffs(&end).shares.iter().sum();
            assert!((shares - 1.0).abs() < 1e-9);
        }
    }
}

#[test]
fn each_seat_can_follow_its_own_log() {
    for (players, mask) in [(3, 0), (4, 15), (5, 4), (3, 6), (7, 4)] {
        for seed in 0..4 {
            common::follow_logs(&rules(players, mask), seed);
        }
    }
}

#[test]
fn a_sampled_history_gives_the_same_log() {
    for (players, mask) in [(3, 0), (4, 15), (5, 4)] {
        for seed in 0..3 {
            common::resample(&rules(players, mask), seed, Viewer::Seat(Seat(1)));
        }
        common::resample(&rules(players, mask), 9, Viewer::Spectator);
    }
}
