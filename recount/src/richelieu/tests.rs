//! The worked examples of the booklet, and the corners the text settles.

use std::collections::BTreeMap;

use super::rules::*;
use super::score::category_points;
use super::*;

/// A deck of which only the shape matters: every region, one shield each, no symbol.
fn plain_cards() -> BTreeMap<Cell, Card> {
    let card = |n: usize| Card { region: REGIONS[n % 9].to_owned(), shields: 1, symbol: None };
    all_cells().into_iter().enumerate().map(|(n, cell)| (cell, card(n))).collect()
}

fn options(players: usize) -> Options {
    Options {
        players,
        three_rows: false,
        visible_at_start: false,
        always_move: false,
        penalty: -5,
        points: BTreeMap::new(),
        first_seat: None,
    }
}

fn dealt(options: Options) -> State {
    let discs = all_discs();
    let on_cards = all_cells().into_iter().step_by(6).zip(discs[..8].iter().cloned()).collect();
    deal(options, plain_cards(), on_cards, discs[8..].to_vec(), 0).unwrap()
}

/// A table with only these cards left, given as (cell, region, shields); no disc on it.
fn ending(options: Options, cards: &[(&str, &str, i64)]) -> State {
    let mut state = dealt(options);
    let cells: Vec<Cell> = cards.iter().map(|(cell, ..)| Cell::parse(cell).unwrap()).collect();
    for (cell, (_, region, shields)) in cells.iter().zip(cards) {
        state.cards.insert(*cell, Card { region: (*region).to_owned(), shields: *shields, symbol: None });
    }
    for row in &mut state.rows {
        row.retain(|cell| cells.contains(cell));
    }
    state.discs.clear();
    state.opening = false;
    state.ends_before_turn = state.ends();
    state
}

fn hold(state: &mut State, seat: usize, disc: &str) {
    let cell = Cell { row: 2, column: 4 };
    state.hands[seat].discs.push(HeldDisc { cell, disc: disc.to_owned(), given_up: false });
}

/// The points of a category for hands of so many shields (or symbols), the disc with `disc`.
fn points(category: &str, hands: &[&[i64]], disc: Option<usize>) -> Vec<i64> {
    let mut state = dealt(options(hands.len()));
    let mut cells = all_cells().into_iter();
    for (seat, weights) in hands.iter().enumerate() {
        for &shields in *weights {
            let cell = cells.next().unwrap();
            let symbol = SYMBOLS.contains(&category).then(|| category.to_owned());
            let region = if symbol.is_some() { "anjou" } else { category };
            state.cards.insert(cell, Card { region: region.to_owned(), shields, symbol });
            state.hands[seat].taken.push(cell);
        }
    }
    if let Some(seat) = disc {
        hold(&mut state, seat, category);
    }
    category_points(&state, category)
}

#[test]
fn the_worked_examples() {
    assert_eq!(points("bourgogne", &[&[2, 2, 1], &[2, 2, 1]], Some(0)), [6, 0]);
    assert_eq!(points("normandie", &[&[2, 2], &[2, 1, 1]], None), [0, 0]);
    assert_eq!(points("provence", &[&[2, 2, 1, 1, 1], &[]], Some(1)), [7, -5]);
    assert_eq!(points("cross", &[&[1; 5], &[1; 4]], None), [5, 0]);
    assert_eq!(points("cross", &[&[1; 5], &[1; 4]], Some(1)), [0, 0]);
}

#[test]
fn a_lone_disc_may_tie_or_win_the_comparison() {
    assert_eq!(points("provence", &[&[1], &[]], Some(1)), [0, -5]);
    assert_eq!(points("provence", &[&[], &[]], Some(1)), [-5, -4]);
}

#[test]
fn only_the_strictly_highest_of_all_scores() {
    assert_eq!(points("provence", &[&[2, 1], &[2, 1], &[1]], None), [0, 0, 0]);
    assert_eq!(points("provence", &[&[2, 1], &[1], &[]], None), [3, 0, -5]);
}

#[test]
fn fewer_cards_win_a_tie_and_the_rest_is_shared() {
    let mut state = dealt(options(3));
    let cells = all_cells();
    for cell in &cells[..4] {
        state.cards.insert(*cell, Card { region: "anjou".to_owned(), shields: 1, symbol: None });
    }
    state.hands[0].taken = cells[..2].to_vec();
    state.hands[1].taken = cells[2..4].to_vec();
    assert_eq!((scores(&state), ranks(&state)), (vec![-55, -55, -60], vec![1, 1, 3]));
}

