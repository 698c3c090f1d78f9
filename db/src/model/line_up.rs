//! Who sat at a table: what keeps games of different players apart in the statistics.

use std::fmt;
use std::str::FromStr;

use super::SeatResult;

/// What a seat is called that a person played.
pub(super) const PERSON: &str = "human";
/// The longest text of a line-up, in bytes.
const LONGEST: usize = 1_000;

/// The players of a finished game by seat: `human` or the level of a bot, separated by commas (`club,greedy,greedy`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineUp(String);

impl LineUp {
    /// The line-up of a result.
    pub fn of(seats: &[SeatResult]) -> Self {
        let players: Vec<_> = seats.iter().map(SeatResult::player).collect();
        Self(players.join(","))
    }

    /// Whether nobody else was among them.
    pub fn people_only(&self) -> bool {
        self.players().all(|player| player == PERSON)
    }

    /// Whether a person was among them.
    pub fn has_people(&self) -> bool {
        self.players().any(|player| player == PERSON)
    }

    /// The players by seat.
    pub fn players(&self) -> impl Iterator<Item = &str> {
        self.0.split(',')
    }
}

impl fmt::Display for LineUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The text is no line-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a player for each seat, `human` or a bot's level, such as `club,greedy`")]
pub struct ParseLineUpError;

impl FromStr for LineUp {
    type Err = ParseLineUpError;

    fn from_str(text: &str) -> Result<Self, ParseLineUpError> {
        let is_player = |player: &str| {
            !player.is_empty()
                && player.bytes().all(|byte| byte.is_ascii_graphic())
                && !player.starts_with("human:")
        };
        if text.len() <= LONGEST && text.split(',').all(is_player) {
            Ok(Self(text.to_owned()))
        } else {
            Err(ParseLineUpError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_told_from_bots() {
        let line_up = |text: &str| text.parse::<LineUp>().unwrap();
        assert!(line_up("club,human").has_people() && !line_up("club,solver:500").has_people());
        assert!(line_up("human,human").people_only() && !line_up("human,humanoid").people_only());
    }

    #[test]
    fn texts_round_trip_or_are_refused() {
        for text in ["human,human", "human,club", "club,solver:500,random"] {
            assert_eq!(text.parse::<LineUp>().unwrap().to_string(), text);
        }
        for text in ["", ",", "club,", "a b", "é", "human:strong,club", "human:", "human:high,club"] {
            assert_eq!(text.parse::<LineUp>(), Err(ParseLineUpError), "{text}");
        }
    }
}
