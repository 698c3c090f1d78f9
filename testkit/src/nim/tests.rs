use super::*;

/// Whether the seat to move can force the win, by trying everything.
fn can_win(rules: &Nim, state: &Heaps) -> bool {
    match rules.turn(state) {
        Turn::Over => rules.payoffs(state).shares[state.mover] == 1.0,
        _ => rules.legal_moves(state).into_iter().any(|take| {
            let mut next = *state;
            rules.play(&mut next, take).expect("a legal move");
            !can_win(rules, &next)
        }),
    }
}

#[test]
fn boutons_theorem_holds_for_small_heaps() {
    for misere in [false, true] {
        for (a, b, c) in (0..4).flat_map(|a| (0..4).flat_map(move |b| (1..4).map(move |c| (a, b, c)))) {
            let rules = Nim::of(&[a, b, c], misere).expect("fine heaps");
            let start = rules.start();
            assert_eq!(can_win(&rules, &start), rules.mover_wins(&start), "{a} {b} {c} misère {misere}");
        }
    }
}

#[test]
fn heaps_that_cannot_be_are_refused() {
    for heaps in [vec![], vec![0, 0], vec![32], vec![1; 7]] {
        assert_eq!(Nim::of(&heaps, false).expect_err("no such heaps")[0].pointer, "/heaps");
    }
}
