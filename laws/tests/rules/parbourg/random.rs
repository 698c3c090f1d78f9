//! Random games: they end, nobody is stuck, no card is lost. `TAPIS_PARBOURG_RANDOM` a player count and window option.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, Published, Turn};
use tapis_games::parbourg::{CardSet, Move, Options, Parbourg, Phase, State, Windows};
use tapis_games::seat::{Seat, Viewer};

use crate::common;

pub fn games() -> u64 {
    std::env::var("TAPIS_PARBOURG_RANDOM").ok().and_then(|n| n.parse().ok()).unwrap_or(3)
}

pub fn tables() -> impl Iterator<Item = Parbourg> {
    (2..=6).flat_map(|players| {
        [Windows::All, Windows::Holders]
            .map(|windows| Parbourg::new(Options { players, windows, ..Options::default() }).unwrap())
    })
}

/// Every card of the deck lies in exactly one place.
pub fn assert_conserved(rules: &Parbourg, state: &State) {
    let mut places: Vec<CardSet> = state.hands.iter().chain(&state.buildings).copied().collect();
    places.push(state.discard);
    places.extend(state.pile.iter().map(|&card| CardSet::from(card)));
    places.extend(state.table.iter().map(|laid| CardSet::from(laid.card)));
    places.extend(state.chain.iter().filter(|used| !used.laid).map(|used| CardSet::from(used.card)));
    places.extend(state.used.map(CardSet::from));
    let count: usize = places.iter().map(|place| place.len() as usize).sum();
    let all = places.into_iter().fold(CardSet::NONE, |all, place| all | place);
    assert_eq!((count, all), (rules.deck().cards.len(), rules.deck().all()), "{state:?}");
}

/// Every henchman is before a seat, in the pile or (with two players) out.
fn assert_henchmen(rules: &Parbourg, state: &State) {
    let before: Vec<u8> = state.henchmen.iter().flatten().copied().collect();
    let mut all: Vec<u8> = before.iter().chain(&state.henchman_pile).copied().collect();
    all.sort_unstable();
    all.dedup();
    let used = if rules.seats() == 2 { 2 * (usize::from(state.day) - 1) } else { 0 };
    assert_eq!(all.len() + used, rules.deck().henchmen.len(), "{state:?}");
    assert_eq!(all.len(), before.len() + state.henchman_pile.len(), "{state:?}");
}

/// Whoever is asked in a window stands (at the start of a day everybody does) and may pass.
fn assert_not_stuck(rules: &Parbourg, state: &State) {
    let (Some(window), Turn::Player(seat)) = (rules.window(state), rules.turn(state)) else { return };
    assert!(state.stands(seat), "{state:?}");
    assert!(rules.legal_moves(state).contains(&window.pass), "{state:?}");
}

#[test]
fn random_games_end_and_conserve_every_card() {
    for rules in tables() {
        for seed in 0..games() {
            let mut tokens = 0;
            let end = common::play(&rules, seed, |_, _, after| {
                assert_conserved(&rules, after);
                assert_not_stuck(&rules, after);
                if !matches!(after.phase, Phase::Keep(..)) {
                    assert_henchmen(&rules, after);
                }
                let won: u32 = after.won.iter().flatten().map(|&n| u32::from(n)).sum();
                assert!(won >= tokens && won <= 16, "tokens only come");
                tokens = won;
            });
            assert_eq!(rules.turn(&end), Turn::Over);
            assert_eq!((end.day, end.challenge), (4, 4));
        }
    }
}

#[test]
fn whoever_never_acts_still_ends_the_game() {
    for rules in tables() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut state = rules.start();
        let mut plies = 0;
        loop {
            match rules.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let outcome = rules.sample_chance(&state, &mut rng);
                    rules.resolve(&mut state, &outcome).unwrap();
                }
                // The last legal move is `pass`, `fold` or a choice that cannot be avoided.
                Turn::Player(_) => {
                    let mv = *rules.legal_moves(&state).last().unwrap();
                    rules.play(&mut state, mv).unwrap();
                }
            }
            plies += 1;
            assert!(plies < 10_000, "stuck");
        }
        let won: u32 = state.won.iter().flatten().map(|&n| u32::from(n)).sum();
        assert_eq!(won, 16, "the highest takes the token even with nothing");
    }
}

#[test]
fn each_seat_can_follow_its_own_log() {
    for rules in tables() {
        for seed in 0..games().div_ceil(3) {
            common::follow_logs(&rules, seed);
        }
    }
}

#[test]
fn a_sampled_history_gives_the_same_log() {
    for rules in tables() {
        for seed in 0..games().div_ceil(3) {
            common::resample(&rules, seed, Viewer::Seat(Seat(1)));
            common::resample(&rules, seed, Viewer::Spectator);
        }
    }
}

#[test]
fn the_start_of_a_day_ends_when_all_have_passed_since_the_last_card() {
    for rules in tables() {
        let mut days = 0;
        for seed in 0..games() {
            let mut passed = BTreeSet::new();
            common::play(&rules, seed, |before, ply, after| match ply.action {
                Some((_, Move::Alchemy(..))) => passed.clear(),
                Some((seat, Move::Pass)) if before.phase == Phase::Alchemy && before.chain.is_empty() => {
                    passed.insert(seat);
                    if !matches!(after.phase, Phase::Alchemy) {
                        assert_eq!(passed.len(), rules.seats(), "seed {seed}: {before:?}");
                        passed.clear();
                        days += 1;
                    }
                }
                _ => {}
            });
        }
        assert!(days >= games(), "days were begun");
    }
}
