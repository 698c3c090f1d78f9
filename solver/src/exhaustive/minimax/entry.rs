//! What the table keeps of a node.

use super::super::goal::Bounds;
use super::super::table::{Table, with_effort};
use super::{Eval, Window};

/// Two data words an entry: the worth's bits; bound, depth, move and effort.
pub type MinimaxTable = Table<2>;

/// Remaining depth of entries that hold at any depth.
const PROVED: u16 = u16::MAX;

/// What an entry says of a worth.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u8)]
enum Bound {
    Lower,
    Upper,
    Exact,
}

/// An entry, unpacked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    eval: Eval,
    bound: Bound,
    depth: u16,
    /// Number of the move to try first.
    pub mv: Option<usize>,
}

impl Entry {
    /// What a search to `depth` within `window` found, where worths lie within `range`.
    pub fn new(eval: Eval, mv: Option<usize>, depth: u16, window: Window, range: Bounds) -> Self {
        let bound = if eval.worth <= window.alpha {
            // Nothing is worth less than the least.
            if eval.worth <= range.0 { Bound::Exact } else { Bound::Upper }
        } else if eval.worth >= window.beta {
            if eval.worth >= range.1 { Bound::Exact } else { Bound::Lower }
        } else {
            Bound::Exact
        };
        Self { eval, bound, depth: if eval.proved { PROVED } else { depth }, mv }
    }

    /// The entry as the result of a search to `depth` within `window`, if it can be.
    pub fn answer(&self, depth: u16, window: Window) -> Option<Eval> {
        let fits = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.eval.worth >= window.beta,
            Bound::Upper => self.eval.worth <= window.alpha,
        };
        (self.depth >= depth && fits).then_some(self.eval)
    }

    /// The words to store after a search of `nodes` positions.
    pub fn pack(&self, nodes: u64) -> [u64; 2] {
        let mv = self.mv.and_then(|mv| u16::try_from(mv + 1).ok()).unwrap_or(0);
        let meta = u64::from(mv) | u64::from(self.depth) << 16 | (self.bound as u64) << 32;
        [self.eval.worth.to_bits(), with_effort(meta, nodes.max(1))]
    }

    /// Reads stored words.
    pub fn unpack([worth, meta]: [u64; 2]) -> Self {
        let depth = (meta >> 16) as u16;
        let bound = match meta >> 32 & 3 {
            0 => Bound::Lower,
            1 => Bound::Upper,
            _ => Bound::Exact,
        };
        let eval = Eval { worth: f64::from_bits(worth), proved: depth == PROVED };
        Self { eval, bound, depth, mv: (meta as u16).checked_sub(1).map(usize::from) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANGE: Bounds = (0.0, 1.0);

    fn entry(worth: f64, alpha: f64, beta: f64) -> Entry {
        Entry::new(Eval { worth, proved: false }, Some(3), 7, Window { alpha, beta }, RANGE)
    }

    #[test]
    fn a_result_is_read_against_its_window() {
        assert_eq!(entry(0.4, 0.2, 0.6).bound, Bound::Exact);
        assert_eq!(entry(0.2, 0.2, 0.6).bound, Bound::Upper);
        assert_eq!(entry(0.7, 0.2, 0.6).bound, Bound::Lower);
        assert_eq!(entry(0.0, 0.2, 0.6).bound, Bound::Exact);
        assert_eq!(entry(1.0, 0.2, 0.6).bound, Bound::Exact);
    }

    #[test]
    fn packing_loses_nothing() {
        for entry in
            [entry(1.0 / 3.0, 0.0, 1.0), entry(0.5, 0.5, 1.0), Entry { mv: None, ..entry(0.9, 0.0, 0.2) }]
        {
            assert_eq!(Entry::unpack(entry.pack(0)), entry);
        }
    }

    #[test]
    fn answers_only_where_deep_enough_and_conclusive() {
        let lower = entry(0.7, 0.2, 0.6);
        assert!(lower.answer(7, Window { alpha: 0.0, beta: 0.7 }).is_some());
        assert!(lower.answer(8, Window { alpha: 0.0, beta: 0.7 }).is_none());
        assert!(lower.answer(7, Window { alpha: 0.0, beta: 0.8 }).is_none());
    }
}
