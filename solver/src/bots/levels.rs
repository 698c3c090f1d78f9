//! The levels of bots. The graded ones lie so far apart that of two neighbours the stronger wins two to four games of five: see
//! `docs/strength.md`. A weaker one knows less, searches less, and chooses among moves that seem nearly as good.

use tapis_games::refusal::Text;

use super::Bot;
use crate::engine::BotLevel;
use crate::report;
use crate::sampling::Tuning;

/// How a graded bot plays one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grade {
    /// Lines of search a move.
    pub lines: u64,
    /// How much utility it gives away: a move that lacks so much of the best is played *e* times less often than the best, and none
    /// that lacks three times as much.
    pub noise: f64,
}

impl Grade {
    /// A grade.
    pub const fn new(lines: u64, noise: f64) -> Self {
        Self { lines, noise }
    }
}

/// The graded bots of a game, weakest first.
pub type Grades = [Grade; 6];

/// What a game has where nothing was measured.
pub const GRADES: Grades = [
    Grade::new(200, 0.08),
    Grade::new(500, 0.045),
    Grade::new(1_000, 0.025),
    Grade::new(2_400, 0.01),
    Grade::new(6_000, 0.0),
    Grade::new(20_000, 0.0),
];

impl BotLevel {
    /// All of them: those that do not search, then the graded ones, weakest first.
    pub const ALL: [Self; 8] = [
        Self::Random,
        Self::Greedy,
        Self::Novice,
        Self::Beginner,
        Self::Apprentice,
        Self::Casual,
        Self::Club,
        Self::Expert,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Novice => "novice",
            Self::Beginner => "beginner",
            Self::Apprentice => "apprentice",
            Self::Casual => "casual",
            Self::Club => "club",
            Self::Expert => "expert",
        }
    }

    /// The level of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// Its grade at a game with these; `None` for those that do not search.
    pub fn grade(self, grades: &Grades) -> Option<Grade> {
        let index = match self {
            Self::Random | Self::Greedy => return None,
            Self::Novice => 0,
            Self::Beginner => 1,
            Self::Apprentice => 2,
            Self::Casual => 3,
            Self::Club => 4,
            Self::Expert => 5,
        };
        grades.get(index).copied()
    }

    /// What it does with so many lines a move, and what it does not look at, in words.
    pub fn text(self, lines: u64) -> Text {
        report::bot(self, lines)
    }

    /// Its search at a game with these grades.
    pub fn search(self, grades: &Grades) -> Bot {
        let Some(Grade { lines, noise }) = self.grade(grades) else { return self.into() };
        let full = Tuning { noise, ..Tuning::bot() };
        let open_minded = Tuning { belief: 1, ..full };
        let short_sighted = Tuning { endgame_nodes: 0, ..open_minded };
        let naive = Tuning { tournament: 1, ..short_sighted };
        let tuning = match self {
            Self::Novice => naive,
            Self::Beginner | Self::Apprentice => short_sighted,
            Self::Casual => open_minded,
            Self::Random | Self::Greedy | Self::Club | Self::Expert => full,
        };
        Bot::Solver { iterations: lines, tuning }
    }
}

impl From<BotLevel> for Bot {
    fn from(level: BotLevel) -> Self {
        match level {
            BotLevel::Random => Self::Random,
            BotLevel::Greedy => Self::Greedy,
            graded => Self::Graded(graded),
        }
    }
}
