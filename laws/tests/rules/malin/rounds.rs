//! A round: deal, contracts, tricks, count; both lengths; teams.

use serde_json::json;
use tapis_games::game::{Game, Turn};
use tapis_games::malin::{Card, Chance, Hand, Phase};
use tapis_games::seat::Seat;

use super::scene::{Scene, Setup, rules};

#[test]
fn each_table_has_its_deal() {
    for (players, tricks, left_over) in [(3, 7, 0), (4, 9, 0), (5, 7, 1), (6, 6, 0)] {
        let scene = Scene::of(&Setup::new(json!({"players": players})));
        let hands = &scene.state.hands[..scene.rules.seats()];
        assert!(hands.iter().all(|hand| hand.len() == tricks), "{players} players");
        assert_eq!(scene.state.left_over.len(), left_over, "{players} players");
        let all = hands.iter().fold(scene.state.left_over, |all, &hand| all.either(hand));
        assert!(
            all.contains(Card::Wish) && !all.contains(Card::Number(1)),
            "the wish replaces the card set aside"
        );
        assert_eq!(scene.legal().len(), tricks as usize, "0 to one less than the tricks");
    }
}

/// The booklet's constraints, for the second player, the third and the fourth.
#[test]
fn contracts_differ_and_their_sum_so_far_is_never_the_number_of_tricks() {
    let mut scene = Scene::of(&Setup::new(json!({})));
    assert_eq!(scene.legal().join(" "), "bid 0 bid 1 bid 2 bid 3 bid 4 bid 5 bid 6 bid 7 bid 8");
    scene.play("bid 4");
    assert_eq!(scene.legal().join(" "), "bid 0 bid 1 bid 2 bid 3 bid 6 bid 7 bid 8");
    scene.play("bid 2");
    assert_eq!(scene.legal().join(" "), "bid 0 bid 1 bid 5 bid 6 bid 7 bid 8");
    scene.play("bid 0");
    assert_eq!(scene.legal().join(" "), "bid 1 bid 5 bid 6 bid 7 bid 8");
    scene.play("bid 8");
    assert_eq!(scene.state.phase, Phase::Play(Seat(0)), "the dealer's left leads");
}

#[test]
fn the_highest_value_takes_the_trick_and_leads_the_next() {
    let hands = ["3 twin", "33 4", "34 5", "wish 6"];
    let mut scene = Scene::of(&Setup { hands: &hands, ..Setup::new(json!({})) });
    scene.play("bid 0, bid 1, bid 2, bid 3, play 3, play 33, play 34, play wish 20");
    assert_eq!((scene.taken(), scene.state.phase), (vec![0, 0, 1, 0], Phase::Play(Seat(2))));
    scene.play("play 5, play 6, play twin 35, play 4");
    assert_eq!((scene.taken(), scene.state.phase), (vec![1, 0, 1, 0], Phase::Play(Seat(0))));
}

#[test]
fn of_equal_values_the_first_played_wins_or_the_last() {
    let hands = ["twin", "wish", "twin", "34"];
    for (ties, taker) in [("first", 0), ("last", 2)] {
        let mut scene = Scene::of(&Setup { hands: &hands, ..Setup::new(json!({"ties": ties})) });
        scene.play("bid 0, bid 1, bid 2, bid 3, play twin 35, play wish 35, play twin 35, play 34");
        assert_eq!(scene.taken().iter().position(|&taken| taken == 1), Some(taker), "{ties}");
    }
}

#[test]
fn twins_are_declared_or_fixed() {
    let hands = ["twin twin"];
    let mut scene = Scene::of(&Setup { hands: &hands, ..Setup::new(json!({})) });
    scene.play("bid 0, bid 1, bid 2, bid 3");
    assert!(scene.legal().ends_with(&["play twin 0".to_owned(), "play twin 35".to_owned()]));
    let fixed = rules(json!({"players": 3, "twins": "fixed"}));
    let mut state = fixed.start();
    let deal: Chance = serde_json::from_value(json!({
        "round": 1, "dealer": 2, "removed": "19",
        "hands": [["1", "2", "3", "4", "5", "6", "twin 0"], ["7", "8", "9", "10", "11", "12", "twin 20"],
            ["13", "14", "15", "16", "17", "18", "wish"]],
    }))
    .unwrap();
    fixed.resolve(&mut state, &deal).unwrap();
    assert!(state.hands[0].contains(Card::FixedTwin(0)) && state.hands[1].contains(Card::FixedTwin(20)));
    assert_eq!(serde_json::to_value(&deal).unwrap()["hands"][1][6], "twin 20");
}

