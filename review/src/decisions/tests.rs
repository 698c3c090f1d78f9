use super::choices::choices;
use super::made::again;
use super::*;
use crate::effort::{Depth, Effort};

fn judged(mean: f64, low: f64, losses: [f64; 5]) -> Judged {
    let behind = Behind { mean, low, high: mean + 0.1 };
    let decision = Decision {
        ply: 1,
        seat: Seat(0),
        notation: String::new(),
        best: String::new(),
        moves: 2,
        behind,
        grade: Grade::of(behind, 2),
        proved: false,
        lines: 1,
    };
    Judged { decision, is_unsure: false, losses: Some(losses) }
}

#[test]
fn only_what_is_surely_worse_is_a_fault() {
    let grade = |mean, low, seats| Grade::of(Behind { mean, low, high: 1.0 }, seats);
    for (mean, expected) in
        [(0.019, Grade::AsGood), (0.02, Grade::Slip), (0.05, Grade::Mistake), (0.1, Grade::Blunder)]
    {
        assert_eq!(grade(mean, 0.001, 2), expected, "{mean}");
        assert_eq!(grade(mean, 0.0, 2), Grade::AsGood, "{mean}: it may be as good");
    }
    assert_eq!(grade(0.06, 0.01, 4), Grade::Blunder, "where four play, each has half as much to lose");
    assert!(Grade::Slip.is_fault() && !Grade::AsGood.is_fault());
}

#[test]
fn what_is_not_shown_to_be_worse_is_not_called_as_good() {
    let tried = |mean, low, proved, seats| {
        let behind = Behind { mean, low, high: 0.4 };
        Try::of(Grade::of(behind, seats), behind, proved, seats)
    };
    assert_eq!(tried(0.15, -0.1, false, 2), Try::NotShown, "maybe fifteen points worse");
    assert_eq!([2, 4].map(|seats| tried(0.012, 0.0, false, seats)), [Try::AsGood, Try::NotShown]);
    assert_eq!(tried(0.15, 0.01, false, 2), Try::Blunder);
    assert_eq!([0.0, 0.01].map(|lost| tried(lost, lost, true, 2)), [Try::AsGood, Try::Slip], "proved");
}

#[test]
fn a_seat_plays_like_the_level_that_loses_as_much() {
    let levels = [0.05, 0.04, 0.03, 0.02, 0.01];
    let like = |loss: f64, number: usize| choices(Seat(0), &vec![judged(loss, 0.0, levels); number]);
    let casual = like(0.021, 20);
    let names: Vec<&str> = casual.expected.iter().map(|of| of.level.as_str()).collect();
    assert_eq!(names, ["novice", "beginner", "apprentice", "casual", "club"]);
    assert!((casual.loss - 0.42).abs() < 1e-12 && (casual.expected[4].loss - 0.2).abs() < 1e-12);
    // All choices are alike: those drawn anew are the same.
    let name = "casual".to_owned();
    assert_eq!(casual.plays_like, Some(PlaysLike { level: name.clone(), low: name.clone(), high: name }));
    assert_eq!(like(0.021, 14).plays_like, None, "too few choices");
    assert_eq!(like(0.0, 15).plays_like.unwrap().level, "club");
    assert_eq!(choices(Seat(1), &[judged(0.1, 0.1, levels)]).made, 0);
}

#[test]
fn the_interval_is_wide_where_choices_differ() {
    let like = |lost: f64| {
        let row = |n| judged(if n == 0 { lost } else { 0.0 }, 0.0, [0.05, 0.04, 0.03, 0.02, 0.01]);
        choices(Seat(0), &(0..20).map(row).collect::<Vec<Judged>>()).plays_like
    };
    let club = like(0.2).unwrap();
    assert_eq!((club.level.as_str(), club.high.as_str()), ("club", "club"), "{club:?}");
    assert!(["beginner", "apprentice", "casual"].contains(&club.low.as_str()), "{club:?}");
    // Where that choice is not drawn nothing is lost.
    assert_eq!(like(1.0), None, "from novice to club");
}

#[test]
fn without_levels_nobody_is_compared() {
    let alone = Judged { losses: None, ..judged(0.1, 0.05, [0.0; 5]) };
    let of = choices(Seat(0), &vec![alone; 30]);
    assert_eq!((of.expected.len(), of.plays_like, of.faults.blunders), (0, None, 30));
}

#[test]
fn what_was_looked_at_too_briefly_is_counted() {
    let brief = Judged { is_unsure: true, ..judged(0.1, -0.05, [0.0; 5]) };
    let of = choices(Seat(0), &[vec![brief; 3], vec![judged(0.1, -0.05, [0.0; 5])]].concat());
    assert_eq!((of.made, of.unsure, of.faults), (4, 3, Faults::default()));
}

#[test]
fn what_seems_worse_for_sure_is_looked_at_again_first() {
    let loss = |seat, mean, low| Some((Seat(seat), Behind { mean, low, high: 1.0 }));
    let losses = [
        loss(0, 0.3, -0.1),
        None,
        loss(0, 0.05, 0.01),
        loss(1, 0.04, -0.2),
        loss(0, 0.2, 0.1),
        loss(0, 0.4, -0.3),
    ];
    // No look can be shorter than the long one.
    let depth = Depth { lines: 100, more_lines: 1_000, ..Effort::Quick.depth() };
    let looked = |most| -> (Vec<usize>, Vec<bool>) {
        again(&losses, most, depth).into_iter().map(|(at, lines)| (at, lines == 1_000)).unzip()
    };
    let expected = |at: &[usize]| (at.to_vec(), vec![true; at.len()]);
    assert_eq!(looked(1), expected(&[3, 4]), "of each seat one");
    assert_eq!(looked(2), expected(&[2, 3, 4]), "a small loss that is sure before a great one that is not");
    assert_eq!(looked(3), expected(&[2, 3, 4, 5]));
    assert_eq!(looked(9), expected(&[0, 2, 3, 4, 5]));
}

#[test]
fn all_that_seems_to_lose_a_slip_shares_the_second_looks_while_they_can_show_a_fault() {
    let depth = Effort::Quick.depth();
    let shared = |choices| {
        let losses = vec![Some((Seat(0), Behind { mean: 0.05, low: 0.0, high: 0.1 })); choices];
        let looks = again(&losses, 4, depth);
        assert!(looks.iter().all(|of| of.1 == looks[0].1));
        (looks.len(), looks.first().map_or(0, |of| of.1))
    };
    let expected = [(0, 0), (3, 10_000), (4, 10_000), (8, 5_000), (10, 4_000), (10, 4_000)];
    assert_eq!([0, 3, 4, 8, 10, 55].map(shared), expected);
}

#[test]
fn of_two_bounds_the_smaller_counts() {
    let behind = |mean, low, high| Behind { mean, low, high };
    let least = behind(0.2, 0.1, 0.3).least(behind(0.05, -0.1, 0.4));
    assert_eq!(least, behind(0.05, -0.1, 0.3));
    assert_eq!(Grade::of(least, 2), Grade::AsGood);
    assert_eq!(behind(0.5, 0.25, 0.75).no_more_than(0.25), behind(0.25, 0.0, 0.75));
    assert_eq!(behind(0.5, 0.25, 0.75).no_more_than(-1.0), behind(0.0, -0.25, 0.75));
    assert_eq!(behind(0.5, 0.25, 0.75).no_more_than(0.6), behind(0.5, 0.25, 0.75));
}
