//! What became of a game, in one round trip.

use deadpool_postgres::Client;
use futures_util::future::try_join;

use super::recent::RecentGames;
use super::{GAMES, event};
use crate::engine::record::{Value, read_event, verified_after};
use crate::engine::stored;
use crate::engine::tables::games::{FoundGame, by_id, since_then};
use crate::error::StoreError;
use crate::model::{Digest, GameId, GameSince};
use crate::postgres::error::Outcome;
use crate::postgres::rows::borrowed;

/// See [`crate::GameStore::events_after`].
pub(in crate::postgres) async fn since(
    client: &Client,
    recent: &RecentGames,
    id: GameId,
    known: (u64, Digest),
) -> Outcome<GameSince> {
    // Both are sent at once and done in this order, since both were prepared: the log has all that the row says.
    let find = client.prepare_cached(&by_id(GAMES)).await?;
    let log = client.prepare_cached(&event::LOG).await?;
    let (game, after): ([Value<'_>; 1], [Value<'_>; 2]) = ([id.into()], [id.into(), stored(known.0)?.into()]);
    let (game, after) = (borrowed(&game), borrowed(&after));
    let (game, log) = try_join(client.query_opt(&find, &game), client.query(&log, &after)).await?;
    let game = FoundGame::read(&game.ok_or(StoreError::NotFound)?)?;
    let log = log.iter().map(|row| read_event(row)).collect::<Outcome<_>>()?;
    let log = verified_after(&game.row, known, log)?;
    recent.go_on(known.0, &game, &log)?;
    Ok(since_then(game, log))
}
