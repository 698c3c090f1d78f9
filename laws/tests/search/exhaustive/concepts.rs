//! Three and more seats: the solution concept and the horizon of a round.

use std::collections::BTreeSet;

use tapis_games::game::Published;
use tapis_games::sept_blasons::{Options, SeptBlasons};
use tapis_solver::answer::{Algorithm, Answer, Level, Status};
use tapis_solver::request::{Budget, Concept, Objective, Request};
use tapis_testkit::three_pile::ThreePile;

use super::played::{Played, exhaustive};

fn three_pile() -> ThreePile {
    ThreePile::new(Default::default()).expect("legal options")
}

#[test]
fn three_seats_name_their_concept() {
    let game = Played::deal(three_pile(), 1);
    for (concept, name) in [(None, Algorithm::Maxn), (Some(Concept::Paranoid), Algorithm::Paranoid)] {
        let answer = game.hint(&Request { concept, ..exhaustive(Budget::default()) });
        assert_eq!(answer.exactness.level, Level::ExactConcept);
        assert_eq!(answer.method.name, name);
        assert_eq!(answer.concept, concept.or(Some(Concept::Maxn)));
        for advice in &answer.moves {
            let floor = advice.floor.expect("both concepts are cheap here");
            assert!(floor <= advice.value + 1e-9, "{advice:?}");
            assert_eq!(concept.is_some(), advice.values.is_none());
            if let Some(values) = &advice.values {
                assert!((values.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            }
        }
    }
}

/// The last trick of a round of Les 7 Blasons.
fn last_trick(round: u64, seed: u8) -> Played<SeptBlasons> {
    let rules = SeptBlasons::new(Options { players: 3, ..Default::default() }).expect("legal options");
    Played::reach_from(rules, seed, move |table| {
        let view = table.document();
        view["round"] == round && view["trick"] == 8 && table.legal_moves().len() > 1
    })
}

#[test]
fn beyond_the_round_lies_the_horizon() {
    let game = last_trick(1, 0);
    let budget = Budget { nodes: Some(3_000_000), ..Budget::default() };
    let round = game.hint(&exhaustive(budget));
    assert_eq!(round.objective, Objective::RoundPayoff, "the default where another deal lies before the end");
    assert_eq!((round.exactness.level, round.status), (Level::ExactConcept, Status::Final));
    let whole = game.hint(&Request { objective: Some(Objective::WinShare), ..exhaustive(budget) });
    assert_eq!((whole.exactness.level, whole.status), (Level::Heuristic, Status::Partial));
    assert!(whole.exactness.caveats.contains(&"horizon"), "{:?}", whole.exactness);
    assert!(whole.moves.iter().all(|advice| advice.low == 0.0 && advice.high == 1.0));
}

/// The caveat appears exactly if the best moves under max^n and under the paranoid concept differ. The floor beside a
/// max^n value is the paranoid value of the move.
#[test]
fn concepts_that_disagree_about_the_best_move_are_flagged() {
    let mut flagged = [0, 0];
    for seed in (0..240).step_by(6) {
        let game = last_trick(1, seed);
        let maxn = game.hint(&exhaustive(Budget::default()));
        let paranoid = Request { concept: Some(Concept::Paranoid), ..exhaustive(Budget::default()) };
        let paranoid = game.hint(&paranoid);
        let best = |answer: &Answer| {
            let best = answer.moves.iter().filter(|advice| advice.rank == 1);
            best.map(|advice| advice.notation.clone()).collect::<BTreeSet<_>>()
        };
        for advice in &maxn.moves {
            let same = paranoid.moves.iter().find(|other| other.notation == advice.notation);
            let floor = same.expect("the same moves").value;
            assert!((advice.floor.expect("both concepts are cheap here") - floor).abs() < 1e-9, "{advice:?}");
        }
        let disagree = best(&maxn) != best(&paranoid);
        for answer in [&maxn, &paranoid] {
            assert_eq!(answer.exactness.level, Level::ExactConcept);
            assert_eq!(answer.exactness.caveats.contains(&"concepts_disagree"), disagree, "seed {seed}");
        }
        flagged[usize::from(disagree)] += 1;
    }
    assert!(flagged[0] > 0 && flagged[1] > 0, "both cases were met: {flagged:?}");
}
