use std::cell::Cell;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, InformationSet, Observed, Ply, Published, Turn};
use tapis_games::malin::{Card, Chance, Deal, Malin, Move, Options, Phase, State, ValuedCard};
use tapis_games::seat::{Seat, Viewer};

use super::super::{Heuristics, TableFact, Topic};

fn rules(players: u8) -> Malin {
    Malin::new(Options { players, ..Options::default() }).expect("legal options")
}

fn dealt(rules: &Malin, rng: &mut ChaCha8Rng) -> (State, Ply<Malin>) {
    let mut state = rules.start();
    let deal = rules.sample_chance(&state, rng);
    rules.resolve(&mut state, &deal).expect("a drawn deal");
    (state, Ply { n: 0, action: None, chance: vec![deal] })
}

/// Plays a round by heuristics alone. Returns the number of contracts met.
fn met(rules: &Malin, rng: &mut ChaCha8Rng) -> usize {
    let (mut state, _) = dealt(rules, rng);
    while rules.round_scores(&state).is_none() {
        let mv = rules.conventional_move(&state).or_else(|| rules.playout_move(&state, rng)).expect("a move");
        rules.play(&mut state, mv).expect("a legal move");
    }
    let meets = |seat: &Seat| state.contracts[seat.index()] == Some(state.taken[seat.index()] as i8);
    Seat::all(rules.seats()).filter(meets).count()
}

#[test]
fn habits_follow_from_what_the_seat_knows() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for players in 3..=6 {
        let rules = rules(players);
        let (mut state, ply) = dealt(&rules, &mut rng);
        let before = rules.start();
        let Turn::Player(first) = rules.turn(&state) else { panic!("somebody announces") };
        let mut knowledge = rules.know(Viewer::Seat(first));
        knowledge.learn(&rules, &rules.see(&before, &ply, &state, Viewer::Seat(first))).expect("the deal");
        let habit = rules.conventional_move(&state).expect("a habit");
        for _ in 0..20 {
            assert_eq!(rules.conventional_move(&knowledge.sample_world(&rules, &mut rng)), Some(habit));
        }
        while let Phase::Bid(_) = state.phase {
            let mv = rules.conventional_move(&state).expect("a habit");
            rules.play(&mut state, mv).expect("a legal announcement");
        }
        assert_eq!(rules.conventional_move(&state), None, "cards are searched for");
    }
}

#[test]
fn contracts_are_met_by_heuristics_alone() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    // Five and six players must announce different numbers, whose sum far exceeds the tricks.
    for (players, least) in [(3, 0.55), (4, 0.65), (5, 0.5), (6, 0.3)] {
        let rules = rules(players);
        let rounds = 300;
        let all: usize = (0..rounds).map(|_| met(&rules, &mut rng)).sum();
        let rate = all as f64 / (rounds * usize::from(players)) as f64;
        println!("{players} seats: {rate:.3}");
        assert!(rate > least, "{players} seats: {rate}");
    }
}

/// Seat 0 deals. Seat 1 has announced 6, seat 2 nothing, seat 3 two tricks and seat 0 three.
fn table(hands: [&[u8]; 2]) -> State {
    let rules = rules(4);
    let mut state = rules.start();
    let Chance::Deal(mut deal) = rules.sample_chance(&state, &mut ChaCha8Rng::seed_from_u64(3)) else {
        panic!("a deal")
    };
    deal.dealer = Seat(0);
    deal.removed = Card::Number(18);
    let number = |&value: &u8| Card::Number(value);
    let own: Vec<Card> = hands.concat().iter().map(number).collect();
    let mut rest: Vec<Card> = (1..35).map(Card::Number).chain([Card::Twin, Card::Twin, Card::Wish]).collect();
    rest.retain(|card| *card != Card::Number(18) && !own.contains(card));
    let (mine, last) = rest.split_at(9);
    let [one, two] = hands.map(|hand| hand.iter().map(number).collect::<Vec<_>>());
    let deal = Deal { hands: vec![mine.to_vec(), one, two, last.to_vec()], ..deal };
    rules.resolve(&mut state, &Chance::Deal(deal)).expect("a legal deal");
    for contract in [6, 0, 2, 3] {
        rules.play(&mut state, Move::Bid(contract)).expect("a legal announcement");
    }
    state
}

#[test]
fn deals_that_explain_the_announcements_are_plausible() {
    let (high, low) = (&[26, 27, 28, 29, 30, 31, 32, 33, 34][..], &[1, 2, 3, 4, 5, 6, 7, 8, 9][..]);
    let rules = rules(4);
    let fit = |hands| rules.log_likelihood(&table(hands), Seat(0)).expect("a likelihood");
    let (fits, contradicts) = (fit([high, low]), fit([low, high]));
    assert!(fits > contradicts + 2.0, "{fits} {contradicts}");
}

