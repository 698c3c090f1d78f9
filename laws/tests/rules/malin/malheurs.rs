//! The Malheur deck effect by effect, its windows and its draws.

use serde_json::json;
use tapis_games::game::{Game, Shown, Turn};
use tapis_games::malin::{Kind, Phase, State};
use tapis_games::seat::{Seat, Viewer};

use super::scene::{Scene, Setup, rules};

use Kind::{Barter, Boost, Curse, Drain, EvilEye, Gift, Inversion, Parry, Perjury, Retake, Swap, Void};

/// Four seats with 10, 20, 30 and 33 to lay; nobody holds a Malheur but those given.
fn table(given: &[(usize, Kind)]) -> Scene {
    let hands = ["10 11 12 twin", "20 21 22", "30 31 wish", "33 34 twin"];
    let mut scene = Scene::of(&Setup { hands: &hands, ..Setup::new(json!({"malheurs": true})) });
    scene.state.malheurs = Default::default();
    scene.play("bid 0, bid 1, bid 2, bid 3");
    for &(seat, kind) in given {
        scene.give(seat, kind);
    }
    scene
}

/// The same with the four cards laid.
fn laid(given: &[(usize, Kind)]) -> Scene {
    let mut scene = table(&[]);
    scene.play("play 10, play 20, play 30");
    for &(seat, kind) in given {
        scene.give(seat, kind);
    }
    scene.play("play 33");
    scene
}

fn taker(state: &State) -> Option<usize> {
    assert_eq!(state.tricks, 1, "the trick is decided");
    state.taken.iter().position(|&taken| taken > 0)
}

#[test]
fn the_deck_has_32_cards() {
    let rules = rules(json!({"malheurs": true}));
    let scene = Scene::of(&Setup::new(json!({"malheurs": true})));
    let held: u32 = Seat::all(4).map(|seat| scene.state.malheurs_held(seat)).sum();
    assert_eq!((held, scene.state.pile.len(), rules.seats()), (4, 28, 4));
}

#[test]
fn an_inversion_lets_the_lowest_win_and_two_cancel_out() {
    let mut scene = table(&[(1, Inversion)]);
    scene.play("play 10, malheur inversion, play 20, play 30, play 33");
    assert_eq!(taker(&scene.state), Some(0));
    let mut scene = laid(&[(1, Inversion), (2, Inversion)]);
    scene.play("malheur inversion, malheur inversion");
    assert_eq!(taker(&scene.state), Some(3));
}

#[test]
fn a_boost_and_a_drain_change_a_card_without_limits() {
    let mut scene = laid(&[(2, Boost)]);
    scene.play("malheur boost");
    assert_eq!(taker(&scene.state), Some(2), "40 beats 33");
    let mut scene = laid(&[(0, Drain), (0, Boost), (1, Inversion)]);
    scene.play("malheur drain s1, malheur inversion, malheur boost");
    assert_eq!(taker(&scene.state), Some(1), "10 for the drained 20, 20 for the boosted 10");
}

#[test]
fn a_swap_moves_a_card_with_what_sticks_to_it() {
    let mut scene = laid(&[(0, Swap)]);
    scene.play("malheur swap s0 s3");
    assert_eq!(taker(&scene.state), Some(0));
    let mut scene = laid(&[(2, Boost), (2, Swap)]);
    scene.play("malheur boost, malheur swap s1 s2");
    assert_eq!(taker(&scene.state), Some(1), "the boosted 30 lies before seat 1");
}

#[test]
fn nobody_takes_a_void_trick_whatever_else_acts() {
    let mut scene = laid(&[(0, Void), (3, Gift)]);
    scene.play("malheur void, malheur gift s1");
    assert_eq!((taker(&scene.state), scene.state.phase), (None, Phase::Play(Seat(0))));
}

#[test]
fn gifts_chain_in_order_of_arrival() {
    let mut scene = laid(&[(1, Gift), (3, Gift)]);
    // Seat 1 gives before it has anything to give.
    scene.play("malheur gift s0, malheur gift s1");
    assert_eq!(taker(&scene.state), Some(1));
    let mut scene = laid(&[(3, Gift), (0, Gift)]);
    scene.play("pass, malheur gift s0, malheur gift s2");
    assert_eq!((taker(&scene.state), scene.state.phase), (Some(2), Phase::Play(Seat(2))));
}

