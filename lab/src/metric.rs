//! What an experiment measures: one number a game.

use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use strum::Display;
use tapis_db::model::{Bucket, GameResult, SeatResult, WinShare};
use tapis_games::course;
use tapis_games::feature::{FeatureInfo, FeatureKind, TURN_ORDER};
use tapis_games::locale::{Said, said};
use tapis_solver::confidence::Kind;

use crate::statistics::is_dealt_by_kind;

/// The numbers of a seat of which a lift is made, by the names that they have in a table.
const OF_A_LIFT: [&str; 4] = ["won", "had", "dealt_won", "dealt"];

impl Shape {
    /// The numbers of a deal that so many players play in so many seatings.
    pub fn numbers(self, players: usize, seatings: usize) -> usize {
        match self {
            Self::Mean => 1,
            Self::Lift => (players * seatings * OF_A_LIFT.len()).max(1),
            Self::Balance => players.max(1),
        }
    }
}

/// One number of every finished game, or of many together. Its text is `seat_share:0`, `win_share:club`, `first_share`,
/// `lift:henchman=7 Mage`, `balance`, `feature:passes`, `measure:drama`, `course:drama`, `ties`, `length` or `margin`.
#[derive(Clone, Debug, PartialEq, Eq, Display)]
#[strum(serialize_all = "snake_case")]
pub enum Metric {
    /// The share of the win of a seat, 0 to 1.
    #[strum(to_string = "seat_share:{0}")]
    SeatShare(u8),
    /// The mean share of the win of the seats of a bot, by its name, 0 to 1.
    #[strum(to_string = "win_share:{0}")]
    WinShare(String),
    /// The share of the win of the seat that began, 0 to 1.
    FirstShare,
    /// The lift of a value of a feature, as the statistics have it.
    #[strum(to_string = "lift:{0}={1}")]
    Lift(String, String),
    /// 1 less the largest difference between the win shares of two places in the order of play.
    Balance,
    /// The mean of a feature of numbers over the seats, by its name.
    #[strum(to_string = "feature:{0}")]
    Feature(String),
    /// A measure of the course of the game, by its name.
    #[strum(to_string = "measure:{0}")]
    Measure(String),
    /// A measure of the course by win probabilities, by its name: see [`crate::Course`].
    #[strum(to_string = "course:{0}")]
    Course(String),
    /// 1 where the win is shared, 0 where it is not; a mean is the share of ties.
    Ties,
    /// The number of plies, without the set-up.
    Length,
    /// The best score less the second best, in points.
    Margin,
}

/// How many numbers of a game a metric is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One, of which the metric is the mean.
    Mean,
    /// Four a seat: what it won where it had the value, whether it had, what it won times the values it was dealt, and how many these were.
    Lift,
    /// The win share of each place in the order of play.
    Balance,
}

impl Metric {
    /// The numbers of a game of which the metric is made; `None` where the game has no such seat, bot or number. `infos` are the features
    /// of the game.
    pub fn values(&self, game: &GameResult, infos: &[FeatureInfo]) -> Option<Vec<f64>> {
        match self {
            Self::Lift(name, value) => {
                let by_kind = infos.iter().any(|info| info.name == name && is_dealt_by_kind(info));
                let of_name = |seat: &SeatResult| seat.features.iter().filter(|of| of.name == *name).count();
                let seat = |seat: &SeatResult| {
                    let had = f64::from(u8::from(has(seat, name, value)));
                    let dealt = if by_kind { of_name(seat) as f64 } else { 1.0 };
                    [had * share(seat), had, dealt * share(seat), dealt]
                };
                Some(game.seats.iter().flat_map(seat).collect())
            }
            Self::Balance => {
                let at = |place: i64| game.seats.iter().find(|seat| number(seat, TURN_ORDER) == Some(place));
                (1..=game.seats.len() as i64).map(|place| at(place).map(share)).collect()
            }
            _ => self.of(game).map(|value| vec![value]),
        }
    }

    /// The names of so many numbers of a deal in a table: of a lift those of the seats of the first seating, then of the next.
    pub fn columns(&self, numbers: usize) -> Vec<String> {
        match self.shape() {
            Shape::Mean => vec!["value".to_owned()],
            Shape::Lift => {
                let names = |seat| OF_A_LIFT.iter().map(move |name| format!("{name}_{seat}"));
                (1..=numbers / OF_A_LIFT.len()).flat_map(names).collect()
            }
            Shape::Balance => (1..=numbers).map(|place| format!("place_{place}")).collect(),
        }
    }

    /// How many numbers [`Metric::values`] has.
    pub fn shape(&self) -> Shape {
        match self {
            Self::Lift(..) => Shape::Lift,
            Self::Balance => Shape::Balance,
            _ => Shape::Mean,
        }
    }

