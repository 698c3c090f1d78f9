//! Creating a game.

use deadpool_postgres::Client;

use super::load::check_free;
use super::recent::RecentGame;
use super::row::GameRow;
use crate::engine::chain::link;
use crate::engine::checks;
use crate::engine::game::{anchor, open_seats, summary, text};
use crate::error::StoreError;
use crate::model::{Appended, IdempotencyRecord, NewGame, Time};
use crate::postgres::column::{Text, uuid};
use crate::postgres::connection::transaction;
use crate::postgres::error::Outcome;
use crate::postgres::node::{Node, once};
use crate::postgres::{idempotency, rulesets};

/// A game with its secrets, its head and its first event, unless its id is taken.
const CREATE: &str = "WITH game AS (INSERT INTO games (id, ruleset, game, visibility, hints, practice, commitment, \
     created_at, anchor, status, seats, open_seats, assisted, hints_used, seal) \
     VALUES ($1::uuid, $2::bytea, $3::text, $4::text, $5::text, $6::boolean, $7::text, $8::timestamptz, $9::bytea, \
     $10::text, $11::text, $12::bigint, false, $13::text, $14::bytea) ON CONFLICT (id) DO NOTHING RETURNING id), \
     secrets AS (INSERT INTO game_secrets (game, seed, nonce) SELECT id, $15::bytea, $16::bytea FROM game), \
     head AS (INSERT INTO heads (game, version, turn, updated_at, deadline, chain, seal) \
     SELECT id, 1, $17::smallint, $8::timestamptz, $26::timestamptz, $18::bytea, $19::bytea FROM game) \
     INSERT INTO events (game, version, kind, seat, notation, chance, payload, state_hash, at, chain) \
     SELECT id, 1, $20::text, $21::smallint, $22::text, $23::text, $24::text, $25::bytea, $8::timestamptz, \
     $18::bytea FROM game";

/// See [`crate::Store::create_game`].
pub(in crate::postgres) async fn create(node: &Node, game: &NewGame) -> Outcome<Appended> {
    let row = new_row(game);
    once!(node, |client| async {
        if let Some(record) = &game.idempotency {
            check_free(client, record, game.setup.at).await?;
        }
        checks::new_game(game)?;
        transaction(client, insert(client, game, &row)).await
    })?;
    let chain = row.chain;
    node.games.put(RecentGame { row, keys: Default::default() });
    Ok(Appended { version: 1, chain, beside: (0, 0) })
}

fn new_row(game: &NewGame) -> GameRow {
    let summary = summary(game);
    let anchor = anchor(&summary, &game.seed, &game.nonce);
    let chain = link(anchor, 1, &game.setup, None);
    GameRow { hints_used: vec![0; summary.seats.len()], changes: 0, summary, anchor, chain }
}

async fn insert(client: &Client, game: &NewGame, row: &GameRow) -> Outcome<()> {
    rulesets::put(client, &game.ruleset).await?;
    if !insert_game(client, game, row).await? {
        return Err(StoreError::Exists.into());
    }
    match &game.idempotency {
        Some(record) => put_new(client, record, game.setup.at).await,
        None => Ok(()),
    }
}

async fn insert_game(client: &Client, game: &NewGame, row: &GameRow) -> Outcome<bool> {
    let (summary, setup, statement) = (&row.summary, &game.setup, client.prepare_cached(CREATE).await?);
    let (seats, hints_used) = (text(&summary.seats)?, text(&row.hints_used)?);
    let stored = client
        .execute(
            &statement,
            &[
                &uuid(game.id),
                &summary.ruleset.0.as_slice(),
                &Text(&summary.game),
                &summary.visibility.as_str(),
                &Text(&summary.hints),
                &summary.practice,
                &Text(&summary.commitment),
                &summary.created_at.timestamp(),
                &row.anchor.0.as_slice(),
                &summary.status.as_str(),
                &Text(&seats),
                &open_seats(&summary.seats),
                &hints_used,
                &row.seal()?.0.as_slice(),
                &game.seed.0.as_slice(),
                &game.nonce.0.as_slice(),
                &summary.turn.map(i16::from),
                &row.chain.0.as_slice(),
                &row.head_seal()?.0.as_slice(),
                &Text(&setup.kind),
                &setup.seat.map(i16::from),
                &setup.notation.as_deref().map(Text),
                &setup.chance.as_ref().map(|json| Text(json.as_str())),
                &setup.payload.as_ref().map(|json| Text(json.as_str())),
                &setup.state_hash.as_ref().map(|hash| hash.0.as_slice()),
                &summary.deadline.map(Time::timestamp),
            ],
        )
        .await?;
    Ok(stored == 1)
}

/// See [`crate::Store::put_idempotency`].
pub(in crate::postgres) async fn put_record(
    node: &Node,
    record: &IdempotencyRecord,
    now: Time,
) -> Outcome<()> {
    once!(node, |client| async {
        check_free(client, record, now).await?;
        put_new(client, record, now).await
    })
}

/// Stores a record whose key was free when it was looked at. Another node may have been quicker: then it says what that did.
pub(super) async fn put_new(client: &Client, record: &IdempotencyRecord, now: Time) -> Outcome<()> {
    if idempotency::put(client, record, now).await? {
        return Ok(());
    }
    check_free(client, record, now).await?;
    Err(StoreError::Busy.into())
}
