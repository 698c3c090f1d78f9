//! Positions whose values were once claimed wrongly. Each file of `tests/data` holds a request and the exact values of some moves.

use serde_json::Value;
use tapis_games::game::Published;
use tapis_games::log::ObservationLog;
use tapis_games::richelieu::Richelieu;
use tapis_solver::answer::Answer;
use tapis_solver::control::Control;
use tapis_solver::engine::{Engine, TypedEngine};
use tapis_solver::report::TOLERANCE;
use tapis_solver::request::{Request, SolverKind};

use super::played::laws;

/// The exact values of moves.
type Truth = Vec<(String, f64)>;

/// The answers of `solver` to a case for several seeds, and the truth.
fn answers(case: &str, solver: SolverKind) -> (Vec<Answer>, Truth) {
    let case: Value = serde_json::from_str(case).expect("JSON");
    let asked = &case["request"];
    let read = |name: &str| asked[name].clone();
    let options = serde_json::from_value(asked["ruleset"]["options"].clone()).expect("options");
    let engine = TypedEngine::new(Richelieu::new(options).expect("legal options"));
    let log = ObservationLog {
        ruleset: engine.ruleset().reference(),
        seat: Some(serde_json::from_value(read("seat")).expect("a seat")),
        plies: serde_json::from_value(read("plies")).expect("plies"),
    };
    let request = Request {
        solver,
        budget: serde_json::from_value(read("budget")).expect("a budget"),
        objective: Some(serde_json::from_value(read("objective")).expect("an objective")),
        ..Request::default()
    };
    let ask = |seed: u8| {
        let mut request = request.clone();
        request.seed[31] = seed;
        engine.hint(&log, &request, &Control::default()).expect("an answer")
    };
    let truth = serde_json::from_value(case["true"].clone()).expect("values");
    ((1..=8).map(ask).collect(), truth)
}

/// What has no width has the exact value. The number of such moves.
fn closed(answer: &Answer, truth: &Truth) -> usize {
    laws(answer);
    let closed = answer.moves.iter().filter(|advice| advice.low >= advice.high);
    for advice in closed.clone() {
        let known = truth.iter().find(|(notation, _)| *notation == advice.notation);
        let right = known.is_none_or(|(_, value)| (advice.value - value).abs() <= TOLERANCE);
        assert!(right, "{known:?}: {advice:?}");
    }
    closed.count()
}

const FALSE_PROOF: &str = include_str!("../../data/false-proof.json");
const ZERO_WIDTH: &str = include_str!("../../data/zero-width.json");

#[test]
fn a_margin_beyond_the_probes_is_proved_as_it_is() {
    for solver in [SolverKind::Auto, SolverKind::Sampling] {
        let (answers, truth) = answers(FALSE_PROOF, solver);
        for answer in answers {
            assert_eq!(closed(&answer, &truth), if answer.exactness.proved { truth.len() } else { 0 });
            assert_eq!(answer.moves[0].notation, "take 3R", "{answer:?}");
            assert!(answer.moves[0].low <= 21.0 && answer.moves[0].high >= 21.0, "{answer:?}");
        }
    }
}

#[test]
fn a_move_that_was_tried_once_is_not_exact() {
    for solver in [SolverKind::Auto, SolverKind::Sampling] {
        let (answers, truth) = answers(ZERO_WIDTH, solver);
        let best = &truth[0];
        for answer in answers {
            closed(&answer, &truth);
            let advice = answer.moves.iter().find(|advice| advice.notation == best.0).expect("the best move");
            assert!(advice.low <= best.1 && best.1 <= advice.high, "{advice:?}");
            let above = |advice: &&tapis_solver::answer::MoveAdvice| advice.low > best.1 + TOLERANCE;
            assert_eq!(answer.moves.iter().find(above), None, "no move is surely better than the best");
        }
    }
}
