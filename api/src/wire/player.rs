//! The games of a front end's player.

use serde::Serialize;
use tapis_games::seat::Seat;
use tapis_service::PlayerSeat;
use utoipa::ToSchema;

use super::list::ListedGame;

/// Games of a player, newest first.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"items": [{"seat": 1, "game": {
    "id": "0197f0c5-3a1b-7c2d-8e4f-0123456789ab", "game": "richelieu", "ruleset": "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988", "status": "waiting", "version": 1,
    "seats": [{"seat": 0, "kind": "human", "name": "Ada"}, {"seat": 1, "kind": "invite"}], "hints": "free",
    "practice": false, "deal_commitment": "sha256:9b74c9897bac770ffc029102a200c5de2a5bb9c1e4b5e1f3f1a0c8d7e6f50413", "created_at": "2026-01-01T12:00:00Z", "updated_at": "2026-01-01T12:00:00Z"
}}]}))]
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
