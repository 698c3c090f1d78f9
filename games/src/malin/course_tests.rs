//! Whole games under every option, and what must hold at each step.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::state::Phase;
use super::{Malin, Options, Ties, Twins, Wish};
use crate::prelude::*;

fn rules(options: Options) -> Malin {
    assert_eq!(options.faults(), []);
    Malin { options: std::sync::Arc::new(options) }
}

fn all_options() -> impl Iterator<Item = Options> {
    (3..=6).flat_map(|players| {
        (0..64).map(move |bits: u32| Options {
            players,
            points: if bits & 1 == 0 { 10 } else { 6 },
            malheurs: bits & 2 != 0,
            teams: players == 6 && bits & 4 != 0,
            twins: if bits & 8 == 0 { Twins::Declared } else { Twins::Fixed },
            wish: if bits & 16 == 0 { Wish::Declared } else { Wish::RemovedCard },
            ties: if bits & 32 == 0 { Ties::First } else { Ties::Last },
            ..Options::default()
        })
    })
}

#[test]
fn every_option_plays_to_the_end_and_keeps_every_card() {
    for (seed, options) in all_options().enumerate() {
        let rules = rules(options);
        let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
        let mut state = rules.start();
        let deck: u32 = if rules.options.malheurs { 32 } else { 0 };
        loop {
            match rules.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let outcome = rules.sample_chance(&state, &mut rng);
                    rules.resolve(&mut state, &outcome).unwrap();
                }
                Turn::Player(_) => {
                    let mv = rules.random_move(&state, &mut rng).unwrap();
                    rules.play(&mut state, mv).unwrap();
                }
            }
            if state.round > 0 {
                let held: u32 = Seat::all(rules.seats()).map(|seat| state.malheurs_held(seat)).sum();
                let used: u32 = state.used.iter().map(|&n| u32::from(n)).sum();
                assert_eq!(held + used + state.pile.len() as u32, deck);
            }
        }
        assert_eq!(state.phase, Phase::Over);
        assert!(state.points.iter().any(|&points| points <= 0));
    }
}

/// Whatever has been announced, the next player finds a number: it avoids at most all others and one more.
#[test]
fn a_legal_contract_always_exists() {
    for players in 3..=6 {
        let rules = rules(Options { players, ..Options::default() });
        let mut state = rules.start();
        let deal = rules.sample_chance(&state, &mut ChaCha8Rng::seed_from_u64(1));
        rules.resolve(&mut state, &deal).unwrap();
        let mut open = vec![state];
        let mut complete = 0;
        while let Some(state) = open.pop() {
            let Phase::Bid(_) = state.phase else {
                let sum: i8 = state.announced.iter().flatten().sum();
                assert_ne!(usize::try_from(sum).unwrap(), rules.tricks());
                complete += 1;
                continue;
            };
            let bids = rules.legal_moves(&state);
            assert!(!bids.is_empty(), "{players} players: {:?}", state.announced);
            for bid in bids {
                let mut next = state.clone();
                rules.play(&mut next, bid).unwrap();
                open.push(next);
            }
        }
        assert!(complete > 0);
    }
}
