//! The games of a front end's player.

use serde::Serialize;
use tapis_games::seat::Seat;
use tapis_service::PlayerSeat;
use utoipa::ToSchema;

use super::list::ListedGame;

/// Games of a player, newest first.
#[derive(Serialize, ToSchema)]
#[schema(example = json!(example!("player-games")))]
pub struct PlayerGames {
    /// The games, one item a seat.
    pub items: Vec<PlayerGame>,
    /// Send this as `?cursor=` for the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A game of a player.
#[derive(Serialize, ToSchema)]
pub struct PlayerGame {
    /// The player's seat. It waits for the player where its kind is `invite`.
    pub seat: Seat,
    /// The result of the seat, where the game is finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<PlayerResult>,
    /// The game, as everybody there may know it.
    pub game: ListedGame,
}

/// The result of a seat.
#[derive(Serialize, ToSchema)]
pub struct PlayerResult {
    /// 1 is best; tied seats share a rank.
    #[schema(minimum = 1, maximum = 7)]
    pub rank: u8,
    /// The score.
    pub score: i32,
}

impl From<&PlayerSeat> for PlayerGame {
    fn from(found: &PlayerSeat) -> Self {
        let result = found.result.map(|(rank, score)| PlayerResult { rank, score });
        Self { seat: found.seat, result, game: (&found.game).into() }
    }
}
