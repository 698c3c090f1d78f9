//! What is told first holds the truth, in games of which the truth is known.

use rand::seq::index::sample;

use super::*;
use crate::repeated_tests::of;

/// All cards are dealt.
const DECK: usize = SEATS * HAND;
const HAND: usize = 10;

/// What each card adds to the win share of its seat: of three a lot, of the others little.
fn worths(rng: &mut ChaCha8Rng) -> Vec<f64> {
    let mut worths: Vec<f64> = (0..DECK).map(|_| rng.random_range(-0.011..0.011)).collect();
    worths[..3].copy_from_slice(&[0.045, 0.045, -0.045]);
    worths
}

/// Games in which the hands of the others take from a seat what they add to theirs.
fn play(games: u64, worths: &[f64], rng: &mut ChaCha8Rng) -> Features {
    let mut cards = vec![[[0_i64; 3]; DECK]; SEATS];
    let mut seats = vec![[0_i64; 2]; SEATS];
    for _ in 0..games {
        let deck = sample(rng, DECK, DECK).into_vec();
        let hands: Vec<&[usize]> = deck.chunks(HAND).collect();
        let own: Vec<f64> = hands.iter().map(|hand| hand.iter().map(|card| worths[*card]).sum()).collect();
        let all: f64 = own.iter().sum();
        let players = SEATS as f64;
        let mut toss: f64 = rng.random_range(0.0..1.0);
        let winner = own.iter().position(|own| {
            toss -= 1.0 / players + own - (all - own) / (players - 1.0);
            toss < 0.0
        });
        let winner = winner.unwrap_or(0);
        for (seat, hand) in hands.iter().enumerate() {
            let units = if seat == winner { 420 } else { 0 };
            seats[seat] = [seats[seat][0] + units, seats[seat][1] + units * units];
            for card in *hand {
                let sums = &mut cards[seat][*card];
                *sums = [sums[0] + 1, sums[1] + units, sums[2] + units * units];
            }
        }
    }
    let mut counted = Counted::default();
    for (seat, cards) in cards.iter().enumerate() {
        for (card, sums) in cards.iter().enumerate() {
            counted.0.insert((seat, "card_dealt", format!("#{card}")), *sums);
        }
    }
    Truth { games, card: 0.0 }.told(&counted, &seats)
}

/// Of the first three, nine of ten intervals hold what is true, however few the games are. Those of one look, which are printed beside, do
/// not.
#[test]
fn what_is_told_first_holds_the_truth() {
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    for games in [200, 400, 2_000] {
        let (mut told, mut held, mut of_one_look) = (0_u32, 0, 0);
        for _ in 0..of(60) {
            let worths = worths(&mut rng);
            let mean = worths.iter().sum::<f64>() / DECK as f64;
            let features = play(games, &worths, &mut rng);
            for (_, value) in features.believed(Role::Dealt).1.into_iter().take(3) {
                let card: usize = value.bucket.to_string().trim_start_matches('#').parse().unwrap();
                // A hand with the card has every other card more seldom, by one in the rest of the deck; and whatever a seat has not, the
                // others have.
                let rest = (SEATS as f64 - 1.0) / SEATS as f64;
                let truth = (worths[card] - mean) * DECK as f64 / (DECK as f64 - 1.0) / rest;
                let holds = |of: &Estimate| u64::from(of.low.unwrap() <= truth && truth <= of.high.unwrap());
                let of_value = value.told();
                assert!(of_value.low < of_value.value && of_value.value < of_value.high, "{value:?}");
                (told, held, of_one_look) =
                    (told + 1, held + holds(of_value), of_one_look + holds(&value.lift));
            }
        }
        let at = format!("{games} games: {held} of {told} hold the truth, of one look {of_one_look}");
        println!("{at}");
        // As far as chance lets it be known: within three standard errors.
        let told = f64::from(told);
        assert!(held as f64 >= 0.9 * told - 3.0 * (0.09 * told).sqrt(), "{at}");
        assert!(games < 2_000 || told > 0.0, "{at}");
    }
}

/// A value that was picked out is told nearer to the others, by no more than its standard error, and that is said.
#[test]
fn what_looks_larger_than_it_is_is_said() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let early = (0..40).find_map(|_| {
        let features = play(400, &worths(&mut rng), &mut rng);
        let found = features.believed(Role::Dealt).1.into_iter().any(|(_, value)| value.looks_larger());
        found.then_some(features)
    });
    let features = early.expect("some of so few games have a value that looks larger than it is");
    let mut values = features.believed(Role::Dealt).1.into_iter().map(|(_, value)| value);
    let value = values.find(|value| value.looks_larger()).unwrap();
    let (lift, told) = (&value.lift, value.told());
    let error = (lift.high.unwrap() - lift.low.unwrap()) / (2.0 * crate::statistics::Z);
    assert!((lift.value.unwrap() - told.value.unwrap()).abs() <= error + 1e-9, "{value:?}");
    assert!(told.value.unwrap().abs() < lift.value.unwrap().abs(), "{value:?}");
    assert!(told.low < lift.low && told.high > lift.high && told.confidence > 0.99, "{value:?}");
    for (language, words) in LANGUAGES.into_iter().zip(["looks larger than it is", "paraît plus grande"]) {
        let lines = told::cards(&features, "first-nothing_dealt", 40, language);
        assert!(lines.iter().any(|line| line.contains(words)), "{lines:?}");
    }
}
