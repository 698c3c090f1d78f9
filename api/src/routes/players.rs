//! The players whom a front end names at seats.

use super::prelude::*;

use tapis_db::model::{Cursor, SeatCursor};

use super::games;
use crate::etag::content_etag;

/// Which games of a player to list.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct PlayerGamesQuery {
    /// `mine`: only games in which it is the player's turn.
    #[param(inline)]
    turn: Option<TurnOf>,
    /// The `next_cursor` of the previous page (keyset pagination).
    #[param(min_length = 50, max_length = 50, pattern = "^[0-9a-fA-F]{50}$")]
    cursor: Option<String>,
    /// The page size.
    #[param(minimum = 1, maximum = 50, default = 20)]
    limit: Option<usize>,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum TurnOf {
    /// The player's.
    Mine,
}

/// List the games of a player.
///
/// The games at whose seats you have named this player with your key, newest first, one item a seat: status, whose turn it is and until
/// when, the names shown, and the result when the game is over. Seats that the player has left are not among them. A player who was never named has no games. A
/// page can have fewer games than asked for before the end.
#[utoipa::path(
    tag = "operation", operation_id = "listPlayerGames", security(("api_key" = []), ("login" = [])),
    params(
        ("player" = String, Path, description = "Your id of the player; with a login `me`.", max_length = 64,
            pattern = "^[A-Za-z0-9][A-Za-z0-9._~:@|=-]{0,63}$", example = "u-17"),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` that the caller has."),
        PlayerGamesQuery,
    ),
    responses(
        (status = 200, description = "A page of games.", body = PlayerGames,
            headers(
                ("ETag" = String, description = "Another one when the page says something else."),
                ("Link" = String, description = "`rel=\"next\"`, when there is a next page."),
            )),
        (status = 304, description = "Not modified: the caller has this page."),
        PlayerProblems, NoSuchPlayer, QueryProblems, ProblemResponses,
    )
)]
#[get("/v1/players/{player}/games")]
pub(super) async fn list_player_games(
    (state, request, namer): (AppState, HttpRequest, Namer),
    player: web::Path<String>,
    Query(PlayerGamesQuery { turn, cursor, limit }): Query<PlayerGamesQuery>,
) -> Answer {
    let player = namer.player(&player)?;
    let limit = respond::page_size(limit, 20, 50)?;
    let after = cursor.as_deref().map(read_cursor).transpose()?;
    let mine = turn == Some(TurnOf::Mine);
    let page = state.service.games_of_player(namer.key(), player.clone(), after, limit, mine).await?;
    let next_cursor = page.next.map(write_cursor);
    let link = next_cursor.as_ref().map(|cursor| {
        let (player, turn) = (player.replace('|', "%7C"), if mine { "&turn=mine" } else { "" });
        format!("</v1/players/{player}/games?limit={limit}&cursor={cursor}{turn}>; rel=\"next\"")
    });
    let body = PlayerGames { items: page.seats.iter().map(PlayerGame::from).collect(), next_cursor };
    let body = Bytes::from(languages::json(&body).map_err(ApiError::internal)?);
    let etag = content_etag(&body);
    let response = respond::conditional(&request, &etag, || Ok(body))?;
    let response = with(response, header::VARY, "Authorization, Tapis-Key");
    Ok(match link {
        Some(link) => with(response, header::LINK, &link),
        None => response,
    })
}

/// Delete a player.
///
/// Forgets this player of your key at every seat, with the ratings. The games stay, and so do names that are shown. Deleting again,
/// or somebody who was never named, is no error.
#[utoipa::path(
    tag = "operation", operation_id = "deletePlayer", security(("api_key" = []), ("login" = [])),
    params(
        ("player" = String, Path, description = "Your id of the player; with a login `me`.", max_length = 64,
            pattern = "^[A-Za-z0-9][A-Za-z0-9._~:@|=-]{0,63}$", example = "u-17"),
    ),
    responses(
        (status = 204, description = "Deleted."),
        PlayerProblems, NoSuchPlayer, QueryProblems, ProblemResponses,
    )
)]
#[delete("/v1/players/{player}", wrap = "from_fn(as_change)")]
pub(super) async fn delete_player(state: AppState, namer: Namer, player: web::Path<String>) -> Answer {
    state.service.forget_player(namer.key(), namer.player(&player)?).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A place in the list as 50 hex digits: that of the game, as lists of games have it, and the seat.
fn write_cursor(SeatCursor { created_at, game, seat }: SeatCursor) -> String {
    format!("{}{seat:02x}", games::write_cursor(Cursor { created_at, id: game }))
}

fn read_cursor(text: &str) -> Result<SeatCursor, ApiError> {
    let refuse = || ApiError::query("cursor", said("cursor"));
    let (game, seat) = text.split_at_checked(48).ok_or_else(refuse)?;
    let hex = seat.len() == 2 && seat.bytes().all(|byte| byte.is_ascii_hexdigit());
    let seat = u8::from_str_radix(seat, 16).ok().filter(|_| hex).ok_or_else(refuse)?;
    let Cursor { created_at, id } = games::read_cursor(game)?;
    Ok(SeatCursor { created_at, game: id, seat })
}

#[cfg(test)]
mod tests {
    use tapis_db::model::{GameId, Time};

    use super::*;

    #[test]
    fn cursors_round_trip() {
        let created_at = Time::from(jiff::Timestamp::from_millisecond(1_767_225_600_123).unwrap());
        let cursor = SeatCursor { created_at, game: GameId::from_u128(42 << 64 | 7), seat: 6 };
        assert_eq!(read_cursor(&write_cursor(cursor)).unwrap(), cursor);
        for wrong in
            ["", "x", &"g".repeat(50), &"0".repeat(49), &format!("{}+1", "0".repeat(48)), &"é".repeat(25)]
        {
            assert!(read_cursor(wrong).is_err(), "{wrong}");
        }
    }
}
