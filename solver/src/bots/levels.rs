//! The levels of bots. The graded ones are meant to lie so far apart that of two neighbours the stronger wins two to four games of
//! five; `docs/strength.md` has what was measured. A weaker one knows less, searches less, and chooses among moves that seem nearly as good.

use tapis_games::refusal::Text;

use super::Bot;
use crate::engine::BotLevel;
use crate::report;
use crate::sampling::Tuning;
use crate::value::Values;

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

    /// The search of a bot of this grade.
    pub fn search(self) -> Bot {
        let full = Tuning { noise: self.noise, values: self.values, ..Tuning::bot() };
        let tuning = Tuning {
            tournament: if self.knows < Knows::Habits { 1 } else { full.tournament },
            endgame_nodes: if self.knows < Knows::Ends { 0 } else { full.endgame_nodes },
            belief: if self.knows < Knows::Signs { 1 } else { full.belief },
            ..full
        };
        Bot::Solver { iterations: self.lines, tuning }
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

    /// Its name.
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

    /// What it does at a game with these grades, and what it does not look at, in words.
    pub fn text(self, grades: &Grades) -> Text {
        let most = grades[grades.len() - 1].knows;
        self.grade(grades).map_or_else(|| report::bot(self), |grade| report::grade(grade, most))
    }

    /// Its search at a game with these grades.
    pub fn search(self, grades: &Grades) -> Bot {
        self.grade(grades).map_or_else(|| self.into(), Grade::search)
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
