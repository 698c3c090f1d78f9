//! Decides when the transposition table grows.

use std::time::{Duration, Instant};

use super::searcher::SearchTable;
use super::table::GROWTH;

/// The cost of growing the table: the system provides new memory page by page, and all entries move.
#[derive(Clone, Copy, Default)]
pub(super) struct TableGrowth {
    /// How long the last growth took.
    last_growth: Duration,
    /// Whether the table grows no more.
    stopped: bool,
}

impl TableGrowth {
    /// How many positions may be visited before `table` should grow; `None` if it grows no more.
    pub fn room(self, table: &SearchTable) -> Option<u64> {
        table.room().filter(|_| !self.stopped)
    }

    /// Makes `table` larger, unless growing would take longer than the time left to use it before `deadline`.
    pub fn grow(&mut self, table: &mut SearchTable, deadline: Option<Instant>) {
        let began = Instant::now();
        let needed = self.last_growth * 2 * GROWTH as u32;
        if deadline.is_some_and(|end| end.saturating_duration_since(began) <= needed) {
            self.stopped = true;
            return;
        }
        table.grow();
        self.last_growth = began.elapsed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhaustive::minimax::MinimaxTable;

    #[test]
    fn a_table_that_would_be_ready_too_late_stays_as_it_is() {
        let mut table = SearchTable::Minimax(MinimaxTable::new(64 << 20));
        let mut growth = TableGrowth { last_growth: Duration::from_secs(1), stopped: false };
        let room = growth.room(&table);
        growth.grow(&mut table, Some(Instant::now() + Duration::from_secs(10)));
        assert_eq!((growth.room(&table), table.room()), (None, room));
    }

    #[test]
    fn without_a_deadline_or_long_before_it_a_table_grows() {
        let mut table = SearchTable::Minimax(MinimaxTable::new(64 << 20));
        let mut growth = TableGrowth::default();
        let first = growth.room(&table).unwrap();
        growth.grow(&mut table, None);
        let second = growth.room(&table).unwrap();
        growth.grow(&mut table, Some(Instant::now() + Duration::from_secs(3600)));
        assert!(first < second && growth.room(&table).is_none_or(|third| third > second));
    }
}
