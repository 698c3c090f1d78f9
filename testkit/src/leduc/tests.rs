use std::collections::HashMap;

use tapis_games::game::{InformationSet, Observed, Ply, WorldCount};
use tapis_games::seat::Viewer;

use super::*;

/// What a walk through the whole game meets, with cards of one rank told apart.
#[derive(Default)]
struct Counts {
    ends: u64,
    /// By information key, the number of ways to hold and see those very cards.
    decisions: HashMap<u64, u64>,
}

fn copies(state: &State, seat: Seat) -> u64 {
    let own = state.cards.map(|cards| cards[seat.index()]);
    match state.middle {
        None => 2,
        middle if middle == own => 2,
        Some(_) => 4,
    }
}

fn walk(rules: &Leduc, state: &State, weight: u64, counts: &mut Counts) {
    match rules.turn(state) {
        Turn::Over => counts.ends += weight,
        Turn::Chance => {
            for (luck, ways) in rules.chances(state).expect("few outcomes") {
                let mut next = *state;
                rules.resolve(&mut next, &luck).expect("a listed outcome fits");
                walk(rules, &next, weight * ways, counts);
            }
        }
        Turn::Player(seat) => {
            counts.decisions.insert(rules.info_key(state, seat), copies(state, seat));
            for &action in &rules.legal_moves(state) {
                let mut next = *state;
                rules.play(&mut next, action).expect("legal");
                walk(rules, &next, weight, counts);
            }
        }
    }
}

/// The counts of the literature tell the two cards of a rank apart.
#[test]
fn there_are_936_information_sets_and_5520_ends() {
    let rules = Leduc::default();
    let mut counts = Counts::default();
    walk(&rules, &rules.start(), 1, &mut counts);
    assert_eq!(counts.decisions.len(), 288);
    assert_eq!(counts.decisions.values().sum::<u64>(), 936);
    assert_eq!(counts.ends, 5_520);
}

/// Regrets and average strategies of counterfactual regret minimisation, by information key.
#[derive(Default)]
struct Regrets(HashMap<u64, [[f64; 3]; 2]>);

impl Regrets {
    fn strategy(&self, key: u64, average: bool, moves: usize) -> [f64; 3] {
        let sums = self.0.get(&key).map_or([0.0; 3], |both| both[usize::from(average)]);
        let positive: f64 = sums[..moves].iter().map(|sum| sum.max(0.0)).sum();
        sums.map(|sum| if positive > 0.0 { sum.max(0.0) / positive } else { 1.0 / moves as f64 })
    }

    /// The worth of `state` to `hero`, who learns when `step` is positive; else both play their averages.
    fn value(&mut self, state: &State, hero: Seat, reach: [f64; 2], step: f64) -> f64 {
        let rules = Leduc::default();
        match rules.turn(state) {
            Turn::Over => f64::from(winnings(state)[hero]),
            Turn::Chance => {
                let outcomes = rules.chances(state).expect("few outcomes");
                let total: u64 = outcomes.iter().map(|(_, ways)| ways).sum();
                let value = |(luck, ways): (Luck, u64)| {
                    let (mut next, p) = (*state, ways as f64 / total as f64);
                    rules.resolve(&mut next, &luck).expect("a listed outcome fits");
                    p * self.value(&next, hero, [reach[0], reach[1] * p], step)
                };
                outcomes.into_iter().map(value).sum()
            }
            Turn::Player(seat) => {
                let (moves, key) = (rules.legal_moves(state), rules.info_key(state, seat));
                let play = self.strategy(key, step == 0.0, moves.len());
                let side = usize::from(seat != hero);
                let mut values = [0.0; 3];
                for (i, &action) in moves.iter().enumerate() {
                    let (mut next, mut reach) = (*state, reach);
                    rules.play_unchecked(&mut next, action);
                    reach[side] *= play[i];
                    values[i] = self.value(&next, hero, reach, step);
                }
                let value: f64 = (0..moves.len()).map(|i| play[i] * values[i]).sum();
                if seat == hero && step > 0.0 {
                    let [regrets, average] = self.0.entry(key).or_default();
                    for i in 0..moves.len() {
                        regrets[i] = (regrets[i] + reach[1] * (values[i] - value)).max(0.0);
                        average[i] += step * reach[0] * play[i];
                    }
                }
                value
            }
        }
    }
}

