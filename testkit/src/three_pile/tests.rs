use super::*;

fn rules(players: u8, piles: [&[u8]; PILES]) -> ThreePile {
    ThreePile::with(Settings { players, piles: piles.map(<[u8]>::to_vec) }).expect("fine piles")
}

#[test]
fn the_top_is_taken_and_scored() {
    let rules = rules(3, [&[1, 2, 4], &[3], &[]]);
    let mut state = rules.start();
    rules.play(&mut state, Take { pile: 0, count: 2 }).expect("two of three");
    rules.play(&mut state, Take { pile: 1, count: 1 }).expect("the only one");
    assert!(rules.play(&mut state, Take { pile: 0, count: 2 }).is_err(), "one is left");
    rules.play(&mut state, Take { pile: 0, count: 1 }).expect("the last");
    assert_eq!(rules.turn(&state), Turn::Over);
    assert_eq!(rules.payoffs(&state).scores.as_slice(), [6, 3, 1]);
    assert_eq!(rules.payoffs(&state).ranks.as_slice(), [1, 2, 3]);
}

/// Points of all seats when each takes what is best for itself; of equal moves, in canonical order, the first
/// when `better` is "more", the last when it is "no less".
fn maxn(rules: &ThreePile, state: &Piles, better: fn(&i32, &i32) -> bool) -> Vec<i32> {
    let Turn::Player(seat) = rules.turn(state) else {
        return rules.payoffs(state).scores.as_slice().to_vec();
    };
    let mut best: Option<Vec<i32>> = None;
    for &take in &rules.legal_moves(state) {
        let mut next = *state;
        rules.play(&mut next, take).expect("a legal move");
        let values = maxn(rules, &next, better);
        if best.as_ref().is_none_or(|best| better(&values[seat.index()], &best[seat.index()])) {
            best = Some(values);
        }
    }
    best.expect("a seat to move has a move")
}

#[test]
fn the_tie_rule_decides_what_the_others_get() {
    // Seat 0 gets nothing either way: one stone leaves the point to seat 2, two stones leave it to seat 1.
    let tied = rules(3, [&[1, 0, 0, 0], &[], &[]]);
    assert_eq!(maxn(&tied, &tied.start(), i32::gt), [0, 0, 1]);
    assert_eq!(maxn(&tied, &tied.start(), i32::ge), [0, 1, 0]);
    let usual = ThreePile::with(Settings::default()).expect("the default");
    assert_eq!(maxn(&usual, &usual.start(), i32::gt), [7, 5, 4]);
}

#[test]
fn every_fault_has_its_pointer() {
    let settings = Settings { players: 8, piles: [vec![9], vec![], vec![1; 21]] };
    let faults = ThreePile::with(settings).expect_err("three faults");
    let pointers: Vec<_> = faults.iter().map(|fault| fault.pointer.as_str()).collect();
    assert_eq!(pointers, ["/players", "/piles/0", "/piles/2"]);
}
