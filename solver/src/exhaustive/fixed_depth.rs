//! Searches one position to a fixed depth, without comparing its moves.

use tapis_games::seat::Seat;

use super::context::{SearchContext, TO_THE_END};
use super::limits::{Limits, Stopped};
use super::minimax::{Minimax, MinimaxTable};
use super::objective;
use super::tuning::Tuning;
use crate::control::Control;
use crate::heuristics::Heuristics;
use crate::request::Objective;

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionValue {
    /// The value to the seat that asked.
    pub value: f64,
    /// Whether the value rests on finished lines only.
    pub proved: bool,
    /// Positions visited.
    pub nodes: u64,
}

/// Searches `state` for `seat` by iterative deepening up to `depth` plies (`None`: to the end). All other seats play
/// against `seat`. Runs on the calling thread. `None` when cancelled.
pub fn search_to_depth<G: Heuristics>(
    rules: &G,
    state: &G::State,
    seat: Seat,
    objective: Objective,
    depth: Option<u16>,
    tuning: Tuning,
    control: &Control,
) -> Option<PositionValue> {
    let range = objective::value_limits(objective);
    let mut table = (tuning.table_bytes > 0).then(|| MinimaxTable::new(tuning.table_bytes));
    let mut nodes = 0;
    let mut seen = None;
    for depth in (1..).take(depth.map_or(0, usize::from)).chain(depth.is_none().then_some(TO_THE_END)) {
        loop {
            let room = table.as_ref().and_then(MinimaxTable::room);
            let limits = Limits::new(control, room, None);
            let context = SearchContext { rules, objective, seat, tuning, table: table.as_ref() };
            let found = Minimax::new(context, range, &limits).value(state, depth);
            nodes += limits.searched();
            match (found, table.as_mut()) {
                (Ok(eval), _) => {
                    seen = Some(eval);
                    break;
                }
                (Err(Stopped), Some(table)) if !control.cancel.is_cancelled() => table.grow(),
                (Err(Stopped), _) => return None,
            }
        }
    }
    seen.map(|eval| PositionValue { value: eval.value, proved: eval.proved, nodes })
}
