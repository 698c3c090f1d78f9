//! Worlds are drawn as likely as they are: against enumerations that share nothing with the game's beliefs.
//!
//! `TAPIS_WORLDS` sets the number of worlds drawn for each comparison.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::json;
use tapis_games::game::{Game, Observed, Turn};
use tapis_games::log::Ply;
use tapis_games::malin::{Card, Chance, Kind, Malheur, Malin, Move, State};
use tapis_games::random::below;
use tapis_games::seat::{Seat, Viewer};

use crate::scene::rules;

const VIEWER: Seat = Seat(0);

fn draws() -> u32 {
    std::env::var("TAPIS_WORLDS").ok().and_then(|text| text.parse().ok()).unwrap_or(4_000)
}

/// Compares drawn counts with weights: Pearson's statistic stays within five standard deviations of its mean.
fn assert_fits(expected: &BTreeMap<String, f64>, drawn: &BTreeMap<String, u32>, what: &str) {
    let (all, total) = (drawn.values().sum::<u32>() as f64, expected.values().sum::<f64>());
    let unexpected = drawn.keys().find(|world| !expected.contains_key(*world));
    assert_eq!(unexpected, None, "{what}: no such world");
    // Worlds too rare for the statistic are taken together.
    let (mut statistic, mut cells, mut rare) = (0.0, 0.0, (0.0, 0.0));
    let mut cell = |count: f64, mean: f64| {
        statistic += (count - mean) * (count - mean) / mean;
        cells += 1.0;
    };
    for (world, weight) in expected {
        let (count, mean) = (f64::from(drawn.get(world).copied().unwrap_or(0)), all * weight / total);
        if mean < 8.0 {
            rare = (rare.0 + count, rare.1 + mean);
        } else {
            cell(count, mean);
        }
    }
    if rare.1 > 8.0 {
        cell(rare.0, rare.1);
    }
    let free: f64 = cells - 1.0;
    if free > 0.0 {
        // Wilson and Hilferty: the cube root is nearly normal.
        let spread = 2.0 / (9.0 * free);
        let deviations = ((statistic / free).cbrt() - (1.0 - spread)) / spread.sqrt();
        assert!(deviations < 5.0, "{what}: {statistic} at {free} degrees of freedom");
    }
}

/// A game played by `choose` until `stop`, with what the viewer knows of it.
struct Course {
    rules: Malin,
    state: State,
    knowledge: <Malin as Observed>::Knowledge,
    rng: ChaCha8Rng,
    n: u32,
}

impl Course {
    fn new(rules: Malin, seed: u64) -> Self {
        let knowledge = rules.know(Viewer::Seat(VIEWER));
        let state = rules.start();
        let mut course = Self { rules, state, knowledge, rng: ChaCha8Rng::seed_from_u64(seed), n: 0 };
        course.step(None);
        course
    }

    /// Plays a move, and the chance after it; answers what was played.
    fn step(&mut self, mv: Option<Move>) -> (State, Ply<Malin>) {
        let before = self.state.clone();
        let action = mv.map(|mv| match self.rules.turn(&self.state) {
            Turn::Player(seat) => (seat, mv),
            turn => panic!("{turn:?}"),
        });
        if let Some((_, mv)) = action {
            self.rules.play(&mut self.state, mv).unwrap();
        }
        let mut chance = Vec::new();
        while self.rules.turn(&self.state) == Turn::Chance {
            let outcome = self.rules.sample_chance(&self.state, &mut self.rng);
            self.rules.resolve(&mut self.state, &outcome).unwrap();
            chance.push(outcome);
        }
        let ply = Ply { n: self.n, action, chance };
        self.n += 1;
        let seen = self.rules.see(&before, &ply, &self.state, Viewer::Seat(VIEWER));
        self.rules.learn(&mut self.knowledge, &seen).unwrap();
        (before, ply)
    }

    /// A random legal move among those that `fits`, if there are any, else any.
    fn choose(&mut self, fits: impl Fn(Move) -> bool) -> Option<Move> {
        let all = self.rules.legal_moves(&self.state);
        let good: Vec<_> = all.iter().copied().filter(|&mv| fits(mv)).collect();
        let moves = if good.is_empty() { &all } else { &good };
        (!moves.is_empty()).then(|| moves[below(&mut self.rng, moves.len() as u32) as usize])
    }

    /// Worlds drawn, as `shown`.
    fn drawn(&mut self, shown: impl Fn(&State) -> String) -> BTreeMap<String, u32> {
        let mut drawn = BTreeMap::new();
        for _ in 0..draws() {
            let world = self.rules.sample_world(&self.knowledge, &mut self.rng);
            *drawn.entry(shown(&world)).or_default() += 1;
        }
        drawn
    }
}

fn is_malheur(mv: Move) -> bool {
    matches!(mv, Move::Malheur(_))
}

fn fixed(rules: &Malin) -> Option<u8> {
    rules.fixed_twins()
}

/// Physical cards: two twins are two.
type Places = Vec<Vec<(Card, u8)>>;

/// The hands and the card left over, as physical cards.
fn places(rules: &Malin, state: &State) -> Places {
    let hands = state.hands[..rules.seats()].iter().chain([&state.left_over]);
    let mut twins = 0;
    let mut number = |card: Card| {
        twins += u8::from(card == Card::Twin);
        (card, if card == Card::Twin { twins } else { 0 })
    };
    hands.map(|hand| hand.cards(fixed(rules)).map(&mut number).collect()).collect()
}

fn shown(places: &Places) -> String {
    let sorted = |hand: &Vec<(Card, u8)>| {
        let mut cards: Vec<_> = hand.iter().map(|(card, _)| *card).collect();
        cards.sort();
        serde_json::to_string(&cards).unwrap()
    };
    places.iter().map(sorted).collect::<Vec<_>>().join(" ")
}

fn shown_state(rules: &Malin, state: &State) -> String {
    shown(&places(rules, state))
}

/// Every way to deal the cards the viewer does not see to where they lie, each as likely.
fn all_deals(rules: &Malin, state: &State) -> Vec<Places> {
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

fn summed(worlds: &[(Places, f64)]) -> BTreeMap<String, f64> {
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
        let listed = rules.worlds(&course.knowledge, 100_000).expect("all worlds");
        let weights: BTreeMap<_, _> =
            listed.iter().map(|(world, weight)| (shown_state(&rules, world), *weight as f64)).collect();
        assert_eq!(weights, expected, "seed {seed}: listed with their multiplicities");
    }
    assert!(both_twins > 0, "look-alikes were among the hidden cards");
}

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
    for seed in 0..24 {
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
