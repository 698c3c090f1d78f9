//! What each power does, what it may touch, and when it is passed over.

use tapis_games::game::{Game, Turn};
use tapis_games::sept_blasons::{Family, Options, Phase, Place, State, Variant};

use super::table::{Table, before};

use Family::{Aubigny, Bellay, Contades};

const NO_POOL: [u8; 7] = [0; 7];

#[test]
fn powers_without_a_target_are_passed_over() {
    let mut table = Table::players(3);
    table.trick(&[1, 2, 3]);
    assert_eq!(table.state.trick_no, 1, "no token, so nothing to draw, turn, remove, and no free action");
    assert_eq!(table.mover(), Some(2), "the magistrat won and leads");
}

#[test]
fn powers_are_used_in_the_order_of_play() {
    let mut table = Table::players(3);
    table.token(Aubigny, false, before(0));
    table.token(Bellay, false, before(1));
    table.trick(&[5, 3, 2]);
    assert_eq!((table.mover(), table.moves()), (Some(0), vec!["swap t01 t02".to_owned()]));
    table.play("swap t01 t02");
    assert_eq!((table.mover(), table.moves()), (Some(1), vec!["remove t02".to_owned()]));
    table.play("remove t02");
    assert_eq!(
        (table.mover(), table.moves()),
        (Some(2), vec!["reveal t01".to_owned(), "reveal pool".to_owned()])
    );
}

#[test]
fn manant_draws_any_pool_token_as_it_is() {
    let mut table = Table::players(3);
    table.pool([2, 0, 1, 0, 0, 0, 0]);
    let up = table.token(Bellay, true, Place::Pool);
    table.trick(&[1, 4, 4]);
    assert_eq!(
        table.moves(),
        [format!("draw {up}"), "draw pool".to_owned()],
        "face-down ones are one choice"
    );
    let mut other = Table { rules: table.rules.clone(), state: table.state.clone() };
    other.play(&format!("draw {up}"));
    assert_eq!((other.at(&up).place, other.at(&up).up), (before(0), true));

    table.play("draw pool");
    assert_eq!(table.mover(), None, "which one is chance");
    table.comes(Contades);
    let drawn = table.at("t02");
    assert_eq!((drawn.family, drawn.up, drawn.place), (Some(Contades), false, before(0)));
    assert_eq!(table.state.tokens.pool_down(), 2);
}

#[test]
fn menetrier_turns_up_in_any_area_or_in_the_pool() {
    let mut table = Table::players(3);
    table.pool([0, 3, 0, 0, 0, 0, 0]);
    for (seat, up) in [(0, false), (1, true), (2, false)] {
        table.token(Aubigny, up, before(seat));
    }
    table.trick(&[2, 4, 4]);
    assert_eq!(table.moves(), ["reveal t01", "reveal t03", "reveal pool"], "t02 lies face up already");
    table.play("reveal pool");
    table.comes(Bellay);
    let turned = table.at("t04");
    assert_eq!((turned.up, turned.place, turned.family), (true, Place::Pool, Some(Bellay)));
    assert_eq!(table.state.tokens.pool_down(), 2);
}

#[test]
fn magistrat_removes_from_others_only() {
    let played = |own: bool| {
        let mut table =
            Table::of(Options { players: 3, magistrat_may_target_self: own, ..Options::default() });
        table.token(Aubigny, true, before(0));
        table.token(Bellay, false, before(1));
        table.token(Bellay, true, before(2));
        table.trick(&[3, 4, 4]);
        table
    };
    assert_eq!(played(true).moves(), ["remove t01", "remove t02", "remove t03"]);
    let mut table = played(false);
    assert_eq!(table.moves(), ["remove t02", "remove t03"]);
    table.play("remove t02");
    assert!(table.state.tokens.get(2).is_none(), "a face-down token of the pool has no id");
    assert_eq!(table.state.tokens.pool_fixed()[Bellay.index()], 1);
    let mut table = played(false);
    table.play("remove t03");
    assert_eq!((table.at("t03").place, table.at("t03").up), (Place::Pool, true));
}