#[test]
fn a_retake_takes_back_what_lies_there_and_ends_what_stuck_to_it() {
    let mut scene = laid(&[(0, Retake), (2, Boost)]);
    scene.play("malheur retake twin 35, malheur boost");
    assert_eq!(taker(&scene.state), Some(2), "35 against 40");
    let held = scene.state.hands[0];
    let card = |text: &str| serde_json::from_value(json!(text)).unwrap();
    assert!(held.contains(card("10")) && !held.contains(card("twin")) && held.len() == 8);
    assert!(scene.state.known[2][0].contains(card("10")), "taken back in public");
    let mut scene = laid(&[(3, Retake), (0, Drain)]);
    scene.play("malheur drain s3, malheur retake 34");
    assert_eq!(taker(&scene.state), Some(3), "the drain stayed with the 33");
}

#[test]
fn a_second_retake_names_another_card() {
    let mut scene = laid(&[(3, Retake), (3, Retake), (0, Boost)]);
    scene.play("pass, malheur retake 34");
    assert!(scene.legal().contains(&"malheur boost".to_owned()));
    scene.play("pass");
    let legal = scene.legal();
    assert!(
        !legal.contains(&"malheur retake 34".to_owned())
            && legal.contains(&"malheur retake twin 0".to_owned())
    );
    assert_eq!(scene.refused("malheur retake 34").code, "card_not_free");
    scene.play("malheur retake twin 0, pass");
    let card = |text: &str| serde_json::from_value(json!(text)).unwrap();
    assert!(scene.state.hands[3].contains(card("34")) && scene.state.hands[3].contains(card("33")));
    assert_eq!(taker(&scene.state), Some(2));
}

#[test]
fn a_parry_cancels_the_latest_that_waits() {
    let mut scene = laid(&[(0, Boost), (1, Void), (2, Parry)]);
    let asked = |scene: &Scene| scene.rules.layout(&scene.state, Viewer::Spectator).phase;
    assert_eq!(asked(&scene), "after_window");
    scene.play("malheur boost");
    assert_eq!(asked(&scene), "answer_window", "there is something to parry");
    scene.play("malheur void, malheur parry");
    assert_eq!(taker(&scene.state), Some(3), "20 for the boosted 10, and no void");
    // Anybody's, an inversion from before as well.
    let mut scene = table(&[(0, Inversion)]);
    scene.play("malheur inversion, play 10, play 20, play 30");
    scene.give(2, Parry).play("play 33, malheur parry");
    assert_eq!(taker(&scene.state), Some(3));
}

#[test]
fn a_parried_retake_leaves_a_card_that_everybody_knows() {
    let mut scene = laid(&[(1, Retake), (2, Parry)]);
    scene.play("malheur retake 22, malheur parry");
    let card = serde_json::from_value(json!("22")).unwrap();
    assert!(scene.state.hands[1].contains(card) && scene.state.known[0][1].contains(card));
}

#[test]
fn perjury_and_curse_change_contracts_and_the_count_uses_them() {
    let mut scene = table(&[(0, Perjury), (0, Curse)]);
    assert_eq!(scene.refused("malheur perjury -1").code, "contract_out_of_range");
    scene.play("malheur perjury +1, malheur curse s3 -1");
    assert_eq!(scene.state.contracts[..4], [Some(1), Some(1), Some(2), Some(2)]);
    assert_eq!(scene.state.announced[..4], [Some(0), Some(1), Some(2), Some(3)]);
    assert_eq!(scene.state.phase, Phase::Play(Seat(0)), "the same seat goes on until it lays a card");
}

#[test]
fn a_barter_gives_a_chosen_card_for_a_random_one() {
    let mut scene = table(&[(0, Barter)]);
    scene.barter("malheur barter 12 s3", "34");
    let card = |text: &str| serde_json::from_value(json!(text)).unwrap();
    assert!(scene.state.hands[0].contains(card("34")) && scene.state.hands[3].contains(card("12")));
    assert!(scene.state.known[0][3].contains(card("12")) && scene.state.known[3][0].contains(card("34")));
}

#[test]
fn the_deal_window_asks_every_holder_once_round() {
    let kinds = [Perjury, EvilEye, Boost, Curse];
    let setup = Setup { malheurs: &kinds, ..Setup::new(json!({"malheurs": true})) };
    let mut scene = Scene::of(&setup);
    scene.play("bid 0, bid 1, bid 2, bid 3");
    assert_eq!(scene.legal(), ["malheur perjury +1", "pass"]);
    scene.play("malheur perjury +1");
    assert_eq!(scene.state.phase, Phase::DealWindow(Seat(1)), "with no card left the next is asked");
    scene.play("pass");
    assert_eq!(scene.legal(), ["pass"], "whoever holds a card of any kind is asked");
    scene.play("pass, malheur curse s0 +1");
    assert_eq!(scene.state.phase, Phase::Play(Seat(0)), "the window does not reopen");
}

