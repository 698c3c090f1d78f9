//! The table entry of minimax.

use super::{Eval, Window};
use crate::exhaustive::context::PROVED;
use crate::exhaustive::objective::Bounds;
use crate::exhaustive::table::{Table, with_effort};

/// Two data words per entry: the bits of the value; bound, depth, move and effort.
pub type MinimaxTable = Table<2>;

/// How the stored value bounds the true value.
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
    /// The index of the move to try first.
    pub mv: Option<usize>,
}

impl Entry {
    /// The entry for the result of a search to `depth` within `window`. All values lie within `range`.
    pub fn new(eval: Eval, mv: Option<usize>, depth: u16, window: Window, range: Bounds) -> Self {
        let bound = if eval.value <= window.alpha {
            // A value at the lower end of the range cannot be lower.
            if eval.value <= range.0 { Bound::Exact } else { Bound::Upper }
        } else if eval.value >= window.beta {
            if eval.value >= range.1 { Bound::Exact } else { Bound::Lower }
        } else {
            Bound::Exact
        };
        Self { eval, bound, depth: if eval.proved { PROVED } else { depth }, mv }
    }

    /// The entry as the result of a search to `depth` within `window`, if it suffices.
    pub fn answer(&self, depth: u16, window: Window) -> Option<Eval> {
        let fits = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.eval.value >= window.beta,
            Bound::Upper => self.eval.value <= window.alpha,
        };
        (self.depth >= depth && fits).then_some(self.eval)
    }

    /// The words to store after a search of `nodes` positions.
    pub fn pack(&self, nodes: u64) -> [u64; 2] {
        let mv = self.mv.and_then(|mv| u16::try_from(mv + 1).ok()).unwrap_or(0);
        let meta = u64::from(mv) | u64::from(self.depth) << 16 | (self.bound as u64) << 32;
        [self.eval.value.to_bits(), with_effort(meta, nodes.max(1))]
    }

    /// The entry in stored words.
    pub fn unpack([value, meta]: [u64; 2]) -> Self {
        let depth = (meta >> 16) as u16;
        let bound = match meta >> 32 & 3 {
            0 => Bound::Lower,
            1 => Bound::Upper,
            _ => Bound::Exact,
        };
        let eval = Eval { value: f64::from_bits(value), proved: depth == PROVED };
        Self { eval, bound, depth, mv: (meta as u16).checked_sub(1).map(usize::from) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANGE: Bounds = (0.0, 1.0);

    fn entry(value: f64, alpha: f64, beta: f64) -> Entry {
        Entry::new(Eval { value, proved: false }, Some(3), 7, Window { alpha, beta }, RANGE)
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
