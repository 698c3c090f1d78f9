//! What an experiment measures: one number a game.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tapis_db::model::{Bucket, GameResult, SeatResult, WinShare};
use tapis_games::course;
use tapis_games::feature::{FeatureInfo, FeatureKind, TURN_ORDER};
use tapis_games::locale::{Said, said};
use tapis_solver::confidence::Kind;

/// One number of every finished game. Its text is `seat_share:0`, `win_share:club`, `first_share`, `feature:passes`,
/// `measure:drama`, `ties`, `length` or `margin`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Metric {
    /// The share of the win of a seat, 0 to 1.
    SeatShare(u8),
    /// The mean share of the win of the seats of a bot, by its name, 0 to 1.
    WinShare(String),
    /// The share of the win of the seat that began, 0 to 1.
    FirstShare,
    /// The mean of a feature of numbers over the seats, by its name.
    Feature(String),
    /// A measure of the course of the game, by its name.
    Measure(String),
    /// 1 where the win is shared, 0 where it is not; a mean is the share of ties.
    Ties,
    /// The number of plies, without the set-up.
    Length,
    /// The best score less the second best, in points.
    Margin,
}

impl Metric {
    /// The metric of a game; `None` where the game has no such seat, bot or number.
    pub fn of(&self, game: &GameResult) -> Option<f64> {
        match self {
            Self::SeatShare(seat) => game.seats.get(usize::from(*seat)).map(share),
            Self::WinShare(bot) => {
                let own = game.seats.iter().filter(|seat| seat.bot_level.as_ref() == Some(bot));
                let shares: Vec<f64> = own.map(share).collect();
                (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
            }
            Self::FirstShare => game.seats.iter().find(|seat| number(seat, TURN_ORDER) == Some(1)).map(share),
            Self::Feature(name) => {
                let numbers: Option<Vec<i64>> = game.seats.iter().map(|seat| number(seat, name)).collect();
                let numbers = numbers.filter(|numbers| !numbers.is_empty())?;
                Some(numbers.iter().sum::<i64>() as f64 / numbers.len() as f64)
            }
            Self::Measure(name) => {
                let measure = game.measures.iter().find(|measure| measure.name == *name);
                measure.map(|measure| measure.value as f64)
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

    /// Whether the games of a line-up have it; `infos` are the features of the game.
    pub fn exists(&self, line_up: &[String], infos: &[FeatureInfo]) -> bool {
        match self {
            Self::SeatShare(seat) => usize::from(*seat) < line_up.len(),
            Self::WinShare(bot) => line_up.contains(bot),
            Self::Feature(name) => {
                infos.iter().any(|info| info.name == name && info.kind == FeatureKind::Number)
            }
            Self::Measure(name) => course::infos().iter().any(|info| info.name == name),
            Self::FirstShare | Self::Ties | Self::Length | Self::Margin => true,
        }
    }

    /// Which intervals its means have.
    pub fn kind(&self) -> Kind {
        match self {
            Self::SeatShare(_) | Self::WinShare(_) | Self::FirstShare | Self::Ties => Kind::Share,
            Self::Feature(_) | Self::Measure(_) | Self::Length | Self::Margin => Kind::Points,
        }
    }
}

fn share(seat: &SeatResult) -> f64 {
    f64::from(seat.win_share.units()) / f64::from(WinShare::WHOLE.units())
}

/// The number of a seat's feature; `None` where it has none of that name, or categories.
fn number(seat: &SeatResult, name: &str) -> Option<i64> {
    seat.features.iter().find(|feature| feature.name == name).and_then(|feature| match feature.bucket {
        Bucket::Number(number) => Some(number),
        Bucket::Category(_) => None,
    })
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SeatShare(seat) => write!(f, "seat_share:{seat}"),
            Self::WinShare(bot) => write!(f, "win_share:{bot}"),
            Self::FirstShare => f.write_str("first_share"),
            Self::Feature(name) => write!(f, "feature:{name}"),
            Self::Measure(name) => write!(f, "measure:{name}"),
            Self::Ties => f.write_str("ties"),
            Self::Length => f.write_str("length"),
            Self::Margin => f.write_str("margin"),
        }
    }
}

impl FromStr for Metric {
    type Err = Said;

    fn from_str(text: &str) -> Result<Self, Said> {
        match text.split_once(':') {
            Some(("seat_share", seat)) => seat.parse().map(Self::SeatShare).map_err(|_| said("metric_name")),
            Some(("win_share", bot)) if !bot.is_empty() => Ok(Self::WinShare(bot.to_owned())),
            Some(("feature", name)) if !name.is_empty() => Ok(Self::Feature(name.to_owned())),
            Some(("measure", name)) if !name.is_empty() => Ok(Self::Measure(name.to_owned())),
            None if text == "first_share" => Ok(Self::FirstShare),
            None if text == "ties" => Ok(Self::Ties),
            None if text == "length" => Ok(Self::Length),
            None if text == "margin" => Ok(Self::Margin),
            _ => Err(said("metric_name")),
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
        String::deserialize(deserializer)?.parse().map_err(Said::custom)
    }
}

#[cfg(test)]
mod tests {
    use tapis_db::model::{FeatureFact, Source};

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

    fn fact(name: &str, bucket: Bucket) -> FeatureFact {
        FeatureFact { name: name.to_owned(), bucket }
    }

    #[test]
    fn metrics_of_a_game() {
        let mut game = GameResult {
            source: Source::Bots,
            assisted: false,
            length: 40,
            ended_at: "2026-01-01T00:00:00Z".parse().unwrap(),
            seats: vec![seat(9, true, "club"), seat(9, true, "greedy"), seat(4, false, "greedy")],
            measures: Vec::new(),
        };
        for (seat, place) in game.seats.iter_mut().zip([3, 1, 2]) {
            seat.features.push(fact(TURN_ORDER, Bucket::Number(place)));
            seat.features.push(fact("passes", Bucket::Number(2 * place)));
            seat.features.push(fact("disc_taken", Bucket::Category("tower".to_owned())));
        }
        let of = |metric: &str| metric.parse::<Metric>().unwrap().of(&game);
        assert_eq!(
            (of("seat_share:0"), of("seat_share:2"), of("seat_share:3")),
            (Some(0.5), Some(0.0), None)
        );
        assert_eq!((of("win_share:club"), of("win_share:greedy")), (Some(0.5), Some(0.25)));
        assert_eq!((of("win_share:expert"), of("ties")), (None, Some(1.0)));
        assert_eq!((of("length"), of("margin")), (Some(40.0), Some(0.0)));
        assert_eq!((of("first_share"), of("feature:passes")), (Some(0.5), Some(4.0)));
        assert_eq!((of("feature:disc_taken"), of("feature:none")), (None, None));
    }

    #[test]
    fn texts_round_trip_or_are_refused() {
        for text in [
            "seat_share:3",
            "win_share:solver:20",
            "first_share",
            "feature:passes",
            "ties",
            "length",
            "margin",
        ] {
            assert_eq!(text.parse::<Metric>().unwrap().to_string(), text);
        }
        for text in
            ["", "seat_share", "seat_share:x", "win_share:", "feature:", "first_share:0", "luck", "ties:1"]
        {
            assert_eq!(text.parse::<Metric>(), Err(said("metric_name")), "{text}");
        }
    }
}