#[test]
fn intendant_exchanges_between_areas_or_with_the_pool() {
    let mut table = Table::players(3);
    table.pool([0, 0, 2, 0, 0, 0, 0]);
    table.token(Aubigny, true, before(0));
    table.token(Aubigny, false, before(0));
    table.token(Bellay, true, before(1));
    table.token(Bellay, true, Place::Pool);
    table.trick(&[5, 4, 4]);
    let all = [
        "swap t01 t03",
        "swap t01 t04",
        "swap t01 pool",
        "swap t02 t03",
        "swap t02 t04",
        "swap t02 pool",
        "swap t03 t04",
        "swap t03 pool",
    ];
    assert_eq!(table.moves(), all, "never two of one area, never two of the pool");
    table.play("swap t02 pool");
    table.comes(Contades);
    let came = table.at("t05");
    assert_eq!((came.place, came.up, came.family), (before(0), false, Some(Contades)));
    assert_eq!(table.state.tokens.pool_fixed(), &[1, 0, 1, 0, 0, 0, 0], "drawn before the other goes in");
}

#[test]
fn religieux_moves_a_token_under_its_variant_only() {
    let mut without = Table::players(3);
    without.token(Aubigny, true, before(0));
    without.trick(&[4, 4, 4]);
    assert_eq!((without.state.trick_no, without.moves().len()), (1, 7), "no power, three 4s: nobody wins");

    let variants = vec![Variant::Religieux];
    let mut table = Table::of(Options { players: 3, variants, ..Options::default() });
    table.token(Aubigny, false, before(1));
    table.token(Bellay, true, Place::Pool);
    table.trick(&[4, 6, 7]);
    assert_eq!(table.moves(), ["give t01 s0", "give t01 s2"], "only tokens of areas, and to another area");
    table.play("give t01 s2");
    assert_eq!((table.at("t01").place, table.at("t01").up), (before(2), false));
}

#[test]
fn a_stolen_power_is_the_thiefs_and_does_not_return() {
    let mut table = Table::players(3);
    table.pool(NO_POOL);
    table.token(Aubigny, true, before(1));
    table.trick(&[0, 3, 6]);
    table.play("power s1");
    assert_eq!(table.mover(), Some(0));
    assert_eq!(table.moves(), ["remove t01"], "for the thief the holder is another player");

    let mut table = Table::players(3);
    table.token(Aubigny, true, before(0));
    table.trick(&[0, 3, 6]);
    table.play("power s1");
    assert_eq!(table.state.trick_no, 1, "the thief has no target, and the holder does not get it back");
    assert_eq!(table.state.tokens.area(tapis_games::seat::Seat(0)).count(), 1);
}

#[test]
fn a_robbed_card_keeps_its_power() {
    let mut table = Table::players(3);
    table.token(Aubigny, true, before(0));
    table.trick(&[0, 3, 2]);
    table.play("value s1");
    assert_eq!((table.mover(), table.moves()), (Some(1), vec!["remove t01".to_owned()]));
}

/// What is passed over is exactly what would offer no move: every decision has one, and every power that was
/// passed over had none.
#[test]
fn only_the_impossible_is_passed_over() {
    for (players, mask) in [(3, 8), (4, 15), (7, 0)] {
        let rules = super::rules(players, mask);
        crate::common::play(&rules, 5, |before, _, after| {
            assert!(matches!(rules.turn(after), Turn::Over) || !rules.legal_moves(after).is_empty());
            let (Phase::Power(used), Phase::Power(next)) = (before.phase, after.phase) else { return };
            for place in used + 1..next {
                let skipped = State { phase: Phase::Power(place), ..after.clone() };
                assert_eq!(rules.legal_moves(&skipped), [], "{:?} at place {place}", skipped.trick);
            }
        });
    }
}
