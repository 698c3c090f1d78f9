//! Who wins a trick, what the winner may do, and what bourgeoisie cards add.

use tapis_games::game::Game;
use tapis_games::seat::Seat;
use tapis_games::sept_blasons::{Family, Options, Place, Ties, Variant};

use super::table::{Table, before};

use Family::{Aubigny, Bellay, Contades, Grandbois};

fn winner(options: Options, cards: &[u8]) -> Option<u8> {
    let mut table = Table::of(options);
    table.trick(cards);
    table.state.tricks[0].winner.map(|seat| seat.0)
}

#[test]
fn equal_values_cancel() {
    let by = |ties, cards: &[u8]| {
        winner(Options { players: cards.len() as u8, ties, ..Options::default() }, cards)
    };
    for (cards, one_step, cascade) in [
        ([7, 6, 5, 4, 2], Some(0), Some(0)),
        ([7, 7, 5, 4, 2], Some(2), Some(2)),
        ([7, 7, 5, 5, 2], None, Some(4)),
        ([6, 6, 6, 6, 4], Some(4), Some(4)),
        ([6, 6, 4, 4, 6], None, None),
        ([4, 4, 4, 4, 4], None, None),
    ] {
        assert_eq!(by(Ties::OneStep, &cards), one_step, "{cards:?} one step");
        assert_eq!(by(Ties::Cascade, &cards), cascade, "{cards:?} cascade");
    }
}

#[test]
fn a_trick_nobody_wins_is_set_aside_and_leaves_the_lead() {
    let mut table = Table::players(4);
    table.trick(&[1, 6, 6, 1]);
    assert_eq!(table.state.tricks[0].winner, None);
    assert!((0..4).all(|seat| Family::ALL.into_iter().all(|f| table.collected(seat, f).is_empty())));
    assert_eq!(table.mover(), Some(0), "its leader leads again");
}

#[test]
fn the_winner_takes_the_cards_and_the_lead() {
    let mut table = Table::players(3);
    table.trick(&[4, 7, 6]);
    let cards = [Aubigny, Bellay, Contades].map(|family| table.collected(1, family));
    assert_eq!(cards, [vec![4], vec![7], vec![6]]);
    assert_eq!(table.mover(), Some(1));
}

#[test]
fn the_free_action_draws_or_turns_up_in_areas_not_in_the_pool() {
    let mut table = Table::players(3);
    table.pool([1, 0, 0, 0, 0, 0, 0]);
    table.token(Aubigny, false, before(0));
    table.token(Bellay, true, before(2));
    table.token(Bellay, true, Place::Pool);
    table.trick(&[4, 7, 6]);
    assert_eq!(table.mover(), Some(1));
    assert_eq!(table.moves(), ["draw t03", "draw pool", "reveal t01"], "also of another player's area");
    assert_eq!(table.collected(1, Bellay), [] as [u8; 0], "before collecting");
    table.play("reveal t01");
    assert!(table.at("t01").up);
    assert_eq!((table.collected(1, Bellay), table.state.trick_no), (vec![7], 1));
}

/// Only the holder of a card, once a round, never in the last trick.
#[test]
fn activation_is_offered_with_a_card() {
    let mut table = with(vec![Variant::SeServent]);
    assert!(!table.moves().iter().any(|mv| mv.ends_with("serve")), "no card was handed out yet");
    table.state.strength[0] = 3;
    assert!(table.moves().contains(&"play 5 serve".to_owned()));
    table.state.trick_no = 7;
    assert!(!table.moves().iter().any(|mv| mv.ends_with("serve")), "not in the last trick");
    table.state.trick_no = 0;
    table.state.activated = 1;
    assert!(!table.moves().iter().any(|mv| mv.ends_with("serve")), "once a round");
}

fn with(variants: Vec<Variant>) -> Table {
    Table::of(Options { players: 4, variants, ..Options::default() })
}

#[test]
fn se_servent_takes_the_card_of_its_strength_also_from_a_trick_nobody_wins() {
    let mut table = with(vec![Variant::SeServent]);
    table.state.strength[0] = 4;
    table.play("play 4 serve");
    for card in [4, 6, 6] {
        table.play(&format!("play {card}"));
    }
    assert_eq!(
        (table.mover(), table.moves()),
        (Some(0), ["serve s0", "serve s1", "none"].map(str::to_owned).to_vec())
    );
    table.play("serve s1");
    assert_eq!(table.state.tricks[0].winner, None);
    assert_eq!(table.collected(0, Bellay), [4]);
    assert_eq!(table.state.tricks[0].cards.of(Bellay), 0, "a served card belongs to no trick");
}

