//! Each effect of the event vocabulary: what it does, and when it is refused.
//!
//! Two players: seat 0 has the Mage (all colours) and is first, seat 1 the Noble (no colour).

use tapis_games::game::{Game, Published};
use tapis_games::parbourg::{Chance, Colour, Effect, Kind, Options};
use tapis_games::seat::{Seat, Viewer};

use super::table::Table;

/// The first turn of the first challenge (politique).
fn turn(mine: &[u16], theirs: &[u16]) -> Table {
    let mut table = Table::new(&[7, 8], &[mine, theirs]);
    table.passes();
    table
}

#[test]
fn bonus_lasts_even_if_its_card_leaves() {
    let mut table = turn(&[45, 62], &[50]);
    table.act(0, "bet #45 event");
    assert_eq!((table.points(0), table.points(1)), (6, 1), "2 and 4; the Noble's 1");
    table.act(0, "bet #62 event #45");
    assert_eq!((table.row(0), table.points(0)), (vec![62], 6), "2 and still 4");
    assert!(table.holds(0, 45));
    table.act(0, "end");
    assert_eq!(table.refused("bet #50 event"), "no_colour");
    assert!(table.can("bet #50"));
}

#[test]
fn bonus_as_an_event_of_its_own() {
    let mut table = turn(&[67], &[]);
    table.act(0, "event #67");
    assert_eq!((table.points(0), table.row(0).len()), (5, 0));
    assert!(table.discarded(67), "discarded at once");
}

#[test]
fn draw_takes_the_top_of_the_pile() {
    let mut table = turn(&[46, 68], &[]);
    let (cards, top) = (table.hand(0), table.state.pile[table.state.pile.len() - 1]);
    table.act(0, "bet #46 event");
    assert_eq!(table.hand(0), cards - 1 + 2);
    assert!(table.state.hand(Seat(0)).contains(top));
    table.act(0, "event #68");
    assert_eq!(table.hand(0), cards - 2 + 2 + 3);
}

#[test]
fn discard_hand_takes_cards_at_random_or_all() {
    let mut table = turn(&[58, 74], &[1, 2]);
    let cards = table.hand(1);
    table.chance = vec![Chance::Discard(2)];
    table.act(0, "bet #58 event s1");
    assert!(table.discarded(2) && table.hand(1) == cards - 1);
    assert_eq!(table.told(1).discarded, [2]);
    // A smaller hand goes whole.
    table.state.hands[1] = [table.card(1)].into_iter().collect();
    assert!(table.can("event #74 s1"));
    table.act(0, "event #74 s1");
    assert_eq!(table.hand(1), 0);
    assert!(table.discarded(1));
}

#[test]
fn hand_effects_need_a_hand() {
    let mut table = turn(&[56, 57, 58, 73, 74], &[]);
    table.state.hands[1] = Default::default();
    for text in ["bet #56 event s1", "bet #57 event s1", "bet #58 event s1", "event #73 s1", "event #74 s1"] {
        assert_eq!(table.refused(text), "no_target", "{text}");
    }
    assert!(table.can("bet #56"));
}

#[test]
fn steal_card_is_known_to_thief_and_victim() {
    let mut table = Table::new(&[1, 8, 7], &[&[56], &[4, 5], &[]]);
    table.passes();
    table.chance = vec![Chance::Steal(5)];
    table.by(0, "bet #56 event s1").by(2, "pass").by(1, "pass");
    assert!(table.holds(0, 5) && !table.holds(1, 5));
    assert_eq!((table.told(0).stolen, table.told(1).stolen, table.told(2).stolen), (Some(5), Some(5), None));
    let known = |viewer| table.pieces("hand", 0, viewer);
    assert_eq!(known(Viewer::Seat(Seat(1))), [5]);
    assert!(known(Viewer::Seat(Seat(2))).is_empty() && known(Viewer::Spectator).is_empty());
    assert_eq!(table.refused("bet #5 event"), "wrong_kind");
    assert_eq!(table.refused("bet #4"), "card_not_held");
}

