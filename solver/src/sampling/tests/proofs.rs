//! What is called proved or exact is what the exhaustive solver finds; what has been seen only once or without any difference is not
//! called exact.

use tapis_games::game::Published;
use tapis_games::log::ObservationLog;
use tapis_games::richelieu::{Options, Richelieu};
use tapis_games::testing::connect_four::ConnectFour;

use super::support::*;
use crate::answer::{Answer, Level, Status};
use crate::control::Control;
use crate::engine::{Engine, TypedEngine};
use crate::heuristics::Heuristics;
use crate::request::{Objective, Request, SolverKind};
use crate::sampling::Tuning;

/// Counts of moves.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    /// Without a width.
    closed: u64,
    /// In answers that are proved.
    proved: u64,
}

/// Compares the answer at a budget with the exhaustive solver's.
fn compare<G: Published + Heuristics>(
    rules: &G,
    log: &ObservationLog,
    objective: Objective,
    tuning: Tuning,
    count: &mut Count,
) {
    let exact = exact_answer(rules, log, objective);
    for lines in [1, 50, 300, 2_000] {
        let request = Request { objective: Some(objective), ..playouts(lines) };
        let answer = ask_with(rules, log, &request, tuning, &Control::default());
        for advice in &answer.moves {
            let value = self::advice(&exact, &advice.notation).value;
            let closed = advice.low >= advice.high;
            let place = format!("{} {objective:?} at {lines}: {advice:?}, exact {value}", G::ID);
            assert!(!closed || (advice.value - value).abs() < 1e-9, "{place}");
            count.closed += u64::from(closed);
            count.proved += u64::from(answer.exactness.proved);
        }
    }
}

fn exact_answer<G: Published + Heuristics>(rules: &G, log: &ObservationLog, objective: Objective) -> Answer {
    let request =
        Request { solver: SolverKind::Exhaustive, objective: Some(objective), ..Request::default() };
    let answer = TypedEngine::new(rules.clone()).hint(log, &request, &Control::default()).expect("an answer");
    assert!(answer.status == Status::Final && answer.exactness.level == Level::Exact, "{answer:?}");
    answer
}

/// Positions with `left` plies to go, both objectives, with both kinds of lines.
fn of_game<G: Published + Heuristics>(rules: &G, left: &[usize]) -> Count {
    let mut count = Count::default();
    for seed in 0..knob("TAPIS_PROOF_DEALS", 6).min(250) as u8 {
        let length = random_length(rules, seed);
        for log in left.iter().filter_map(|left| random_log(rules, seed, length.checked_sub(*left)?)) {
            for objective in [Objective::WinShare, Objective::RoundPayoff] {
                for tuning in [Tuning::plain(), Tuning::learned()] {
                    compare(rules, &log, objective, tuning, &mut count);
                }
            }
        }
    }
    count
}

#[test]
fn what_has_no_width_is_exact() {
    let open = Richelieu::new(Options { open_discs: true, ..Options::default() }).expect("options");
    let counts = [of_game(&open, &[6, 10]), of_game(&ConnectFour::default(), &[8])];
    for count in counts {
        assert!(count.closed > 100 && count.proved > 50, "{counts:?}");
    }
}
