//! Three and more seats: the solution concept and the horizon of a round.

use std::collections::BTreeSet;

use tapis_games::game::Published;
use tapis_games::sept_blasons::{Options, SeptBlasons};
use tapis_solver::answer::{Algorithm, Answer, Level, Status};
use tapis_solver::request::{Budget, Concept, Objective, Request};
use tapis_testkit::three_pile::ThreePile;

use super::comparison::setting;
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
    let whole = game.hint(&exhaustive(budget));
    assert_eq!((whole.objective, whole.status), (Objective::WinShare, Status::Final));
    assert_eq!(whole.exactness.level, Level::AllWorlds, "what the round is worth for the game is no proof");
    assert!(whole.exactness.caveats.contains(&"horizon"), "{:?}", whole.exactness);
    assert!(whole.moves.iter().all(|advice| advice.value > 0.0 && advice.value < 1.0));
    let round = game.hint(&Request { objective: Some(Objective::RoundPayoff), ..exhaustive(budget) });
    assert_eq!((round.exactness.level, round.status), (Level::ExactConcept, Status::Final));
}

/// The caveat appears exactly if the best moves under max^n and under the paranoid concept differ.
#[test]
fn concepts_that_disagree_about_the_best_move_are_flagged() {
    let mut flagged = [0, 0];
    // 16 deals by day, 40 at night.
    for seed in (0..240).step_by(if setting("TAPIS_ENDS", 7) > 7 { 6 } else { 15 }) {
        let game = last_trick(1, seed);
        let asked = Request { objective: Some(Objective::RoundPayoff), ..exhaustive(Budget::default()) };
        let maxn = game.hint(&asked);
        let paranoid = Request { concept: Some(Concept::Paranoid), ..asked };
        let paranoid = game.hint(&paranoid);
        let best = |answer: &Answer| {
            let best = answer.moves.iter().filter(|advice| advice.rank == 1);
            best.map(|advice| advice.notation.clone()).collect::<BTreeSet<_>>()
        };
        let disagree = best(&maxn) != best(&paranoid);
        for answer in [&maxn, &paranoid] {
            assert_eq!(answer.exactness.level, Level::ExactConcept);
            assert_eq!(answer.exactness.caveats.contains(&"concepts_disagree"), disagree, "seed {seed}");
        }
        flagged[usize::from(disagree)] += 1;
    }
    assert!(flagged[0] > 0 && flagged[1] > 0, "both cases were met: {flagged:?}");
}
