//! The rows by their numbers in the table of goals. Every file asserts that both sides agree.

use crate::row::{Row, Size};

mod m1;
mod m3;
mod p1;
mod x1;
mod x2;

/// Makes the rows of a number.
type RowBuilder = fn(Size) -> Vec<Row>;

/// All numbers, in the order of measuring.
pub const ALL: [(&str, RowBuilder); 7] = [
    ("P1", p1::rows),
    ("P4", p1::threads),
    ("M1", m1::rows),
    ("M2", m1::threads),
    ("M3", m3::rows),
    ("X1", x1::rows),
    ("X2", x2::rows),
];

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// All assertions of the rows hold, and both sides do some work.
    #[test]
    fn every_row_runs_and_its_sides_agree() {
        for (id, make) in ALL {
            let rows = make(Size::Tiny);
            assert!(!rows.is_empty(), "{id}");
            for mut row in rows {
                assert_eq!(row.id, id);
                let pairs = row.measure(1, Duration::ZERO);
                let (lines, _) = row.lines(&pairs);
                assert_eq!(lines.len(), row.goals.len(), "{id}");
                for &goal in &row.goals {
                    let ratio = pairs.figures(goal).median;
                    assert!(ratio.is_finite() && ratio > 0.0, "{id}: {ratio}");
                }
            }
        }
    }
}
