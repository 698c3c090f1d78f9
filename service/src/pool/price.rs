//! What a search costs: work units, fixed before it starts.

use tapis_solver::request::Budget;

/// Playouts a lane makes in a millisecond, nominally. Only the ratio between budgets matters.
const ITERATIONS_A_MS: u64 = 25;
/// Positions an exhaustive search visits in a millisecond, nominally.
const NODES_A_MS: u64 = 1_000;
/// Milliseconds for the playouts of a world, nominally.
const MS_A_WORLD: u64 = 5;

/// An amount of work: about one millisecond of one lane. At least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Units(u64);

impl Units {
    /// `units`, at least 1.
    pub fn new(units: u64) -> Self {
        Self(units.max(1))
    }

    /// The number.
    pub fn get(self) -> u64 {
        self.0
    }

    /// The most work `budget` allows: the least of its limits.
    pub fn of(budget: &Budget) -> Self {
        let limits = [
            budget.ms,
            budget.iterations.map(|iterations| iterations / ITERATIONS_A_MS),
            budget.nodes.map(|nodes| nodes / NODES_A_MS),
            budget.worlds.map(|worlds| worlds.saturating_mul(MS_A_WORLD)),
        ];
        Self::new(limits.into_iter().flatten().min().unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_limit_is_the_price() {
        let budget = Budget { ms: Some(500), iterations: Some(1_000), ..Budget::default() };
        assert_eq!(Units::of(&budget).get(), 40);
        let budget = Budget { ms: Some(20), worlds: Some(u64::MAX), ..Budget::default() };
        assert_eq!(Units::of(&budget).get(), 20);
    }

    #[test]
    fn nothing_is_free() {
        assert_eq!(Units::of(&Budget { nodes: Some(1), ..Budget::default() }).get(), 1);
        assert_eq!(Units::of(&Budget { ms: Some(0), ..Budget::default() }).get(), 1);
    }
}
