//! Every bad input is refused with the rule it breaks.

use serde_json::json;
use tapis_games::game::Published;
use tapis_games::malin::Kind;

use super::scene::{Scene, Setup};

fn table() -> Scene {
    let hands = ["10 twin", "20 wish", "30", "33"];
    let kinds = [Kind::Boost, Kind::Curse, Kind::EvilEye, Kind::Barter];
    Scene::of(&Setup { hands: &hands, malheurs: &kinds, ..Setup::new(json!({"malheurs": true})) })
}

#[test]
fn contracts() {
    let mut scene = table();
    assert_eq!(scene.refused("bid 9").code, "bid_out_of_range");
    assert_eq!(scene.refused("play 10").code, "bid_first");
    assert_eq!(scene.refused("malheur boost").code, "bid_first");
    scene.play("bid 4");
    let repeated = scene.refused("bid 4");
    assert_eq!((repeated.code, repeated.rule), ("bid_repeated", "malin.md#a-round"));
    let sum = scene.refused("bid 5");
    assert_eq!((sum.code, sum.rule), ("bid_sum", "malin.md#a-round"));
    assert!(sum.text.en.contains('9') && sum.text.fr.contains('9'), "{sum:?}");
}

#[test]
fn cards() {
    let mut scene = table();
    scene.play("bid 0, bid 1, bid 2, bid 3, pass, pass, pass, pass");
    assert_eq!(scene.refused("play 20").code, "card_not_held");
    assert_eq!(scene.refused("play wish 3").code, "card_not_held");
    assert_eq!(scene.refused("play twin 17").code, "value_out_of_range");
    assert_eq!(scene.refused("pass").code, "must_play");
    assert_eq!(scene.refused("bid 3").code, "bids_made");
    for unreadable in ["play wish 36", "play 35", "play 0", "play wish", "play", "take 3", "malheur nonsense"]
    {
        assert!(scene.rules.parse(&scene.state, unreadable).is_err(), "{unreadable}");
    }
}

#[test]
fn malheurs_outside_their_window_or_not_held() {
    let mut scene = table();
    scene.play("bid 0, bid 1, bid 2, bid 3");
    let refusal = scene.refused("malheur boost");
    assert_eq!((refusal.code, refusal.rule), ("wrong_window", "malin.md#fun-version-s"));
    assert_eq!(scene.refused("malheur void").code, "malheur_not_held");
    assert_eq!(scene.refused("play 10").code, "not_now");
    scene.play("pass, pass, pass, pass");
    assert_eq!(scene.refused("malheur boost").code, "wrong_window");
    scene.play("play 10");
    scene.give(1, Kind::Inversion).give(1, Kind::Parry);
    assert_eq!(scene.refused("malheur parry").code, "wrong_window");
    scene.play("play 20, play 30, play 33");
    scene.give(0, Kind::Parry);
    assert_eq!(scene.refused("malheur parry").code, "nothing_to_parry");
    scene.play("pass");
    assert_eq!(scene.refused("malheur curse s0 +1").code, "wrong_window");
}

#[test]
fn targets() {
    let mut scene = table();
    scene.play("bid 0, bid 1, bid 2, bid 3, pass");
    assert_eq!(scene.refused("malheur curse s0 -1").code, "contract_out_of_range");
    assert_eq!(scene.refused("malheur curse s1 +1").code, "bad_target", "only another player's contract");
    assert_eq!(scene.refused("malheur curse s6 +1").code, "bad_target", "nobody sits there");
    scene.play("pass");
    assert_eq!(scene.refused("malheur evil_eye s2").code, "bad_target");
    assert_eq!(scene.refused("malheur evil_eye s5").code, "bad_target");
    scene.play("pass");
    assert_eq!(scene.refused("malheur barter 10 s0").code, "card_not_held");
    assert_eq!(scene.refused("malheur barter 33 s3").code, "bad_target");
    scene.play("pass, play 10, play 20, play 30, play 33");
    scene.give(0, Kind::Swap).give(0, Kind::Drain).give(0, Kind::Gift).give(0, Kind::Retake);
    for (text, code) in [
        ("malheur swap s1 s1", "bad_target"),
        ("malheur swap s2 s1", "bad_target"),
        ("malheur swap s1 s4", "bad_target"),
        ("malheur drain s0", "bad_target"),
        ("malheur gift s0", "bad_target"),
        ("malheur retake 33", "card_not_held"),
        ("malheur retake 10", "card_not_held"),
    ] {
        assert_eq!(scene.refused(text).code, code, "{text}");
    }
}

#[test]
fn evil_eyes_and_barters_need_a_hand_with_cards() {
    let mut scene = table();
    scene.play("bid 0, bid 1, bid 2, bid 3, pass, pass, pass, pass");
    scene.give(0, Kind::EvilEye).give(0, Kind::Barter);
    scene.state.hands[2] = Default::default();
    assert_eq!(scene.refused("malheur evil_eye s2").code, "bad_target");
    assert_eq!(scene.refused("malheur barter 10 s2").code, "bad_target");
    assert!(scene.legal().contains(&"malheur barter 10 s1".to_owned()));
}
