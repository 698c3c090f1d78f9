//! How strong the players of a front end are.

use super::prelude::*;

use tapis_db::model::PlayerRating;
use tapis_service::tables::name::{self, MAX_PLAYER};

/// Look at a player's ratings.
///
/// How strong the player is in each game that was rated, and how well that is known. Finished games rate the players who are named
/// there, against one another and against bots of measured strength, if no hint was given and no move taken back. Who was late and came
/// back can only lose by it. A player whom no game has rated has no ratings.
#[utoipa::path(
    tag = "statistics", operation_id = "getPlayerRating", security(("api_key" = []), ("login" = [])),
    params(
        ("player" = String, Path, description = "Your id of the player; with a login `me`.", max_length = 64,
            pattern = "^[A-Za-z0-9][A-Za-z0-9._~:@|=-]{0,63}$", example = "u-17"),
    ),
    responses(
        (status = 200, description = "The ratings by game.", body = PlayerRatings),
        PlayerProblems, NoSuchPlayer, QueryProblems, ProblemResponses,
    )
)]
#[get("/v1/players/{player}/rating")]
pub(super) async fn get_player_rating(state: AppState, namer: Namer, player: web::Path<String>) -> Answer {
    let player = namer.player(&player)?;
    let ratings = state.service.ratings_of(namer.key(), player.clone()).await?;
    let body = PlayerRatings { player, items: ratings.into_iter().map(Into::into).collect() };
    respond::ok(&body)
}

/// Which part of a ladder.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct LadderQuery {
    /// The `next_cursor` of the previous page (keyset pagination).
    #[param(min_length = 34, max_length = 160, pattern = "^([0-9a-fA-F]{2}){17,80}$")]
    cursor: Option<String>,
    /// The page size.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<usize>,
}

/// Look at a ladder.
///
/// The players of your key whom this game has rated, and the bots whose strength was measured, on the same scale. Whoever is `sure` to
/// be the strongest comes first, so that a few lucky games make nobody the first. Logins have no ladder: it would show them the ids of
/// others.
#[utoipa::path(
    tag = "statistics", operation_id = "getLadder", security(("api_key" = [])),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu"), LadderQuery),
    responses(
        (status = 200, description = "A page of the ladder.", body = Ladder,
            headers(("Link" = String, description = "`rel=\"next\"`, when there is a next page."))),
        PlayerProblems, NoSuchGame, QueryProblems, ProblemResponses,
    )
)]
#[get("/v1/ladder/{game}")]
pub(super) async fn get_ladder(
    state: AppState,
    holder: KeyHolder,
    game: web::Path<String>,
    Query(wanted): Query<LadderQuery>,
) -> Answer {
    let game = game.into_inner();
    state.service.catalogue().game(&game).ok_or(ServiceError::NotFound { what: "game_played" })?;
    let limit = respond::page_size(wanted.limit, 50, 200)?;
    let after = wanted.cursor.as_deref().map(read_cursor).transpose()?;
    // One more than asked for: whether there is a next page.
    let known = after.as_ref().map(Place::known);
    let mut players = state.service.ladder(holder.0, game.clone(), known, limit + 1).await?;
    let is_last = players.len() <= limit;
    players.truncate(limit);
    let (mut items, mut at) = (Vec::with_capacity(players.len()), after);
    for rated in players {
        let place = Place::next(at.as_ref(), &rated);
        items.push(RatedPlayer::of(rated, place.rank));
        at = Some(place);
    }
    let next_cursor = at.filter(|_| !is_last).map(|last| write_cursor(&last));
    let link = |cursor: &String| format!("/v1/ladder/{game}?limit={limit}&cursor={cursor}");
    let link = next_cursor.as_ref().map(link);
    let bots = state.service.levels_of(&game);
    let body = Ladder { game, items, bots, next_cursor };
    respond::page(&body, link)
}

