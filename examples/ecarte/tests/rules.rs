//! The rules by hand, as `README.md` tells them.

use tapis_ecarte::Ecarte;
use tapis_ecarte::moves::{read, write};
use tapis_ecarte::published::Options;
use tapis_ecarte::rules::{Chance, Deal};
use tapis_ecarte::state::{Phase, State};
use tapis_games::erased::{AnyGame, Factory};
use tapis_games::playing_card::{Card, Cards};
use tapis_games::prelude::*;

fn cards(text: &str) -> Cards {
    text.split_whitespace().map(|card| card.parse::<Card>().expect("a card")).collect()
}

struct Table {
    rules: Ecarte,
    state: State,
}

impl Table {
    /// Seat 0 deals: seat 1 is the elder hand.
    fn dealt(options: Options, dealer: &str, elder: &str, turned: &str) -> Self {
        let rules = Ecarte::new(Options { first_dealer: Some(0), ..options }).expect("options");
        let mut table = Self { state: rules.start(), rules };
        table.deal(0, [dealer, elder], turned);
        table
    }

    fn new(dealer: &str, elder: &str, turned: &str) -> Self {
        Self::dealt(Options::default(), dealer, elder, turned)
    }

    fn deal(&mut self, dealer: u8, hands: [&str; 2], turned: &str) {
        let turned = turned.parse().expect("a card");
        let deal = Deal { dealer: Seat(dealer), hands: hands.map(cards), turned };
        self.rules.resolve(&mut self.state, &Chance::Deal(deal)).expect("a deal");
    }

    fn play(&mut self, moves: &str) {
        for text in moves.split(", ") {
            let mv = read(text).expect(text);
            self.rules.play(&mut self.state, mv).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        }
    }

    fn draw(&mut self, drawn: &str) {
        self.rules.resolve(&mut self.state, &Chance::Draw(cards(drawn))).expect("a draw");
    }

    fn legal(&self) -> Vec<String> {
        self.rules.legal_moves(&self.state).iter().map(|&mv| write(mv, true)).collect()
    }

    fn refused(&mut self, text: &str, code: &str, says: &str) {
        let before = self.state;
        let refusal = self.rules.play(&mut self.state, read(text).expect(text)).expect_err(text);
        assert_eq!((refusal.code, self.state), (code, before));
        assert!(refusal.text.en.contains(says) && !refusal.text.fr.is_empty(), "{refusal}");
        let anchor = refusal.rule.strip_prefix("README.md#").expect("a section").replace('-', " ");
        let title = |line: &str| line.starts_with('#') && line.to_lowercase().ends_with(&anchor);
        assert!(include_str!("../README.md").lines().any(title), "{}", refusal.rule);
    }
}

#[test]
fn suit_is_followed_and_beaten_else_trumped() {
    let mut table = Table::new("7h Ah 8s 9s Ks", "Th Jh 7s 7c Qc", "9d");
    table.play("stand, play Th");
    // The ace ranks above the ten.
    assert_eq!(table.legal(), ["play Ah"]);
    table.refused("play 7h", "must_follow", "ace of hearts");
    table.refused("play Kc", "not_now", "a card of your hand");
    table.play("play Ah");
    assert_eq!((table.state.taken, table.state.mover), ([1, 0], Seat(0)));
    table.play("play 8s");
    assert_eq!(table.legal(), ["play 7s"], "it cannot beat but must follow");
    table.play("play 7s, play 7h, play Jh, play 7c");
    assert_eq!(table.legal(), ["play 9s", "play Ks"], "neither clubs nor trumps");
    assert!(cards("7c Kc 7d Kd").iter().all(|card| !table.state.hands[0].contains(card)));
}

#[test]
fn who_cannot_follow_must_trump_and_shows_what_it_lacks() {
    let mut table = Table::new("7d Td 8s 9s Ks", "Ah Jh 7s 7c Qc", "9d");
    table.play("stand, play Ah");
    assert_eq!(table.legal(), ["play 7d", "play Td"]);
    table.play("play 7d");
    assert_eq!((table.state.taken, table.state.mover), ([1, 0], Seat(0)));
    assert_eq!(table.state.lacks, [cards("Kd 7h 8h 9h Th Jh Qh Kh Ah"), cards("Kd")]);
    table.play("play 9s, play 7s, play Td, play 7c");
    assert_eq!(table.state.lacks[1], cards("Ts Js Qs Ks As 7d 8d 9d Td Jd Qd Kd Ad"));
}

#[test]
fn a_king_turned_up_scores_for_the_dealer() {
    let hands = ["7h Ah 8s 9s Ks", "Th Jh 7s 7c Qc"];
    assert_eq!(Table::new(hands[0], hands[1], "Kd").state.points, [1, 0]);
    let plain = Options { king_turned: false, ..Options::default() };
    assert_eq!(Table::dealt(plain, hands[0], hands[1], "Kd").state.points, [0, 0]);
}

