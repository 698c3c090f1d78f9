//! Buildings, alchemy, ephemeral cards and henchmen.

use tapis_games::game::Shown;
use tapis_games::parbourg::{Chance, Options, Phase, Windows};
use tapis_games::seat::{Seat, Viewer};

use super::table::Table;

#[test]
fn buildings_of_a_colour_count_without_a_laid_card() {
    let mut table = Table::new(&[1, 8], &[&[81, 82], &[]]);
    table.passes().act(0, "build #81");
    assert_eq!(table.points(0), 2);
    table.act(0, "fold");
    assert!(table.can("build #84") || !table.holds(1, 84));
    table.fold_all();
    assert_eq!(table.won(), [1, 0], "2 against the Noble's 1, lying");
    assert_eq!(table.state.buildings[0].len(), 1, "it stays");
    assert_eq!(table.points(0), 0, "not in militaire");
}

#[test]
fn bibliotheque_draws_one_more_at_the_days_first_challenge() {
    let mut table = Table::new(&[1, 8, 3, 4], &[&[86], &[]]);
    table.passes().act(0, "build #86").fold_all();
    let mut before = table.hand(0);
    for _ in 0..3 {
        table.fold_all();
    }
    // Éclaireur: 2 + 1 a challenge; no Bibliothèque in the day's other challenges.
    assert_eq!((table.state.day, table.hand(0) - before), (2, 6));
    before = table.hand(0);
    table.passes();
    assert_eq!(table.hand(0) - before, 3, "two, and one more");
}

#[test]
fn beffroi_wins_ties() {
    let mut table = Table::new(&[1, 2], &[&[87], &[]]);
    table.passes().act(0, "build #87").fold_all();
    assert_eq!(table.won(), [1, 0], "0 against 0, though 2 is the higher initiative");
    let mut table = Table::new(&[1, 2], &[&[], &[]]);
    table.passes().fold_all();
    assert_eq!(table.won(), [0, 1], "else the higher initiative");
}

#[test]
fn cimetiere_chooses_between_two_henchmen() {
    let mut table = Table::new(&[1, 2, 3], &[&[88], &[], &[]]);
    table.passes().act(0, "build #88");
    table.chance = vec![Chance::Henchmen(vec![5, 3, 8, 1, 2, 4, 6, 7])];
    for _ in 0..4 {
        table.fold_all();
    }
    assert!(matches!(table.state.phase, Phase::Keep(Seat(0), ..)));
    assert_eq!((table.told(0).choice, table.told(1).choice), (vec![3, 5], vec![]));
    assert_eq!(table.refused("keep 8"), "bad_henchman");
    assert_eq!(table.refused("pass"), "wrong_phase");
    table.by(0, "keep 3");
    let scores = |seat: usize| -> Vec<u8> {
        let own = table.state.henchmen[seat].iter();
        own.map(|&henchman| table.rules.deck().henchman(henchman).initiative).collect()
    };
    assert_eq!((scores(0), scores(1), scores(2)), (vec![3], vec![8], vec![1]));
    let bottom = table.rules.deck().henchman(table.state.henchman_pile[0]).initiative;
    assert_eq!(bottom, 5, "the other lies under the pile");
    assert!(table.pieces("choice", 0, Viewer::Seat(Seat(1))).is_empty());
}

#[test]
fn dedoublement_brings_a_second_henchman_for_the_day() {
    // Seat 0 has the Espion (5); the next of the pile is the Maraudeur (2).
    let mut table = Table::new(&[5, 6, 7, 2], &[&[89, 50], &[], &[]]);
    let cards = table.hand(0);
    table.by(0, "alchemy #89").by(1, "pass").by(2, "pass");
    assert!(matches!(table.state.phase, Phase::Number(Seat(0))));
    assert_eq!(table.hand(0), cards - 1 + 2, "a Maraudeur found so draws at once");
    assert_eq!(table.refused("initiative 7"), "bad_henchman");
    table.by(0, "initiative 2");
    assert_eq!(table.pieces("henchmen", 0, Viewer::Spectator), [2, 5]);
    table.passes();
    assert_eq!(table.state.order[0], Seat(0), "2 counts for the order");
    assert!(table.can("bet #50 event"), "red comes with the Maraudeur");
    table.play("fold");
    assert!(!table.state.stands(Seat(0)), "both lie down as one");
    table.fold_all();
    for _ in 0..2 {
        table.fold_all();
    }
    assert_eq!(table.state.colour(), tapis_games::parbourg::Colour::Blue);
    for _ in 0..1 {
        table.fold_all();
    }
    assert_eq!(table.state.henchmen[0].len(), 1, "for the day");
}

