use super::*;

/// The chance of the seat to move to win, `own` and `other` squares away from the goal: the rules written down once
/// more, as a recursion over distances.
fn win(own: i32, other: i32) -> f64 {
    if other <= 0 {
        return 0.0;
    }
    let after = |steps: i32| {
        let mut left = own - steps;
        left -= i32::from(left == other);
        if left <= 0 { 1.0 } else { 1.0 - win(other, left) }
    };
    let run: f64 =
        [(1, 3.0), (3, 2.0), (5, 1.0)].iter().map(|&(steps, weight)| weight / 6.0 * after(steps)).sum();
    run.max(after(2))
}

fn expectimax(rules: &DiceRace, race: &Race) -> f64 {
    match rules.turn(race) {
        Turn::Over => rules.payoffs(race).shares[Seat(0)],
        Turn::Player(seat) => {
            let value = |&mv: &Pace| {
                let mut next = *race;
                rules.play(&mut next, mv).expect("a legal move");
                expectimax(rules, &next)
            };
            let values = rules.legal_moves(race).iter().map(value).collect::<Vec<_>>();
            let sign = if seat == Seat(0) { 1.0 } else { -1.0 };
            sign * values.iter().map(|value| sign * value).fold(f64::NEG_INFINITY, f64::max)
        }
        Turn::Chance => {
            let outcomes = rules.chances(race).expect("few outcomes");
            let total: u64 = outcomes.iter().map(|outcome| outcome.1).sum();
            let value = |(luck, weight): (Luck, u64)| {
                let mut next = *race;
                rules.resolve(&mut next, &luck).expect("a possible outcome");
                weight as f64 * expectimax(rules, &next)
            };
            outcomes.into_iter().map(value).sum::<f64>() / total as f64
        }
    }
}

#[test]
fn the_value_is_that_of_the_recursion_over_distances() {
    for length in 1..=8 {
        let rules = DiceRace::over(length);
        assert!((expectimax(&rules, &rules.start()) - 0.5).abs() < 1e-12, "the coin makes the race fair");
        let mut begun = rules.start();
        rules.resolve(&mut begun, &Luck::First(Seat(0))).expect("the coin");
        let expected = win(i32::from(length), i32::from(length));
        assert!((expectimax(&rules, &begun) - expected).abs() < 1e-12, "length {length}: {expected}");
    }
}

#[test]
fn short_races_have_values_one_can_compute_by_hand() {
    assert_eq!(win(2, 2), 1.0);
    // From 3 and 2: running wins at once with 3 or 5; anything else leaves the other to walk home.
    assert!((win(3, 2) - 0.5).abs() < 1e-12);
    // From 3 and 3: running wins at once with 3 or 5; a 1 leaves the other just that.
    assert!((win(3, 3) - 0.75).abs() < 1e-12);
    // One square before the goal and blocked there: a step onto the other's square goes one further.
    let rules = DiceRace::over(12);
    let mut race = Race { at: [8, 10], mover: Seat(0), awaits: Awaits::Choice };
    rules.play(&mut race, Pace::Walk).expect("legal");
    assert_eq!((race.at, race.mover), ([11, 10], Seat(1)));
}

#[test]
fn a_bad_track_is_a_fault_with_its_pointer() {
    let faults = DiceRace::with(Track { length: 0 }).expect_err("no track");
    assert_eq!(faults[0].pointer, "/length");
}
