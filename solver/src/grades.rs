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
    /// A loss of utility. The bot plays a move that is worse than the best by this much *e* times less often than the best, and never a
    /// move that is worse by more than three times this much.
    pub noise: f64,
    /// The knowledge that it uses.
    pub knows: Knows,
    /// Whether it uses learned values of positions, in games that come with some.
    pub values: Values,
}

/// What a graded bot knows. Each variant includes the knowledge of those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Knows {
    /// The rules: it supposes that everybody plays at random.
    Rules,
    /// What others are likely to play.
    Habits,
    /// The ends of games, which it solves.
    Ends,
    /// What announcements tell of hidden cards, in games that model this.
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

/// The grades of a game for which none were measured.
pub const GRADES: Grades = [
    Grade::new(300, 0.06, Knows::Rules),
    Grade::new(500, 0.045, Knows::Habits),
    Grade::new(1_000, 0.025, Knows::Habits),
    Grade::new(2_400, 0.01, Knows::Ends),
    Grade::new(6_000, 0.0, Knows::Ends),
    Grade::new(20_000, 0.0, Knows::Ends).learned(),
];
