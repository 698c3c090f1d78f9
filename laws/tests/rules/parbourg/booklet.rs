//! The booklet's three-player example, and every line of its questions.

use tapis_games::game::{Game, Turn};
use tapis_games::parbourg::{Chance, Colour, Options, Phase};
use tapis_games::seat::Seat;

use super::table::Table;

/// Boris 5, Sonia 2, David 7; the challenge is militaire: their henchmen add nothing to it.
#[test]
fn sonia_wins_11_against_10_and_1_under_garde_du_corps() {
    let (boris, sonia, david) = (0, 1, 2);
    let mut table = Table::new(&[5, 2, 7], &[&[25, 96], &[50, 37, 82, 95, 1], &[43, 7, 8]]);
    table.fold_all().passes();
    assert_eq!(table.state.colour(), Colour::Red);
    let before = table.won();
    table.act(sonia, "bet #50 event").act(sonia, "build #82").act(sonia, "end");
    table.act(boris, "bet #25").act(boris, "end");
    table.act(david, "bet #43").act(david, "end");
    table.act(sonia, "bet #37").act(sonia, "end");
    table.act(boris, "fold");
    table.act(david, "bet #7").by(david, "end");
    table.by(sonia, "ephemeral #95").by(david, "pass").by(sonia, "pass");
    assert_eq!([sonia, david, boris].map(|seat| table.points(seat)), [11, 10, 1]);
    table.act(sonia, "fold");
    assert_eq!(table.refused("bet #8"), "action_limit", "two action cards each: the bidding stops there");
    assert_eq!((table.row(1).len(), table.row(2).len()), (2, 2));
    table.by(david, "fold");
    assert_eq!(table.won()[1], before[1] + 1, "Sonia wins");
    assert_eq!(table.state.won[1][1], 1, "the red token");
}

/// « Que peut faire un joueur ? Quand peut-il le faire ? »
#[test]
fn every_kind_of_card_has_its_time() {
    let mut table = Table::new(&[7, 8, 1], &[&[45, 67, 81, 90, 95], &[95 + 4, 2, 82, 91], &[]]);
    table.by(2, "pass");
    for text in ["bet #45", "event #67", "build #81", "ephemeral #95", "end", "fold"] {
        assert_eq!(table.refused(text), "wrong_phase", "{text} at the start of the day");
    }
    assert!(table.can("alchemy #90"));
    table.passes().by(2, "fold");
    for text in ["bet #45", "event #67", "build #81", "alchemy #90", "end", "fold"] {
        assert_eq!(table.refused(text), "wrong_phase", "{text} in a window");
    }
    assert!(table.can("ephemeral #95"));
    table.passes();
    assert_eq!(table.refused("alchemy #90"), "wrong_phase", "only at the start of the day");
    for text in ["bet #45", "event #67", "build #81", "ephemeral #95", "fold"] {
        assert!(table.can(text), "{text} in a turn");
    }
    table.by(0, "event #67");
    for text in ["bet #2", "build #82", "alchemy #91", "ephemeral #99 s0", "fold"] {
        assert_eq!(table.refused(text), "wrong_phase", "{text} while a card is answered");
    }
}

/// « L'Ordre des Pions Victoire »
#[test]
fn every_day_has_its_tokens_politique_on_top() {
    let mut table = Table::new(&[1, 2], &[&[], &[]]);
    for day in 1..=4 {
        assert_eq!((table.state.day, table.state.tokens), (day, Colour::ALL));
        for colour in [Colour::Yellow, Colour::Red, Colour::Green, Colour::Blue] {
            assert_eq!(table.passes().state.colour(), colour);
            table.fold_all();
        }
    }
    assert_eq!(table.turn(), None);
    let won = table.state.won[0].iter().zip(table.state.won[1]).map(|(one, other)| one + other);
    assert_eq!(won.collect::<Vec<_>>(), [4; 4], "each colour four times");
}

