//! The sentences of "A turn", one test each.

use serde_json::json;
use tapis_games::game::Published;
use tapis_games::richelieu::disc::Disc;
use tapis_games::richelieu::state::Step;
use tapis_games::seat::Seat;

use super::common::rules;
use super::table::{Table, find};

/// Row 1 from the left: three single Anjou cards; its right end and the other rows' ends are other regions.
const ANJOU_ROW: [&str; 11] = [
    "1c01 anjou 1 sword",
    "1c02 anjou 1 cross",
    "1c03 anjou 1 tower",
    "1c12 bourgogne 2",
    "2c01 bretagne 2",
    "2c12 bretagne 2",
    "3c01 champagne 2",
    "3c12 champagne 2",
    "4c01 normandie 2",
    "4c12 normandie 2",
    "1c11 anjou 2",
];

fn anjou(options: serde_json::Value) -> Table {
    Table::laid(options, &ANJOU_ROW, &[])
}

#[test]
fn cards_are_taken_from_the_ends_of_rows() {
    let table = anjou(json!({}));
    assert_eq!(
        table.legal(),
        ["take 1L", "take 1R", "take 2L", "take 2R", "take 3L", "take 3R", "take 4L", "take 4R"]
    );
    let table = table.play("take 1L; skip");
    assert_eq!(table.state.side(Seat(0)).taken.iter().map(|c| c.to_string()).collect::<Vec<_>>(), ["1c01"]);
}

#[test]
fn the_first_seat_takes_one_card_in_its_first_turn_and_later_seats_two() {
    let table = anjou(json!({})).play("take 1L");
    assert_eq!(table.at(), (0, Step::Marker), "the second-card step is passed over");
    assert_eq!(table.refused("take 1L"), "first_turn_one_card");
    assert_eq!(table.refused("stop"), "stop_not_now");
    let table = table.play("skip; take 1L");
    assert_eq!(table.at(), (1, Step::SecondCard));
    let table = table.play("take 1L");
    assert_eq!(table.at(), (1, Step::Marker));
    assert_eq!(table.refused("take 1L"), "no_second_card", "at most two cards");
}

#[test]
fn two_cards_are_of_one_region_and_show_one_shield_each() {
    let table = anjou(json!({})).play("take 2L; skip; take 1L");
    assert_eq!(table.legal(), ["take 1L", "stop"]);
    assert_eq!(table.refused("take 1R"), "other_region");
    assert_eq!(table.refused("pass"), "a_card_can_be_taken");
    assert_eq!(table.refused("skip"), "not_the_marker_step");
    assert_eq!(table.refused("mark 3c05"), "not_the_marker_step");
    let stopped = table.play("stop");
    assert_eq!(stopped.at(), (1, Step::Marker));

    // Its Anjou card of two shields at the end of the row is no second card, and no first of two.
    let table = anjou(json!({})).play("take 2L; skip; take 1R; skip; take 1L");
    assert_eq!(table.legal(), ["take 1L", "stop"]);
    assert_eq!(table.refused("take 1R"), "two_shields");
    let table = anjou(json!({})).play("take 2L; skip; take 1R; skip; take 1R");
    assert_eq!(table.at(), (0, Step::Marker), "a first card of two shields ends the taking");
}

#[test]
fn the_second_card_may_be_uncovered_by_the_first_unless_the_option_says_no() {
    let neighbour = anjou(json!({})).play("take 2L; skip; take 1L");
    assert!(neighbour.is_legal("take 1L"));
    let visible = anjou(json!({"second_card": "visible_at_start"})).play("take 2L; skip; take 1L");
    assert_eq!(visible.at(), (1, Step::Marker), "1c02 was not at an end, so no second card is possible");

    let cards = ["1c01 anjou 1 sword", "1c02 anjou 1 cross", "1c12 anjou 1 tower", "2c01 anjou 1"];
    let visible = Table::laid(json!({"second_card": "visible_at_start"}), &cards, &[]);
    let visible = visible.play("take 4L; skip; take 1L");
    assert_eq!(visible.legal(), ["take 1R", "take 2L", "stop"], "both ends of before, not the uncovered one");
    assert_eq!(visible.refused("take 1L"), "uncovered_this_turn");
    assert!(visible.is_legal("take 1R"));
}

