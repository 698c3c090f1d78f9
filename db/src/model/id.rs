//! The id of a game.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

/// The id of a game: a UUID (version 7, made by the caller), as text 36 characters in lower case. That of a simulated game ends with
/// the number of its deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(u128);

impl GameId {
    /// The id with these 128 bits (`Uuid::as_u128`).
    pub const fn from_u128(bits: u128) -> Self {
        Self(bits)
    }

    /// The id of a simulated game: what tells it from all others, and the number of its deal.
    pub fn of_deal(own: u64, deal: u64) -> Self {
        Self(u128::from(own) << 64 | u128::from(deal))
    }

    /// The number of the deal of a simulated game.
    pub(super) fn deal(self) -> u64 {
        self.0 as u64
    }

    /// The 128 bits.
    pub fn as_u128(self) -> u128 {
        self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Uuid::from_u128(self.0), f)
    }
}

/// The text is no UUID in its canonical lower-case form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the canonical text of a UUID")]
pub struct ParseGameIdError;

impl FromStr for GameId {
    type Err = ParseGameIdError;

    /// Reads the canonical text only, so that every id has exactly one spelling.
    fn from_str(text: &str) -> Result<Self, ParseGameIdError> {
        // The other spellings of a UUID have another length, or capitals.
        let is_canonical = text.len() == 36 && !text.bytes().any(|byte| byte.is_ascii_uppercase());
        let id = Uuid::try_parse(text).ok().filter(|_| is_canonical);
        id.map(|id| Self(id.as_u128())).ok_or(ParseGameIdError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips_and_has_one_spelling() {
        let text = "0197f0c5-3a1b-7c2d-8e4f-0123456789ab";
        let id: GameId = text.parse().unwrap();
        assert_eq!(id.to_string(), text);
        assert_eq!(GameId::from_u128(id.as_u128()), id);
        assert_eq!(GameId::from_u128(0).to_string(), "00000000-0000-0000-0000-000000000000");
        for wrong in [
            "",
            "0197F0C5-3a1b-7c2d-8e4f-0123456789ab",
            "0197f0c53a1b7c2d8e4f0123456789ab",
            "0197f0c5-3a1b-7c2d-8e4f-0123456789a",
            "0197f0c5-3a1b-7c2d-8e4f-0123456789ag",
            "0197f0c5a3a1b-7c2d-8e4f-0123456789ab",
        ] {
            assert_eq!(wrong.parse::<GameId>(), Err(ParseGameIdError), "{wrong}");
        }
    }
}
