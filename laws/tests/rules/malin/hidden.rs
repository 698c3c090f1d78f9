//! What nobody may learn who may not: looks and barters.

use serde_json::json;
use tapis_games::malin::Kind;
use tapis_games::seat::{Seat, Viewer};

use super::scene::{Scene, Setup};

/// Two deals that differ in the hands of seats 0 and 1 alone.
fn deals(kinds: [Kind; 4]) -> [Scene; 2] {
    let alike = |hands: &[&str]| {
        let options = json!({"malheurs": true});
        let mut scene = Scene::of(&Setup { hands, malheurs: &kinds, ..Setup::new(options) });
        scene.play("bid 0, bid 1, bid 2, bid 3");
        scene
    };
    let others = ["20 21 22 23 24 25 26 27 28", "29 30 31 32 33 34 twin twin wish"];
    [
        alike(&["2 3 4 5 6 7 8 9 10", "11 12 13 14 15 16 17 18 19", others[0], others[1]]),
        alike(&["2 3 4 5 6 7 8 9 11", "10 12 13 14 15 16 17 18 19", others[0], others[1]]),
    ]
}

fn alike(scenes: &[Scene; 2], viewer: Viewer) -> bool {
    scenes[0].log(viewer) == scenes[1].log(viewer)
}

fn seat(seat: u8) -> Viewer {
    Viewer::Seat(Seat(seat))
}

#[test]
fn a_look_tells_only_the_one_who_looks() {
    let mut scenes = deals([Kind::Boost, Kind::Boost, Kind::EvilEye, Kind::Boost]);
    for scene in &mut scenes {
        scene.play("pass, pass, malheur evil_eye s1");
    }
    assert!(alike(&scenes, seat(3)) && alike(&scenes, Viewer::Spectator));
    assert!(!alike(&scenes, seat(2)), "it saw the 11 or the 10");
    for scene in &scenes {
        let seen = scene.log(seat(2)).pop().unwrap().outcome.unwrap();
        assert_eq!(seen.hand.unwrap().len(), 9);
        assert_eq!(scene.log(seat(3)).pop().unwrap().outcome, None);
    }
}

#[test]
fn a_barter_tells_both_cards_to_the_two_alone() {
    let mut scenes = deals([Kind::Barter, Kind::Boost, Kind::Boost, Kind::Boost]);
    scenes[0].barter("malheur barter 10 s1", "11");
    scenes[1].barter("malheur barter 11 s1", "10");
    assert!(alike(&scenes, seat(2)) && alike(&scenes, seat(3)) && alike(&scenes, Viewer::Spectator));
    let told = scenes[0].log(seat(3)).pop().unwrap();
    assert_eq!((told.notation.as_deref(), told.outcome), (Some("malheur barter ? s1"), None));
    for side in [0, 1] {
        let told = scenes[0].log(seat(side)).pop().unwrap();
        assert_eq!(told.notation.as_deref(), Some("malheur barter 10 s1"));
        assert_eq!(serde_json::to_value(told.outcome.unwrap()).unwrap(), json!({"card": "11"}));
    }
}

#[test]
fn who_looked_knows_the_hand_in_every_world_until_it_changes() {
    let mut scene = deals([Kind::Boost, Kind::Boost, Kind::EvilEye, Kind::Boost]).into_iter().next().unwrap();
    scene.play("pass, pass, malheur evil_eye s1, pass, play 2");
    let mut rng = <rand::rngs::ChaCha8Rng as rand::SeedableRng>::seed_from_u64(3);
    let (looker, other) = (scene.knowledge(seat(2)), scene.knowledge(seat(3)));
    let mut differing = 0;
    for _ in 0..50 {
        use tapis_games::game::InformationSet;
        let world = looker.sample_world(&scene.rules, &mut rng);
        assert_eq!(world.hands[1], scene.state.hands[1]);
        let world = other.sample_world(&scene.rules, &mut rng);
        assert_eq!(world.known[2][1], world.hands[1], "whoever looked knows that hand in every world");
        differing += u32::from(world.hands[1] != scene.state.hands[1]);
    }
    assert!(differing > 0);
}
