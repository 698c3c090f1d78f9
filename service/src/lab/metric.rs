//! What an experiment measures: one number a game.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tapis_db::model::{GameResult, SeatResult, WinShare};
use tapis_solver::confidence::Kind;

/// One number of every finished game. Its text is `seat_share:0`, `win_share:club`, `ties`, `length` or `margin`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Metric {
    /// The share of the win of a seat, 0 to 1.
    SeatShare(u8),
    /// The mean share of the win of the seats of a bot, by its name, 0 to 1.
    WinShare(String),
    /// 1 where the win is shared, 0 where it is not; a mean is the share of ties.
    Ties,
    /// The number of plies, without the set-up.
    Length,
    /// The best score less the second best, in points.
    Margin,
}

/// The text names no metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not `seat_share:<seat>`, `win_share:<bot>`, `ties`, `length` or `margin`")]
pub struct ParseMetricError;

impl Metric {
    /// The metric of a game; `None` where the game has no such seat or bot.
    pub fn of(&self, game: &GameResult) -> Option<f64> {
        match self {
            Self::SeatShare(seat) => game.seats.get(usize::from(*seat)).map(share),
            Self::WinShare(bot) => {
                let own = game.seats.iter().filter(|seat| seat.bot_level.as_ref() == Some(bot));
                let shares: Vec<f64> = own.map(share).collect();
                (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
            }
            Self::Ties => {
                let winners = game.seats.iter().filter(|seat| seat.win_share != WinShare::NONE).count();
                Some(f64::from(u8::from(winners > 1)))
            }
            Self::Length => Some(f64::from(game.length)),
            Self::Margin => {
                let mut scores: Vec<i64> = game.seats.iter().map(|seat| seat.score).collect();
                scores.sort_unstable_by(|a, b| b.cmp(a));
                Some((scores.first()? - scores.get(1).unwrap_or(&0)) as f64)
            }
        }
    }

    /// Whether the games of a line-up have it.
    pub fn exists(&self, line_up: &[String]) -> bool {
        match self {
            Self::SeatShare(seat) => usize::from(*seat) < line_up.len(),
            Self::WinShare(bot) => line_up.contains(bot),
            Self::Ties | Self::Length | Self::Margin => true,
        }
    }

    /// Which intervals its means have.
    pub fn kind(&self) -> Kind {
        match self {
            Self::SeatShare(_) | Self::WinShare(_) | Self::Ties => Kind::Share,
            Self::Length | Self::Margin => Kind::Points,
        }
    }
}

fn share(seat: &SeatResult) -> f64 {
    f64::from(seat.win_share.units()) / f64::from(WinShare::WHOLE.units())
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SeatShare(seat) => write!(f, "seat_share:{seat}"),
            Self::WinShare(bot) => write!(f, "win_share:{bot}"),
            Self::Ties => f.write_str("ties"),
            Self::Length => f.write_str("length"),
            Self::Margin => f.write_str("margin"),
        }
    }
}

impl FromStr for Metric {
    type Err = ParseMetricError;

    fn from_str(text: &str) -> Result<Self, ParseMetricError> {
        match text.split_once(':') {
            Some(("seat_share", seat)) => seat.parse().map(Self::SeatShare).map_err(|_| ParseMetricError),
            Some(("win_share", bot)) if !bot.is_empty() => Ok(Self::WinShare(bot.to_owned())),
            None if text == "ties" => Ok(Self::Ties),
            None if text == "length" => Ok(Self::Length),
            None if text == "margin" => Ok(Self::Margin),
            _ => Err(ParseMetricError),
        }
    }
}

impl Serialize for Metric {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Metric {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use tapis_db::model::Source;

    use super::*;

    fn seat(score: i64, won: bool, bot: &str) -> SeatResult {
        SeatResult {
            score,
            rank: if won { 1 } else { 2 },
            win_share: if won { WinShare::one_of(2).unwrap() } else { WinShare::NONE },
            turns: 3,
            bot_level: Some(bot.to_owned()),
            features: Vec::new(),
        }
    }

    #[test]
    fn metrics_of_a_game() {
        let game = GameResult {
            source: Source::Bots,
            assisted: false,
            length: 40,
            ended_at: "2026-01-01T00:00:00Z".parse().unwrap(),
            seats: vec![seat(9, true, "club"), seat(9, true, "greedy"), seat(4, false, "greedy")],
            measures: Vec::new(),
        };
        let of = |metric: &str| metric.parse::<Metric>().unwrap().of(&game);
        assert_eq!(
            (of("seat_share:0"), of("seat_share:2"), of("seat_share:3")),
            (Some(0.5), Some(0.0), None)
        );
        assert_eq!((of("win_share:club"), of("win_share:greedy")), (Some(0.5), Some(0.25)));
        assert_eq!((of("win_share:expert"), of("ties")), (None, Some(1.0)));
        assert_eq!((of("length"), of("margin")), (Some(40.0), Some(0.0)));
    }

    #[test]
    fn texts_round_trip_or_are_refused() {
        for text in ["seat_share:3", "win_share:solver:20", "ties", "length", "margin"] {
            assert_eq!(text.parse::<Metric>().unwrap().to_string(), text);
        }
        for text in ["", "seat_share", "seat_share:x", "win_share:", "luck", "ties:1"] {
            assert_eq!(text.parse::<Metric>(), Err(ParseMetricError), "{text}");
        }
    }
}
