//! Games: the list, one of them, and its replay.

use super::prelude::*;

use tapis_db::model::{Cursor, GameFilter, GameId, Time};

use crate::etag::{presence_etag, seen_etag, state_etag};
use tapis_service::tables::replay::GameReplay;
use tapis_service::tables::{Beside, GameStatus};
use tapis_service::{Look, ReplayBody};
use tapis_solver::registry::Registry;

/// Which games to list.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct GamesQuery {
    /// Only games with this status.
    status: Option<GameStatus>,
    /// Only games with this game id, as in `richelieu`.
    #[param(example = "richelieu")]
    game: Option<String>,
    /// `true`: only games with an open seat. `false`: only games without one.
    open_seats: Option<bool>,
    /// The `next_cursor` of the previous page (keyset pagination).
    #[param(min_length = 48, max_length = 48, pattern = "^[0-9a-fA-F]{48}$")]
    cursor: Option<String>,
    /// The page size.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<usize>,
}

/// List public games.
///
/// Newest first. Lists only games created as `public`, with what a spectator may know.
#[utoipa::path(
    tag = "games", operation_id = "listGames", security(()), params(GamesQuery),
    responses(
        (status = 200, description = "A page of games.", body = GameList,
            headers(("Link" = String, description = "`rel=\"next\"`, when there is a next page."))),
        QueryProblems, ProblemResponses,
    )
)]
#[get("/v1/games")]
pub(super) async fn list_games(state: AppState, Query(wanted): Query<GamesQuery>) -> Answer {
    let limit = respond::page_size(wanted.limit, 50, 200)?;
    let cursor = wanted.cursor.as_deref().map(read_cursor).transpose()?;
    let filter =
        GameFilter { status: wanted.status, game: wanted.game.clone(), open_seats: wanted.open_seats };
    let page = state.service.list(filter, cursor, limit).await?;
    let next_cursor = page.next.map(write_cursor);
    let link =
        next_cursor.as_ref().map(|cursor| link(state.service.rulesets().games(), &wanted, limit, cursor));
    let body = GameList { items: page.games.iter().map(ListedGame::from).collect(), next_cursor };
    respond::page(&body, link)
}

fn link(games: &Registry, wanted: &GamesQuery, limit: usize, cursor: &str) -> String {
    let mut query = format!("limit={limit}&cursor={cursor}");
    if let Some(status) = wanted.status.and_then(|status| serde_json::to_value(status).ok()) {
        query += &format!("&status={}", status.as_str().unwrap_or_default());
    }
    // Only ids of games come through unescaped; nothing else is a game.
    if let Some(game) = wanted.game.as_ref().filter(|game| games.game(game).is_some()) {
        query += &format!("&game={game}");
    }
    if let Some(open_seats) = wanted.open_seats {
        query += &format!("&open_seats={open_seats}");
    }
    format!("/v1/games?{query}")
}

/// A place in the list as 48 hex digits: milliseconds and id.
pub(super) fn write_cursor(cursor: Cursor) -> String {
    let at = cursor.created_at.timestamp().as_millisecond();
    format!("{:016x}{:032x}", at as u64, cursor.id.as_u128())
}

pub(super) fn read_cursor(text: &str) -> Result<Cursor, ApiError> {
    let refuse = || ApiError::query("cursor", said("cursor"));
    let hex = text.len() == 48 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let (at, id) = text.split_at_checked(16).filter(|_| hex).ok_or_else(refuse)?;
    let at = u64::from_str_radix(at, 16).map_err(|_| refuse())? as i64;
    let created_at = jiff::Timestamp::from_millisecond(at).map(Time::from).map_err(|_| refuse())?;
    let id = u128::from_str_radix(id, 16).map(GameId::from_u128).map_err(|_| refuse())?;
    Ok(Cursor { created_at, id })
}

