//! The switches of the exhaustive search. They change its speed, never a value.

/// Switches parts of the search on and off. Tests vary them; all other callers use the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Maximal size of the transposition table in bytes. It has two entries at least.
    pub table_bytes: usize,
    /// The least depth at which iterative deepening uses the table. Below it, a memory access costs more than a
    /// search.
    pub table_from: u16,
    /// Move ordering by table move, killers, history and heuristic scores; off: canonical order.
    pub ordering: bool,
    /// Star1 and Star2 pruning at chance nodes.
    pub star: bool,
    /// Null-window searches after the first move of a node (principal variation search).
    pub pvs: bool,
    /// Cutoffs by the game's static bounds.
    pub bounds: bool,
    /// Shallow pruning in max^n.
    pub shallow: bool,
    /// The game's own solver of ends of rounds, in max^n.
    pub ends: bool,
    /// Iterative deepening even if the whole tree is expected to be small.
    pub deepening: bool,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            table_bytes: 64 << 20,
            table_from: 1,
            ordering: true,
            star: true,
            pvs: true,
            bounds: true,
            shallow: true,
            ends: true,
            deepening: false,
        }
    }
}
