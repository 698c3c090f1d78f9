//! What waits for what: moves of about the same cost, of games with people or of games of bots among themselves.

use tapis_db::model::{SeatKind, SeatRecord};
use tapis_solver::engine::BotLevel;

use crate::pool::Units;
use crate::priority::Nice;
use crate::tables::Automatic;

/// A lane has threads of its own, so that a short reply waits for no long search. The system slices the long ones: they
/// give way to the short ones, and games of bots among themselves to everything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(super) enum BotLane {
    /// Games with people: moves without a search, and passes.
    Quick,
    /// Games with people: searches of `casual` bots and weaker ones.
    Casual,
    /// Games with people: searches of `club` bots.
    Club,
    /// Games with people: searches of `expert` bots.
    Expert,
    /// Games of bots among themselves: moves without a search.
    #[strum(serialize = "alone-quick")]
    QuickAlone,
    /// Games of bots among themselves: searches.
    #[strum(serialize = "alone")]
    SearchAlone,
}

/// Moves without a search that are made side by side in games of bots: most of their time they wait for the disk.
const ALONE_A_PROCESSOR: usize = 8;
const MOST_ALONE: usize = 32;

impl BotLane {
    pub const ALL: [Self; 6] =
        [Self::Quick, Self::Casual, Self::Club, Self::Expert, Self::QuickAlone, Self::SearchAlone];

    /// The lane of a move of this level, or of a pass.
    pub fn of(level: Option<BotLevel>, people: bool) -> Self {
        match (level.filter(|level| searches(*level)), people) {
            (None, true) => Self::Quick,
            (Some(BotLevel::Novice | BotLevel::Beginner | BotLevel::Apprentice | BotLevel::Casual), true) => {
                Self::Casual
            }
            (Some(BotLevel::Expert), true) => Self::Expert,
            (Some(_), true) => Self::Club,
            (None, false) => Self::QuickAlone,
            (Some(_), false) => Self::SearchAlone,
        }
    }

    /// Whether people sit at its tables.
    pub fn has_people(self) -> bool {
        !matches!(self, Self::QuickAlone | Self::SearchAlone)
    }

    /// The lanes of games with people, or of those without.
    pub fn apart(people: bool) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |lane| lane.has_people() == people)
    }

    /// Whether its moves are searched.
    pub fn searches(self) -> bool {
        !matches!(self, Self::Quick | Self::QuickAlone)
    }

    /// How far its threads give way.
    pub fn nice(self) -> Nice {
        match self {
            Self::Quick => Nice::USUAL,
            Self::Casual => Nice::new(2),
            Self::Club => Nice::new(4),
            Self::Expert => Nice::new(6),
            Self::QuickAlone | Self::SearchAlone => Nice::LOWEST,
        }
    }

    /// Its threads, where `threads` play the moves of a lane with people. Games of bots use every processor.
    pub fn threads(self, threads: usize) -> usize {
        let processors = std::thread::available_parallelism().map_or(1, usize::from).max(threads);
        match self {
            Self::QuickAlone => (processors * ALONE_A_PROCESSOR).min(MOST_ALONE.max(processors)),
            Self::SearchAlone => processors,
            _ => threads,
        }
    }
}

/// The level that moves; `None` for a pass.
pub(super) fn level_of_mover(mover: &Automatic) -> Option<BotLevel> {
    match mover {
        Automatic::Bot(_, level) => BotLevel::named(level),
        Automatic::Pass(..) => None,
    }
}

/// Whether people sit at a table, or look on at a bot that plays for them and may come back.
pub(super) fn has_people(seats: &[SeatRecord]) -> bool {
    seats.iter().any(|seat| seat.kind == SeatKind::Human || seat.timed_out)
}

fn searches(level: BotLevel) -> bool {
    !matches!(level, BotLevel::Random | BotLevel::Greedy)
}

/// About what a move of this level costs.
pub(super) fn price(level: Option<BotLevel>) -> Units {
    Units::new(match level {
        None | Some(BotLevel::Random | BotLevel::Greedy) => 1,
        Some(BotLevel::Novice) => 8,
        Some(BotLevel::Beginner) => 20,
        Some(BotLevel::Apprentice) => 40,
        Some(BotLevel::Casual) => 96,
        Some(BotLevel::Club) => 240,
        Some(BotLevel::Expert) => 800,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_with_people_share_no_thread_with_games_of_bots() {
        for level in BotLevel::ALL.map(Some).into_iter().chain([None]) {
            let (people, alone) = (BotLane::of(level, true), BotLane::of(level, false));
            assert!(people.has_people() && !alone.has_people() && people.nice() < alone.nice(), "{level:?}");
            assert_eq!(people.searches(), alone.searches());
        }
    }

    #[test]
    fn games_of_bots_give_way_to_reviews_and_analyses() {
        assert!(BotLane::apart(false).all(|lane| lane.nice() > crate::pool::LONG));
    }

    #[test]
    fn games_of_bots_have_every_processor() {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        assert!(
            BotLane::SearchAlone.threads(1) >= processors && BotLane::QuickAlone.threads(1) >= processors
        );
        assert_eq!(BotLane::Quick.threads(1), 1);
    }
}
