use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{InformationSet, Observed, Ply, Shown, WorldCount};
use tapis_games::seat::Viewer;
use tapis_games::shown::Bag;

use super::*;

/// The probability of a bet with a card at a line.
type Strategy = fn(Card, Line) -> f64;

/// Kuhn's equilibrium for seat 0 with bluffing frequency 1/3 (the parameter α = 1/3), and the one for seat 1.
fn equilibrium(card: Card, line: Line) -> f64 {
    match (card, line) {
        (Card::Jack, Line::Start) => 1.0 / 3.0,
        (Card::King, Line::Start) => 1.0,
        (Card::Queen, Line::PassBet) => 2.0 / 3.0,
        (Card::Queen, Line::Bet) | (Card::Jack, Line::Pass) => 1.0 / 3.0,
        (Card::King, Line::PassBet | Line::Bet | Line::Pass) => 1.0,
        _ => 0.0,
    }
}

fn expected_chips(rules: &Kuhn, state: &State, strategies: [Strategy; 2]) -> f64 {
    match rules.turn(state) {
        Turn::Over => f64::from(winnings(state)[Seat(0)]),
        Turn::Chance => {
            let outcomes = rules.chances(state).expect("six deals");
            let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
            let value = |(deal, weight): (Deal, u64)| {
                let mut next = *state;
                rules.resolve(&mut next, &deal).expect("a possible deal");
                weight as f64 * expected_chips(rules, &next, strategies)
            };
            outcomes.into_iter().map(value).sum::<f64>() / total as f64
        }
        Turn::Player(seat) => {
            let card = state.deal.expect("dealt").card(seat);
            let bet = strategies[seat.index()](card, state.line);
            let after = |action| {
                let mut next = *state;
                rules.play(&mut next, action).expect("both actions are legal");
                expected_chips(rules, &next, strategies)
            };
            bet * after(Action::Bet) + (1.0 - bet) * after(Action::Pass)
        }
    }
}

#[test]
fn the_equilibrium_is_worth_minus_one_eighteenth() {
    let rules = Kuhn::default();
    let value = expected_chips(&rules, &rules.start(), [equilibrium, equilibrium]);
    assert!((value + 1.0 / 18.0).abs() < 1e-12, "{value}");
}

#[test]
fn no_pure_answer_beats_the_equilibrium() {
    let rules = Kuhn::default();
    let answers: [Strategy; 3] = [|_, _| 0.0, |_, _| 1.0, |card, _| f64::from(card > Card::Jack)];
    for answer in answers {
        assert!(expected_chips(&rules, &rules.start(), [answer, equilibrium]) <= -1.0 / 18.0 + 1e-12);
        assert!(expected_chips(&rules, &rules.start(), [equilibrium, answer]) >= -1.0 / 18.0 - 1e-12);
    }
}

#[test]
fn deals_are_uniform_over_the_six() {
    let rules = Kuhn::default();
    assert_eq!(rules.chances(&rules.start()).map(|deals| deals.iter().map(|deal| deal.1).sum()), Some(6_u64));
    let mut rng = ChaCha8Rng::from_seed([1; 32]);
    let mut counts = [0_i32; 6];
    for _ in 0..60_000 {
        let deal = rules.sample_chance(&rules.start(), &mut rng);
        counts[DEALS.iter().position(|&other| other == deal).expect("one of the six")] += 1;
    }
    // Five standard deviations of a binomial with p = 1/6.
    assert!(counts.iter().all(|count| (count - 10_000).abs() < 460), "{counts:?}");
}

#[test]
fn a_fold_shows_no_card_and_a_showdown_both() {
    let rules = Kuhn::default();
    let deal = Deal { cards: [Card::King, Card::Jack] };
    let cards = |line, viewer| {
        let layout = rules.layout(&State { deal: Some(deal), line }, viewer);
        let seen = layout.zones.values().flat_map(Bag::iter).filter(|(look, _)| look.face.id().is_some());
        seen.count()
    };
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
        let own = usize::from(viewer != Viewer::Spectator);
        assert_eq!(cards(Line::PassBetPass, viewer), own);
        assert_eq!(cards(Line::PassBetBet, viewer), 2);
    }
}

#[test]
fn a_seat_knows_its_card_and_leaves_two_worlds() {
    let rules = Kuhn::default();
    let after = State { deal: Some(DEALS[3]), line: Line::Start };
    let setup = Ply { n: 0, action: None, chance: vec![DEALS[3]] };
    for (viewer, worlds) in [(Viewer::Seat(Seat(0)), 2), (Viewer::Seat(Seat(1)), 2), (Viewer::Spectator, 6)] {
        let mut knowledge = rules.know(viewer);
        knowledge.learn(&rules, &rules.see(&rules.start(), &setup, &after, viewer)).expect("the set-up");
        assert_eq!(knowledge.count_worlds(&rules), WorldCount::Exact(worlds));
        let listed = knowledge.worlds(&rules, 6).expect("few worlds");
        assert_eq!(listed.len() as u128, worlds);
        assert!(listed.contains(&(after, 1)));
    }
}