#[test]
fn the_wish_is_said_or_has_the_value_of_the_card_it_replaced() {
    for (wish, removed, values) in [
        ("declared", "7", (0..=35).collect::<Vec<_>>()),
        ("removed_card", "7", vec![7]),
        ("removed_card", "twin", vec![0, 35]),
    ] {
        let setup = Setup { removed, hands: &["wish"], ..Setup::new(json!({"wish": wish})) };
        let mut scene = Scene::of(&setup);
        scene.play("bid 0, bid 1, bid 2, bid 3");
        let legal = scene.legal();
        let said = legal.iter().filter_map(|text| text.strip_prefix("play wish "));
        assert_eq!(
            said.map(|value| value.parse::<i32>().unwrap()).collect::<Vec<_>>(),
            values,
            "{wish} {removed}"
        );
    }
}

/// Plays the lowest card of each hand until the round is counted.
fn play_out(scene: &mut Scene) {
    let round = scene.state.round;
    while scene.state.round == round && scene.rules.turn(&scene.state) != Turn::Over {
        let first = scene.legal()[0].clone();
        scene.play(&first);
    }
}

#[test]
fn everybody_loses_the_difference_and_the_deal_passes_on() {
    let mut scene = Scene::of(&Setup::new(json!({})));
    scene.play("bid 8, bid 0, bid 2, bid 3");
    let (mut last, mut taken) = (scene.state.clone(), Vec::new());
    while scene.state.round == 1 {
        last = scene.state.clone();
        let first = scene.legal()[0].clone();
        scene.play(&first);
    }
    taken.extend_from_slice(&last.taken[..4]);
    // The last trick goes to the seat whose points say so.
    let lost: Vec<i16> = scene.state.points[..4].iter().map(|points| 10 - points).collect();
    let contracts = [8, 0, 2, 3];
    let fits = (0..4).any(|taker| {
        (0..4).all(|seat| {
            let tricks = i16::from(taken[seat]) + i16::from(seat == taker);
            lost[seat] == (contracts[seat] - tricks).abs()
        })
    });
    assert!(fits, "{taken:?} {lost:?}");
    assert_eq!((last.dealer, scene.state.dealer), (Seat(3), Seat(0)));
    assert_eq!(scene.state.phase, Phase::Bid(Seat(1)));
}

#[test]
fn the_game_ends_with_the_round_in_which_somebody_reaches_zero() {
    for points in [6, 10] {
        let mut scene = Scene::of(&Setup::new(json!({"points": points})));
        assert!(scene.state.points[..4].iter().all(|&start| start == points));
        while scene.rules.turn(&scene.state) != Turn::Over {
            assert!(scene.state.points[..4].iter().all(|&points| points > 0));
            play_out(&mut scene);
        }
        let payoffs = scene.rules.payoffs(&scene.state);
        let most = scene.state.points[..4].iter().max().unwrap();
        assert!(scene.state.points[..4].iter().any(|&points| points <= 0));
        for winner in payoffs.winners() {
            assert_eq!(scene.state.points[winner.index()], *most);
        }
    }
}

#[test]
fn partners_share_points_losses_and_the_win() {
    let mut scene = Scene::of(&Setup::new(json!({"players": 6, "teams": true})));
    scene.play("bid 5, bid 0, bid 2, bid 3, bid 4, bid 1");
    play_out(&mut scene);
    let points = scene.state.points;
    let sum = |seat: usize| 10 - points[seat];
    assert_eq!(points[..3], points[3..]);
    assert!((0..3).map(sum).sum::<i16>() > 0);
    while scene.rules.turn(&scene.state) != Turn::Over {
        play_out(&mut scene);
    }
    let payoffs = scene.rules.payoffs(&scene.state);
    for seat in Seat::all(3) {
        assert_eq!(payoffs.ranks[seat], payoffs.ranks[Seat(seat.0 + 3)]);
    }
    assert!(payoffs.winners().count().is_multiple_of(2));
}

#[test]
fn hands_count_undeclared_twins() {
    let mut hand: Hand = [Card::Twin, Card::Twin].into_iter().collect();
    assert_eq!((hand.len(), hand.count(Card::Twin)), (2, 2));
    hand.remove(Card::Twin);
    assert_eq!((hand.len(), hand.count(Card::Twin)), (1, 1));
}
