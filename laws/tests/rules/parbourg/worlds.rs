//! Worlds are drawn uniformly among those that agree with what a seat has seen.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::json;
use tapis_games::game::{InformationSet, Observed};
use tapis_games::parbourg::{Card, CardSet, Chance, Options, State, Windows};
use tapis_games::seat::{Seat, Viewer};

use super::table::Table;

const DRAWN: usize = 4_000;

/// Worlds as `seat` may imagine them.
fn worlds(table: &Table, seat: u8) -> Vec<State> {
    worlds_of(table, seat, DRAWN)
}

fn worlds_of(table: &Table, seat: u8, count: usize) -> Vec<State> {
    let viewer = Viewer::Seat(Seat(seat));
    let mut knowledge = table.rules.know(viewer);
    for ply in table.log(viewer) {
        knowledge.learn(&table.rules, &ply).unwrap();
    }
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    (0..count).map(|_| knowledge.sample_world(&table.rules, &mut rng)).collect()
}

/// How often `find` gives each card, checked against equal chances within five standard deviations.
fn assert_even(worlds: &[State], cards: CardSet, find: impl Fn(&State) -> CardSet) {
    let mut counts = vec![0usize; 128];
    let mut all = 0;
    for world in worlds {
        let found = find(world) & cards;
        all += found.len();
        found.iter().for_each(|card| counts[card.index()] += 1);
    }
    let share = all as f64 / cards.len() as f64;
    let p = share / worlds.len() as f64;
    let deviation = (worlds.len() as f64 * p * (1.0 - p)).sqrt();
    for card in cards.iter() {
        let off = (counts[card.index()] as f64 - share).abs();
        assert!(off <= 5.0 * deviation + 1.0, "{card:?}: {} of {share}", counts[card.index()]);
    }
}

#[test]
fn hidden_cards_are_dealt_evenly() {
    let mut table = Table::new(&[1, 2, 3], &[&[], &[], &[]]);
    table.passes().act(0, "bet #1").act(0, "end");
    let hidden = table.rules.deck().all().without(table.state.hand(Seat(0))).without(table.card(1));
    let worlds = worlds(&table, 0);
    assert_even(&worlds, hidden, |world| world.hand(Seat(1)));
    assert_even(&worlds, hidden, |world| world.pile.last().copied().into_iter().collect());
    let known = worlds.iter().all(|world| world.hand(Seat(0)) == table.state.hand(Seat(0)));
    assert!(known, "one's own hand is as it is");
    let henchmen =
        |world: &State| world.henchman_pile.last().map(|&henchman| Card(henchman)).into_iter().collect();
    assert_even(&worlds, (3..8).map(Card).collect(), henchmen);
}

#[test]
fn a_card_taken_unseen_may_be_any_of_a_hand_looked_at() {
    let mut table = Table::new(&[2, 8, 1], &[&[56], &[], &[57]]);
    table.passes().act(2, "bet #57 event s1").act(2, "end");
    let seen = table.state.hand(Seat(1));
    table.chance = vec![Chance::Steal(table.rules.deck().card(seen.iter().nth(3).unwrap()).id)];
    table.act(0, "bet #56 event s1");
    let worlds = worlds(&table, 2);
    let taken = |world: &State| world.hand(Seat(0)) & seen;
    assert!(worlds.iter().all(|world| taken(world).len() == 1), "one of them, and the others stayed");
    assert_even(&worlds, seen, taken);
}

#[test]
fn a_card_laid_face_down_may_be_any_action_card_of_a_hand_looked_at() {
    let mut table = Table::new(&[1, 7, 8], &[&[57], &[43, 44, 81, 95], &[]]);
    table.passes().act(0, "bet #57 event s1").act(0, "end");
    let actions = table.state.hand(Seat(1)) & table.rules.deck().actions;
    assert_eq!(actions.len() as usize + 2, table.hand(1), "a building and an ephemeral card");
    table.by(1, "bet #43 hidden");
    let laid = |world: &State| CardSet::from(world.table.last().unwrap().card);
    assert_even(&worlds(&table, 0), actions, laid);
    // Who has not looked only knows that it is an action card, and that it is not held by oneself.
    let open = table.rules.deck().actions.without(table.state.hand(Seat(2))).without(table.card(57));
    assert_even(&worlds(&table, 2), open, laid);
}