#[test]
fn the_very_first_turn_takes_one_card_and_a_rows_only_card_is_left() {
    let mut state = dealt(options(2));
    assert_eq!(legal_moves(&state).len(), 8);
    play(&mut state, "take 1L").unwrap();
    assert_eq!((state.to_move, state.step), (0, Step::Marker));
    assert_eq!(legal_moves(&ending(options(2), &[("2c05", "anjou", 1)])), ["take 2L"]);
}

#[test]
fn the_uncovered_neighbour_counts_only_by_default() {
    let cards = [("1c01", "anjou", 1), ("1c02", "anjou", 1), ("1c03", "anjou", 2), ("2c01", "anjou", 1)];
    let mut state = ending(options(2), &cards);
    play(&mut state, "take 1L").unwrap();
    assert_eq!(legal_moves(&state), ["take 1L", "take 2L", "stop"]);
    let mut state = ending(Options { visible_at_start: true, ..options(2) }, &cards);
    play(&mut state, "take 1L").unwrap();
    assert_eq!(legal_moves(&state), ["take 2L", "stop"]);
}

#[test]
fn both_cards_of_a_two_card_row_were_visible() {
    let cards = [("1c05", "anjou", 1), ("1c06", "anjou", 1), ("2c01", "bourbon", 2)];
    let mut state = ending(Options { visible_at_start: true, ..options(2) }, &cards);
    play(&mut state, "take 1R").unwrap();
    assert_eq!(legal_moves(&state), ["take 1L", "stop"]);
}

#[test]
fn a_protected_card_is_paid_from_every_source() {
    let cards = [("1c01", "anjou", 2), ("1c02", "anjou", 2), ("1c03", "anjou", 2), ("1c04", "anjou", 2)];
    let mut state = ending(options(2), &cards);
    state.markers = [("1c01", 1), ("1c03", 0)].map(|(cell, seat)| (Cell::parse(cell).unwrap(), seat)).into();
    state.hands[0].reserve = 1;
    state.hands[1].reserve = 2;
    assert_eq!(legal_moves(&state), ["take 1L pay reserve", "take 1L pay 1c03", "take 1R"]);
    play(&mut state, "take 1L pay 1c03").unwrap();
    assert_eq!((state.hands[0].reserve, state.hands[0].boxed, state.hands[1].reserve), (1, 1, 3));
    assert!(state.markers.is_empty());
}

#[test]
fn without_markers_a_protected_card_stays_and_pass_is_explicit() {
    let mut state = ending(options(2), &[("1c01", "anjou", 2)]);
    state.markers = [(Cell::parse("1c01").unwrap(), 1)].into();
    state.hands[0].reserve = 0;
    assert_eq!(legal_moves(&state), ["pass"]);
    play(&mut state, "pass").unwrap();
    assert_eq!((state.to_move, state.step), (1, Step::Take));
}

#[test]
fn a_step_stays_open_whatever_the_face_down_disc_is() {
    let mut state = ending(options(2), &[("1c01", "anjou", 2), ("1c02", "anjou", 2)]);
    hold(&mut state, 0, "anjou");
    (state.hands[0].reserve, state.hands[0].boxed) = (0, 3);
    play(&mut state, "take 1L").unwrap();
    assert_eq!((state.step, legal_moves(&state)), (Step::Marker, vec!["skip".to_owned()]));
}

#[test]
fn recover_gives_up_the_disc_taken_first_and_turns_move_into_mark() {
    let cards = [("1c01", "anjou", 2), ("1c02", "anjou", 2), ("1c03", "anjou", 2)];
    let mut state = ending(options(2), &cards);
    hold(&mut state, 0, RETURN);
    hold(&mut state, 0, RETURN);
    state.markers = [(Cell::parse("1c03").unwrap(), 0)].into();
    (state.hands[0].reserve, state.hands[0].boxed) = (0, 2);
    play(&mut state, "take 1L").unwrap();
    let mut moves = legal_moves(&state);
    moves.sort();
    assert_eq!(moves, ["move 1c03 1c02", "recover", "skip"]);
    play(&mut state, "recover").unwrap();
    assert_eq!(state.hands[0].discs.iter().map(|held| held.given_up).collect::<Vec<_>>(), [true, false]);
    assert!(legal_moves(&state).contains(&"mark 1c02".to_owned()));
    assert!(!legal_moves(&state).contains(&"move 1c03 1c02".to_owned()));
}

#[test]
fn three_empty_rows_end_the_game_between_two_cards() {
    let cards = [("3c01", "anjou", 1), ("4c01", "anjou", 1), ("4c02", "anjou", 1)];
    let mut state = ending(Options { three_rows: true, ..options(2) }, &cards);
    play(&mut state, "take 3L").unwrap();
    assert_eq!((state.step, legal_moves(&state).len()), (Step::Over, 0));
}
