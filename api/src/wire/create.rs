//! A created game, and a seat at one that others wait for.

use serde::Serialize;
use tapis_games::ruleset::RulesetReference;
use tapis_games::seat::Seat;
use tapis_service::tables::GameStatus;
use tapis_service::{CreatedSeat, Matched};
use utoipa::ToSchema;

use super::Include;

/// A created game. Nobody else gets its tokens; a retry with the same `Idempotency-Key` gets them again.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!(example!("created-game")))]
pub struct CreatedGame {
    /// The game's id.
    #[schema(format = Uuid)]
    pub id: String,
    /// 1.
    #[schema(example = 1)]
    pub version: u64,
    /// The ruleset.
    pub ruleset: RulesetReference,
    /// The seats whose token or ticket the creator must keep.
    pub seats: Vec<CreatedSeat>,
    /// `sha256:` and the hex SHA-256 of seed and nonce, which the replay reveals.
    #[schema(example = "sha256:5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef")]
    pub deal_commitment: String,
}

impl CreatedGame {
    /// The answer to whoever created the game.
    pub fn of(created: tapis_service::MadeGame, include: Include) -> Self {
        let info = &created.snapshot.info;
        Self {
            id: info.id.to_string(),
            version: 1,
            ruleset: include.ruleset(info.ruleset()),
            seats: created.seats,
            deal_commitment: info.commitment.clone(),
        }
    }
}

/// A seat at a game with others. Nobody else gets its token; a retry with the same `Idempotency-Key` gets it again.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!(example!("matched-game")))]
pub struct MatchedGame {
    /// The game's id.
    #[schema(format = Uuid)]
    pub id: String,
    /// The newest version.
    #[schema(example = 2)]
    pub version: u64,
    /// `waiting` while a seat is free.
    pub status: GameStatus,
    /// Your seat.
    pub seat: Seat,
    /// The token to play with.
    pub token: String,
    /// The ruleset.
    pub ruleset: RulesetReference,
    /// `sha256:` and the hex SHA-256 of seed and nonce, which the replay reveals.
    #[schema(example = "sha256:5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef")]
    pub deal_commitment: String,
}

impl MatchedGame {
    /// The answer to whoever looked for others.
    pub fn of(matched: Matched) -> Self {
        let Matched { snapshot, seat, token, .. } = matched;
        let info = &snapshot.info;
        Self {
            id: info.id.to_string(),
            version: snapshot.version(),
            status: snapshot.status,
            seat,
            token,
            ruleset: info.ruleset().reference(),
            deal_commitment: info.commitment.clone(),
        }
    }
}