/// « …la plus haute Initiative en ne comptant qu'un seul Homme de Main. »
#[test]
fn a_tie_counts_one_henchman_only() {
    for (counting, winner) in [(2, 1), (6, 0)] {
        // Seat 0 has the Maraudeur (2) and finds the Savant (6); seat 1 has the Espion (5).
        let mut table = Table::new(&[2, 5, 1, 6], &[&[89], &[], &[]]);
        table.by(2, "pass").by(0, "alchemy #89").by(1, "pass").by(2, "pass");
        table.by(0, &format!("initiative {counting}")).passes().fold_all();
        let mut won = vec![0; 3];
        won[winner] = 1;
        assert_eq!(table.won(), won, "0 against 0, {counting} counts");
    }
}

/// « Le Joueur qui se retrouve le dernier à ne pas être “Couché”, ne peut jouer qu'un seul Tour »
#[test]
fn the_last_one_standing_has_one_turn() {
    let mut table = Table::new(&[1, 2], &[&[], &[1, 2, 3, 4]]);
    table.passes().by(0, "fold").passes();
    assert_eq!(table.turn(), Some(Seat(1)));
    table.act(1, "bet #1");
    assert_eq!(table.refused("end"), "must_fold");
    table.by(1, "fold");
    assert_eq!(table.state.challenge, 1);
}

#[test]
fn one_may_lie_down_after_acting() {
    let mut table = Table::new(&[1, 2], &[&[1], &[]]);
    table.passes().act(0, "bet #1").by(0, "fold");
    assert!(!table.state.stands(Seat(0)));
}

#[test]
fn ephemeral_cards_alone_do_not_keep_one_standing() {
    let mut table = Table::new(&[1, 2], &[&[95], &[]]);
    table.passes().act(0, "ephemeral #95");
    assert_eq!(table.refused("end"), "nothing_done");
    assert!(table.can("fold"));
}

#[test]
fn a_red_challenge_turned_green_makes_two_green_ones() {
    let mut table = Table::new(&[7, 8], &[&[59], &[]]);
    table.fold_all().passes().act(0, "bet #59 event");
    assert_eq!(table.state.tokens[1..3], [Colour::Green, Colour::Green]);
    table.fold_all();
    assert_eq!(table.state.colour(), Colour::Green);
}

#[test]
fn an_empty_pile_is_made_of_the_discard() {
    let mut table = Table::new(&[1, 2], &[&[1], &[]]);
    table.passes().act(0, "bet #1");
    // All but one card of the pile has been discarded: four are due at the next challenge.
    let left = table.state.pile.split_off(1);
    left.into_iter().for_each(|card| table.state.discard.insert(card));
    table.fold_all();
    let reshuffles =
        table.plies.last().unwrap().1.chance.iter().filter(|c| matches!(c, Chance::Reshuffle(_)));
    assert_eq!(reshuffles.count(), 1);
    assert!(table.state.discard.is_empty() && !table.state.pile.is_empty());
}

#[test]
fn with_pile_and_discard_empty_the_draw_is_lost() {
    let mut table = Table::new(&[3, 8], &[&[90], &[]]);
    table.state.pile.clear();
    table.by(0, "alchemy #90").by(1, "pass");
    assert_eq!((table.hand(0), table.turn()), (7, Some(Seat(1))));
    assert!(table.discarded(90), "the card enters the discard after its effect");
}

#[test]
fn eight_cards_on_the_first_day_only_and_one_a_challenge() {
    let mut table = Table::new(&[3, 4, 5], &[&[], &[], &[]]);
    assert_eq!([0, 1, 2].map(|seat| table.hand(seat)), [8; 3]);
    table.chance = vec![Chance::Henchmen(vec![3, 4, 5, 1, 2, 6, 7, 8])];
    for challenge in 1..=4 {
        table.passes();
        assert_eq!([0, 1, 2].map(|seat| table.hand(seat)), [8 + challenge; 3]);
        table.fold_all();
    }
    assert_eq!((table.state.day, table.hand(0)), (2, 12), "no eight cards more");
}

