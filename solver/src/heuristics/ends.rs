//! Solvers of the ends of rounds.

use tapis_games::seat::BySeat;

/// What each seat maximises at the end of a round, under max^n: of its equal moves it plays the first in canonical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndAim {
    /// The points of the round.
    Own,
    /// The points of the round less those of the best other seat.
    Lead,
}

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

/// Solves ends of rounds with all hands open. It remembers what it solved.
pub trait EndSolver<S>: Send {
    /// The points of the round to each seat. `go_on` is told of moves tried since it was told last, and ends the search by false.
    ///
    /// # Errors
    /// See [`NoEnd`].
    fn solve(&mut self, state: &S, go_on: &mut dyn FnMut(u64) -> bool) -> Result<BySeat<i32>, NoEnd>;
}
