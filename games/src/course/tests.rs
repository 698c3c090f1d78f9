//! Courses made by hand; every number here was computed by hand.

use super::*;

/// A course of scores, one list a ply, each with so many legal moves.
fn course(plies: &[(usize, &[i32])]) -> Vec<(&'static str, i64)> {
    let (mut course, mut end) = (CourseMeasures::default(), None);
    for (choices, scores) in plies {
        let scores = BySeat::from_fn(scores.len(), |seat| scores[seat.index()]);
        let level = BySeat::from_fn(scores.len(), |_| 0);
        let payoffs = Payoffs::ranked(scores, &level);
        course.add(*choices, &payoffs);
        end = Some(payoffs);
    }
    let measures = end.map(|end| course.measures(&end)).unwrap_or_default();
    measures.into_iter().map(|measure| (measure.name, measure.value)).collect()
}

#[test]
fn a_game_of_two_turned_at_the_end() {
    // Level, then seat 0 leads for two plies, level, seat 0 again, and seat 1 wins with the last of eight plies.
    let plies: [(usize, &[i32]); 8] = [
        (1, &[0, 0]),
        (3, &[1, 0]),
        (1, &[1, 0]),
        (2, &[1, 1]),
        (4, &[5, 1]),
        (1, &[5, 1]),
        (1, &[5, 1]),
        (1, &[5, 9]),
    ];
    let expected = [
        ("lead_changes", 1),
        ("drama", 100),        // behind alone: a whole win each time
        ("behind", 63),        // 5 of 8 plies
        ("decisiveness", 100), // with the last ply
        ("comeback", 100),     // no part of the win at plies 5 to 7
        ("closeness", 4),
        ("uncertainty", 25), // 2 of 8 plies level
        ("decisions", 38),   // 3 of 8 plies
        ("branching", 30),   // 3, 2 and 4 moves
    ];
    assert_eq!(course(&plies), expected);
}

#[test]
fn a_game_of_three_led_from_early_on() {
    // Seats 1 and 2 share the lead for a ply, seat 2 has it for one, then seat 0 to the end of five plies.
    let plies: [(usize, &[i32]); 5] =
        [(2, &[0, 4, 4]), (2, &[0, 4, 5]), (2, &[6, 4, 5]), (2, &[6, 4, 5]), (2, &[9, 4, 7])];
    let expected = [
        ("lead_changes", 1), // from seat 2 to seat 0; sharing is no lead
        ("drama", 75),       // (1/2 + 1) / 2
        ("behind", 40),
        ("decisiveness", 60), // after 3 of 5 plies
        ("comeback", 0),      // the last ply behind is the second of five
        ("closeness", 2),
        ("uncertainty", 13), // ln 2 / ln 3 = 0.631 at one of 5 plies
        ("decisions", 100),
        ("branching", 20),
    ];
    assert_eq!(course(&plies), expected);
}

#[test]
fn a_shared_win_is_decided_at_the_end() {
    let plies: [(usize, &[i32]); 4] = [(1, &[1, 0, 0]), (1, &[1, 0, 2]), (1, &[1, 0, 2]), (1, &[2, 0, 2])];
    let expected = [
        ("lead_changes", 1),
        ("drama", 0), // one of the two winners was ahead at every ply
        ("behind", 0),
        ("decisiveness", 100),
        ("comeback", 0),
        ("closeness", 0),
        ("uncertainty", 16), // ln 2 / ln 3 at the last of 4 plies
        ("decisions", 0),
    ];
    assert_eq!(course(&plies), expected);
}

#[test]
fn mid_game_counts_as_after_it() {
    // The winner has nothing at plies 1 and 2 of four: the second is mid-game.
    let measures = course(&[(1, &[1, 0]), (1, &[1, 0]), (1, &[1, 2]), (1, &[1, 2])]);
    assert!(measures.contains(&("comeback", 100)));
    assert!(measures.contains(&("decisiveness", 75)));
    // Of five, the second is before it.
    let measures = course(&[(1, &[1, 0]), (1, &[1, 0]), (1, &[1, 2]), (1, &[1, 2]), (1, &[1, 2])]);
    assert!(measures.contains(&("comeback", 0)));
}

#[test]
fn a_game_without_plies_has_no_course() {
    assert_eq!(course(&[]), []);
    let end = Payoffs::ranked(BySeat::from_fn(2, |_| 0), &BySeat::from_fn(2, |_| 0));
    assert_eq!(CourseMeasures::default().measures(&end), []);
}

#[test]
fn every_measure_is_explained_once() {
    let recorded: Vec<&str> = course(&[(2, &[1, 0])]).into_iter().map(|(name, _)| name).collect();
    let explained: Vec<&str> = infos().iter().map(|info| info.name).collect();
    assert_eq!(recorded, explained);
}
