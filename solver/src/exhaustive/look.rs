//! The worth of one position, looked at so many plies deep: for whoever wants no moves compared.

use tapis_games::seat::Seat;

use super::goal;
use super::limits::{Limits, Stopped};
use super::minimax::{Minimax, MinimaxTable, Setting, TO_THE_END};
use super::tuning::Tuning;
use crate::control::Control;
use crate::heuristics::Heuristics;
use crate::request::Objective;

/// What was seen of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Its worth to the seat asked about.
    pub worth: f64,
    /// Whether that rests on finished lines only.
    pub proved: bool,
    /// Positions visited.
    pub nodes: u64,
}

/// Looks at `state` one ply deeper at a time, up to `depth` plies (`None`: to the end), for `seat`, with all others on the
/// other side. On the calling thread. `None` when cancelled.
pub fn look<G: Heuristics>(
    rules: &G,
    state: &G::State,
    seat: Seat,
    objective: Objective,
    depth: Option<u16>,
    tuning: Tuning,
    control: &Control,
) -> Option<Look> {
    let range = goal::limits(objective);
    let mut table = (tuning.table_bytes > 0).then(|| MinimaxTable::new(tuning.table_bytes));
    let mut nodes = 0;
    let mut seen = None;
    for depth in (1..).take(depth.map_or(0, usize::from)).chain(depth.is_none().then_some(TO_THE_END)) {
        loop {
            let room = table.as_ref().and_then(MinimaxTable::room);
            let limits = Limits::new(control, room, None);
            let setting = Setting { rules, objective, seat, range, tuning, table: table.as_ref() };
            let found = Minimax::new(setting, &limits).worth(state, depth);
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
    seen.map(|eval| Look { worth: eval.worth, proved: eval.proved, nodes })
}
