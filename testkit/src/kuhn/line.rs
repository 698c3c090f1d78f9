//! The betting: a tree of nine nodes.

use serde::{Deserialize, Serialize};
use tapis_games::seat::Seat;
use utoipa::ToSchema;

/// What a seat may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = KuhnAction)]
pub enum Action {
    /// Check, or fold to a bet.
    Pass,
    /// Bet one, or call a bet.
    Bet,
}

/// The betting so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = KuhnLine)]
pub enum Line {
    /// Seat 0 opens.
    Start,
    /// Seat 1 after a pass.
    Pass,
    /// Seat 1 after a bet.
    Bet,
    /// Seat 0 after a pass and a bet.
    PassBet,
    /// Showdown for the antes.
    PassPass,
    /// Seat 1 folded.
    BetPass,
    /// Showdown for two each.
    BetBet,
    /// Seat 0 folded.
    PassBetPass,
    /// Showdown for two each.
    PassBetBet,
}

impl Line {
    /// Whose turn; `None` at the end.
    #[inline]
    pub fn to_move(self) -> Option<Seat> {
        match self {
            Line::Start | Line::PassBet => Some(Seat(0)),
            Line::Pass | Line::Bet => Some(Seat(1)),
            _ => None,
        }
    }

    /// The betting after one more action; an ended one stays.
    #[inline]
    pub fn then(self, action: Action) -> Self {
        match (self, action) {
            (Line::Start, Action::Pass) => Line::Pass,
            (Line::Start, Action::Bet) => Line::Bet,
            (Line::Pass, Action::Pass) => Line::PassPass,
            (Line::Pass, Action::Bet) => Line::PassBet,
            (Line::Bet, Action::Pass) => Line::BetPass,
            (Line::Bet, Action::Bet) => Line::BetBet,
            (Line::PassBet, Action::Pass) => Line::PassBetPass,
            (Line::PassBet, Action::Bet) => Line::PassBetBet,
            (ended, _) => ended,
        }
    }

    /// Whether the cards are shown.
    pub fn is_showdown(self) -> bool {
        matches!(self, Line::PassPass | Line::BetBet | Line::PassBetBet)
    }

    /// The actions so far, in order, seat 0 first.
    pub fn actions(self) -> &'static [Action] {
        use Action::{Bet, Pass};
        match self {
            Line::Start => &[],
            Line::Pass => &[Pass],
            Line::Bet => &[Bet],
            Line::PassBet => &[Pass, Bet],
            Line::PassPass => &[Pass, Pass],
            Line::BetPass => &[Bet, Pass],
            Line::BetBet => &[Bet, Bet],
            Line::PassBetPass => &[Pass, Bet, Pass],
            Line::PassBetBet => &[Pass, Bet, Bet],
        }
    }
}