#[test]
fn both_cards_of_a_row_of_two_are_visible_at_the_start() {
    for (first, options) in
        [("take 1L", "visible_at_start"), ("take 1R", "visible_at_start"), ("take 1R", "uncovered")]
    {
        let cards = ["1c06 anjou 1 sword", "1c07 anjou 1 cross"];
        let mut table = Table::laid(json!({"second_card": options}), &cards, &[]);
        // Empty row 1 down to its two middle cards.
        for _ in 0..5 {
            table = table.turn("take 1L", "skip");
            table = table.turn("take 1R", "skip");
        }
        let table = table.play(first);
        assert_eq!(table.legal_of("take"), ["take 1L"], "{first}, {options}");
    }
}

#[test]
fn a_rows_only_card_is_taken_as_left() {
    let table = find(&rules(json!({})), |table| {
        table.at().1 == Step::Take && table.state.table.ends(0).is_some_and(|(left, right)| left == right)
    });
    assert!(table.legal().iter().any(|mv| mv.starts_with("take 1L")));
    assert!(!table.legal().iter().any(|mv| mv.starts_with("take 1R")));
    assert_eq!(table.refused("take 1R"), "only_card_is_left");
}

#[test]
fn a_marker_goes_on_any_card_lying_with_or_without_disc_but_not_on_a_marker() {
    let table = anjou(json!({})).play("take 1L");
    assert_eq!(table.legal_of("mark").len(), 47);
    assert!(table.is_legal("mark 1c05"), "a disc lies there");
    assert_eq!(table.refused("mark 1c01"), "card_gone");
    let table = table.play("mark 1c05");
    assert_eq!((table.at(), table.markers(0)), ((1, Step::Take), (2, 1, 0)), "marking ends the turn");
    let table = table.play("take 2L");
    assert_eq!(table.legal_of("mark").len(), 45);
    assert_eq!(table.refused("mark 1c05"), "card_marked");
    assert_eq!(table.refused("move 1c05 1c06"), "reserve_not_empty");
}

#[test]
fn a_marker_moves_only_with_an_empty_reserve_unless_always() {
    let marked = "take 2L; mark 1c05; take 2R; skip; take 3L; mark 1c06; take 3R; skip";
    let table = anjou(json!({})).play(marked).play("take 4L; mark 1c07; take 4R; skip; take 1R");
    assert_eq!(table.markers(0), (0, 3, 0));
    assert_eq!(table.refused("mark 1c08"), "reserve_empty");
    assert!(table.is_legal("move 1c05 1c08"));
    assert!(!table.is_legal("move 1c05 1c06"), "1c06 is marked");
    assert_eq!(table.refused("move 1c05 1c06"), "card_marked");
    assert_eq!(table.refused("move 1c08 1c09"), "no_own_marker_there");
    let free = table.state.table.len() as usize - 3;
    assert_eq!(table.legal_of("move").len(), 3 * free);
    let moved = table.play("move 1c05 1c08");
    assert_eq!((moved.at(), moved.markers(0)), ((1, Step::Take), (0, 3, 0)));

    let always = anjou(json!({"move_marker": "always"})).play(marked).play("take 4L");
    assert_eq!(always.markers(0), (1, 2, 0));
    assert!(always.is_legal("move 1c05 1c08") && always.is_legal("mark 1c08"));
    assert!(!anjou(json!({})).play(marked).play("take 4L").is_legal("move 1c05 1c08"));
}

#[test]
fn a_protected_card_costs_a_marker_from_the_reserve_or_a_card() {
    // Seat 1 protects 1c12; seat 0 has one marker on 2c05.
    let table = anjou(json!({})).play("take 2L; mark 2c05; take 2R; mark 1c12");
    assert_eq!(table.legal_of("take").iter().filter(|mv| mv.contains("1R")).count(), 2);
    assert_eq!(table.refused("take 1R"), "card_protected");
    assert_eq!(table.refused("take 1R pay 2c06"), "no_own_marker_there");
    assert_eq!(table.refused("take 1R pay 1c12"), "no_own_marker_there", "that marker is the opponent's");
    assert_eq!(table.refused("take 1L pay reserve"), "nothing_to_pay");

    let reserve = table.clone().play("take 1R pay reserve");
    assert_eq!((reserve.markers(0), reserve.markers(1)), ((1, 1, 1), (3, 0, 0)));
    let from_card = table.play("take 1R pay 2c05");
    assert_eq!((from_card.markers(0), from_card.markers(1)), ((2, 0, 1), (3, 0, 0)));
}

#[test]
fn taking_ones_own_marked_card_brings_the_marker_back_without_pay() {
    let table = anjou(json!({})).play("take 2L; mark 1c12; take 2R; skip");
    assert!(table.is_legal("take 1R"));
    assert_eq!(table.refused("take 1R pay reserve"), "nothing_to_pay");
    assert_eq!(table.play("take 1R").markers(0), (3, 0, 0));
}

