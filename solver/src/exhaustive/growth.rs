//! When the transposition table is made larger, and when no more.

use std::time::{Duration, Instant};

use super::family::SearchTable;
use super::table::GROWTH;

/// What it takes to make the table larger: memory is given by the system page by page, and everything is moved.
#[derive(Clone, Copy, Default)]
pub(super) struct Growth {
    /// What it took last.
    took: Duration,
    /// Whether no more time goes into it.
    settled: bool,
}

impl Growth {
    /// How many positions may be visited before `table` should grow; `None` when it grows no more.
    pub fn room(self, table: &SearchTable) -> Option<u64> {
        table.room().filter(|_| !self.settled)
    }

    /// Makes `table` larger, unless by `deadline` there would be less time to use it than it takes to make it.
    pub fn grow(&mut self, table: &mut SearchTable, deadline: Option<Instant>) {
        let began = Instant::now();
        let needed = self.took * 2 * GROWTH as u32;
        if deadline.is_some_and(|end| end.saturating_duration_since(began) <= needed) {
            self.settled = true;
            return;
        }
        table.grow();
        self.took = began.elapsed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhaustive::minimax::MinimaxTable;

    #[test]
    fn a_table_that_would_be_ready_too_late_stays_as_it_is() {
        let mut table = SearchTable::Minimax(MinimaxTable::new(64 << 20));
        let mut growth = Growth { took: Duration::from_secs(1), settled: false };
        let room = growth.room(&table);
        growth.grow(&mut table, Some(Instant::now() + Duration::from_secs(10)));
        assert_eq!((growth.room(&table), table.room()), (None, room));
    }

    #[test]
    fn without_a_deadline_or_long_before_it_a_table_grows() {
        let mut table = SearchTable::Minimax(MinimaxTable::new(64 << 20));
        let mut growth = Growth::default();
        let first = growth.room(&table).unwrap();
        growth.grow(&mut table, None);
        let second = growth.room(&table).unwrap();
        growth.grow(&mut table, Some(Instant::now() + Duration::from_secs(3600)));
        assert!(first < second && growth.room(&table).is_none_or(|third| third > second));
    }
}
