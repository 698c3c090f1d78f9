use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{InformationSet, Observed, Ply, Published, WorldCount};
use tapis_games::seat::Viewer;

use super::*;

fn of(tricks: u8) -> OhHell {
    OhHell::new(Settings { tricks }).expect("a legal number of tricks")
}

fn cards(text: &str) -> Cards {
    text.split(' ').map(|card| card.parse::<Card>().expect("a card")).collect()
}

fn dealt(rules: &OhHell, hands: [&str; SEATS], trump: &str) -> State {
    let mut state = rules.start();
    let deal = Deal { hands: hands.map(cards), trump: trump.parse().expect("a card") };
    rules.resolve(&mut state, &deal).expect("a deal");
    state
}

fn play(rules: &OhHell, state: &mut State, moves: &[&str]) {
    for text in moves {
        let mv = rules.parse(state, text).expect("a move");
        rules.play(state, mv).expect(text);
    }
}

fn legal(rules: &OhHell, state: &State) -> Vec<String> {
    rules.legal_moves(state).iter().map(|&mv| published::write(mv)).collect()
}

#[test]
fn suit_is_followed_and_trumps_take() {
    let rules = of(3);
    let mut state = dealt(&rules, ["Ac 2c 5d", "3c Kh 2s", "Kc 4h 9d", "Qd Jd Td"], "Ah");
    play(&rules, &mut state, &["bid 1", "bid 1", "bid 1"]);
    assert_eq!(legal(&rules, &state), ["bid 1", "bid 2", "bid 3"], "not three tricks in all");
    play(&rules, &mut state, &["bid 1", "play Ac"]);
    assert_eq!(legal(&rules, &state), ["play 3c"], "clubs were led");
    play(&rules, &mut state, &["play 3c", "play Kc"]);
    assert_eq!(legal(&rules, &state), ["play Td", "play Jd", "play Qd"]);
    play(&rules, &mut state, &["play Qd"]);
    assert_eq!((state.taken, state.mover, state.voids), ([1, 0, 0, 0], 0, [0, 0, 0, 1]));
    play(&rules, &mut state, &["play 5d", "play Kh", "play 9d", "play Jd"]);
    assert_eq!((state.taken, state.mover), ([1, 1, 0, 0], 1), "hearts are trumps");
    play(&rules, &mut state, &["play 2s", "play 4h", "play Td", "play 2c"]);
    assert_eq!(rules.turn(&state), Turn::Over);
    assert_eq!(state.taken, [1, 1, 1, 0]);
    assert_eq!(rules.payoffs(&state).scores.as_slice(), [11, 11, 11, 0]);
    assert_eq!(rules.payoffs(&state).ranks.as_slice(), [1, 1, 1, 4]);
}

/// Games of a deal, counted by playing all of them.
fn games(rules: &OhHell, state: &State) -> u64 {
    if rules.turn(state) == Turn::Over {
        return 1;
    }
    let after = |mv: &Move| {
        let mut next = *state;
        rules.play(&mut next, *mv).expect("legal");
        games(rules, &next)
    };
    rules.legal_moves(state).iter().map(after).sum()
}

/// With two tricks the first three bid freely; the fourth has all three bids but one where the others bid two or fewer.
#[test]
fn games_are_as_many_as_can_be_counted_by_hand() {
    let rules = of(2);
    // Ten of the 27 ways to bid before the dealer sum to at most 2.
    let bids = 10 * 2 + 17 * 3;
    // Everybody has one suit of the others' own: any card first, the other then.
    let apart = dealt(&rules, ["Ac Kc", "Ad Kd", "Ah Kh", "As Ks"], "2c");
    assert_eq!(games(&rules, &apart), bids * 16);
    // Seat 0 leads one of two suits, seat 1 has to follow, the others are free.
    let bound = dealt(&rules, ["Ac Kd", "2c 2d", "Ah Kh", "As Ks"], "3c");
    assert_eq!(games(&rules, &bound), bids * 8);
}

#[test]
fn deals_have_as_many_cards_as_tricks_and_one_for_trumps() {
    let mut rng = ChaCha8Rng::from_seed([1; 32]);
    for tricks in 1..=MAX_TRICKS {
        let rules = of(tricks);
        let mut state = rules.start();
        let deal = rules.sample_chance(&state, &mut rng);
        rules.resolve(&mut state, &deal).expect("a deal");
        assert!(state.hands.iter().all(|hand| hand.len() == u32::from(tricks)));
    }
    assert!(OhHell::new(Settings { tricks: 13 }).is_err());
}