/// Get the state of a game.
///
/// The position as the caller may see it. With a seat's token: what the seat knows and, on its turn, the legal moves. Without a
/// token: what everybody may know. A finished game can be looked at from every seat.
#[utoipa::path(
    tag = "games", operation_id = "getGame", security((), ("seat_token" = []), ("login" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` that the caller has."),
        StateQuery,
    ),
    responses(
        (status = 200, description = "The game as the caller may know it.", body = GameState,
            headers(
                ("ETag" = String, description = "Version and seat, as in `\"v17-s0\"`."),
                ("Link" = String, description = "`rel=\"describedby\"`: the ruleset with its options."),
            )),
        (status = 304, description = "Not modified: the caller has this version."),
        (status = 409, description = "A seat is named, and the game is not finished.", body = crate::problem::Problem,
            content_type = "application/problem+json"),
        QueryProblems, GameProblems, ProblemResponses,
    )
)]
#[get("/v1/games/{id}")]
pub(super) async fn get_game(
    (state, request, path, bearer): At<GamePath>,
    Query(StateQuery { include, version, seat }): Query<StateQuery>,
) -> Answer {
    let Look { snapshot, viewer, presence, .. } = state.service.look(path.0, bearer.token()).await?;
    let newest = snapshot.version();
    let from = seat.map(|seat| snapshot.from_seat(Seat(seat))).transpose().map_err(in_query)?;
    // What a seat saw is looked up as anybody may, and then shown with its eyes.
    let reader = if from.is_some() { Viewer::Spectator } else { viewer };
    let snapshot = match version {
        Some(version) => {
            let asking = (reader, caller(&request));
            state.service.earlier(snapshot, version, asking).await.map_err(in_query)?
        }
        None => snapshot,
    };
    let past = snapshot.version() < newest;
    let beside = snapshot.beside(reader);
    let viewer = from.unwrap_or(viewer);
    // What is past will not be passed.
    let beside = if past { Beside { will_pass: None, ..beside } } else { beside };
    let etag = state_etag(snapshot.version(), viewer, beside);
    let etag = if from.is_some() { seen_etag(&etag) } else { etag };
    let presence = presence.filter(|_| version.is_none() && from.is_none());
    let etag = presence.map_or(etag.clone(), |presence| presence_etag(&etag, &presence));
    let parts = StateParts { include, past, presence, from_seat: from.is_some() };
    let response = respond::conditional(&request, &etag, || state_body(&snapshot, viewer, beside, parts))?;
    Ok(respond::described(response, snapshot.info.ruleset()))
}

/// Replay a finished game.
///
/// Everything that was hidden: the deals, every move with the moves that were legal, the state hashes, the moves taken back,
/// and seed and nonce to check the commitment.
#[utoipa::path(
    tag = "play", operation_id = "getReplay", security((), ("seat_token" = []), ("login" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` that the caller has."),
    ),
    responses(
        (status = 200, description = "The whole game.", body = GameReplay),
        (status = 304, description = "Not modified: the caller has it."),
        StateProblems, GameProblems, ProblemResponses,
    )
)]
#[get("/v1/games/{id}/replay")]
pub(super) async fn get_replay((state, request, path, bearer): At<GamePath>) -> Answer {
    let ReplayBody { version, json } = state.service.replay(path.0, bearer.token(), caller(&request)).await?;
    respond::conditional(&request, &format!("\"v{version}-replay\""), || Ok(json))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_round_trip() {
        let created_at = Time::from(jiff::Timestamp::from_millisecond(1_767_225_600_123).unwrap());
        let cursor = Cursor { created_at, id: GameId::from_u128(42 << 64 | 7) };
        assert_eq!(read_cursor(&write_cursor(cursor)).unwrap(), cursor);
        for wrong in ["", "x", &"g".repeat(48), &"0".repeat(47), &"é".repeat(24)] {
            assert!(read_cursor(wrong).is_err(), "{wrong}");
        }
    }
}