#[test]
fn each_protected_card_of_a_turn_is_paid_in_order_and_returned_markers_count() {
    // Seat 1 marks 1c01 and 1c02; seat 0 takes both, paying twice.
    let table = anjou(json!({})).play("take 2L; skip; take 2R; mark 1c01; take 3L; skip; take 3R; mark 1c02");
    let table = table.play("take 1L pay reserve");
    assert_eq!(table.legal(), ["take 1L pay reserve", "stop"]);
    let table = table.play("take 1L pay reserve");
    assert_eq!((table.markers(0), table.markers(1)), ((1, 0, 2), (3, 0, 0)));

    // With an empty reserve, the own marker that came back with the first card pays for the second.
    let table = anjou(json!({}));
    let table = table.play("take 2L; mark 1c01; take 2R; mark 1c02; take 3L; mark 4c06; take 3R; skip");
    let table = table.play("take 4L; mark 4c07; take 4R; skip; take 1L");
    assert_eq!(table.markers(0), (1, 2, 0));
    assert_eq!(table.legal(), ["take 1L pay reserve", "take 1L pay 4c06", "take 1L pay 4c07", "stop"]);
    assert_eq!(table.play("take 1L pay reserve").markers(0), (0, 2, 1));
}

#[test]
fn pass_is_legal_exactly_when_no_card_can_be_taken_and_ends_the_turn() {
    let table = anjou(json!({}));
    assert_eq!(table.refused("pass"), "a_card_can_be_taken");
    let stuck = find(&rules(json!({})), |table| table.is_legal("pass"));
    let (seat, step) = stuck.at();
    assert_eq!(step, Step::Take);
    assert_eq!(stuck.markers(seat).2, 3, "who cannot take has no marker left");
    let end = stuck.legal_of("take");
    assert!(end.is_empty());
    let row = (0..4).find(|&row| stuck.state.table.ends(row).is_some()).unwrap();
    assert_eq!(stuck.refused(&format!("take {}L", row + 1)), "no_marker_to_pay");
    assert_eq!(stuck.refused(&format!("take {}L pay reserve", row + 1)), "no_marker_to_pay");
    let after = stuck.play("pass");
    assert_eq!(after.at(), (1 - seat, Step::Take), "no marker step");
    assert!(!after.legal_of("take").is_empty(), "somebody can always take");
}

#[test]
fn recover_stays_optional_beside_pass() {
    let stuck = find(&rules(json!({})), |table| table.is_legal("pass") && table.is_legal("recover"));
    let seat = stuck.at().0;
    assert_eq!(stuck.legal(), ["recover", "pass"]);
    let recovered = stuck.clone().play("recover");
    assert_eq!(recovered.at(), (seat, Step::Take), "the step is unchanged");
    assert_eq!(recovered.markers(seat), (1, 0, 2));
    assert!(recovered.legal_of("take").iter().all(|mv| mv.ends_with("pay reserve")));
    assert_eq!(recovered.refused("pass"), "a_card_can_be_taken");
    assert_eq!(stuck.play("pass").at(), (1 - seat, Step::Take));
}

#[test]
fn recover_needs_a_boxed_marker_and_a_return_disc() {
    let discs = ["4c02 marker_return", "4c11 anjou"];
    let table = Table::laid(json!({}), &ANJOU_ROW, &discs);
    let table = table.turn("take 4L", "skip").turn("take 4R", "skip").turn("take 4L", "skip");
    assert_eq!(table.state.side(Seat(0)).discs.count(Disc::MarkerReturn), 1);
    let table = table.turn("take 4R", "mark 1c12");
    assert_eq!((table.at(), table.refused("recover")), ((0, Step::Take), "no_boxed_marker"));
    let table = table.play("take 1R pay reserve");
    assert!(table.is_legal("recover"), "in the marker step");
    let after = table.play("recover");
    assert_eq!((after.at(), after.markers(0)), ((0, Step::Marker), (3, 0, 0)));
    assert_eq!(after.state.side(Seat(0)).face_down, 0);
    assert_eq!(after.refused("recover"), "no_boxed_marker");
    let table = after.play("mark 1c11; take 1R pay reserve");
    assert_eq!(table.at().0, 1);
    assert_eq!(table.refused("recover"), "no_return_disc", "seat 1 holds Anjou and has a boxed marker");
}

