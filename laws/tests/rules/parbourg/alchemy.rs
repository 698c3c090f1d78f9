//! The start of the day: everybody is asked until all have passed since the last card.

use tapis_games::game::Game;
use tapis_games::parbourg::{Move, Phase};
use tapis_games::seat::Seat;

use super::random::tables;
use super::table::Table;
use crate::common;

/// Seat 0 becomes the last of four by *Dédoublement*, seat 1 uses *Élixir*, seats 2 and 3 pass.
fn sorted_again() -> Table {
    let mut table = Table::new(&[1, 2, 3, 4, 5], &[&[89, 93], &[90], &[], &[]]);
    table.by(0, "alchemy #89").by(1, "pass").by(2, "pass").by(3, "pass").by(0, "initiative 5");
    table.by(1, "alchemy #90").by(2, "pass").by(3, "pass").by(0, "pass");
    table.by(2, "pass").by(3, "pass");
    table
}

#[test]
fn a_seat_moved_back_by_dedoublement_is_still_asked() {
    let mut table = sorted_again();
    table.by(1, "pass").by(2, "pass");
    assert_eq!(table.state.order[..], [1, 2, 3, 0].map(Seat));
    assert_eq!((table.state.phase, table.state.passed), (Phase::Alchemy, 0b1110), "seat 2 counts once");
    table.by(3, "pass").by(0, "alchemy #93").by(1, "pass").by(2, "pass").by(3, "pass");
    assert_eq!((table.state.passed, table.state.day_bonus[0]), (0, [0, 0, 2, 0]));
    table.by(1, "pass").by(2, "pass").by(3, "pass");
    assert_eq!(table.state.phase, Phase::Alchemy);
    table.by(0, "pass");
    assert_eq!((table.state.phase, table.state.passed), (Phase::Turn, 0));
}

#[test]
fn the_day_starts_as_soon_as_the_last_seat_has_passed() {
    let mut table = sorted_again();
    table.by(1, "pass").by(2, "pass").by(3, "pass").by(0, "pass");
    assert_eq!((table.state.phase, table.state.mover), (Phase::Turn, Seat(1)));
}

#[test]
fn every_seat_has_passed_since_the_last_card_when_a_day_starts() {
    for rules in tables() {
        for seed in 0..super::random::games() {
            let (mut passed, mut starts) = (0u8, 0);
            common::play(&rules, seed, |before, ply, after| {
                match ply.action {
                    Some((_, Move::Alchemy(..))) => passed = 0,
                    Some((seat, Move::Pass)) if before.phase == Phase::Alchemy && before.chain.is_empty() => {
                        passed |= 1 << seat.0;
                    }
                    _ => {}
                }
                if before.phase == Phase::Alchemy && after.phase == Phase::Turn {
                    assert_eq!(
                        passed,
                        (1 << rules.seats()) - 1,
                        "{} seats, seed {seed} day {}",
                        rules.seats(),
                        after.day
                    );
                    (passed, starts) = (0, starts + 1);
                }
            });
            assert_eq!(starts, 4, "seed {seed}");
        }
    }
}
