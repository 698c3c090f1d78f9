//! Turns a finished game into the results and measures of the statistics. Games at tables and games of the lab use the same functions.

use tapis_db::model::{Bucket, FeatureFact, Measure, SeatResult, WinShare};
use tapis_games::course;
use tapis_games::feature::{self, Feature};
use tapis_games::payoff::Payoffs;
use tapis_games::seat::{BySeat, Seat};

/// Who played a seat.
pub struct SeatPlayer {
    /// How many moves the seat made.
    pub turns: u32,
    /// The level of the bot, if one played it to the end.
    pub bot_level: Option<String>,
}

/// The result of every seat.
pub fn seat_results(
    payoffs: &Payoffs,
    features: &BySeat<Vec<Feature>>,
    players: Vec<SeatPlayer>,
) -> Vec<SeatResult> {
    let winners = payoffs.winners().count();
    let seats = Seat::all(players.len()).zip(players).map(|(seat, player)| {
        let rank = payoffs.ranks[seat];
        let share = || WinShare::one_of(winners).expect("as many seats as a win can be shared by");
        SeatResult {
            score: payoffs.scores[seat].into(),
            rank,
            win_share: if rank == 1 { share() } else { WinShare::NONE },
            turns: player.turns,
            bot_level: player.bot_level,
            features: features[seat].iter().map(fact).collect(),
        }
    });
    seats.collect()
}

/// The measures of a game in the form in which the store records them.
pub fn measures(measures: Vec<course::Measure>) -> Vec<Measure> {
    measures
        .into_iter()
        .map(|measure| Measure { name: measure.name.to_owned(), value: measure.value })
        .collect()
}

fn fact(feature: &Feature) -> FeatureFact {
    let bucket = match &feature.bucket {
        feature::Bucket::Number(number) => Bucket::Number(*number),
        feature::Bucket::Category(category) => Bucket::Category(category.clone()),
    };
    FeatureFact { name: feature.name.to_owned(), bucket }
}
