//! Hands of which nothing is known: every deal of the hidden cards is as likely.

use std::collections::BTreeMap;

use serde_json::json;
use tapis_games::game::{Game, InformationSet};
use tapis_games::malin::{Card, Malin, Move, State};

use super::{Course, assert_fits};
use crate::malin::scene::rules;

pub(super) fn fixed(rules: &Malin) -> Option<u8> {
    rules.fixed_twins()
}

/// Physical cards: two twins are two.
pub(super) type Places = Vec<Vec<(Card, u8)>>;

/// The hands and the card left over, as physical cards.
pub(super) fn places(rules: &Malin, state: &State) -> Places {
    let hands = state.hands[..rules.seats()].iter().chain([&state.left_over]);
    let mut twins = 0;
    let mut number = |card: Card| {
        twins += u8::from(card == Card::Twin);
        (card, if card == Card::Twin { twins } else { 0 })
    };
    hands.map(|hand| hand.cards(fixed(rules)).map(&mut number).collect()).collect()
}

pub(super) fn shown(places: &Places) -> String {
    let sorted = |hand: &Vec<(Card, u8)>| {
        let mut cards: Vec<_> = hand.iter().map(|(card, _)| *card).collect();
        cards.sort();
        serde_json::to_string(&cards).unwrap()
    };
    places.iter().map(sorted).collect::<Vec<_>>().join(" ")
}

pub(super) fn shown_state(rules: &Malin, state: &State) -> String {
    shown(&places(rules, state))
}

/// Every way to deal the cards the viewer does not see to where they lie, each as likely.
pub(super) fn all_deals(rules: &Malin, state: &State) -> Vec<Places> {
    let truth = places(rules, state);
    let heap: Vec<_> = truth[1..].iter().flatten().copied().collect();
    let sizes: Vec<_> = truth[1..].iter().map(Vec::len).collect();
    let mut deals =
        vec![vec![truth[0].clone()].into_iter().chain(sizes.iter().map(|_| Vec::new())).collect::<Places>()];
    for card in heap {
        let mut next = Vec::new();
        for deal in &deals {
            for at in (0..sizes.len()).filter(|&at| deal[at + 1].len() < sizes[at]) {
                let mut longer = deal.clone();
                longer[at + 1].push(card);
                next.push(longer);
            }
        }
        deals = next;
    }
    deals
}

pub(super) fn summed(worlds: &[(Places, f64)]) -> BTreeMap<String, f64> {
    let mut sums = BTreeMap::new();
    for (places, weight) in worlds {
        *sums.entry(shown(places)).or_default() += weight;
    }
    sums
}

#[test]
fn hidden_hands_are_dealt_uniformly_with_their_multiplicities() {
    let mut both_twins = 0;
    for (seed, options) in
        [(1, json!({"players": 3})), (2, json!({"players": 5})), (6, json!({"players": 3}))]
    {
        let mut course = Course::new(rules(options), seed);
        let left = if course.rules.seats() == 3 { 3 } else { 2 };
        while course.state.hands.iter().map(|hand| hand.len()).max() > Some(left) {
            // Twins are kept, so that they are still hidden.
            let mv = course.choose(|mv| !matches!(mv, Move::Play(lay) if lay.card == Card::Twin)).unwrap();
            course.step(Some(mv));
        }
        let worlds: Vec<_> =
            all_deals(&course.rules, &course.state).into_iter().map(|places| (places, 1.0)).collect();
        let expected = summed(&worlds);
        both_twins += u32::from(expected.len() < worlds.len());
        let rules = course.rules.clone();
        let drawn = course.drawn(|world| shown_state(&rules, world));
        assert_fits(&expected, &drawn, &format!("seed {seed}"));
        let listed = course.knowledge.worlds(&rules, 100_000).expect("all worlds");
        let weights: BTreeMap<_, _> =
            listed.iter().map(|(world, weight)| (shown_state(&rules, world), *weight as f64)).collect();
        assert_eq!(weights, expected, "seed {seed}: listed with their multiplicities");
    }
    assert!(both_twins > 0, "look-alikes were among the hidden cards");
}
