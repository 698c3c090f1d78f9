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

/// The value of `state` to `seat` by iterative deepening up to `depth` plies (`None`: to the end), and the positions visited. All
/// other seats play against `seat`. Runs on the calling thread. `None` when cancelled.
pub fn search_to_depth<G: Heuristics>(
    rules: &G,
    state: &G::State,
    seat: Seat,
    objective: Objective,
    depth: Option<u16>,
    tuning: Tuning,
    control: &Control,
) -> Option<(f64, u64)> {
    let range = objective::value_limits(objective);
    let mut table = MinimaxTable::new(tuning.table_bytes);
    let mut nodes = 0;
    let mut seen = None;
    for depth in (1..).take(depth.map_or(0, usize::from)).chain(depth.is_none().then_some(TO_THE_END)) {
        loop {
            let limits = Limits::new(control, table.room(), None);
            let context = SearchContext { rules, objective, seat, tuning, table: &table };
            let found = Minimax::new(context, range, &limits).value(state, depth);
            nodes += limits.searched();
            match found {
                Ok(eval) => {
                    seen = Some(eval.value);
                    break;
                }
                Err(Stopped) if control.cancel.is_cancelled() => return None,
                Err(Stopped) => table.grow(),
            }
        }
    }
    seen.map(|value| (value, nodes))
}