/// A row of a ladder.
#[derive(Clone, Debug, PartialEq)]
struct Place {
    /// How strong the player surely is, in thousandths of a point.
    thousandths: i64,
    /// The number of the row, from 1 on.
    number: u32,
    /// The number of the first row that is as sure.
    rank: u32,
    player: String,
}

impl Place {
    /// The row of `rated` after this one.
    fn next(before: Option<&Self>, rated: &PlayerRating) -> Self {
        let thousandths = (rated.rating.sure() * 1000.0).round() as i64;
        let number = before.map_or(0, |before| before.number).saturating_add(1);
        let as_sure = before.filter(|before| before.thousandths == thousandths);
        Self {
            thousandths,
            number,
            rank: as_sure.map_or(number, |before| before.rank),
            player: rated.player.clone(),
        }
    }

    /// What the store knows it by.
    fn known(&self) -> (f64, String) {
        (self.thousandths as f64 / 1000.0, self.player.clone())
    }
}

/// A place as hex digits.
fn write_cursor(Place { thousandths, number, rank, player }: &Place) -> String {
    format!("{:016x}{number:08x}{rank:08x}{}", *thousandths as u64, hex::encode(player))
}

fn read_cursor(text: &str) -> Result<Place, ApiError> {
    let refuse = || ApiError::query("cursor", said("cursor"));
    let bytes = hex::decode(text).ok().filter(|bytes| bytes.len() <= 16 + MAX_PLAYER).ok_or_else(refuse)?;
    let (thousandths, rest) = bytes.split_first_chunk().ok_or_else(refuse)?;
    let (number, rest) = rest.split_first_chunk().ok_or_else(refuse)?;
    let (rank, player) = rest.split_first_chunk().ok_or_else(refuse)?;
    let thousandths = i64::from_be_bytes(*thousandths);
    let in_range = (-1_000_000_000..=1_000_000_000).contains(&thousandths);
    let player = String::from_utf8(player.to_vec()).ok();
    let player = player.filter(|player| in_range && name::check_player(player).is_ok()).ok_or_else(refuse)?;
    Ok(Place { thousandths, number: u32::from_be_bytes(*number), rank: u32::from_be_bytes(*rank), player })
}

#[cfg(test)]
mod tests {
    use tapis_db::model::Time;
    use tapis_db::rating::Rating;

    use super::*;

    fn rated(player: &str, mean: f64) -> PlayerRating {
        let (key, game, player) = (String::new(), String::new(), player.to_owned());
        let rated_at = Time::from(jiff::Timestamp::UNIX_EPOCH);
        PlayerRating { key, player, game, rating: Rating { mean, ..Rating::NEW }, rated_at }
    }

    #[test]
    fn who_is_as_sure_has_the_same_rank() {
        let mut last = None;
        let mut rank = |mean| {
            let place = Place::next(last.as_ref(), &rated("a", mean));
            last.insert(place).rank
        };
        assert_eq!([30.0, 20.0, 20.0, 20.0, 10.0, 10.0].map(&mut rank), [1, 2, 2, 2, 5, 5]);
    }

    #[test]
    fn cursors_round_trip() {
        for (mean, player) in [(0.0, "a"), (-31.25, "d|1"), (9_999.999, &*"x".repeat(64)), (-10_000.0, "9")] {
            let last = Place::next(None, &rated(player, mean));
            assert_eq!(read_cursor(&write_cursor(&last)).unwrap(), last);
            assert_eq!(last.known(), (mean - 2.0 * Rating::NEW.own, player.to_owned()));
        }
        let zero = "0".repeat(32);
        for wrong in ["", "61", &zero, &format!("{zero}00"), &format!("{zero}3c"), &format!("{zero}6"), "zz"]
        {
            assert!(read_cursor(wrong).is_err(), "{wrong}");
        }
        assert!(read_cursor(&format!("{zero}{}", "61".repeat(65))).is_err(), "too long");
    }
}