#[test]
fn peek_hand_lasts_as_long_as_the_cards_stay() {
    let mut table = turn(&[57], &[4, 5]);
    table.act(0, "bet #57 event s1");
    let hand = table.pieces("hand", 1, Viewer::Replay);
    let known = |table: &Table| table.pieces("hand", 1, Viewer::Seat(Seat(0)));
    assert_eq!(known(&table), hand);
    assert!(table.pieces("hand", 1, Viewer::Spectator).is_empty());
    table.act(0, "end").by(1, "bet #4");
    assert!(
        !known(&table).contains(&4) && known(&table).contains(&5),
        "what was laid is no longer in the hand"
    );
}

#[test]
fn a_hand_looked_at_is_told_to_who_looked_alone() {
    let mut table = turn(&[57], &[4]);
    table.by(0, "bet #57 event s1").by(1, "pass");
    assert_eq!(table.told(0).hand.map(|hand| hand.len()), Some(table.hand(1)));
    assert_eq!(table.told(1).hand, None);
    assert_eq!(table.seen(Viewer::Spectator).outcome, None);
}

#[test]
fn discard_action_removes_a_laid_card_of_an_opponent() {
    let mut table = turn(&[51, 70], &[43, 44, 85]);
    assert_eq!(table.refused("bet #51 event s1 #43"), "no_target", "nothing lies there");
    table.act(0, "bet #51").act(0, "end").act(1, "bet #43").act(1, "bet #44").act(1, "end");
    assert_eq!(table.refused("event #70 s0 #51"), "bad_target", "one's own card");
    table.act(0, "event #70 s1 #43");
    assert_eq!((table.row(1), table.discarded(43)), (vec![44], true));
}

#[test]
fn rempart_protects_what_is_laid() {
    let mut table = turn(&[70, 81], &[43, 85]);
    table.act(0, "build #81").act(0, "end").act(1, "bet #43").act(1, "build #85").act(1, "end");
    assert_eq!(table.refused("event #70 s1 #43"), "no_target");
}

#[test]
fn take_back_returns_a_card_but_not_itself() {
    let mut table = turn(&[62, 43], &[]);
    assert_eq!(table.refused("bet #62 event #62"), "no_target");
    table.act(0, "bet #43").act(0, "bet #62 event #43");
    assert!(table.holds(0, 43) && table.row(0) == [62]);
    assert_eq!(table.pieces("hand", 0, Viewer::Spectator), [43], "everybody saw it");
}

#[test]
fn double_counts_each_card_twice_once() {
    let mut table = turn(&[54, 77, 43], &[1]);
    assert_eq!(table.refused("event #77 #43"), "no_target", "nothing of one's own lies there");
    table.act(0, "bet #54 event #54");
    assert_eq!(table.points(0), 4, "itself, 2 twice");
    assert_eq!(table.refused("event #77 #54"), "no_target", "each card once");
    table.act(0, "bet #43").act(0, "end").act(1, "bet #1").act(1, "end");
    table.act(0, "event #77 #43");
    assert_eq!(table.points(0), 4 + 8);
}

#[test]
fn retrieve_takes_any_card_of_the_discard() {
    let mut table = turn(&[63, 67], &[]);
    assert_eq!(table.refused("bet #63 event #67"), "no_target", "the discard is empty");
    table.act(0, "event #67").act(0, "bet #63 event #67");
    assert!(table.holds(0, 67) && !table.discarded(67));
}

#[test]
fn destroy_building_discards_it() {
    let mut table = turn(&[52, 81], &[82]);
    assert_eq!(table.refused("bet #52 event s1 #82"), "no_target");
    table.act(0, "build #81").act(0, "end").act(1, "build #82").act(1, "end");
    assert_eq!(table.refused("bet #52 event s0 #81"), "bad_target", "one's own");
    table.act(0, "bet #52 event s1 #82");
    assert!(table.state.buildings[1].is_empty() && table.discarded(82));
}

#[test]
fn force_fold_lays_an_opponent_down() {
    let mut table = turn(&[53], &[]);
    table.act(0, "bet #53 event s1");
    assert!(!table.state.stands(Seat(1)));
    assert_eq!(table.turn(), Some(Seat(0)), "who became last finishes the turn…");
    table.act(0, "end");
    assert_eq!(table.turn(), Some(Seat(0)), "…and has one more");
    assert_eq!(table.refused("end"), "must_fold");
    assert_eq!(table.refused("bet #53 event s0"), "card_not_held");
    table.play("fold");
    assert_eq!(table.state.challenge, 1);
}