#[test]
fn the_king_is_announced_with_the_first_card() {
    let mut table = Table::new("7h Ah 8s 9s Kd", "Th Jh 7s 7c Qc", "9d");
    table.play("stand, play Th");
    assert_eq!((table.state.king, table.state.points), (None, [0, 0]));
    table.play("play Ah");
    assert_eq!((table.state.king, table.state.points), (Some(Seat(0)), [1, 0]));
    let seen = table.state.seen_by(Viewer::Seat(Seat(1)));
    assert_eq!(seen.hands[0], cards("Kd"), "everybody knows where it is");
    // The leader's announcement comes with its lead, which may be the king.
    let mut table = Table::new("7h Ah 8s 9s Ks", "Kd Jh 7s 7c Qc", "9d");
    table.play("propose, refuse, play Kd");
    assert_eq!((table.state.king, table.state.points), (Some(Seat(1)), [0, 1]));
}

#[test]
fn a_discarded_king_scores_nothing() {
    let mut table = Table::new("7h Ah 8s 9s Ks", "Kd Jh 7s 7c Qc", "9d");
    table.play("propose, accept, discard Kd");
    table.draw("8d");
    table.play("keep, stand, play 8d, play 7h");
    assert_eq!((table.state.king, table.state.points), (None, [0, 0]));
}

/// The elder hand takes three tricks of five.
const THREE: &str =
    "play Kh, play 7h, play Ks, play 7s, play Kc, play 7c, play 7d, play 8d, play Jd, play 8h";
const HANDS: [&str; 2] = ["7h 7s 7c 8d Jd", "Kh Ks Kc 7d 8h"];

#[test]
fn three_tricks_are_a_point_and_two_against_a_vulnerable_loser() {
    for (said, points, vulnerable) in [
        ("stand", 1, Some(Seat(1))),
        ("propose, refuse", 2, Some(Seat(0))),
        ("propose, accept, discard 9c, keep, stand", 1, None),
        ("propose, accept, discard 9c, keep, propose, refuse", 1, None),
    ] {
        let exchanged = said.contains("discard");
        let elder = if exchanged { HANDS[1].replace("8h", "9c") } else { HANDS[1].to_owned() };
        let mut table = Table::new(HANDS[0], &elder, "9d");
        for word in said.split(", ") {
            table.play(word);
            if word.starts_with("discard") {
                table.draw("8h");
            }
        }
        assert_eq!(table.state.vulnerable, vulnerable, "{said}");
        table.play(THREE);
        assert_eq!((table.state.phase, table.state.points), (Phase::Deal, [0, points]), "{said}");
        let made = table.rules.round_scores(&table.state).expect("the end of a hand");
        assert_eq!(made.as_slice(), [0, i32::from(points)]);
    }
}

#[test]
fn a_vulnerable_elder_hand_loses_two_points() {
    let mut table = Table::new("Kh Ks Kc 7d 8h", "7h 7s 7c 8d Jd", "9d");
    table.play(
        "stand, play 7h, play Kh, play Ks, play 7s, play Kc, play 7c, play 8h, play 8d, play Jd, play 7d",
    );
    assert_eq!((table.state.taken, table.state.points), ([3, 2], [2, 0]));
}

#[test]
fn all_tricks_are_two_points_and_the_deal_alternates() {
    let mut table = Table::new("7h 7s 7c 8d Ad", "Kh Ks Kc Jd Qd", "9d");
    table.play(
        "stand, play Qd, play 8d, play Jd, play Ad, play Kh, play 7h, play Ks, play 7s, play Kc, play 7c",
    );
    assert_eq!((table.state.taken, table.state.points), ([0, 5], [0, 2]));
    let deal = |dealer| Deal { dealer: Seat(dealer), hands: HANDS.map(cards), turned: "9d".parse().unwrap() };
    assert!(table.rules.resolve(&mut table.state, &Chance::Deal(deal(0))).is_err());
    table.deal(1, HANDS, "9d");
    assert_eq!((table.state.mover, table.state.round, table.state.points), (Seat(0), 2, [0, 2]));
}

