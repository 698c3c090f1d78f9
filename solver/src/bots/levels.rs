//! The levels of bots. The graded ones are meant to lie so far apart that of two neighbours the stronger wins two to four games of
//! five; `docs/strength.md` has what was measured. A weaker one knows less, searches less, and chooses among moves that seem nearly as good.

use tapis_games::refusal::Text;

use super::Bot;
use crate::grades::{BotLevel, Grade, Grades, Knows};
use crate::sampling::Tuning;
use crate::words;

impl Grade {
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
        let mut graded = Self::ALL.into_iter().rev().zip(grades.iter().rev());
        graded.find(|(level, _)| *level == self).map(|(_, grade)| *grade)
    }

    /// What it does at a game with these grades, and what it does not look at, in words.
    pub fn text(self, grades: &Grades) -> Text {
        let most = grades[grades.len() - 1].knows;
        self.grade(grades).map_or_else(|| words::bot(self), |grade| words::grade(grade, most))
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
