//! How much work a review is.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr};
use utoipa::ToSchema;

/// How much work a review is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[derive(Display, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", parse_err_ty = UnknownEffort, parse_err_fn = unknown)]
#[schema(as = ReviewEffort)]
pub enum Effort {
    /// 60 games of the reference player from each position, 1,000 lines of search a choice.
    Quick,
    /// 300 games, 4,000 lines, and what bots would have lost.
    #[default]
    Standard,
    /// 3,000 games, 40,000 lines.
    Deep,
}

/// What an effort is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Games of the reference player from each position.
    pub plays: u32,
    /// Outcomes drawn afresh at a chance node that has too many to take all.
    pub outcomes: u32,
    /// Deals from which par is taken.
    pub deals: u32,
    /// Lines of the hint for each choice; 0: choices are not judged.
    pub lines: u64,
    /// The choices of a game that can be looked at again at length, of each seat the same number. Where more seem to lose something, they
    /// share these lines.
    pub again: u32,
    /// The most lines of a second look.
    pub more_lines: u64,
    /// Searches of each level of bots at a choice; 0: nobody is compared with them.
    pub searches: u32,
    /// The choices of a game at which the levels are searched for, of each seat the same number.
    pub asked: u32,
    /// Worlds that a seat could believe in, drawn at each of its choices; 0: nobody's fortune is told.
    pub worlds: u32,
    /// Games of the reference player from each position of such a world.
    pub world_plays: u32,
}

/// In a game of more choices the first looks share the lines of so many.
const CHOICES: u64 = 175;
/// The fewest lines of a first look.
const LEAST_LINES: u64 = 100;
/// Deals from which par is taken, whatever the effort: a ruleset has one par.
const DEALS: u32 = 4_000;

impl Effort {
    /// Its name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What it is.
    pub fn depth(self) -> Depth {
        let (plays, lines, again, searches, asked, worlds, world_plays) = match self {
            Self::Quick => (60, 1_000, 10, 0, 0, 0, 0),
            Self::Standard => (300, 4_000, 15, 1, 30, 64, 4),
            Self::Deep => (3_000, 40_000, 30, 4, u32::MAX, 64, 40),
        };
        let (outcomes, deals, more_lines) = (8, DEALS, 10 * lines);
        Depth { plays, outcomes, deals, lines, again, more_lines, searches, asked, worlds, world_plays }
    }
}

impl Depth {
    /// What it is in a game of so many choices: a long one takes more time, but not without end.
    #[must_use]
    pub fn in_game_of(self, choices: usize) -> Self {
        let shared = (self.lines * CHOICES / (choices as u64).max(1)).max(LEAST_LINES);
        Self { lines: self.lines.min(shared), ..self }
    }
}

/// There is no such effort.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is none of quick, standard, deep")]
pub struct UnknownEffort(String);

fn unknown(name: &str) -> UnknownEffort {
    UnknownEffort(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_game_is_not_looked_at_without_end() {
        let quick = Effort::Quick.depth();
        let lines = |choices| quick.in_game_of(choices).lines;
        assert_eq!([0, 1, 175, 700, 100_000].map(lines), [1_000, 1_000, 1_000, 250, 100]);
        assert_eq!(quick.in_game_of(700), Depth { lines: 250, ..quick });
        let none = Depth { lines: 0, ..quick };
        assert_eq!(none.in_game_of(700), none, "choices are not judged");
    }
}