#[test]
fn curieux_looks_at_own_tokens_and_those_of_one_other() {
    let mut table = with(vec![Variant::Curieux]);
    table.state.strength[0] = 2;
    for (family, up, seat) in
        [(Aubigny, false, 0), (Bellay, false, 1), (Bellay, true, 1), (Contades, false, 2)]
    {
        table.token(family, up, before(seat));
    }
    table.play("play 6 peek");
    for card in [7, 4, 4] {
        table.play(&format!("play {card}"));
    }
    table.play("reveal t01"); // seat 1 won and turns one up
    assert_eq!(table.mover(), Some(0), "after the free action");
    assert_eq!(table.moves(), ["peek t02", "peek t04", "none"], "t02 with t04 would be two other players");
    table.play("peek t02");
    assert_eq!(table.at("t02").known_to, 0b11, "who looks and before whom it lies");
    assert_eq!(table.at("t04").known_to, 0);
}

#[test]
fn bourgeoisie_cards_go_by_rank_and_skip_the_tied() {
    let mut table = with(vec![Variant::Consultent]);
    let round_with = |totals: [i16; 4]| {
        let mut table = Table { rules: table.rules.clone(), state: table.state.clone() };
        table.state.trick_no = 7;
        table.state.totals[..4].copy_from_slice(&totals);
        table.trick(&[4, 4, 4, 4]);
        table.state.strength
    };
    assert_eq!(round_with([10, 40, 20, 30])[..4], [2, 5, 3, 4]);
    assert_eq!(
        round_with([10, 40, 40, 30])[..4],
        [4, 0, 0, 5],
        "the tied get none, the next gets the highest"
    );
    assert_eq!(round_with([7, 7, 7, 7])[..4], [0; 4]);
    table = Table::of(Options { players: 3, variants: vec![Variant::Consultent], ..Options::default() });
    table.state.trick_no = 7;
    table.state.totals[..3].copy_from_slice(&[1, 2, 3]);
    table.trick(&[4, 4, 4]);
    assert_eq!(table.state.strength[..3], [2, 3, 4], "no haute with three players");
}

#[test]
fn consultent_looks_at_collected_tricks_with_their_owner() {
    let mut table = with(vec![Variant::Consultent]);
    table.trick(&[7, 4, 4, 4]);
    table.state.strength[0] = 2;
    table.play("play 6 consult");
    for card in [7, 6, 6] {
        table.play(&format!("play {card}"));
    }
    let all = ["look s0:1", "look s1:2", "look s0:1 s1:2", "none"];
    let mut moves = table.moves();
    moves.sort();
    let mut expected = all.map(str::to_owned).to_vec();
    expected.sort();
    assert_eq!(moves, expected, "the trick just collected included");
    table.play("look s1:2");
    assert_eq!(table.state.tricks[1].looked, 0b11, "the owner sees it too");
    assert_eq!(table.state.tricks[0].looked, 0);
}

#[test]
fn a_tie_for_first_place_is_played_off() {
    let ended = |max_extra_rounds, round, totals: [i16; 3]| {
        let mut table = Table::of(Options { players: 3, max_extra_rounds, ..Options::default() });
        (table.state.round, table.state.trick_no) = (round, 7);
        table.state.totals[..3].copy_from_slice(&totals);
        table.trick(&[4, 4, 4]);
        (table.rules.turn(&table.state) == tapis_games::game::Turn::Over)
            .then(|| table.rules.payoffs(&table.state).shares[Seat(0)])
    };
    assert_eq!(ended(3, 2, [9, 5, 5]), None, "three rounds at least");
    assert_eq!(ended(3, 3, [9, 5, 5]), Some(1.0));
    assert_eq!(ended(3, 3, [9, 9, 5]), None, "one more round");
    assert_eq!(ended(3, 6, [9, 9, 5]), Some(0.5), "three more at most");
    assert_eq!(ended(0, 3, [9, 9, 5]), Some(0.5), "or none");
}

#[test]
fn another_number_of_rounds_ends_the_game_sooner_or_later() {
    let ended = |rounds, round, totals: [i16; 3]| {
        let options = Options { players: 3, rounds, max_extra_rounds: 1, ..Options::default() };
        let mut table = Table::of(options);
        (table.state.round, table.state.trick_no) = (round, 7);
        table.state.totals[..3].copy_from_slice(&totals);
        table.trick(&[4, 4, 4]);
        table.rules.turn(&table.state) == tapis_games::game::Turn::Over
    };
    assert_eq!([1, 2].map(|round| ended(2, round, [9, 5, 5])), [false, true]);
    assert_eq!([2, 3].map(|round| ended(2, round, [9, 9, 5])), [false, true], "played off");
    assert_eq!([3, 4, 5].map(|round| ended(5, round, [9, 5, 5])), [false, false, true]);
}

#[test]
fn own_and_face_down_tokens_count_nothing() {
    let mut table = Table::players(4);
    table.trick(&[7, 6, 5, 4]);
    for (family, up) in
        [(Aubigny, true), (Aubigny, true), (Bellay, false), (Contades, true), (Grandbois, true)]
    {
        table.token(family, up, before(0));
    }
    let points = table.rules.payoffs(&table.state).scores;
    assert_eq!(
        points.as_slice(),
        [5, 0, 0, 0],
        "Contades 5 × 1 beats Grandbois 4 × 1; own 7 × 2 and Bellay 6 × 0 do not count"
    );
}
