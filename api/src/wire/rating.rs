//! How strong players are.

use serde::Serialize;
use tapis_db::model::PlayerRating;
use tapis_solver::bots;
use utoipa::ToSchema;

use super::time;

/// How strong a player is, by game.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"player": "u-17", "items": [{"game": "richelieu", "elo": 112.4, "low": -31.0, "high": 255.8, "error": 61.2, "sure": -10.0, "provisional": false, "games": 23, "rated_at": "2026-01-01T12:00:00Z"}]}))]
pub struct PlayerRatings {
    /// Your id of the player.
    #[schema(max_length = 64)]
    pub player: String,
    /// A rating a game, by the game's id. None for a player whom no game rated.
    pub items: Vec<RatingInGame>,
}

/// How strong a player is in a game.
#[derive(Serialize, ToSchema)]
pub struct RatingInGame {
    /// The game's id.
    #[schema(example = "richelieu")]
    pub game: String,
    /// How strong the player is.
    #[serde(flatten)]
    pub strength: Strength,
}

/// How strong a player is, and how well that is known.
#[derive(Serialize, ToSchema)]
#[schema(as = PlayerStrength)]
pub struct Strength {
    /// Points on the scale of the bots: 400 are odds of ten to one, `greedy` has 0.
    #[schema(example = 112.4)]
    pub elo: f64,
    /// Lower end of the 95 % interval.
    #[schema(example = -31.0)]
    pub low: f64,
    /// Upper end.
    #[schema(example = 255.8)]
    pub high: f64,
    /// The standard error for a comparison with players of the same ladder. The interval is wider: it also has what is not known of
    /// the scale, which is the same for all of them.
    #[schema(minimum = 0, example = 61.2)]
    pub error: f64,
    /// Two of these errors below `elo`: how strong the player surely is among those of the same ladder, by which it is ordered.
    #[schema(example = -10.0)]
    pub sure: f64,
    /// Whether too little is known of the player to say much: `error` is above 110.
    pub provisional: bool,
    /// The number of games it rests on.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 23)]
    pub games: u64,
    /// When the newest of these games ended.
    #[schema(format = DateTime, example = "2026-01-01T12:00:00Z")]
    pub rated_at: String,
}

/// The players of a front end in a game, who is `sure` to be the strongest first, and the bots on the same scale.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"game": "richelieu", "items": [{"player": "u-17", "rank": 1, "elo": 112.4, "low": -31.0, "high": 255.8, "error": 61.2, "sure": -10.0, "provisional": false, "games": 23, "rated_at": "2026-01-01T12:00:00Z"}],
    "bots": [{"bot": "greedy", "elo": 0.0, "games": 36}]}))]
pub struct Ladder {
    /// The game's id.
    pub game: String,
    /// The players.
    pub items: Vec<RatedPlayer>,
    /// The bots whose strength was measured, with the default options of the game.
    pub bots: Vec<bots::Rating>,
    /// Send this as `?cursor=` for the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A player of a ladder.
#[derive(Serialize, ToSchema)]
pub struct RatedPlayer {
    /// Your id of the player.
    #[schema(max_length = 64, example = "u-17")]
    pub player: String,
    /// The place in the ladder, from 1 on; who is as `sure` has the same.
    #[schema(minimum = 1, maximum = 4_294_967_295_u64, format = Int64, example = 1)]
    pub rank: u32,
    /// How strong the player is.
    #[serde(flatten)]
    pub strength: Strength,
}

impl From<&PlayerRating> for Strength {
    fn from(PlayerRating { rating, rated_at, .. }: &PlayerRating) -> Self {
        let tenths = |points: f64| (points * 10.0).round() / 10.0;
        let (low, high) = rating.interval();
        Self {
            elo: tenths(rating.mean),
            low: tenths(low),
            high: tenths(high),
            error: tenths(rating.own),
            sure: tenths(rating.sure()),
            provisional: rating.is_provisional(),
            games: rating.games,
            rated_at: time(*rated_at),
        }
    }
}

impl From<PlayerRating> for RatingInGame {
    fn from(rated: PlayerRating) -> Self {
        Self { strength: Strength::from(&rated), game: rated.game }
    }
}

impl RatedPlayer {
    /// The player of this rating and rank.
    pub fn of(rated: PlayerRating, rank: u32) -> Self {
        Self { strength: Strength::from(&rated), player: rated.player, rank }
    }
}
