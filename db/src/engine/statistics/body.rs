//! What a finished game said, as JSON.

use serde::{Deserialize, Serialize};

use super::dictionary::Population;
use crate::model::{Bucket, FeatureFact, GameResult, Measure, SeatResult, Time, WinShare};

/// The column `body`.
#[derive(Serialize, Deserialize)]
pub(super) struct Body {
    length: u32,
    seats: Vec<Seat>,
    measures: Vec<(String, i64)>,
}

#[derive(Serialize, Deserialize)]
struct Seat {
    score: i64,
    rank: u8,
    win_units: u32,
    turns: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bot: Option<String>,
    numbers: Vec<(String, i64)>,
    words: Vec<(String, String)>,
}

impl Body {
    pub(super) fn of(result: &GameResult) -> Self {
        let measures = result.measures.iter().map(|measure| (measure.name.clone(), measure.value));
        let seats = result.seats.iter().map(Seat::of).collect();
        Self { length: result.length, seats, measures: measures.collect() }
    }

    pub(super) fn result(self, of: &Population, ended_at: Time) -> Option<GameResult> {
        let measures = self.measures.into_iter().map(|(name, value)| Measure { name, value });
        Some(GameResult {
            source: of.source.clone(),
            assisted: of.assisted,
            length: self.length,
            ended_at,
            seats: self.seats.into_iter().map(Seat::result).collect::<Option<_>>()?,
            measures: measures.collect(),
        })
    }
}

impl Seat {
    fn of(result: &SeatResult) -> Self {
        let (mut numbers, mut words) = (Vec::new(), Vec::new());
        for FeatureFact { name, bucket } in &result.features {
            match bucket {
                Bucket::Number(number) => numbers.push((name.clone(), *number)),
                Bucket::Category(word) => words.push((name.clone(), word.clone())),
            }
        }
        let (score, rank, turns, bot) = (result.score, result.rank, result.turns, result.bot_level.clone());
        Self { score, rank, win_units: result.win_share.units(), turns, bot, numbers, words }
    }

    fn result(self) -> Option<SeatResult> {
        let numbers = self
            .numbers
            .into_iter()
            .map(|(name, number)| FeatureFact { name, bucket: Bucket::Number(number) });
        let words =
            self.words.into_iter().map(|(name, word)| FeatureFact { name, bucket: Bucket::Category(word) });
        Some(SeatResult {
            score: self.score,
            rank: self.rank,
            win_share: WinShare::from_units(self.win_units)?,
            turns: self.turns,
            bot_level: self.bot,
            features: numbers.chain(words).collect(),
        })
    }
}
