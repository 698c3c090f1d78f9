//! Hands after looks and barters.

use std::collections::BTreeMap;

use serde_json::json;
use tapis_games::game::{Game, Ply, Turn};
use tapis_games::malin::{Card, Chance, Malheur, Malin, Move, State};
use tapis_games::seat::Seat;

use super::hands::{Places, all_deals, shown_state, summed};
use super::{Course, VIEWER, assert_fits, draws, is_malheur};
use crate::malin::scene::rules;

/// Follows every deal through looks and barters, as one who sees all cards would.
struct Enumeration {
    worlds: Vec<(Places, f64)>,
}

impl Enumeration {
    fn follow(&mut self, before: &State, ply: &Ply<Malin>) {
        let Some((seat, mv)) = ply.action else { return };
        let mut next = Vec::new();
        for (places, weight) in std::mem::take(&mut self.worlds) {
            match mv {
                Move::Play(lay) => {
                    for at in positions(&places[seat.index()], lay.card) {
                        let mut after = places.clone();
                        after[seat.index()].remove(at);
                        next.push((after, weight));
                    }
                }
                Move::Malheur(Malheur::Barter(given, target)) => {
                    let drawn = ply.chance.iter().find_map(|outcome| match outcome {
                        Chance::Card(card) => Some(*card),
                        _ => None,
                    });
                    let sees = seat == VIEWER || target == VIEWER;
                    barters(
                        &places,
                        weight,
                        [seat, target],
                        sees.then(|| [given, drawn.unwrap()]),
                        &mut next,
                    );
                }
                Move::Malheur(Malheur::EvilEye(target)) if seat == VIEWER => {
                    let truth = before.hands[target.index()];
                    let hand = places[target.index()].iter().map(|(card, _)| *card).collect();
                    if truth == hand {
                        next.push((places, weight));
                    }
                }
                _ => next.push((places, weight)),
            }
        }
        self.worlds = next;
        let mut merged: BTreeMap<Places, f64> = BTreeMap::new();
        for (mut places, weight) in self.worlds.drain(..) {
            places.iter_mut().for_each(|hand| hand.sort());
            *merged.entry(places).or_default() += weight;
        }
        self.worlds = merged.into_iter().collect();
    }
}

fn positions(hand: &[(Card, u8)], card: Card) -> Vec<usize> {
    (0..hand.len()).filter(|&at| hand[at].0 == card).collect()
}

/// Every card of the one hand for every card of the other, as far as they fit what was seen.
fn barters(
    places: &Places,
    weight: f64,
    [giver, target]: [Seat; 2],
    seen: Option<[Card; 2]>,
    next: &mut Vec<(Places, f64)>,
) {
    let (from, to) = (&places[giver.index()], &places[target.index()]);
    let each = weight / (from.len() * to.len()) as f64;
    for given in 0..from.len() {
        for drawn in 0..to.len() {
            if seen.is_some_and(|seen| seen != [from[given].0, to[drawn].0]) {
                continue;
            }
            let mut after = places.clone();
            let (one, other) = (from[given], to[drawn]);
            after[giver.index()][given] = other;
            after[target.index()][drawn] = one;
            next.push((after, each));
        }
    }
}

#[test]
fn looks_and_barters_weigh_every_world_as_it_should() {
    let deck = json!([{"id": "evil_eye", "copies": 14}, {"id": "barter", "copies": 20}, {"id": "perjury", "copies": 3}]);
    let (mut barters, mut looks, mut twins) = (0, 0, 0);
    let often = if draws() > 500 { 24 } else { 10 };
    for seed in 0..often {
        let options = json!({"players": 3, "malheurs": true, "malheur_deck": deck});
        let mut course = Course::new(rules(options), seed);
        // In the first rounds contracts are missed, so that there are Malheurs to use.
        let enough = |state: &State| (0..3).all(|seat| state.malheurs_held(Seat(seat)) >= 2);
        while !enough(&course.state) && course.rules.turn(&course.state) != Turn::Over {
            let mv = course.choose(|mv| !is_malheur(mv)).unwrap();
            course.step(Some(mv));
        }
        let cards = |state: &State| state.hands[..3].iter().map(|hand| hand.len()).max().unwrap_or(0);
        let fresh = course.state.round;
        while course.state.round == fresh && course.rules.turn(&course.state) != Turn::Over {
            let mv = course.choose(|mv| !is_malheur(mv)).unwrap();
            course.step(Some(mv));
        }
        while course.rules.turn(&course.state) != Turn::Over && cards(&course.state) > 3 {
            let keep = |mv: Move| !matches!(mv, Move::Play(lay) if lay.card == Card::Twin);
            let mv = course.choose(|mv| !is_malheur(mv) && keep(mv)).unwrap();
            course.step(Some(mv));
        }
        if course.rules.turn(&course.state) == Turn::Over {
            continue;
        }
        let deals = all_deals(&course.rules, &course.state);
        let mut all = Enumeration { worlds: deals.into_iter().map(|places| (places, 1.0)).collect() };
        twins += u32::from(
            all.worlds.iter().any(|(places, _)| places[1..].iter().flatten().any(|card| card.1 > 0)),
        );
        while cards(&course.state) > 1 && course.rules.turn(&course.state) != Turn::Over {
            let mv = course.choose(is_malheur).unwrap();
            looks += u32::from(matches!(mv, Move::Malheur(Malheur::EvilEye(_))));
            barters += u32::from(matches!(mv, Move::Malheur(Malheur::Barter(..))));
            let round = course.state.round;
            let (before, ply) = course.step(Some(mv));
            if course.state.round != round {
                break;
            }
            all.follow(&before, &ply);
            if is_malheur(mv) || cards(&course.state) < 3 {
                let rules = course.rules.clone();
                let drawn = course.drawn(|world| shown_state(&rules, world));
                assert_fits(&summed(&all.worlds), &drawn, &format!("seed {seed}, ply {}", ply.n));
            }
        }
    }
    assert!(barters > 20 && looks > 5 && twins > 3, "{barters} barters, {looks} looks, {twins} with twins");
}
