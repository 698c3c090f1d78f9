//! The switches of the exhaustive search. They change its speed, never a value.

/// Switches parts of the search on and off. Tests vary them; all other callers use the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Maximal size of the transposition table in bytes. It has two entries at least.
    pub table_bytes: usize,
    /// The least depth at which iterative deepening uses the table. Below it, a memory access costs more than a
    /// search.
    pub table_from: u16,
    /// Cutoffs by the game's static bounds.
    pub bounds: bool,
    /// The game's own solver of ends of rounds, in max^n.
    pub ends: bool,
    /// Iterative deepening even if the whole tree is expected to be small.
    pub deepening: bool,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { table_bytes: 64 << 20, table_from: 1, bounds: true, ends: true, deepening: false }
    }
}
