//! The levels of bots. The graded ones lie so far apart that of two neighbours the stronger wins two to four games of five: see
//! `docs/strength.md`. A weaker one knows less, searches less, and chooses among moves that seem nearly as good.

use tapis_games::refusal::Text;

use super::Bot;
use crate::engine::BotLevel;
use crate::report;
use crate::sampling::Tuning;

/// How much utility the graded bots below `club` give away, weakest first: a move that lacks so much of the best is played *e* times less
/// often than the best, and none that lacks three times as much.
pub type Carelessness = [f64; 4];

/// What a game has where nothing was measured.
pub const CARELESSNESS: Carelessness = [0.08, 0.045, 0.025, 0.01];

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

    /// Lines of search a move; 0 for those that do not search.
    pub fn lines(self) -> u64 {
        match self {
            Self::Random | Self::Greedy => 0,
            Self::Novice => 200,
            Self::Beginner => 500,
            Self::Apprentice => 1_000,
            Self::Casual => 2_400,
            Self::Club => 6_000,
            Self::Expert => 20_000,
        }
    }

    /// What it does, and what it does not look at, in words.
    pub fn text(self) -> Text {
        report::bot(self)
    }

    /// The search of a graded bot at a game with this carelessness.
    pub fn search(self, [novice, beginner, apprentice, casual]: Carelessness) -> Bot {
        let full = Tuning::bot();
        let open_minded = Tuning { belief: 1, ..full };
        let short_sighted = Tuning { endgame_nodes: 0, ..open_minded };
        let naive = Tuning { tournament: 1, ..short_sighted };
        let tuning = match self {
            Self::Novice => Tuning { noise: novice, ..naive },
            Self::Beginner => Tuning { noise: beginner, ..short_sighted },
            Self::Apprentice => Tuning { noise: apprentice, ..short_sighted },
            Self::Casual => Tuning { noise: casual, ..open_minded },
            Self::Random | Self::Greedy | Self::Club | Self::Expert => full,
        };
        Bot::Solver { iterations: self.lines(), tuning }
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