/// Everybody sees who is still asked in a window and who has passed in it.
#[test]
fn a_window_shows_who_is_asked_and_who_has_passed() {
    let asked = |scene: &Scene| {
        let layout = scene.rules.layout(&scene.state, Viewer::Spectator);
        ["to_ask", "passed"].map(|kind| {
            let named = Seat::all(4).filter(|seat| layout.counters.contains_key(&(kind, *seat).into()));
            named.map(|seat| seat.0).collect::<Vec<_>>()
        })
    };
    let mut scene = laid(&[(0, Inversion), (2, Boost), (3, Void)]);
    assert_eq!(asked(&scene), [vec![2, 3], vec![]], "seat 0 is asked, seat 1 holds nothing");
    scene.play("pass");
    assert_eq!(asked(&scene), [vec![3], vec![0]]);
    scene.play("malheur boost");
    assert_eq!(asked(&scene), [vec![0], vec![]], "whoever uses one has all asked anew");
    scene.play("pass");
    assert_eq!(asked(&scene), [vec![], vec![3]]);
    scene.play("pass");
    assert_eq!(asked(&scene), [Vec::<u8>::new(), vec![]]);
}

#[test]
fn the_after_window_ends_when_all_in_a_row_have_passed() {
    let mut scene = laid(&[(0, Boost), (1, Boost), (1, Drain)]);
    scene.play("pass, malheur boost");
    assert_eq!(scene.state.phase, Phase::After(Seat(0), 2), "seats 2 and 3 hold none");
    scene.play("pass");
    assert_eq!(scene.state.phase, Phase::After(Seat(1), 3), "the last user is asked again");
    scene.play("pass");
    assert_eq!(taker(&scene.state), Some(3));
}

/// Plays the first legal move until the round is over.
fn to_the_count(scene: &mut Scene) {
    let round = scene.state.round;
    while scene.state.round == round && scene.rules.turn(&scene.state) != Turn::Over {
        let legal = scene.legal();
        let quiet = legal.iter().find(|text| text.as_str() == "pass").unwrap_or(&legal[0]).clone();
        scene.play(&quiet);
    }
}

#[test]
fn a_card_comes_for_each_odd_number_reached_or_passed() {
    for points in [10, 6] {
        let mut scene = Scene::of(&Setup::new(json!({"malheurs": true, "points": points})));
        while scene.rules.turn(&scene.state) != Turn::Over {
            let before = scene.state.clone();
            scene.play("bid 8");
            while let Phase::Bid(_) = scene.state.phase {
                let bid = scene.legal()[0].clone();
                scene.play(&bid);
            }
            to_the_count(&mut scene);
            let over = scene.rules.turn(&scene.state) == Turn::Over;
            for seat in Seat::all(4) {
                let (had, has) = (before.points[seat.index()], scene.state.points[seat.index()]);
                let due = if over { 0 } else { (has..had).filter(|points| points % 2 != 0).count() as u32 };
                assert_eq!(
                    scene.state.malheurs_held(seat),
                    before.malheurs_held(seat) + due,
                    "{had} to {has}"
                );
            }
        }
    }
}

#[test]
fn used_cards_are_reshuffled_only_when_one_is_due_and_the_pile_is_empty() {
    let deck = json!([{"id": "perjury", "copies": 4}]);
    let mut scene = Scene::of(&Setup::new(json!({"malheurs": true, "malheur_deck": deck})));
    scene.play("bid 4, bid 1, bid 2, bid 3, malheur perjury +1");
    assert_eq!((scene.state.pile.len(), scene.state.used[Perjury as usize]), (0, 1));
    to_the_count(&mut scene);
    let all: u32 = Seat::all(4).map(|seat| scene.state.malheurs_held(seat)).sum();
    let used = u32::from(scene.state.used[Perjury as usize]);
    assert_eq!(all + scene.state.pile.len() as u32 + used, 4);
    assert_eq!(used, 0, "the used one was due to somebody");
}

#[test]
fn a_deck_is_data_and_checked() {
    let faults = |deck| {
        let options = serde_json::from_value(json!({"malheurs": true, "malheur_deck": deck})).unwrap();
        match <tapis_games::malin::Malin as tapis_games::game::Published>::new(options) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.into_iter().map(|fault| fault.pointer.to_string()).collect::<Vec<_>>(),
        }
    };
    assert_eq!(faults(json!([{"id": "boost", "copies": 4}])), [""; 0]);
    assert_eq!(faults(json!([{"id": "boost", "copies": 3}])), ["/malheur_deck"]);
    assert_eq!(
        faults(json!([{"id": "boost", "copies": 0}, {"id": "void", "copies": 4}])),
        ["/malheur_deck/0/copies"]
    );
    assert_eq!(
        faults(json!([{"id": "boost", "copies": 4}, {"id": "boost", "copies": 4}])),
        ["/malheur_deck/1/id"]
    );
}