#[test]
fn who_is_laid_down_in_a_window_is_not_to_be_asked_in_it() {
    let mut deck = Options::default().deck;
    deck.cards
        .iter_mut()
        .filter(|card| card.id == 99)
        .for_each(|card| card.effect = Some(Effect::ForceFold {}));
    let mut table = Table::with(Options { deck, ..Options::default() }, &[1, 3, 4], &[&[1], &[99], &[]]);
    table.passes().by(0, "bet #1").by(0, "end").by(1, "ephemeral #99 s2");
    table.by(2, "pass").by(0, "pass");
    assert_eq!((table.turn(), table.state.to_ask), (Some(Seat(1)), 0));
}

#[test]
fn points_after_the_last_challenge_are_in_its_colour() {
    let mut table = turn(&[84], &[]);
    table.act(0, "build #84");
    while table.turn().is_some() {
        table.fold_all();
    }
    assert_eq!((table.state.challenge, table.state.colour(), table.points(0)), (4, Colour::ALL[3], 2));
}

#[test]
fn limit_actions_stops_opponents_and_leaves_what_lies() {
    let mut table = turn(&[48, 43], &[1, 2, 3, 74]);
    table.act(0, "bet #48").act(0, "end").act(1, "bet #1").act(1, "bet #2").act(1, "end");
    table.act(0, "bet #43").act(0, "end").act(1, "bet #3").act(1, "end");
    assert_eq!(table.row(1).len(), 3);
    let mut table = turn(&[48], &[1, 2, 3, 4]);
    table.act(0, "bet #48 event").act(0, "end").act(1, "bet #1").act(1, "bet #2").act(1, "end");
    table.act(0, "bet #5").act(0, "bet #6").act(0, "end");
    assert_eq!(table.row(0).len(), 3, "the user is free");
    assert_eq!(table.refused("bet #3"), "action_limit");
    assert_eq!(table.row(1), [1, 2], "laid cards stay");
}

#[test]
fn change_colour_exchanges_the_token_for_a_spare() {
    let mut table = turn(&[66, 69], &[]);
    assert_eq!(table.refused("event #66"), "no_target", "it is yellow already");
    table.act(0, "event #69");
    assert_eq!(table.state.colour(), Colour::Red);
    assert_eq!(table.state.spare, [3, 1, 2, 2], "the old token joins the spare ones");
    table.state.spare[0] = 0;
    assert_eq!(table.refused("event #66"), "no_target", "no yellow one is left");
}

#[test]
fn cancel_challenge_ends_it_at_once() {
    let mut table = turn(&[65, 43], &[]);
    table.act(0, "bet #43").by(0, "event #65").by(1, "pass");
    assert_eq!((table.state.challenge, table.won()), (1, vec![0, 0]));
    assert!(table.discarded(43) && table.discarded(65));
    assert_eq!(table.state.colour(), Colour::Red);
    assert_eq!(table.turn(), Some(Seat(0)), "no window follows");
}

#[test]
fn swap_order_exchanges_the_next_two() {
    let mut table = turn(&[47, 75], &[]);
    table.act(0, "bet #47 event");
    assert_eq!(table.state.tokens, [Colour::Yellow, Colour::Green, Colour::Red, Colour::Blue]);
    table.fold_all().fold_all().passes();
    assert_eq!(table.state.challenge, 2);
    assert_eq!(table.refused("event #75"), "no_target", "fewer than two remain");
}

#[test]
fn shield_keeps_its_owner_from_being_chosen() {
    let mut table = Table::new(&[1, 7, 8], &[&[43], &[49, 51, 56, 71], &[99]]);
    table.passes();
    table.act(0, "bet #43").act(0, "end");
    table.act(1, "bet #49 event").act(1, "end");
    assert_eq!(table.refused("ephemeral #99 s1"), "bad_target", "ephemeral cards neither");
    assert!(table.can("ephemeral #99 s0"));
    table.fold_all().passes();
    assert_eq!(table.state.shielded, 0, "until the challenge ends");
}

