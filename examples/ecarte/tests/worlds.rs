//! What a seat knows: worlds counted by hand, and drawn as often as they are likely.

use std::collections::HashMap;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_ecarte::Ecarte;
use tapis_ecarte::knowledge::Knowledge;
use tapis_ecarte::moves::read;
use tapis_ecarte::rules::{Chance, Deal};
use tapis_ecarte::state::State;
use tapis_games::playing_card::{Card, Cards};
use tapis_games::prelude::*;

fn cards(text: &str) -> Cards {
    text.split_whitespace().map(|card| card.parse::<Card>().expect("a card")).collect()
}

/// What the viewer knows after these moves; after a `:` stands what chance gives.
fn known(viewer: Viewer, hands: [&str; 2], turned: &str, moves: &[&str]) -> Knowledge {
    let rules = Ecarte::default();
    let (mut state, mut knowledge) = (rules.start(), rules.know(viewer));
    let deal = Deal { dealer: Seat(0), hands: hands.map(cards), turned: turned.parse().expect("a card") };
    for (n, text) in (0..).zip([""].iter().chain(moves)) {
        let before = state;
        let (text, drawn) = text.split_once(": ").unwrap_or((text, ""));
        let action = (n > 0).then(|| (state.mover, read(text).expect("a move")));
        if let Some((_, mv)) = action {
            rules.play(&mut state, mv).expect(text);
        }
        let chance = match n {
            0 => vec![Chance::Deal(deal)],
            _ if !drawn.is_empty() => vec![Chance::Draw(cards(drawn))],
            _ => Vec::new(),
        };
        chance.iter().for_each(|outcome| rules.resolve(&mut state, outcome).expect("chance"));
        let ply = Ply { n, action, chance };
        let seen = rules.see(&before, &ply, &state, viewer);
        knowledge.learn(&rules, &seen).expect("seen");
    }
    knowledge
}

const HANDS: [&str; 2] = ["7h Ah 8s 9s Kd", "Th Jh 7s 7c Qc"];

fn count(viewer: Viewer, moves: &[&str]) -> WorldCount {
    known(viewer, HANDS, "9d", moves).count_worlds(&Ecarte::default())
}

#[test]
fn worlds_are_counted_by_hand() {
    let elder = Viewer::Seat(Seat(1));
    // Five cards of the 26 that are not seen; for a spectator five of 31 and five of 26.
    assert_eq!(count(elder, &[]), WorldCount::Exact(65_780));
    assert_eq!(count(Viewer::Spectator, &[]), WorldCount::Exact(169_911 * 65_780));
    assert_eq!(count(Viewer::Replay, &[]), WorldCount::Exact(1));
    // The dealer has announced the king and played the ace: three of 24.
    assert_eq!(count(elder, &["stand", "play Th", "play Ah"]), WorldCount::Exact(2_024));
    let dealer = Viewer::Seat(Seat(0));
    let moves = ["stand", "play Th", "play Ah", "play 9s", "play 7s"];
    // The elder hand did not beat the nine. Of 24 cards that are not seen it has none of the five higher spades: three of 19.
    assert_eq!(count(dealer, &moves), WorldCount::Exact(969));
    // The elder hand has discarded three cards: five of 23 in hand, of those left three.
    let moves = ["propose", "accept", "discard 7c Qc 7s: 8c 9c Tc"];
    assert_eq!(count(dealer, &moves), WorldCount::Exact(65_780 * 1_330));
}

#[test]
fn every_world_is_drawn_as_often() {
    let moves =
        ["stand", "play Th", "play Ah", "play 9s", "play 7s", "play Kd", "play 7c", "play 7h", "play Jh"];
    let knowledge = known(Viewer::Seat(Seat(0)), HANDS, "9d", &moves);
    let (rules, mut rng) = (Ecarte::default(), ChaCha8Rng::seed_from_u64(1));
    let listed = knowledge.worlds(&rules, 100).expect("a few");
    assert_eq!(WorldCount::Exact(listed.len() as u128), knowledge.count_worlds(&rules));
    let mut drawn: HashMap<Cards, f64> = HashMap::new();
    (0..listed.len() * 400)
        .for_each(|_| *drawn.entry(knowledge.sample_world(&rules, &mut rng).hands[1]).or_default() += 1.0);
    let often = |world: &State| drawn.get(&world.hands[1]).is_some_and(|count| (count - 400.0).abs() < 100.0);
    assert!(listed.iter().all(|(world, _)| often(world)), "{drawn:?}");
}