#[test]
fn dedoublement_needs_a_colour_and_a_pile() {
    let table = Table::new(&[8, 6, 7], &[&[89], &[], &[]]);
    let mut asked = table;
    asked.by(1, "pass").by(2, "pass");
    assert_eq!(asked.refused("alchemy #89"), "no_colour", "the Noble has none");
    let mut table = Table::new(&[5, 6, 7], &[&[89], &[], &[]]);
    table.state.henchman_pile.clear();
    assert_eq!(table.refused("alchemy #89"), "no_target");
}

#[test]
fn elixir_draws_three_and_philtre_adds_two_for_the_day() {
    let mut table = Table::new(&[3, 6], &[&[90, 91, 92], &[]]);
    let cards = table.hand(0);
    assert_eq!(table.refused("alchemy #92"), "no_colour", "the Diplomate has no red");
    table.by(0, "alchemy #90").by(1, "pass");
    assert_eq!(table.hand(0), cards - 1 + 3);
    table.by(1, "pass").by(0, "alchemy #91").passes();
    assert_eq!(table.points(0), 2 + 2, "Philtre and Diplomate");
    table.fold_all().fold_all().fold_all().fold_all();
    assert_eq!(table.state.day, 2);
    assert_eq!(table.state.day_bonus, [[0; 4]; 6], "for the day");
}

#[test]
fn alchemy_ends_when_all_have_passed_since_the_last_card() {
    let mut table = Table::new(&[3, 6, 7], &[&[], &[94], &[]]);
    table.by(0, "pass").by(1, "alchemy #94").by(2, "pass").by(0, "pass");
    table.by(2, "pass").by(0, "pass");
    assert_eq!((table.state.phase, table.turn()), (Phase::Alchemy, Some(Seat(1))), "asked once more");
    assert_eq!(table.refused("bet #1"), "wrong_phase");
    table.by(1, "pass");
    assert_eq!((table.state.phase, table.turn()), (Phase::Turn, Some(Seat(0))));
}

#[test]
fn garde_du_corps_lets_events_go_on() {
    let mut table = Table::new(&[7, 8], &[&[1, 2, 3, 67], &[95, 4]]);
    table.passes().act(0, "bet #1").act(0, "bet #2").by(0, "end");
    table.by(1, "ephemeral #95").by(0, "pass").by(1, "pass");
    assert!(table.discarded(95));
    table.act(1, "bet #4").act(1, "end");
    assert_eq!(table.refused("bet #3"), "action_limit");
    assert!(table.can("event #67"), "events are free");
    table.fold_all().passes();
    assert!(table.can("bet #3"), "in this challenge only");
}

#[test]
fn shinobi_gob_exchanges_ones_henchman() {
    // Initiative 8 comes for 1: the order changes with the next round of turns.
    let mut table = Table::new(&[1, 2, 3, 8], &[&[97, 1], &[4], &[5]]);
    table.passes().act(0, "ephemeral #97").act(0, "bet #1").act(0, "end");
    assert_eq!(table.pieces("henchmen", 0, Viewer::Spectator), [8]);
    assert_eq!(table.points(0), 1 + 6, "the Noble's bonus holds at once");
    assert_eq!(table.state.order[..], [Seat(0), Seat(1), Seat(2)]);
    table.play("bet #4").passes().play("end").passes().play("bet #5").passes().play("end").passes();
    assert_eq!(table.state.order[..], [Seat(1), Seat(2), Seat(0)]);
    let under = table.rules.deck().henchman(table.state.henchman_pile[0]).initiative;
    assert_eq!(under, 1, "who leaves goes under the pile");
}