/// Who needs every trick that is left is not told so beside a card that cannot take the one that is played.
#[test]
fn that_all_tricks_are_needed_is_not_told_beside_a_card_that_lets_one_go() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (mut apart, mut beside) = (0, 0);
    for _ in 0..200 {
        let rules = rules(4);
        let (mut state, _) = dealt(&rules, &mut rng);
        while rules.round_scores(&state).is_none() {
            let standing = rules.on_table(&state, None);
            for fact in standing.iter().filter(|fact| fact.kind == "table-contract-all") {
                let Turn::Player(seat) = rules.turn(&state) else { panic!("somebody plays") };
                for mv in rules.legal_moves(&state) {
                    let (suits, mut after) = (rules.suits(&state, fact, mv), state.clone());
                    rules.play(&mut after, mv).expect("a legal move");
                    while after.tricks == state.tricks && rules.round_scores(&after).is_none() {
                        let mv = rules.playout_move(&after, &mut rng).expect("a move");
                        rules.play(&mut after, mv).expect("a legal move");
                    }
                    let takes = after.taken[seat.index()] > state.taken[seat.index()];
                    assert!(suits || !takes, "{mv:?}");
                    apart += u32::from(!suits);
                    beside += u32::from(suits && takes);
                }
            }
            let mv = rules.conventional_move(&state).or_else(|| rules.playout_move(&state, &mut rng));
            rules.play(&mut state, mv.expect("a move")).expect("a legal move");
        }
    }
    assert!(apart > 10 && beside > 10, "{apart} {beside}");
    let other = TableFact::new("table-contract", Topic::of("off_contract"), 0);
    let (state, _) = dealt(&rules(4), &mut rng);
    assert!(rules(4).legal_moves(&state).into_iter().all(|mv| rules(4).suits(&state, &other, mv)));
}

/// What the first contract is told beside speaks for it, whichever contract that is.
#[test]
fn of_contracts_few_are_told_and_none_that_brings_more_than_the_first() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let rules = rules(4);
    let (state, _) = dealt(&rules, &mut rng);
    let (worlds, moves) = (vec![state.clone(); 6], rules.legal_moves(&state).to_vec());
    let mut dropped = 0;
    for first in 0..moves.len() {
        let mut ranked = moves.clone();
        ranked.rotate_left(first);
        let told = rules.facts(&worlds, &ranked, &|| false, &mut rng);
        let points = told.iter().map(|one| {
            let (contract, rest) = one.text.en.split_once(": ").expect("a contract");
            let points = rest.split_once(" points on average").expect("points").0.replace('\u{2212}', "-");
            (contract.to_owned(), points.parse::<f64>().expect("a number"))
        });
        let points: Vec<(String, f64)> = points.collect();
        let Move::Bid(contract) = ranked[0] else { panic!("{ranked:?}") };
        assert_eq!(points[0].0, format!("Contract {contract}"));
        assert!(points.len() <= 3 && points.iter().all(|one| one.1 <= points[0].1), "{points:?}");
        dropped += 3 - points.len();
    }
    assert!(dropped > 0);
}

/// A search that was stopped while deals are played out says nothing of them.
#[test]
fn of_contracts_nothing_is_told_late() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let rules = rules(4);
    let (state, _) = dealt(&rules, &mut rng);
    let (worlds, moves) = (vec![state.clone(); 6], rules.legal_moves(&state).to_vec());
    let asked = Cell::new(0);
    let late = || asked.replace(asked.get() + 1) == 8;
    assert!(rules.facts(&worlds, &moves, &late, &mut rng).is_empty());
    assert_eq!(asked.get(), 9, "in the second contract");
}

/// What cards of the seat that leads do for it: while its contract can be made, and once it cannot.
#[test]
fn tricks_are_wanted_where_the_contract_is_out_of_reach_and_low_cards_go_where_some_are_needed() {
    let rules = rules(4);
    let mut state = table([&[26, 27, 28, 29, 30, 31, 32, 33, 34], &[1, 2, 3, 4, 5, 6, 7, 8, 9]]);
    let told = |state: &State, value: u8| {
        let lay = Move::Play(ValuedCard { card: Card::Number(value), value });
        let told = rules.on_table(state, Some(lay));
        told.into_iter().map(|fact| (fact.kind, fact.speaks)).collect::<Vec<_>>()
    };
    let beaten = ("table-trick-beaten_by", 15);
    assert_eq!(told(&state, 26), [beaten, ("table-card-lowest_held", 1)], "six of nine are needed");
    assert_eq!(told(&state, 27), [beaten]);
    state.tricks = 4;
    assert_eq!([26, 27].map(|value| told(&state, value)), [[beaten]; 2], "six of five");
}
