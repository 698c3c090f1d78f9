//! Malheur cards through draws, uses and reshuffles.

use std::collections::BTreeMap;

use serde_json::json;
use tapis_games::game::{Game, Turn};
use tapis_games::malin::{Chance, Kind, Move, State};
use tapis_games::seat::Seat;

use super::{Course, VIEWER, assert_fits, is_malheur};
use crate::malin::scene::rules;

/// Malheur cards by physical card: what lies in the pile, what each seat holds, what is used.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Malheurs {
    pile: Vec<u8>,
    hands: Vec<Vec<u8>>,
    used: Vec<u8>,
}

/// Follows every order of the Malheur pile.
struct Orders {
    deck: Vec<Kind>,
    worlds: BTreeMap<Malheurs, f64>,
}

impl Orders {
    fn kinds(&self, cards: &[u8]) -> Vec<Kind> {
        let mut kinds: Vec<_> = cards.iter().map(|&card| self.deck[usize::from(card)]).collect();
        kinds.sort();
        kinds
    }

    /// `seat` draws a card: any of the pile, which is filled up with the used ones when it is empty.
    fn draw(&mut self, seat: usize) {
        let mut next = BTreeMap::new();
        for (mut world, weight) in std::mem::take(&mut self.worlds) {
            if world.pile.is_empty() {
                world.pile = std::mem::take(&mut world.used);
            }
            for at in 0..world.pile.len() {
                let mut after = world.clone();
                let card = after.pile.remove(at);
                after.hands[seat].push(card);
                after.hands[seat].sort();
                *next.entry(after).or_default() += weight / world.pile.len() as f64;
            }
            if world.pile.is_empty() {
                *next.entry(world).or_default() += weight;
            }
        }
        self.worlds = next;
    }

    /// `seat` uses any card of the kind.
    fn play(&mut self, seat: usize, kind: Kind) {
        let mut next = BTreeMap::new();
        for (world, weight) in std::mem::take(&mut self.worlds) {
            for at in 0..world.hands[seat].len() {
                if self.deck[usize::from(world.hands[seat][at])] == kind {
                    let mut after = world.clone();
                    let card = after.hands[seat].remove(at);
                    after.used.push(card);
                    after.used.sort();
                    *next.entry(after).or_default() += weight;
                }
            }
        }
        self.worlds = next;
    }

    fn hold(&mut self, held: &[Kind]) {
        let mut worlds = std::mem::take(&mut self.worlds);
        worlds.retain(|world, _| self.kinds(&world.hands[VIEWER.index()]) == held);
        self.worlds = worlds;
    }
}

fn held(state: &State, seat: usize) -> Vec<Kind> {
    let copies = |kind: Kind| std::iter::repeat_n(kind, state.malheurs[seat][kind as usize].into());
    Kind::ALL.into_iter().flat_map(copies).collect()
}

fn shown_malheurs(hands: &[Vec<Kind>]) -> String {
    serde_json::to_string(hands).unwrap()
}

#[test]
fn malheur_hands_follow_from_draws_uses_and_reshuffles() {
    let deck =
        json!([{"id": "perjury", "copies": 2}, {"id": "curse", "copies": 2}, {"id": "boost", "copies": 1}]);
    let (mut compared, mut reshuffled) = (0, 0);
    for seed in 0..12 {
        let options = json!({"players": 3, "malheurs": true, "malheur_deck": deck});
        let mut course = Course::new(rules(options), seed);
        let deck = vec![Kind::Perjury, Kind::Perjury, Kind::Curse, Kind::Curse, Kind::Boost];
        let start = Malheurs { pile: (0..5).collect(), hands: vec![Vec::new(); 3], used: Vec::new() };
        let mut all = Orders { deck, worlds: BTreeMap::from([(start, 1.0)]) };
        for place in 1..=3 {
            all.draw((course.state.dealer.index() + place) % 3);
        }
        all.hold(&held(&course.state, 0));
        while course.rules.turn(&course.state) != Turn::Over {
            let mv = course.choose(is_malheur).unwrap();
            let (before, ply) = course.step(Some(mv));
            let Some((seat, mv)) = ply.action else { continue };
            if let Move::Malheur(malheur) = mv {
                all.play(seat.index(), malheur.kind());
            }
            reshuffled += ply.chance.iter().filter(|outcome| matches!(outcome, Chance::Reshuffle(_))).count();
            for place in 1..=3 {
                let at = (before.dealer.index() + place) % 3;
                let spent = u32::from(seat.index() == at && is_malheur(mv));
                let had = before.malheurs_held(Seat(at as u8)) - spent;
                (had..course.state.malheurs_held(Seat(at as u8))).for_each(|_| all.draw(at));
            }
            all.hold(&held(&course.state, 0));
            if before.round != course.state.round || is_malheur(mv) {
                compared += 1;
                let mut expected = BTreeMap::new();
                for (world, weight) in &all.worlds {
                    let hands: Vec<_> = world.hands.iter().map(|hand| all.kinds(hand)).collect();
                    *expected.entry(shown_malheurs(&hands)).or_default() += weight;
                }
                let drawn = course.drawn(|world| shown_malheurs(&[0, 1, 2].map(|seat| held(world, seat))));
                assert_fits(&expected, &drawn, &format!("seed {seed}, ply {}", ply.n));
            }
        }
    }
    assert!(compared > 50 && reshuffled > 5, "{compared} compared, {reshuffled} reshuffles");
}