#[test]
fn shinobi_gob_needs_a_pile_and_names_the_leaver_of_two() {
    let mut table = Table::new(&[5, 6, 7, 3, 8], &[&[89, 97], &[], &[]]);
    table.by(0, "alchemy #89").by(1, "pass").by(2, "pass").by(0, "initiative 5").passes();
    assert_eq!(table.refused("ephemeral #97"), "bad_target", "two henchmen: name one");
    table.act(0, "ephemeral #97 5");
    assert_eq!(table.pieces("henchmen", 0, Viewer::Spectator), [8, 3], "it inherits counting");
    let mut table = Table::new(&[1, 2, 3], &[&[97], &[], &[]]);
    table.passes();
    table.state.henchman_pile.clear();
    assert_eq!(table.refused("ephemeral #97"), "no_target");
}

#[test]
fn boouuuhh_replaces_an_opponents_henchman() {
    let mut table = Table::new(&[1, 2, 3, 8], &[&[98], &[50, 2], &[]]);
    table.passes();
    assert_eq!(table.refused("ephemeral #98 s0"), "bad_target", "an opponent's");
    let cards = table.hand(1);
    table.act(0, "ephemeral #98 s1").act(0, "fold");
    assert_eq!(table.pieces("henchmen", 1, Viewer::Spectator), [8]);
    assert_eq!(table.refused("bet #50 event"), "no_colour", "the newcomer's colours hold at once");
    assert_eq!(table.hand(1), cards);
}

#[test]
fn boouuuhh_names_the_leaver_of_two_and_brings_no_day_draw() {
    let mut table = Table::new(&[5, 6, 7, 3, 2], &[&[89], &[98], &[]]);
    table.by(0, "alchemy #89").by(1, "pass").by(2, "pass").by(0, "initiative 3").passes();
    table.act(0, "fold");
    assert_eq!(table.refused("ephemeral #98 s0"), "bad_target");
    let cards = table.hand(0);
    table.act(1, "ephemeral #98 s0 5");
    assert_eq!(table.pieces("henchmen", 0, Viewer::Spectator), [3, 2]);
    assert_eq!(table.hand(0), cards, "a Maraudeur who replaces draws nothing");
    assert!(!table.state.stands(Seat(0)), "lying stays lying");
}

#[test]
fn sablier_skips_the_next_turn_without_a_window() {
    let mut table = Table::new(&[1, 2, 3], &[&[99, 1], &[], &[2]]);
    table.passes().act(0, "ephemeral #99 s1").act(0, "bet #1").by(0, "end");
    table.by(1, "pass").by(2, "pass");
    assert_eq!((table.state.phase, table.turn()), (Phase::Turn, Some(Seat(2))));
    assert_eq!(table.refused("ephemeral #99 s1"), "card_not_held");
    assert!(table.state.stands(Seat(1)));
}

#[test]
fn sablier_lays_the_last_player_down() {
    let mut table = Table::new(&[1, 2], &[&[99], &[1]]);
    table.passes().act(0, "ephemeral #99 s1");
    assert_eq!(table.refused("end"), "nothing_done", "ephemeral cards do not count");
    table.by(0, "fold").by(1, "pass");
    assert_eq!(table.state.challenge, 1, "the one turn of the last player was skipped");
}

#[test]
fn sablier_chooses_who_stands() {
    let mut table = Table::new(&[1, 2, 3], &[&[1], &[99], &[]]);
    table.passes().act(0, "fold");
    assert_eq!(table.refused("ephemeral #99 s0"), "bad_target");
    assert!(table.can("ephemeral #99 s2"));
}

#[test]
fn contre_undoes_an_event_whose_bet_stays() {
    let mut table = Table::new(&[7, 8], &[&[45, 67], &[100]]);
    table.passes().by(0, "bet #45 event").by(1, "ephemeral #100");
    table.by(0, "pass");
    assert_eq!((table.points(0), table.row(0)), (2, vec![45]), "it stays as a bet");
    assert!(table.discarded(100));
    assert_eq!(table.state.actions, 1, "and counts as an action");
    assert!(table.can("event #67"));
}

