//! Lists of games, and those of a front end's player.

use serde::Serialize;
use tapis_db::model::GameSummary;
use tapis_games::seat::Seat;
use tapis_service::PlayerSeat;
use utoipa::ToSchema;

use super::state::SeatView;
use super::{SeatOf, time};
use tapis_service::tables::GameStatus;

/// Public games, newest first.
#[derive(Serialize, ToSchema)]
#[schema(example = json!(example!("game-list")))]
pub struct GameList {
    /// The games.
    pub items: Vec<ListedGame>,
    /// Send this as `?cursor=` for the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A public game, as everybody may know it.
#[derive(Serialize, ToSchema)]
pub struct ListedGame {
    /// The game's id.
    #[schema(format = Uuid)]
    pub id: String,
    /// The game played.
    #[schema(example = "richelieu")]
    pub game: String,
    /// The hash of its ruleset.
    pub ruleset: String,
    /// Its state.
    pub status: GameStatus,
    /// Its version.
    pub version: u64,
    /// Whose turn it is, while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<SeatOf>,
    /// The seats in order.
    pub seats: Vec<SeatView>,
    /// Who may ask for hints.
    #[schema(example = "free", pattern = "^(off|free|after_game|metered:[1-9][0-9]{0,3})$")]
    pub hints: String,
    /// Whether the seed was chosen by the creator.
    pub practice: bool,
    /// The commitment to seed and nonce.
    pub deal_commitment: String,
    /// When it was created.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When its newest event happened.
    #[schema(format = DateTime)]
    pub updated_at: String,
}

impl From<&GameSummary> for ListedGame {
    fn from(summary: &GameSummary) -> Self {
        Self {
            id: summary.id.to_string(),
            game: summary.game.clone(),
            ruleset: summary.ruleset.to_string(),
            status: summary.status,
            version: summary.version,
            turn: summary.turn.map(|seat| SeatOf {
                seat: Seat(seat),
                since: None,
                deadline: summary.deadline.map(time),
            }),
            seats: SeatView::all(&summary.seats),
            hints: summary.hints.clone(),
            practice: summary.practice,
            deal_commitment: summary.commitment.clone(),
            created_at: time(summary.created_at),
            updated_at: time(summary.updated_at),
        }
    }
}

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