#[test]
fn of_two_return_discs_the_one_taken_first_is_given_up() {
    let discs = ["4c11 marker_return", "4c02 marker_return"];
    let table = Table::laid(json!({}), &ANJOU_ROW, &discs);
    // Seat 0 takes 4c11 before 4c02, pays two markers, and recovers both.
    let table = table.turn("take 4R", "skip").turn("take 2L", "skip").turn("take 4R", "skip");
    let table =
        table.turn("take 2R", "skip").turn("take 4L", "skip").turn("take 2L", "skip").turn("take 4L", "skip");
    assert_eq!(table.state.side(Seat(0)).discs.count(Disc::MarkerReturn), 2);
    let table = table.turn("take 2R", "mark 1c12").turn("take 1R pay reserve", "skip");
    let table = table.turn("take 3L", "mark 1c11").play("take 1R pay reserve");
    assert_eq!((table.at(), table.markers(0)), ((0, Step::Marker), (1, 0, 2)));
    let given_up = |table: &Table| {
        let document = serde_json::to_value(table.rules.document(&table.state)).unwrap();
        document["seats"][0]["given_up"].clone()
    };
    let once = table.play("recover");
    assert_eq!(given_up(&once), json!(["4c11"]));
    assert!(once.is_legal("recover"), "may be repeated");
    let twice = once.play("recover");
    assert_eq!((given_up(&twice), twice.markers(0)), (json!(["4c11", "4c02"]), (3, 0, 0)));
}

#[test]
fn recover_replaces_move_by_mark() {
    let table =
        find(&rules(json!({})), |table| table.is_legal("recover") && !table.legal_of("move").is_empty());
    assert!(table.legal_of("mark").is_empty());
    let after = table.play("recover");
    assert!(after.legal_of("move").is_empty() && !after.legal_of("mark").is_empty());
}

#[test]
fn a_step_stays_open_for_whoever_might_recover_whatever_its_disc_is() {
    for options in [json!({}), json!({"open_discs": true}), json!({"taken_discs": "public"})] {
        let bluff = find(&rules(options), |table| table.at().1 == Step::Marker && table.legal() == ["skip"]);
        let (seat, _) = bluff.at();
        assert_eq!((bluff.markers(seat), bluff.state.side(Seat(seat)).face_down > 0), ((0, 0, 3), true));
        assert_eq!(bluff.state.side(Seat(seat)).discs.count(Disc::MarkerReturn), 0);
    }
    let open = find(&rules(json!({})), |table| table.at().1 == Step::SecondCard && table.legal() == ["stop"]);
    let (seat, _) = open.at();
    assert!(open.state.side(Seat(seat)).boxed() > 0 && open.state.side(Seat(seat)).face_down > 0);
}

#[test]
fn the_marker_step_is_passed_over_without_marker_or_free_card() {
    // No marker left and no disc: the turn ends with the take.
    let rules = rules(json!({}));
    let bare = |table: &Table, seat: u8| {
        table.markers(seat) == (0, 0, 3) && table.state.side(Seat(seat)).face_down == 0 && !table.over()
    };
    let stuck = find(&rules, |table| {
        let (seat, step) = table.at();
        let free_take = table.legal_of("take").first().cloned();
        step == Step::Take
            && bare(table, seat)
            && free_take.is_some_and(|take| {
                let after = table.clone().play(&take);
                bare(&after, seat) && after.state.first_card.is_none()
            })
    });
    let take = stuck.legal()[0].clone();
    assert_eq!(stuck.clone().play(&take).at(), (1 - stuck.at().0, Step::Take));
    // All cards left are marked: no marker step, whatever markers there are.
    let full = find(&rules, |table| {
        let state = &table.state;
        table.at().1 == Step::Take
            && state.table.len() >= 2
            && state.table.without(state.marked()).len() <= 1
            && !state.marked().is_empty()
    });
    for take in full.legal_of("take") {
        let after = full.clone().play(&take);
        let free = after.state.table.without(after.state.marked());
        assert!(after.over() || !free.is_empty() || after.at().1 != Step::Marker);
    }
}

#[test]
fn with_more_players_every_other_seat_is_an_opponent() {
    let table =
        anjou(json!({"players": 4})).play("take 2L; mark 1c12; take 2R; skip; take 3L; skip; take 3R");
    assert_eq!(table.at(), (3, Step::Marker));
    let table = table.play("skip; take 4L; skip");
    assert_eq!(table.at().0, 1);
    let table = table.play("take 1R pay reserve");
    assert_eq!((table.markers(0), table.markers(1)), ((3, 0, 0), (2, 0, 1)));
}
