//! Creating a game.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};

use super::event;
use super::head::LogPosition;
use super::load::check_free;
use super::recent::RecentGame;
use super::row::GameRow;
use super::session::Session;
use crate::error::StoreError;
use crate::model::{Appended, GameSummary, NewGame, Status};
use crate::sqlite::error::{Outcome, invalid};
use crate::sqlite::{idempotency, rulesets};

/// The most seats a game may have.
const MAX_SEATS: usize = 16;

/// See [`crate::Store::create_game`].
pub(in crate::sqlite) fn create(session: &mut Session<'_>, game: &NewGame) -> Outcome<Appended> {
    let conn = session.conn;
    if let Some(record) = &game.idempotency {
        check_free(conn, record, game.setup.at)?;
    }
    if exists(conn, game)? {
        return Err(StoreError::Exists.into());
    }
    validate(game)?;
    rulesets::put(conn, &game.ruleset)?;
    let summary = summary(game);
    let anchor = GameRow::anchor(&summary, &game.seed, &game.nonce);
    // The row comes first: events refer to it. Its hash of the first event is known before that is stored.
    let chain = event::link(anchor, 1, &game.setup, None);
    let mut row = GameRow {
        place: LogPosition::default(),
        hints_used: vec![0; summary.seats.len()],
        summary,
        anchor,
        chain,
    };
    row.insert(conn)?;
    conn.prepare_cached("INSERT INTO game_secrets (game, seed, nonce) VALUES (?1, ?2, ?3)")?
        .execute(params![game.id.to_string(), game.seed.0, game.nonce.0])?;
    event::insert(conn, &mut row.place, 1, &game.setup, None, anchor)?;
    row.place.update(conn)?;
    if let Some(record) = &game.idempotency {
        idempotency::put(conn, record)?;
    }
    session.games.put(RecentGame { row, keys: HashMap::new() });
    Ok(Appended { version: 1, chain })
}

fn exists(conn: &Connection, game: &NewGame) -> Outcome<bool> {
    let found = conn
        .prepare_cached("SELECT 1 FROM games WHERE id = ?1")?
        .query_row([game.id.to_string()], |_| Ok(()))
        .optional()?;
    Ok(found.is_some())
}

fn validate(game: &NewGame) -> Outcome<()> {
    let seats = game.seats.len();
    if !(1..=MAX_SEATS).contains(&seats) {
        return Err(invalid(format!("a game has 1 to {MAX_SEATS} seats, not {seats}")));
    }
    check_seat(game.turn, seats)?;
    check_seat(game.setup.seat, seats)?;
    match game.status {
        Status::Waiting | Status::Running => Ok(()),
        Status::Finished | Status::Aborted => Err(invalid("a new game waits or runs")),
    }
}

/// Refuses a seat the game has not.
pub(super) fn check_seat(seat: Option<u8>, seats: usize) -> Outcome<()> {
    match seat {
        Some(seat) if usize::from(seat) >= seats => Err(invalid(format!("there is no seat {seat}"))),
        _ => Ok(()),
    }
}

fn summary(game: &NewGame) -> GameSummary {
    GameSummary {
        id: game.id,
        ruleset: game.ruleset.hash,
        game: game.ruleset.game.clone(),
        status: game.status,
        version: 1,
        turn: game.turn,
        seats: game.seats.clone(),
        visibility: game.visibility,
        hints: game.hints.clone(),
        practice: game.practice,
        assisted: false,
        commitment: game.commitment.clone(),
        created_at: game.setup.at,
        updated_at: game.setup.at,
    }
}