#[test]
fn every_card_is_dealt_as_often_to_a_seat() {
    let (rules, mut rng) = (of(12), ChaCha8Rng::from_seed([2; 32]));
    let (mut held, mut turned) = ([0_i32; 64], 0);
    for _ in 0..13_000 {
        let deal = rules.sample_chance(&rules.start(), &mut rng);
        deal.hands[2].iter().for_each(|card| held[usize::from(card.place())] += 1);
        turned += i32::from(deal.trump.suit() == 1);
    }
    // Five standard deviations of binomials with p = 12/52 and 1/4.
    assert!(WHIST.iter().all(|card| (held[usize::from(card.place())] - 3_000).abs() < 240), "{held:?}");
    assert!((turned - 3_250).abs() < 250, "{turned}");
}

/// What seat 0 knows after `moves` of a hand.
fn known(rules: &OhHell, mut state: State, trump: &str, moves: &[&str]) -> Knowledge {
    let (viewer, mut knowledge) = (Viewer::Seat(Seat(0)), rules.know(Viewer::Seat(Seat(0))));
    let deal = Deal { hands: state.hands, trump: trump.parse().expect("a card") };
    let setup = Ply { n: 0, action: None, chance: vec![deal] };
    knowledge.learn(rules, &rules.see(&rules.start(), &setup, &state, viewer)).expect("the set-up");
    for (text, n) in moves.iter().zip(1..) {
        let (before, seat) = (state, Seat(state.mover));
        let mv = rules.parse(&state, text).expect("a move");
        play(rules, &mut state, &[text]);
        let ply = Ply { n, action: Some((seat, mv)), chance: Vec::new() };
        knowledge.learn(rules, &rules.see(&before, &ply, &state, viewer)).expect("seen");
    }
    knowledge
}

#[test]
fn worlds_are_counted_and_shrink_when_a_suit_is_not_followed() {
    let rules = of(1);
    let state = dealt(&rules, ["Ac", "2c", "Ah", "As"], "3c");
    let count = |moves: &[&str]| known(&rules, state, "3c", moves).count_worlds(&rules);
    // Three cards of fifty, one after the other.
    assert_eq!(count(&[]), WorldCount::Exact(50 * 49 * 48));
    let bids = ["bid 0", "bid 0", "bid 0", "bid 0"];
    assert_eq!(count(&[&bids[..], &["play Ac", "play 2c"]].concat()), WorldCount::Exact(49 * 48));
    let rules = of(2);
    let state = dealt(&rules, ["Ac Kc", "2c 4c", "Ah Kh", "As Ks"], "3c");
    let bids = ["bid 0", "bid 0", "bid 0", "bid 0", "play Ac", "play 2c", "play Ah", "play As"];
    let knowledge = known(&rules, state, "3c", &bids);
    // 46 cards are left, 9 of them clubs, of which only seat 1 can have one.
    assert_eq!(knowledge.count_worlds(&rules), WorldCount::Exact(9 * 37 * 36 + 37 * 36 * 35));
    assert_eq!(
        knowledge.worlds(&rules, 100_000).map(|worlds| worlds.len() as u64),
        Some(9 * 37 * 36 + 37 * 36 * 35)
    );
    assert_eq!(knowledge.worlds(&rules, 1_000), None);
}

/// Seat 1 is as likely to have any of the cards it can have: a club in 9 · 37 · 36 worlds of them all.
#[test]
fn drawn_worlds_are_as_likely_as_listed() {
    let rules = of(2);
    let state = dealt(&rules, ["Ac Kc", "2c 4c", "Ah Kh", "As Ks"], "3c");
    let moves = ["bid 0", "bid 0", "bid 0", "bid 0", "play Ac", "play 2c", "play Ah", "play As"];
    let knowledge = known(&rules, state, "3c", &moves);
    let mut rng = ChaCha8Rng::from_seed([3; 32]);
    let drawn = (0..40_000).map(|_| knowledge.sample_world(&rules, &mut rng));
    let clubs = drawn.filter(|world| !(world.hands[1] & Cards::suited(0)).is_empty()).count() as f64;
    let p = 9.0 / (9.0 + 35.0);
    // Five standard deviations.
    assert!((clubs - 40_000.0 * p).abs() < 5.0 * (40_000.0 * p * (1.0 - p)).sqrt(), "{clubs}");
}
