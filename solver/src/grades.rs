//! The levels of bots, and how a game grades those that search.

use serde::Serialize;
use utoipa::ToSchema;

use crate::value::Values;

/// The greatest loss of a bot that errs, in units of its noise.
pub const WORST: f64 = 3.0;

/// A bot level. Budgets are in iterations, so that a bot's move is reproducible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotLevel {
    /// Uniformly random legal moves.
    Random,
    /// The best move of the game's heuristic, one ply deep.
    Greedy,
    /// The weakest of those that search; the ruleset's `bot_levels` say what each does and does not look at.
    Novice,
    /// Stronger than `novice`.
    Beginner,
    /// Stronger than `beginner`.
    Apprentice,
    /// Stronger than `apprentice`.
    Casual,
    /// Stronger than `casual`.
    Club,
    /// The strongest.
    Expert,
}

/// How a graded bot plays one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grade {
    /// Lines of search a move.
    pub lines: u64,
    /// How much utility it gives away: a move that lacks so much of the best is played *e* times less often than the best, and none
    /// that lacks three times as much.
    pub noise: f64,
    /// What it knows.
    pub knows: Knows,
    /// Whether it has learned what positions are worth, in games that come with such values.
    pub values: Values,
}

/// What a graded bot knows; each also what the one before it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Knows {
    /// The rules: it supposes that everybody plays at random.
    Rules,
    /// What others are likely to play.
    Habits,
    /// Ends, which it works out.
    Ends,
    /// What announcements are signs of, in games that model it.
    Signs,
}

impl Grade {
    /// A grade without learned values.
    pub const fn new(lines: u64, noise: f64, knows: Knows) -> Self {
        Self { lines, noise, knows, values: Values::Off }
    }

    /// The same with the learned values that come with the game.
    #[must_use]
    pub const fn learned(self) -> Self {
        Self { values: Values::Shipped, ..self }
    }
}

/// The graded bots of a game, weakest first.
pub type Grades = [Grade; 6];

/// What a game has where nothing was measured.
pub const GRADES: Grades = [
    Grade::new(300, 0.06, Knows::Rules),
    Grade::new(500, 0.045, Knows::Habits),
    Grade::new(1_000, 0.025, Knows::Habits),
    Grade::new(2_400, 0.01, Knows::Ends),
    Grade::new(6_000, 0.0, Knows::Ends),
    Grade::new(20_000, 0.0, Knows::Ends).learned(),
];
