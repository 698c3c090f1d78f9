//! How strong players are. Points are stored as whole thousandths.

use super::{Columns, Record, Row as _, Value};
use crate::engine::failure::Outcome;
use crate::engine::invalid;
use crate::error::Result;
use crate::model::PlayerRating;
use crate::rating::Rating;

impl Record for PlayerRating {
    const TABLE: &'static str = "player_ratings";
    const COLUMNS: &'static [&'static str] =
        &["key", "player", "game", "mean", "own", "lent", "games", "rated_at"];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        let Self { key, player, game, rating, rated_at } = self;
        let Rating { mean, own, lent, games } = rating;
        let games = i64::try_from(*games).unwrap_or(i64::MAX);
        Ok(vec![
            key.into(),
            player.into(),
            game.into(),
            thousandths(*mean)?.into(),
            thousandths(*own)?.into(),
            thousandths(*lent)?.into(),
            games.into(),
            (*rated_at).into(),
        ])
    }

    fn read(row: &dyn Columns) -> Outcome<Self> {
        let points = |name| row.number::<i64>(name).map(|thousandths| thousandths as f64 / 1000.0);
        Ok(Self {
            key: row.word("key")?,
            player: row.word("player")?,
            game: row.word("game")?,
            rating: Rating {
                mean: points("mean")?,
                own: points("own")?,
                lent: points("lent")?,
                games: row.number("games")?,
            },
            rated_at: row.at("rated_at")?,
        })
    }
}

/// Points as they are stored: never so many that thousandths of them are not exact.
pub(crate) fn thousandths(points: f64) -> Result<i64> {
    const MOST: f64 = 1e9;
    let whole = (points * 1000.0).round();
    if whole.abs() <= MOST { Ok(whole as i64) } else { Err(invalid(format!("{points} is no rating"))) }
}
