//! The switches of the exhaustive search: none changes a value, all change the time.

/// Which parts of the search are on. Tests turn each off and on; everybody else takes the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Bytes of the transposition table at most; 0 for none.
    pub table_bytes: usize,
    /// Plies left to search from which on the table is asked and told, where a search deepens step by step: a position that
    /// costs less than a look into memory is better searched again.
    pub table_from: u16,
    /// Table move, killers, history and the game's opinion; off: canonical order.
    pub ordering: bool,
    /// Star1 and Star2 pruning at chance nodes.
    pub star: bool,
    /// Null-window searches after the first move of a node (principal variation search).
    pub pvs: bool,
    /// Cuts on the game's static bounds.
    pub bounds: bool,
    /// Shallow pruning in max^n.
    pub shallow: bool,
    /// Deepen step by step even where the whole tree is expected to be small.
    pub deepening: bool,
}

impl Tuning {
    /// Everything off: the plain search.
    pub const PLAIN: Self = Self {
        table_bytes: 0,
        table_from: 1,
        ordering: false,
        star: false,
        pvs: false,
        bounds: false,
        shallow: false,
        deepening: false,
    };
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
            deepening: false,
        }
    }
}