#[test]
fn half_known_hands_weigh_every_card_alike() {
    // Seat 0 looks at the hand of the Mage, who then draws one card more: a card laid face down is any of them.
    let mut table = Table::new(&[1, 7, 8], &[&[57], &[43, 44], &[]]);
    table.passes().act(0, "bet #57 event s1").act(0, "end");
    let known = table.state.hand(Seat(1));
    table.fold_all().passes().act(0, "fold").by(1, "bet #43 hidden");
    let laid = |world: &State| CardSet::from(world.table.last().unwrap().card);
    let worlds = worlds(&table, 0);
    let share = worlds.iter().filter(|world| laid(world).meets(known)).count() as f64 / DRAWN as f64;
    // Ten or so actions held for sure, or one card that is any of those not seen: equally likely worlds, so the unknown
    // card is laid in as many worlds as there are faces for it, against all faces it may have while a known one is laid.
    let mine = table.state.hand(Seat(0));
    let discard = table.state.discard;
    let unseen = table.rules.deck().all().without(known).without(mine).without(discard);
    let faces = (unseen & table.rules.deck().actions).len() as f64;
    let sure = (known & table.rules.deck().actions).len() as f64 * unseen.len() as f64;
    let expected = sure / (sure + faces);
    assert!((share - expected).abs() < 0.03, "{share} {expected}");
}

/// Seat 1 was not asked, then draws a card, then lays one: whether that was an old or the new one weighs on what is left.
#[test]
fn windows_tell_old_cards_from_new_ones() {
    let mut options = Options { players: 3, windows: Windows::Holders, ..Options::default() };
    for card in options.deck.cards.iter_mut().filter(|card| (61..=80).contains(&card.id)) {
        let data = json!({"id": card.id, "kind": "ephemeral", "effect": {"name": "skip_turn"}});
        *card = serde_json::from_value(data).unwrap();
    }
    let hands: [&[u16]; 3] = [&[1, 2, 3, 4, 5, 6, 7, 8], &[9, 10, 11, 12, 13, 14, 15, 16], &[]];
    let mut table = Table::with(options, &[3, 2, 4], &hands);
    table.passes().by(1, "bet #9").by(1, "end").by(0, "fold").by(2, "fold").by(1, "fold");
    assert_eq!((table.state.challenge, table.turn()), (1, Some(Seat(1))), "nobody was asked anything");
    let old = table.hand(1) - 1;
    table.by(1, "bet #10");
    let usable: CardSet = (61..=80).chain(95..=99).map(|id| table.card(id)).collect();
    let seen = table.state.hand(Seat(0)) | table.state.discard | table.card(10);
    let unseen = table.rules.deck().all().without(seen);
    // Objects that are no usable card whatever #10 was: nine old ones left here, and the hand of seat 2 of that time.
    let bound = (old - 1 + table.hand(2) - 1) as f64;
    let (all, use_) = (unseen.len() as f64, (usable & unseen).len() as f64);
    let was_old = old as f64 * (all - bound);
    let was_new = all - use_ - bound;
    let expected = old as f64 * use_ / (was_old + was_new);
    let naive = use_ / (all - bound);
    let drawn = 5 * DRAWN;
    let holds = worlds_of(&table, 0, drawn).iter().filter(|world| world.hand(Seat(1)).meets(usable)).count();
    let (share, error) = (holds as f64 / drawn as f64, (expected * (1.0 - expected) / drawn as f64).sqrt());
    assert!((share - expected).abs() < 4.0 * error, "{share}, not {expected}");
    assert!((naive - expected).abs() > 6.0 * error, "the test can tell: {naive} {expected}");
}

#[test]
fn who_was_not_asked_holds_nothing_to_use() {
    let options = Options { players: 3, windows: Windows::Holders, ..Options::default() };
    let mut table = Table::with(options, &[1, 2, 3], &[&[], &[], &[]]);
    table.passes().by(0, "bet #1").by(0, "end");
    assert_eq!(table.turn(), Some(Seat(1)), "nobody was asked");
    let usable: CardSet = [95, 96, 97, 98, 99].map(|id| table.card(id)).into_iter().collect();
    let worlds = worlds(&table, 0);
    assert!(
        worlds.iter().all(|world| !world.hand(Seat(1)).meets(usable) && !world.hand(Seat(2)).meets(usable))
    );
    let options = Options { players: 3, windows: Windows::Holders, ..Options::default() };
    let mut table = Table::with(options, &[1, 2, 3], &[&[], &[], &[99, 95]]);
    table.passes().by(0, "bet #1").by(0, "end");
    assert_eq!(table.turn(), Some(Seat(2)));
    let worlds = self::worlds(&table, 0);
    assert!(
        worlds.iter().all(|world| world.hand(Seat(2)).meets(usable) && !world.hand(Seat(1)).meets(usable))
    );
}