#[test]
fn contre_undoes_alchemy_and_ephemeral_cards() {
    let mut table = Table::new(&[3, 8], &[&[91], &[100]]);
    table.by(0, "alchemy #91").by(1, "ephemeral #100").by(0, "pass");
    assert!(table.discarded(91) && table.discarded(100));
    assert_eq!(table.state.day_bonus[0], [0; 4]);
    let mut table = Table::new(&[1, 8], &[&[95], &[100]]);
    table.passes().by(0, "ephemeral #95").by(1, "ephemeral #100").by(0, "pass");
    assert_eq!(table.state.limits, [u8::MAX; 6]);
}

/// A deck in which #99 is a second Contre.
fn two_contres(players: u8, windows: Windows) -> Options {
    let mut options = Options { players, windows, ..Options::default() };
    let contre = options.deck.cards[99].effect;
    options.deck.cards[98].effect = contre;
    options
}

#[test]
fn a_chain_is_settled_from_its_last_card() {
    let mut table = Table::with(two_contres(3, Windows::All), &[7, 1, 8], &[&[45, 99], &[], &[100]]);
    table.passes().by(1, "fold").by(0, "pass").by(2, "pass");
    table.by(0, "bet #45 event").by(2, "ephemeral #100").by(0, "ephemeral #99");
    assert_eq!(table.state.chain.len(), 3);
    assert_eq!(table.refused("bet #1"), "wrong_phase");
    table.by(2, "pass");
    assert_eq!(table.points(0), 6, "the counter was countered: the event acts");
    assert!(table.discarded(99) && table.discarded(100));
}

#[test]
fn who_lies_is_not_asked() {
    let mut table = Table::new(&[7, 1, 8], &[&[45], &[100], &[]]);
    table.passes().by(1, "fold").by(0, "pass").by(2, "pass");
    table.by(0, "bet #45 event");
    assert_eq!(table.turn(), Some(Seat(2)));
    table.by(2, "pass");
    assert_eq!(table.points(0), 6);
}

#[test]
fn holders_are_asked_alone_where_the_option_says_so() {
    let options = |windows| Options { players: 3, windows, ..Options::default() };
    let hands: [&[u16]; 3] = [&[45, 1], &[10], &[100, 9]];
    let mut all = Table::with(options(Windows::All), &[1, 2, 7], &hands);
    let mut holders = Table::with(options(Windows::Holders), &[1, 2, 7], &hands);
    for table in [&mut all, &mut holders] {
        table.passes().by(0, "bet #1").by(0, "end");
    }
    assert_eq!((all.state.phase, all.turn()), (Phase::Window, Some(Seat(1))));
    assert_eq!(
        (holders.state.phase, holders.turn()),
        (Phase::Turn, Some(Seat(1))),
        "nobody could use a card"
    );
    let mut table = Table::with(options(Windows::Holders), &[7, 2, 1], &hands);
    table.passes().by(2, "bet #9").by(2, "end").by(1, "bet #10").by(1, "end").by(0, "bet #45 event");
    assert_eq!(table.turn(), Some(Seat(2)), "only who holds Contre");
    assert!(table.told(1).asked.is_some_and(|asked| asked.seat == Seat(2)));
}

#[test]
fn henchmen_draw_and_add_as_printed() {
    let mut table = Table::new(&[1, 2, 8], &[&[], &[], &[]]);
    assert_eq!([0, 1, 2].map(|seat| table.hand(seat)), [8, 10, 8], "the Maraudeur draws before alchemy");
    table.passes();
    assert_eq!([0, 1, 2].map(|seat| table.hand(seat)), [10, 11, 9], "the Éclaireur one more a challenge");
    assert_eq!([0, 1, 2].map(|seat| table.points(seat)), [0, 0, 1], "the Noble 1 everywhere");
    let bonuses = [(3, [2, 0, 0, 0]), (4, [0, 2, 0, 0]), (5, [0, 0, 2, 0]), (6, [0, 0, 0, 2])];
    for (score, expected) in bonuses {
        let mut table = Table::new(&[score, 7, 1], &[&[], &[], &[]]);
        let mut points = Vec::new();
        for _ in 0..4 {
            table.passes();
            points.push(table.points(0));
            table.fold_all();
        }
        assert_eq!(points, expected, "{score}");
    }
}