    /// The metric of a game; `None` where the game has no such seat, bot or number, and where it takes many games or lines.
    pub fn of(&self, game: &GameResult) -> Option<f64> {
        match self {
            Self::Lift(..) | Self::Balance | Self::Course(_) => None,
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
            Self::Lift(name, value) => infos.iter().any(|info| info.name == name && may_have(info, value)),
            Self::Measure(name) => course::infos().iter().any(|info| info.name == name),
            Self::Course(name) => crate::course::MEASURES.contains(&name.as_str()),
            Self::FirstShare | Self::Balance | Self::Ties | Self::Length | Self::Margin => true,
        }
    }

    /// Which intervals its means have.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Course(name) if name == crate::course::LEAD_CHANGES => Kind::Points,
            Self::Lift(..) | Self::Feature(_) | Self::Measure(_) => Kind::Points,
            Self::Length | Self::Margin => Kind::Points,
            // All others are parts of the game or of a win.
            Self::SeatShare(_) | Self::WinShare(_) | Self::FirstShare | Self::Balance => Kind::Share,
            Self::Ties | Self::Course(_) => Kind::Share,
        }
    }
}

pub(crate) fn share(seat: &SeatResult) -> f64 {
    f64::from(seat.win_share.units()) / f64::from(WinShare::WHOLE.units())
}

/// The number of a seat's feature; `None` where it has none of that name, or categories.
fn number(seat: &SeatResult, name: &str) -> Option<i64> {
    seat.features.iter().find(|feature| feature.name == name).and_then(|feature| match feature.bucket {
        Bucket::Number(number) => Some(number),
        Bucket::Category(_) => None,
    })
}

/// Whether a seat has a value of a feature.
fn has(seat: &SeatResult, name: &str, value: &str) -> bool {
    seat.features.iter().any(|feature| feature.name == name && feature.bucket.to_string() == value)
}

/// Whether a feature can have a value, as far as that is known before any game.
fn may_have(info: &FeatureInfo, value: &str) -> bool {
    match info.kind {
        FeatureKind::Number => value.parse::<i64>().is_ok(),
        FeatureKind::Categories => info.names.is_empty() || info.names.iter().any(|name| name.value == value),
    }
}

impl FromStr for Metric {
    type Err = Said;

    fn from_str(text: &str) -> Result<Self, Said> {
        let named = |make: fn(String) -> Self, of: &str| (!of.is_empty()).then(|| make(of.to_owned()));
        let metric = match text.split_once(':') {
            Some(("seat_share", seat)) => seat.parse().ok().map(Self::SeatShare),
            Some(("win_share", bot)) => named(Self::WinShare, bot),
            Some(("lift", of)) => of
                .split_once('=')
                .filter(|(name, value)| !name.is_empty() && !value.is_empty())
                .map(|(name, value)| Self::Lift(name.to_owned(), value.to_owned())),
            Some(("feature", name)) => named(Self::Feature, name),
            Some(("measure", name)) => named(Self::Measure, name),
            Some(("course", name)) => named(Self::Course, name),
            Some(_) => None,
            None => [Self::FirstShare, Self::Balance, Self::Ties, Self::Length, Self::Margin]
                .into_iter()
                .find(|metric| metric.to_string() == text),
        };
        metric.ok_or_else(|| said("metric_name"))
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
    use tapis_games::feature::Role;

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
        game.seats[0].features.push(fact("disc_taken", Bucket::Category("well".to_owned())));
        let infos = [FeatureInfo::categories(Role::Dealt, "disc_taken", "d", "d")];
        let values = |metric: &str| metric.parse::<Metric>().unwrap().values(&game, &infos);
        let numbers = |of: [[f64; 4]; 3]| Some(of.concat());
        let [two, one, lost] = [[0.5, 1.0, 1.0, 2.0], [0.5, 1.0, 0.5, 1.0], [0.0, 1.0, 0.0, 1.0]];
        assert_eq!(values("lift:disc_taken=tower"), numbers([two, one, lost]), "the first was dealt two");
        let [won, had] = [[0.0, 0.0, 0.5, 1.0], [0.0, 1.0, 0.0, 1.0]];
        assert_eq!(values("lift:passes=4"), numbers([won, won, had]), "of the third seat");
        assert_eq!(values("lift:passes=5"), numbers([won, won, [0.0, 0.0, 0.0, 1.0]]));
        assert_eq!(values("balance"), Some(vec![0.5, 0.0, 0.5]), "by the order of play");
        assert_eq!(values("ties"), Some(vec![1.0]));
    }

    #[test]
    fn texts_round_trip_or_are_refused() {
        for text in [
            "seat_share:3",
            "win_share:solver:20",
            "first_share",
            "lift:henchman=7 Mage",
            "lift:card_dealt=#1=2",
            "balance",
            "feature:passes",
            "course:decided_after",
            "ties",
            "length",
            "margin",
        ] {
            assert_eq!(text.parse::<Metric>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "seat_share",
            "seat_share:x",
            "win_share:",
            "lift:a",
            "lift:=1",
            "lift:a=",
            "feature:",
            "course:",
            "balance:1",
            "luck",
            "ties:1",
        ] {
            assert_eq!(text.parse::<Metric>(), Err(said("metric_name")), "{text}");
        }
    }
}
