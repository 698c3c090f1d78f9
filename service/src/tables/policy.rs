//! What the creator of a game decides about hints.

use std::fmt;
use std::str::FromStr;
use tapis_games::locale::{Said, said};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Who may ask for hints in a game, and how often.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HintPolicy {
    /// Nobody.
    Off,
    /// So many a seat.
    Metered(u32),
    /// Anybody at a seat, always.
    #[default]
    Free,
    /// Only once the game is over.
    AfterGame,
}

/// Most hints a seat can be given by meter.
const MAX_METERED: u32 = 1_000;

impl fmt::Display for HintPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => f.write_str("off"),
            Self::Metered(hints) => write!(f, "metered:{hints}"),
            Self::Free => f.write_str("free"),
            Self::AfterGame => f.write_str("after_game"),
        }
    }
}

impl FromStr for HintPolicy {
    type Err = Said;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refusal = || said("hint_policy");
        match text {
            "off" => Ok(Self::Off),
            "free" => Ok(Self::Free),
            "after_game" => Ok(Self::AfterGame),
            _ => {
                let digits = text.strip_prefix("metered:").ok_or_else(refusal)?;
                let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
                let hints = digits.parse().ok().filter(|_| plain).ok_or_else(refusal)?;
                (1..=MAX_METERED).contains(&hints).then_some(Self::Metered(hints)).ok_or_else(refusal)
            }
        }
    }
}

impl Serialize for HintPolicy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for HintPolicy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(Said::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_and_has_one_spelling() {
        for policy in [HintPolicy::Off, HintPolicy::Metered(5), HintPolicy::Free, HintPolicy::AfterGame] {
            assert_eq!(policy.to_string().parse(), Ok(policy));
        }
        for wrong in
            ["", "Off", "metered", "metered:", "metered:0", "metered:05", "metered:1001", "metered:+5"]
        {
            assert!(wrong.parse::<HintPolicy>().is_err(), "{wrong}");
        }
    }
}
