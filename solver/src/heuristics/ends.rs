//! Solvers of the ends of rounds.

use tapis_games::seat::BySeat;

/// Why an end of a round was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoEnd {
    /// No seat is to lay a card.
    NotInPlay,
    /// There are more choices than which card to lay: somebody may use something else.
    MoreThanCards,
    /// The round goes on for too long.
    TooFar,
    /// The search was ended.
    Stopped,
}

/// Solves ends of rounds with all hands open, under max^n: each seat maximises its points of the round less those of the best other seat, and
/// plays the first of its equal moves in canonical order. It remembers what it solved.
pub trait EndSolver<S>: Send {
    /// The points of the round to each seat. `go_on` is told of moves tried since it was told last, and ends the search by false.
    ///
    /// # Errors
    /// See [`NoEnd`].
    fn solve(&mut self, state: &S, go_on: &mut dyn FnMut(u64) -> bool) -> Result<BySeat<i32>, NoEnd>;
}
