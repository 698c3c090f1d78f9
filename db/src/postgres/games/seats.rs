//! What changes about a seat without an event.

use serde_json::Value;

use super::row::SharedGame;
use crate::engine::invalid;
use crate::model::GameId;
use crate::postgres::connection::transaction;
use crate::postgres::error::{Failure, Outcome};
use crate::postgres::node::{Node, once};

/// See [`crate::GameStore::count_hint`].
pub(in crate::postgres) async fn count_hint(
    node: &Node,
    game: GameId,
    hint: (u8, u64),
    limit: Option<u32>,
) -> Outcome<u32> {
    change(node, game, |game| Ok(game.row.game.count_hint(hint, limit)?)).await
}

/// See [`crate::GameStore::put_seat_settings`].
pub(in crate::postgres) async fn put_seat_settings(
    node: &Node,
    game: GameId,
    seat: u8,
    settings: &Option<Value>,
) -> Outcome<u64> {
    change(node, game, |game| {
        let record = game.row.game.seats.get_mut(usize::from(seat)).ok_or_else(|| no_seat(seat))?;
        record.settings.clone_from(settings);
        Ok(game.changes + 1)
    })
    .await
}

/// Changes the row of a game. What is remembered of the game stays true: nothing of it that an append looks at.
async fn change<T>(node: &Node, game: GameId, change: impl Fn(&mut SharedGame) -> Outcome<T>) -> Outcome<T> {
    once!(node, |client| async {
        let work = async {
            let mut game = SharedGame::lock(client, game).await?;
            let answer = change(&mut game)?;
            game.update(client).await?;
            Ok(answer)
        };
        transaction(client, work).await
    })
}

fn no_seat(seat: u8) -> Failure {
    invalid(format!("there is no seat {seat}")).into()
}
