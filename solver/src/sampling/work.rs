//! What a bot's move may cost at most.
//!
//! Work is counted, not timed, so that a bot plays the same everywhere. A unit is a position: played to in a line, or listed as a move of a
//! position that is new in the tree. What takes longer counts as more units, as it was measured in all games. Setting up a search is
//! not counted; it plays some forty lines.
//!
//! The search for a move ends with the line that reaches [`of_a_move`]. Ends get at most half of it: unlike lines they cost the more the
//! more seats there are.

/// The most work of a move of up to [`LINES`] lines.
const MOST: u64 = 2_500_000;
/// The lines of the strongest level.
const LINES: u64 = 20_000;
/// A world drawn.
pub(super) const OF_A_WORLD: u64 = 8;
/// A position in an attempt to solve an end: it is remembered, with the values of all seats.
pub(super) const OF_AN_END: u64 = 4;

/// Learned values of a position: every seat looks at every other.
pub(super) fn of_values(seats: usize) -> u64 {
    3 * (seats * seats) as u64
}

/// The work at which the search for a move of so many lines ends: the same for all levels, and in proportion for more lines than any
/// level has.
pub(crate) fn of_a_move(lines: u64) -> u64 {
    MOST.saturating_mul(lines.max(LINES)) / LINES
}

/// The part of the work of a move that attempts to solve ends may take.
pub(crate) fn of_ends(work: u64) -> u64 {
    if work == u64::MAX { work } else { work / 2 }
}
