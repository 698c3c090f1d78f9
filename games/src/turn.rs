//! Whose turn it is.

use crate::seat::Seat;

/// Who decides next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The seat that has to choose one of [legal moves](crate::game::Game::legal_moves).
    Player(Seat),
    /// Nobody: a chance node, see [chances](crate::game::Game::chances).
    Chance,
    /// The game has ended; [payoffs](crate::game::Game::payoffs) is final.
    Over,
}
