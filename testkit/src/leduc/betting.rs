//! The betting of a round: at most one bet and one raise of it.

use serde::{Deserialize, Serialize};
use tapis_games::seat::Seat;
use utoipa::ToSchema;

/// What a seat may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LeducAction)]
pub enum Action {
    /// Give up the pot rather than put in what a raise asks.
    Fold,
    /// Put in what is asked: a check where nothing is.
    Call,
    /// Put in what is asked and one bet more.
    Raise,
}

/// Bets and raises of a round, at most.
const RAISES: u8 = 2;

/// The actions of a round, seat 0 first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Betting {
    /// Two bits an action, the first one lowest.
    actions: u8,
    made: u8,
    raises: u8,
}

impl Betting {
    /// Whose turn it is while the betting goes on.
    #[inline]
    pub fn to_move(self) -> Seat {
        Seat(self.made & 1)
    }

    /// How many actions were made.
    #[inline]
    pub fn made(self) -> u8 {
        self.made
    }

    /// The actions as one number, different for different ones.
    #[inline]
    pub(super) fn code(self) -> u64 {
        u64::from(self.made) << 8 | u64::from(self.actions)
    }

    /// All actions, in order.
    pub fn actions(self) -> impl Iterator<Item = Action> {
        (0..self.made).map(move |place| match self.actions >> (2 * place) & 3 {
            0 => Action::Fold,
            1 => Action::Call,
            _ => Action::Raise,
        })
    }

    /// Whether the last action was a fold.
    #[inline]
    pub fn is_folded(self) -> bool {
        self.made > 0 && self.last() == Action::Fold as u8
    }

    /// Whether everybody has put in what was asked.
    #[inline]
    pub fn is_called(self) -> bool {
        self.made > 1 && self.last() == Action::Call as u8
    }

    /// Whether somebody has to answer a raise.
    #[inline]
    pub fn is_raised(self) -> bool {
        self.made > 0 && self.last() == Action::Raise as u8
    }

    /// Whether one more raise is allowed.
    #[inline]
    pub fn may_raise(self) -> bool {
        self.raises < RAISES
    }

    /// Bets put in by each seat; a round that goes on counts only what was called, a fold loses what was called before.
    #[inline]
    pub fn called(self) -> u8 {
        if self.is_called() { self.raises } else { self.raises.saturating_sub(1) }
    }

    /// Adds an action; nothing happens to a round of four.
    #[inline]
    pub(super) fn add(&mut self, action: Action) {
        if self.made < 4 {
            self.actions |= (action as u8) << (2 * self.made);
            self.made += 1;
            self.raises += u8::from(action == Action::Raise);
        }
    }

    #[inline]
    fn last(self) -> u8 {
        self.actions >> (2 * (self.made - 1)) & 3
    }
}