/// Regret matching plus (Tammelin 2014) comes close to an equilibrium in a few hundred rounds.
#[test]
fn equilibrium_play_is_worth_minus_0_0856() {
    let (rules, mut regrets) = (Leduc::default(), Regrets::default());
    for round in 1..=400 {
        for hero in Seat::all(2) {
            regrets.value(&rules.start(), hero, [1.0; 2], f64::from(round));
        }
    }
    let value = regrets.value(&rules.start(), Seat(0), [1.0; 2], 0.0);
    assert!((value + 0.0856).abs() < 0.001, "{value}");
}

fn after(cards: [Card; 2], first: &[Action], middle: Card, second: &[Action]) -> State {
    let rules = Leduc::default();
    let mut state = rules.start();
    rules.resolve(&mut state, &Luck::Deal { cards }).expect("a deal");
    first.iter().for_each(|&action| rules.play(&mut state, action).expect("legal"));
    if rules.turn(&state) == Turn::Chance {
        rules.resolve(&mut state, &Luck::Middle { card: middle }).expect("a card that is left");
        second.iter().for_each(|&action| rules.play(&mut state, action).expect("legal"));
    }
    assert_eq!(rules.turn(&state), Turn::Over);
    state
}

#[test]
fn chips_go_to_the_pair_to_the_higher_card_or_to_who_stays() {
    use Action::{Call, Fold, Raise};
    use Card::{Jack, King, Queen};
    let won = |state: State| winnings(&state)[Seat(0)];
    assert_eq!(won(after([Jack, King], &[Call, Call], Jack, &[Call, Call])), 1);
    assert_eq!(won(after([Jack, King], &[Raise, Call], Queen, &[Call, Raise, Call])), -7);
    assert_eq!(won(after([Queen, Queen], &[Raise, Raise, Call], King, &[Raise, Raise, Call])), 0);
    assert_eq!(won(after([Queen, King], &[Raise, Raise, Call], Queen, &[Raise, Raise, Call])), 13);
    assert_eq!(won(after([Queen, King], &[Raise, Fold], Jack, &[])), 1);
    assert_eq!(won(after([Queen, King], &[Call, Raise, Raise, Fold], Jack, &[])), 3);
    assert_eq!(won(after([King, Jack], &[Raise, Call], Jack, &[Raise, Raise, Fold])), -7);
}

#[test]
fn draws_are_as_likely_as_listed() {
    use rand::SeedableRng;
    let rules = Leduc::default();
    let mut rng = rand::rngs::ChaCha8Rng::from_seed([1; 32]);
    let mut counts: HashMap<Luck, i32> = HashMap::new();
    (0..60_000).for_each(|_| *counts.entry(rules.sample_chance(&rules.start(), &mut rng)).or_default() += 1);
    for (luck, ways) in rules.chances(&rules.start()).expect("nine deals") {
        // Five standard deviations of a binomial with p = 4/30 or 2/30.
        assert!((counts[&luck] - 2_000 * ways as i32).abs() < 420, "{luck:?}: {counts:?}");
    }
}

#[test]
fn a_seat_knows_its_card_and_leaves_three_worlds() {
    let rules = Leduc::default();
    let luck = Luck::Deal { cards: [Card::Queen, Card::Queen] };
    let mut dealt = rules.start();
    rules.resolve(&mut dealt, &luck).expect("a deal");
    let setup = Ply { n: 0, action: None, chance: vec![luck] };
    for (viewer, worlds, weight) in [(Viewer::Seat(Seat(1)), 3, 10), (Viewer::Spectator, 9, 30)] {
        let mut knowledge = rules.know(viewer);
        knowledge.learn(&rules, &rules.see(&rules.start(), &setup, &dealt, viewer)).expect("the set-up");
        assert_eq!(knowledge.count_worlds(&rules), WorldCount::Exact(worlds));
        let listed = knowledge.worlds(&rules, 9).expect("few worlds");
        assert_eq!(listed.iter().map(|(_, weight)| weight).sum::<u64>(), weight);
        assert!(listed.contains(&(dealt, 2)));
    }
}
