//! Games as they are created, listed and loaded.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::{
    Digest, Event, GameId, IdempotencyRecord, NewEvent, RulesetRecord, SeatedPlayer, Secret, Time,
    WatchedGame, Wish,
};

/// A game to create. It starts at version 1, which is its set-up event.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// A fresh id.
    pub id: GameId,
    /// The ruleset; stored when its hash is not yet known.
    pub ruleset: RulesetRecord,
    /// The seats in order, 1 to 16.
    pub seats: Vec<SeatRecord>,
    /// Waiting for players, or running.
    pub status: Status,
    /// The seat to move, if any.
    pub turn: Option<u8>,
    /// When something is to happen in it if nobody moves, if at all.
    pub deadline: Option<Time>,
    /// Who may find it.
    pub visibility: Visibility,
    /// The hint policy, as the caller spells it: `off`, `metered:5`, ….
    pub hints: String,
    /// Whether its seed was chosen: never counted as played.
    pub practice: bool,
    /// The secret seed.
    pub seed: Secret,
    /// The secret nonce.
    pub nonce: Secret,
    /// The commitment to both.
    pub commitment: String,
    /// The set-up: the event that makes version 1. Its time is the game's creation time.
    pub setup: NewEvent,
    /// Whom front ends name at its seats.
    pub players: Vec<SeatedPlayer>,
    /// Who is told of it. A key that has no webhook is left out.
    pub followers: Vec<WatchedGame>,
    /// Who waits there for others. Where others who were seen after this time wait for the same already it is not created.
    pub wish: Option<(Wish, Time)>,
    /// Recorded together with it.
    pub idempotency: Option<IdempotencyRecord>,
}

/// One seat of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatRecord {
    /// Who sits there.
    pub kind: SeatKind,
    /// The name shown, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The level of the bot that sits there, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Counts up whenever the seat's tokens are made anew; with a token of another nobody plays.
    pub generation: u32,
    /// Whether a player has left this seat.
    pub left: bool,
    /// Whether a bot sits here because the player's time was up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub timed_out: bool,
    /// The seat's own settings (`auto_pass`, …), as the caller spells them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<serde_json::Value>,
}

/// Who sits at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SeatViewKind)]
pub enum SeatKind {
    /// A person.
    Human,
    /// A bot.
    Bot,
    /// Nobody yet; anybody may take it.
    Open,
    /// Nobody yet; the bearer of a ticket may take it.
    Invite,
}

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[derive(EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
#[schema(as = GameStatus)]
pub enum Status {
    /// Seats are still to be taken.
    Waiting,
    /// Under way.
    Running,
    /// Played to its end.
    Finished,
    /// Resigned.
    Aborted,
}

/// Who may find a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[derive(EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
#[schema(as = VisibilityName)]
pub enum Visibility {
    /// Listed.
    Public,
    /// Found by those who know its id.
    #[default]
    Unlisted,
    /// Found by those who hold one of its tokens.
    Private,
}

/// What is known of a game without its log. Nothing secret is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSummary {
    /// Its id.
    pub id: GameId,
    /// The hash of its ruleset.
    pub ruleset: Digest,
    /// The game played: `richelieu`.
    pub game: String,
    /// Its state.
    pub status: Status,
    /// Its version: the number of its events.
    pub version: u64,
    /// The seat to move, if any.
    pub turn: Option<u8>,
    /// When something is to happen in it if nobody moves, if at all.
    pub deadline: Option<Time>,
    /// The seats in order.
    pub seats: Vec<SeatRecord>,
    /// Who may find it.
    pub visibility: Visibility,
    /// The hint policy.
    pub hints: String,
    /// Whether its seed was chosen.
    pub practice: bool,
    /// Whether a hint was given or a move taken back in it.
    pub assisted: bool,
    /// The commitment to its seed and nonce.
    pub commitment: String,
    /// When it was created.
    pub created_at: Time,
    /// When its newest event happened.
    pub updated_at: Time,
}

/// A whole game, every hash verified.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// Everything but the log.
    pub summary: GameSummary,
    /// Its ruleset.
    pub ruleset: RulesetRecord,
    /// The secret seed.
    pub seed: Secret,
    /// The secret nonce.
    pub nonce: Secret,
    /// The versions about which each seat was given a hint, in the order of asking; by seat.
    pub hints_at: Vec<Vec<u64>>,
    /// As in [`GameVersion`].
    pub beside: u64,
    /// The log, version 1 first, without gaps, up to the summary's version.
    pub events: Vec<Event>,
}

/// What became of a game after a version that is known, every hash from there on verified.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSince {
    /// Everything but the log, as it is now.
    pub summary: GameSummary,
    /// As in [`StoredGame`].
    pub hints_at: Vec<Vec<u64>>,
    /// As in [`GameVersion`].
    pub beside: u64,
    /// The events after the known version, without gaps, up to the summary's version.
    pub events: Vec<Event>,
}

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameVersion {
    /// The game.
    pub game: GameId,
    /// Its version.
    pub version: u64,
    /// How often seats, settings or hints changed, which may make no version. 0 where the database has one owner, who knows of
    /// them.
    pub beside: u64,
}
