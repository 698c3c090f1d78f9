//! Creating a game.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tapis_db::model::Visibility;
use tapis_games::ruleset::Ruleset;
use tapis_games::seat::Seat;
use utoipa::ToSchema;

#[allow(unused_imports, reason = "named in a schema only")]
use super::per_game::AnyOptions;
use crate::sessions::HintPolicy;

/// A game to create: a game with options, or the hash of a ruleset.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "game": "richelieu", "options": {"variant": "three_rows"},
    "seats": [{"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": "club"}],
    "visibility": "unlisted", "hints": "free",
}))]
pub struct CreateGame {
    /// The game's id. May be left out with `ruleset`.
    #[serde(default)]
    #[schema(example = "richelieu")]
    pub game: Option<String>,
    /// Options of the game; those left out take their defaults.
    #[serde(default)]
    #[schema(value_type = Option<AnyOptions>)]
    pub options: Option<Value>,
    /// The hash of a ruleset, instead of options.
    #[serde(default)]
    pub ruleset: Option<String>,
    /// Who sits where, as many as the ruleset has players.
    #[schema(min_items = 2, max_items = 7)]
    pub seats: Vec<SeatWanted>,
    /// Who may find the game.
    #[serde(default)]
    pub visibility: VisibilityName,
    /// Who may ask for hints: `off`, `metered:<n>` a seat, `free`, `after_game`.
    #[serde(default)]
    #[schema(value_type = String, default = "free", pattern = "^(off|free|after_game|metered:[1-9][0-9]{0,3})$")]
    pub hints: HintPolicy,
    /// A chosen seed. Only without open or invited seats; the game is flagged and kept out of played statistics.
    #[serde(default)]
    pub practice: Option<Practice>,
}

/// One seat of a game to create.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"kind": "mine", "name": "Ada"}))]
pub struct SeatWanted {
    /// Who sits there.
    pub kind: WantedKind,
    /// The name shown, for `mine`; 1 to 40 visible characters.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// The bot's level, for `bot`: `random`, `greedy`, `casual`, `club`, `expert`.
    #[serde(default)]
    #[schema(example = "club")]
    pub level: Option<String>,
}

/// Who sits at a seat of a game to create.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WantedKind {
    /// The creator; the answer has the seat's token.
    Mine,
    /// Whoever is given the ticket of the answer.
    Invite,
    /// Whoever comes first.
    Open,
    /// A bot.
    Bot,
}

/// Who may find a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VisibilityName {
    /// Listed.
    Public,
    /// Reachable by those who know its id.
    #[default]
    Unlisted,
    /// Reachable with one of its tokens only.
    Private,
}

impl From<VisibilityName> for Visibility {
    fn from(name: VisibilityName) -> Self {
        match name {
            VisibilityName::Public => Self::Public,
            VisibilityName::Unlisted => Self::Unlisted,
            VisibilityName::Private => Self::Private,
        }
    }
}

impl From<Visibility> for VisibilityName {
    fn from(visibility: Visibility) -> Self {
        match visibility {
            Visibility::Public => Self::Public,
            Visibility::Unlisted => Self::Unlisted,
            Visibility::Private => Self::Private,
        }
    }
}

/// A chosen seed.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Practice {
    /// 64 hex digits.
    #[schema(pattern = "^[0-9a-fA-F]{64}$", min_length = 64, max_length = 64)]
    pub seed: String,
}

/// A created game. The tokens are told to nobody else, and again only to a retry with the same `Idempotency-Key`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "id": "0197f0c5-3a1b-7c2d-8e4f-0123456789ab", "version": 1, "ruleset": {"game": "richelieu", "rules_version": 1, "options": {"players": 2, "variant": "three_rows"}, "hash": "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988"}, "seats": [{"seat": 0, "kind": "mine", "token": "seat_…"}],
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
    pub ruleset: Ruleset,
    /// The seats the creator has something to keep for.
    pub seats: Vec<CreatedSeat>,
    /// `sha256:` and the hex SHA-256 of seed and nonce, which the replay reveals.
    #[schema(example = "sha256:5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef")]
    pub deal_commitment: String,
}

/// A seat of a created game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CreatedSeat {
    /// The seat.
    pub seat: Seat,
    /// `mine` or `invite`.
    pub kind: WantedKind,
    /// The token to play with, for `mine`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The ticket to give away, for `invite`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket: Option<String>,
}
