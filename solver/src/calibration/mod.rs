//! What a sampled hint may claim: how wrong searches were where the truth, or a far longer search, is known.
//!
//! The error of a search has two parts. That of the sample shrinks with the lines; that of playouts and of a short search does
//! not. The table holds the second, by game, seats, third of the game and lines, as `cargo calibrate` measured it: half of
//! the positions to fit, half to check. docs/calibration.md shows it.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use tapis_games::game::Published;

mod claims;
#[cfg(feature = "testing")]
#[path = "../../examples/measuring/fit/mod.rs"]
mod fit;

pub use claims::{Claims, Map};
#[cfg(feature = "testing")]
pub use fit::{Group, Position, Run, check_all, fit};

/// What the last run found.
const TABLE: &str = include_str!("../../data/calibration.json");

/// What hints claim, and how often the claims held.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// The command that made the table. Budgets count lines, so the same sources give the same table.
    pub command: String,
    /// The day it was made.
    pub date: String,
    /// A hash of the search's answers to fixed questions. The table belongs to this search.
    pub search: String,
    /// The lines of the reference search, whose values count as true if a position cannot be solved. It is the same search,
    /// from other worlds.
    pub reference: u64,
    /// The games.
    pub games: Vec<CalibratedGame>,
    /// The results, by game, seats, third and lines.
    pub buckets: Vec<Bucket>,
    /// How often claims held in all buckets together.
    pub all: Check,
}

/// How many seats play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatCount {
    /// Two.
    Two,
    /// Three or more.
    More,
}

impl SeatCount {
    /// Of a number of seats.
    pub fn of(seats: usize) -> Self {
        if seats > 2 { Self::More } else { Self::Two }
    }
}

/// How a game was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CalibratedGame {
    /// The game.
    pub game: String,
    /// The number of seats.
    pub seats: SeatCount,
    /// The options that were played in turn, as JSON.
    pub options: Vec<String>,
    /// The average number of plies a seat has left where the second and the last third of the game begin.
    pub thirds: [f64; 2],
    /// Whether its search has changed since it was measured: hints then take the widest claims of the table, and values as they are.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stale: bool,
}

/// One part of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bucket {
    /// The game.
    pub game: String,
    /// The number of seats.
    pub seats: SeatCount,
    /// The third of the game.
    pub third: u8,
    /// The lines of the searches.
    pub lines: u64,
    /// Whether too few positions were measured, so that the claims are those of all three thirds.
    pub pooled: bool,
    /// The positions the claims were fitted to.
    pub fitted: u32,
    /// What hints claim.
    pub claims: Claims,
    /// How often the claims held in positions that were not fitted.
    pub check: Check,
}

/// How often claims held.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// The number of positions.
    pub positions: u32,
    /// How many of them were solved.
    pub exact: u32,
    /// The intervals of values, which claim 95 %; each position counts once.
    pub values: Held,
    /// The intervals of differences to the first move, which claim 95 %.
    pub differences: Held,
    /// The sets that leave moves out: how often they contained a move with a regret of at most what they state (`within`).
    pub sets: Held,
    /// The mean probability that those sets claimed.
    pub claimed: f64,
    /// The share of positions whose set has at most two moves.
    pub small: f64,
    /// The expected calibration error of values: the mean distance of value and truth in ten classes of values.
    pub calibration_error: f64,
}

/// A share with its 95 % Wilson interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// The number of positions.
    pub of: u32,
    /// The share.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Calibration {
    /// The table in use.
    pub fn current() -> &'static Self {
        static CURRENT: LazyLock<Calibration> =
            LazyLock::new(|| serde_json::from_str(TABLE).unwrap_or_default());
        &CURRENT
    }

    /// What a search of so many lines may claim in a position in which each seat has so many plies `left`. Between the budgets
    /// measured, claims go with the logarithm of the lines; with more they stay, with fewer they widen as a sample does. Games that
    /// were not measured, or that are searched otherwise since, get the widest.
    pub fn claims(&self, game: &str, seats: SeatCount, left: f64, lines: u64) -> Claims {
        let known = self.games.iter().find(|known| known.game == game && known.seats == seats);
        let current = known.filter(|known| !known.stale);
        let own = current.and_then(|known| self.part(known, known.third(left), lines));
        own.unwrap_or_else(|| self.widest(lines))
    }

    /// Whether the options of `rules` were played, whatever the number of players among two or among more, whoever begins and however
    /// long the game is: the thirds go by what is left of it.
    pub fn measured<G: Published>(&self, rules: &G) -> bool {
        let seats = SeatCount::of(rules.seats());
        let own = kind_of(rules.options());
        let is_own = |played: &String| {
            serde_json::from_str(played).is_ok_and(|played: G::Options| kind_of(&played) == own)
        };
        let known = self.games.iter().find(|known| known.game == G::ID && known.seats == seats);
        known.is_some_and(|known| known.options.iter().any(is_own))
    }

    /// Claims no narrower than any of the table for so many lines, of values as they are.
    pub fn widest(&self, lines: u64) -> Claims {
        let parts =
            self.games.iter().flat_map(|game| (1..=3).filter_map(move |third| self.part(game, third, lines)));
        // Short searches of games that were not measured are wrong about more.
        let model_error = if lines < 2_000 { 0.26 } else { Claims::UNMEASURED.model_error };
        parts.fold(Claims { model_error, ..Claims::UNMEASURED }, |widest, claims| widest.or_wider(&claims))
    }

    /// The claims of a third of a game, for so many lines.
    fn part(&self, game: &CalibratedGame, third: u8, lines: u64) -> Option<Claims> {
        let mut of: Vec<&Bucket> = (self.buckets.iter())
            .filter(|bucket| bucket.game == game.game && bucket.seats == game.seats && bucket.third == third)
            .collect();
        of.sort_by_key(|bucket| bucket.lines);
        let above = of.iter().position(|bucket| bucket.lines >= lines).unwrap_or(of.len());
        match (above.checked_sub(1).and_then(|below| of.get(below)), of.get(above)) {
            (Some(low), Some(high)) => {
                let [at, from, to] = [lines, low.lines, high.lines].map(|lines| (lines as f64).ln());
                Some(low.claims.towards(&high.claims, (at - from) / (to - from)))
            }
            (None, Some(least)) => Some(least.claims.with_fewer(least.lines as f64 / lines.max(1) as f64)),
            (Some(most), None) => Some(most.claims),
            (None, None) => None,
        }
    }
}

/// Options that leave a choice what it is.
const ASIDE: [&str; 7] =
    ["players", "first_seat", "points", "rounds", "max_extra_rounds", "days", "max_rounds"];

/// The options that make another game; nothing if they are no object.
fn kind_of(options: &impl Serialize) -> Option<serde_json::Map<String, serde_json::Value>> {
    let serde_json::Value::Object(mut options) = serde_json::to_value(options).ok()? else { return None };
    options.retain(|name, _| !ASIDE.contains(&name.as_str()));
    Some(options)
}

impl CalibratedGame {
    /// The third of the game in which each seat has so many plies left.
    fn third(&self, left: f64) -> u8 {
        1 + self.thirds.iter().map(|&begin| u8::from(left < begin)).sum::<u8>()
    }
}

#[cfg(test)]
mod tests;