#[test]
fn the_stock_runs_short_and_then_out() {
    let mut table = Table::new("7h 8h 9h Th Jh", "7s 8s 9s Ts Js", "7d");
    table.play("propose, accept");
    assert_eq!(table.legal().len(), 31, "the elder hand discards at least one card");
    table.refused("keep", "wrong_number", "at least one");
    table.refused("discard 7h", "not_now", "Discard from your hand");
    table.play("discard 7s 8s 9s Ts Js");
    table.draw("7c 8c 9c Tc Jc");
    assert_eq!(table.legal().len(), 32, "the dealer may keep its hand");
    table.play("discard 7h 8h 9h Th Jh");
    table.draw("Qc Kc Ac Qh Kh");
    table.play("propose, accept, discard 7c 8c 9c Tc Jc");
    table.draw("8d 9d Td Jd Qd");
    table.play("discard Qc Kc Ac Qh");
    table.draw("Qs Ks As Ah");
    assert_eq!(table.state.stock(), 2);
    table.play("propose, accept");
    assert_eq!(table.legal().len(), 15, "one card or two of five");
    table.refused("discard 8d 9d Td", "wrong_number", "the 2 cards of the stock");
    let mut out = Table { rules: table.rules.clone(), state: table.state };
    out.play("discard 8d 9d");
    out.draw("Kd Ad");
    assert_eq!((out.state.phase, out.state.mover), (Phase::Play, Seat(1)), "nobody is asked any more");
    table.play("discard 8d");
    table.draw("Kd");
    assert_eq!(table.legal().len(), 6, "keep, or one card");
    table.play("keep, propose, accept, discard 9d");
    table.draw("Ad");
    assert_eq!((table.state.phase, table.state.vulnerable), (Phase::Play, None));
}

#[test]
fn the_game_ends_at_once_with_the_points() {
    let short = || Options { points: 2, ..Options::default() };
    // A king turned up does not end it before anybody decides, but counts.
    let mut table = Table::dealt(short(), "7h 7s 7c 8d Jd", "Kh Ks Kd 7d 8h", "Kc");
    assert_eq!(table.state.points, [1, 0]);
    table.play("propose, refuse, play Kh, play 7h, play Ks, play 7s, play 8h, play 7c");
    assert_eq!(table.rules.turn(&table.state), Turn::Player(Seat(0)), "a trump took the trick");
    // The king announced by the other seat ends the game in the middle of the trick.
    let mut table = Table::dealt(short(), "7h 7s 7c 8d Kc", "Kh Ks Kd 7d 8h", "9c");
    table.state.points = [1, 1];
    table.play("stand, play Kh, play 7h");
    assert_eq!(table.rules.turn(&table.state), Turn::Over);
    assert_eq!(table.rules.payoffs(&table.state).shares.as_slice(), [1.0, 0.0]);
    assert!(table.legal().is_empty());
    // The leader's comes first.
    let mut table = Table::dealt(short(), HANDS[0], HANDS[1], "9h");
    table.state.points = [1, 1];
    table.play("stand, play Kh");
    assert_eq!((table.rules.turn(&table.state), table.state.points), (Turn::Over, [1, 2]));
}

#[test]
fn notations_read_back() {
    for text in ["propose", "stand", "accept", "refuse", "keep", "discard 9d 7h", "play Ts"] {
        assert_eq!(write(read(text).expect(text), true), text);
    }
    assert_eq!(write(read("discard 9d 7h").unwrap(), false), "discard 2");
    for (text, column) in [
        ("", 0),
        ("play", 4),
        ("play 1h", 5),
        ("play Kh Qh", 8),
        ("discard", 7),
        ("discard 7h 9d", 11),
        ("discard 2", 8),
    ] {
        assert_eq!(read(text).expect_err(text).column, column, "{text}");
    }
}

#[test]
fn bad_options_are_refused_with_pointers() {
    let faults = |options: &str| match Factory::<Ecarte>::NEW.ruleset(options) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.into_iter().map(|fault| fault.pointer).collect(),
    };
    assert_eq!(faults("{}"), Vec::<String>::new());
    assert_eq!(faults(r#"{"points": 1, "first_dealer": 2}"#), ["/points", "/first_dealer"]);
    assert_eq!(faults(r#"{"points": 12}"#), ["/points"]);
    assert_eq!(faults(r#"{"king_turned": 1}"#), ["/king_turned"]);
    assert_eq!(faults(r#"{"jokers": true}"#), ["/jokers"]);
}

#[test]
fn the_elder_hand_of_the_first_deal_began() {
    use tapis_games::feature::TURN_ORDER;
    for dealer in [0, 1] {
        let rules =
            Ecarte::new(Options { first_dealer: Some(dealer), ..Options::default() }).expect("options");
        for round in 1..=4 {
            // The deal passes from hand to hand.
            let dealer_now = Seat((dealer + round - 1) % 2);
            let end = State { dealer: dealer_now, round, ..State::default() };
            let features = rules.features(&(), &end);
            assert!(features[Seat(1 - dealer)].contains(&Feature::number(TURN_ORDER, 1)), "hand {round}");
            assert!(features[Seat(dealer)].contains(&Feature::number(TURN_ORDER, 2)), "hand {round}");
        }
    }
}