#[test]
fn two_players_draw_two_and_each_henchman_serves_once() {
    let mut table = Table::new(&[3, 4], &[&[], &[]]);
    let mut served = Vec::new();
    while table.rules.turn(&table.state) != Turn::Over {
        if table.state.challenge == 0 {
            served.extend(table.state.henchmen[..2].iter().map(|own| own[0]));
        }
        let day = table.state.day;
        table.passes();
        if day == 1 && table.state.challenge == 0 {
            assert_eq!((table.hand(0), table.hand(1)), (10, 10));
        }
        table.fold_all();
    }
    served.sort_unstable();
    assert_eq!(served, [0, 1, 2, 3, 4, 5, 6, 7]);
    let names: Vec<_> = table.rules.deck().cards.iter().filter_map(|card| card.name.as_deref()).collect();
    assert_eq!(table.rules.deck().cards.len(), 96);
    assert!(
        ["Shinobi Gob", "Boouuuhh !!!", "Cimetière", "Dédoublement"].iter().all(|name| !names.contains(name))
    );
}

#[test]
fn one_wins_lying_down() {
    let mut table = Table::new(&[1, 2], &[&[43], &[]]);
    table.passes().act(0, "bet #43").act(0, "fold").fold_all();
    assert_eq!(table.won(), [1, 0]);
}

#[test]
fn a_hand_has_no_limit() {
    let mut table = Table::new(&[1, 2], &[&[], &[]]);
    for _ in 0..12 {
        table.fold_all();
    }
    assert!(table.hand(0) > 30, "{}", table.hand(0));
}

#[test]
fn the_mage_shows_an_event_that_acts_when_it_is_laid() {
    let mut table = Table::new(&[7, 8], &[&[59], &[]]);
    table.passes().by(0, "bet #59 hidden event").by(1, "pass");
    assert_eq!(table.state.colour(), Colour::Green, "carried out at once");
    assert!(table.state.table[0].hidden, "and turned down again");
}

#[test]
fn fixed_bonuses_count_without_a_laid_card() {
    let mut table = Table::new(&[3, 6], &[&[], &[]]);
    table.fold_all();
    assert_eq!(table.won(), [1, 0], "the Diplomate's 2 in politique");
}

#[test]
fn an_event_is_never_compulsory() {
    let mut table = Table::new(&[7, 8], &[&[45, 67], &[]]);
    table.passes().act(0, "bet #45").act(0, "bet #67");
    assert_eq!(table.points(0), 5);
}

#[test]
fn two_henchmen_lie_down_as_one() {
    let mut table = Table::new(&[5, 6, 7], &[&[89], &[], &[]]);
    table.by(0, "alchemy #89").by(1, "pass").by(2, "pass").by(0, "initiative 5").passes();
    assert_eq!((table.turn(), table.state.standing), (Some(Seat(0)), 0b111));
    table.play("fold");
    assert_eq!(table.state.standing, 0b110);
}

/// The card offers its event to everybody; the henchman who has no colour does not use it.
#[test]
fn the_henchman_beats_the_action_card() {
    let mut table = Table::new(&[8, 7], &[&[67], &[43]]);
    table.passes().act(1, "bet #43").act(1, "end");
    assert_eq!(table.refused("event #67"), "no_colour");
    assert!(table.can("bet #67"));
}

#[test]
fn an_announced_last_round_ends_with_fold() {
    let options = Options { players: 2, max_rounds: 1, ..Options::default() };
    let mut table = Table::with(options, &[1, 2], &[&[1], &[]]);
    table.by(0, "pass").by(1, "pass");
    assert_eq!(table.state.phase, Phase::Turn, "one round of alchemy");
    table.act(0, "bet #1");
    assert_eq!(table.refused("end"), "must_fold");
}

#[test]
fn ties_are_broken_by_one_colour_then_by_the_colours() {
    let table = Table::new(&[1, 2, 3], &[&[], &[], &[]]);
    let ranks = |won: [[u8; 4]; 3]| {
        let mut state = table.state.clone();
        state.won[..3].copy_from_slice(&won);
        table.rules.payoffs(&state).ranks.as_slice().to_vec()
    };
    assert_eq!(
        ranks([[2, 2, 1, 0], [0, 1, 0, 3], [3, 2, 0, 0]]),
        [2, 3, 1],
        "most tokens, then most of one colour"
    );
    assert_eq!(ranks([[1, 2, 0, 0], [0, 2, 1, 0], [2, 1, 0, 0]]), [2, 3, 1], "then politique first");
    assert_eq!(ranks([[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1]]), [1, 1, 3], "equal in all: shared");
}