#[test]
fn the_mage_lays_face_down() {
    let mut table = Table::new(&[7, 8], &[&[43, 45, 67], &[70]]);
    table.passes().by(0, "bet #43 hidden");
    let read = |table: &Table, seat: u8| table.seen(Viewer::Seat(Seat(seat))).notation.unwrap();
    assert_eq!((read(&table, 0), read(&table, 1)), ("bet #43 hidden".into(), "bet #? hidden".into()));
    let lane = |table: &Table, seat: u8| table.pieces("lane", 0, Viewer::Seat(Seat(seat)));
    let public = |table: &Table| {
        let layout = table.rules.layout(&table.state, Viewer::Spectator);
        layout.counters.get(&("points", Seat(0)).into()).copied().unwrap_or(0)
    };
    assert_eq!((lane(&table, 0), lane(&table, 1)), (vec![43], vec![]));
    assert_eq!((table.points(0), public(&table)), (4, 0), "sums omit face-down cards");
    // An event that acts is shown, carried out, and the card turned down again.
    table.by(0, "bet #45 hidden event");
    assert_eq!(read(&table, 1), "bet #45 hidden event");
    table.by(1, "pass");
    assert_eq!((table.points(0), public(&table)), (10, 4));
    assert_eq!((lane(&table, 0), lane(&table, 1)), (vec![43, 45], vec![]));
    table.by(0, "fold").passes().by(1, "fold");
    assert_eq!(table.told(1).shown.iter().map(|shown| shown.card).collect::<Vec<_>>(), [43, 45]);
    assert_eq!(table.won(), [1, 0]);
}

#[test]
fn a_face_down_card_is_chosen_by_its_place_and_shown_when_it_goes() {
    let mut table = Table::new(&[7, 1, 4], &[&[43, 44], &[1], &[70, 2]]);
    table.passes().act(1, "bet #1").act(1, "end").act(2, "bet #2").act(2, "end");
    table.act(0, "bet #43 hidden").act(0, "bet #44 hidden").act(0, "end").act(1, "fold");
    assert_eq!(table.refused("event #70 s0 #43"), "bad_target", "it is face down");
    assert!(table.can("event #70 s0 ?1") && !table.can("event #70 s0 ?3"));
    table.by(2, "event #70 s0 ?1").by(0, "pass");
    assert_eq!(table.told(1).shown.first().map(|shown| shown.card), Some(43));
    assert_eq!((table.row(0), table.discarded(43)), (vec![44], true));
}

#[test]
fn a_seat_moved_back_by_dedoublement_is_still_asked_for_alchemy() {
    // Seats 0 to 3 have the henchmen 1 to 4; the pile begins with the Mage (7).
    let mut table = Table::new(&[1, 2, 3, 4, 7], &[&[89, 90], &[93], &[], &[]]);
    table.by(0, "alchemy #89").by(1, "pass").by(2, "pass").by(3, "pass").by(0, "initiative 7");
    table.by(1, "alchemy #93").by(2, "pass").by(3, "pass").by(0, "pass");
    table.by(2, "pass").by(3, "pass");
    // The order is sorted anew: seats 1 and 2 are asked before seat 0, seat 2 for the second time.
    assert_eq!(table.state.order.as_slice(), [Seat(1), Seat(2), Seat(3), Seat(0)]);
    table.by(1, "pass").by(2, "pass").by(3, "pass");
    assert_eq!((table.turn(), table.state.phase), (Some(Seat(0)), Phase::Alchemy));
    assert!(table.can("alchemy #90"), "it may still use a card");
    table.by(0, "pass");
    assert_eq!(table.state.phase, Phase::Turn, "now all have passed");
}
