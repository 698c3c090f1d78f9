//! Turning points are steps of the course.

use tapis_review::{By, Depth, Origin};

use crate::games::{DEPTH, places};

#[test]
fn turning_points_are_the_greatest_changes() {
    let depth = Depth { plays: 60, outcomes: 8, ..DEPTH };
    let mut found = 0;
    for place in places() {
        let game = place.of_reference(2);
        let review = place.review_to(&game, depth);
        for (seat, of) in review.seats.iter().enumerate() {
            let mut least = 1.0;
            for point in &of.turning_points {
                let change = (point.after - point.before).abs();
                found += 1;
                assert!(
                    change <= least + 1e-9 && change >= 0.1,
                    "{}: the greatest first: {point:?}",
                    place.id
                );
                least = change;
                let step = review
                    .course
                    .iter()
                    .find(|step| step.ply == point.ply && step.value[seat] == point.after);
                let by = step.unwrap_or_else(|| panic!("{}: no step {point:?}", place.id)).by;
                let own = by == By::Seat(of.seat);
                assert_eq!(own, point.by == Origin::Own, "{}: {point:?}", place.id);
                assert_eq!(point.notation.is_some(), matches!(by, By::Seat(_)), "{}: {point:?}", place.id);
            }
            assert!(of.turning_points.len() <= 3);
        }
    }
    // Not every game turns somewhere: what few games of the reference player do not show is no turning point.
    assert!(found > 0, "a game is decided somewhere");
}