#[test]
fn a_limit_holds_for_the_shielded_too() {
    let mut table = Table::new(&[7, 8], &[&[49], &[95, 1]]);
    table.passes().act(0, "bet #49 event").by(0, "end").by(1, "ephemeral #95").passes();
    assert_eq!(table.state.limits[..2], [2, u8::MAX], "it chooses nobody");
}

/// Every event and every alchemy of the deck, in the hand of a henchman who has not its colour.
#[test]
fn no_effect_is_used_without_its_colour() {
    let deck = Options::default().deck;
    let mut checked = 0;
    for card in deck.cards.iter().filter(|card| !card.colours.is_empty()) {
        let target = match card.effect.unwrap() {
            Effect::DiscardHand { .. }
            | Effect::StealCard {}
            | Effect::PeekHand {}
            | Effect::ForceFold {} => " s1",
            Effect::DiscardAction {} => " s1 #1",
            Effect::DestroyBuilding {} => " s1 #81",
            Effect::TakeBack {} | Effect::Double {} | Effect::Retrieve {} => " #1",
            _ => "",
        };
        let text = match card.kind {
            Kind::BetAndEvent => format!("bet #{} event{target}", card.id),
            Kind::BetOrEvent => format!("event #{}{target}", card.id),
            _ => format!("alchemy #{}{target}", card.id),
        };
        // The Noble has no colour.
        let mut table = Table::new(&[8, 7, 1], &[&[card.id], &[], &[]]);
        table.by(2, "pass").by(1, "pass");
        if card.kind != Kind::Alchemy {
            table.passes().act(2, "fold").act(1, "fold");
        }
        assert_eq!(table.refused(&text), "no_colour", "{text}");
        checked += 1;
    }
    assert_eq!(checked, 20 + 16 + 6);
}

/// Nobody chooses oneself, whatever the effect.
#[test]
fn an_effect_that_chooses_an_opponent_never_chooses_its_user() {
    let mut table = Table::new(&[7, 8, 1], &[&[51, 53, 56, 57, 58, 52, 81, 43], &[98, 99], &[]]);
    table.passes().act(2, "fold").act(0, "build #81").act(0, "bet #43");
    for text in ["bet #53 event s0", "bet #56 event s0", "bet #57 event s0", "bet #58 event s0"] {
        assert_eq!(table.refused(text), "bad_target", "{text}");
    }
    for text in ["bet #51 event s0 #43", "bet #52 event s0 #81"] {
        assert_eq!(table.refused(text), "no_target", "{text}: the others have none");
    }
    table.act(0, "end");
    for text in ["ephemeral #98 s1", "ephemeral #99 s1"] {
        assert_eq!(table.refused(text), "bad_target", "{text}");
    }
}

#[test]
fn turns_have_two_action_cards_and_one_building() {
    let mut table = turn(&[1, 2, 67, 81, 82], &[]);
    table.act(0, "bet #1").act(0, "bet #2").act(0, "build #81");
    assert_eq!(table.refused("bet #3"), "third_action");
    assert_eq!(table.refused("event #67"), "third_action");
    assert_eq!(table.refused("build #82"), "second_building");
    assert_eq!(table.refused("alchemy #90"), "wrong_phase");
    assert_eq!(table.refused("pass"), "wrong_phase");
    assert!(table.can("end") && table.can("fold"));
}

#[test]
fn refusals_name_what_is_wrong() {
    let mut table = turn(&[1, 53, 67, 100], &[2]);
    let code = |text: &str| table.refused(text);
    assert_eq!(code("bet #53 event s5"), "no_such_seat");
    assert_eq!(code("bet #67 event"), "wrong_kind");
    assert_eq!(code("event #53 s1"), "wrong_kind");
    assert_eq!(code("build #1"), "wrong_kind");
    assert_eq!(code("ephemeral #100"), "nothing_to_counter");
    assert_eq!(code("end"), "nothing_done");
    assert_eq!(code("keep 3"), "wrong_phase");
    table.act(0, "fold");
    assert_eq!(table.refused("bet #2 hidden"), "not_face_down");
    let unreadable = table.rules.parse(&table.state, "bet #500").unwrap_err();
    assert_eq!((unreadable.column, unreadable.found.as_str()), (4, "#500"));
    assert!(!table.rules.legal_moves(&table.state).is_empty());
}
