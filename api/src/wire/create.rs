//! A created game.

use serde::Serialize;
use tapis_games::ruleset::RulesetReference;
use tapis_service::CreatedSeat;
use utoipa::ToSchema;

use super::Include;

/// A created game. Nobody else gets its tokens; a retry with the same `Idempotency-Key` gets them again.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "id": "0197f0c5-3a1b-7c2d-8e4f-0123456789ab", "version": 1, "ruleset": {"game": "richelieu", "rules_version": 1, "hash": "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988"}, "seats": [{"seat": 0, "kind": "mine", "token": "seat_…"}],
    "deal_commitment": "sha256:9b74c9897bac770ffc029102a200c5de2a5bb9c1e4b5e1f3f1a0c8d7e6f50413"
}))]
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
    pub fn of(created: tapis_service::CreatedGame, include: Include) -> Self {
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
