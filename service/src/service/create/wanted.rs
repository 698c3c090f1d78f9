//! What is wished of a new game, and what can be wrong with it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tapis_db::model::{SeatKind, SeatRecord, Visibility};
use tapis_games::locale::{Said, said};
use tapis_games::random::Seed;
use tapis_games::seat::{MAX_SEATS, Seat};
#[allow(unused_imports, reason = "named in a schema only")]
use tapis_games::shapes::AnyOptions;
#[allow(unused_imports, reason = "named in a schema only")]
use tapis_solver::engine::BotLevel;
use utoipa::ToSchema;

use crate::bots;
use crate::tables::{AutoPass, Clock, HintPolicy, name};
use crate::{FieldError, ServiceError};
/// A game to create: a game id with options, or the hash of a ruleset.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "game": "richelieu", "options": {"variant": "three_rows"},
    "seats": [{"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": "club"}],
    "visibility": "unlisted", "hints": "free",
}))]
pub struct CreateGame {
    /// The game's id. May be left out with `ruleset`.
    #[schema(example = "richelieu")]
    pub game: Option<String>,
    /// Options of the game. Options you leave out take their defaults.
    #[schema(value_type = Option<AnyOptions>)]
    pub options: Option<Value>,
    /// The hash of a ruleset, instead of options.
    pub ruleset: Option<String>,
    /// The seats. If the options do not set the number of players, the number of seats does; a ruleset has a fixed number.
    #[schema(min_items = 2, max_items = 7)]
    pub seats: Vec<SeatWanted>,
    /// Who may find the game.
    #[serde(default)]
    pub visibility: Visibility,
    /// Who may ask for hints: `off`, `metered:<n>` a seat, `free`, `after_game`. Analyses of what a seat has seen are open to all, whatever
    /// is said here.
    #[serde(default)]
    #[schema(value_type = String, default = "free", pattern = "^(off|free|after_game|metered:[1-9][0-9]{0,3})$")]
    pub hints: HintPolicy,
    /// The time people have for their moves; no limit when absent. It starts when the last seat is taken.
    pub clock: Option<Clock>,
    /// Whether everybody who sees the game also sees how many spectators follow it, and which seats have an event stream open.
    #[serde(default)]
    pub presence: bool,
    /// A chosen seed. Not allowed with open or invited seats. The game is marked, and does not count in the statistics of
    /// played games.
    pub practice: Option<Practice>,
    /// When to pass automatically for people's seats in windows. `off`: never. `no_choice` (default): when passing is the only
    /// move. `windows`: also in every window during another player's turn. Each player may change it for their own seat.
    #[serde(default = "no_choice")]
    pub auto_pass: AutoPass,
    /// In a game with people: the least time before a bot's reply or an automatic pass, in milliseconds. Default: the server's
    /// `--bot-pace-ms` (600). It is never less than the searches of the bot's level need.
    #[schema(maximum = 10_000, example = 600)]
    pub bot_pace_ms: Option<u32>,
    /// Where the messages of this game and its rematches are sent, instead of the address of the key's webhook. Needs a key that
    /// has a webhook, whose secret signs them.
    #[schema(max_length = 2048, example = "https://example.com/table-7")]
    pub webhook_url: Option<String>,
}

/// Nobody is asked where there is nothing to say.
fn no_choice() -> AutoPass {
    AutoPass::NoChoice
}

/// One seat of a game to create.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"kind": "mine", "name": "Ada"}))]
pub struct SeatWanted {
    /// Who sits there.
    pub kind: WantedKind,
    /// The name shown; 1 to 40 visible characters. At an invited or open seat it is the name of the expected player, until the
    /// player who takes the seat gives another.
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// The bot's level, for `bot`.
    #[schema(value_type = Option<BotLevel>)]
    pub level: Option<String>,
    /// Whom you name there: your own id of a player, for `mine` and `invite`. Nobody is shown it. It belongs to the `Tapis-Key` of
    /// the request, which must have one.
    #[schema(max_length = 64, pattern = "^[A-Za-z0-9][A-Za-z0-9._~:@|=-]{0,63}$", example = "u-17")]
    pub player: Option<String>,
}

impl CreateGame {
    /// The players that are named at its seats.
    pub fn players(&self) -> impl Iterator<Item = (Seat, &str)> {
        let seats = Seat::all(self.seats.len().min(MAX_SEATS)).zip(&self.seats);
        seats.filter_map(|(seat, wanted)| Some((seat, wanted.player.as_deref()?)))
    }
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

/// A chosen seed.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Practice {
    /// 64 hex digits.
    #[schema(pattern = "^[0-9a-fA-F]{64}$", min_length = 64, max_length = 64)]
    pub seed: String,
}

impl From<WantedKind> for SeatKind {
    fn from(kind: WantedKind) -> Self {
        match kind {
            WantedKind::Mine => Self::Human,
            WantedKind::Invite => Self::Invite,
            WantedKind::Open => Self::Open,
            WantedKind::Bot => Self::Bot,
        }
    }
}

/// Whether the options, where they say how many play, say as many as there are seats.
pub(super) fn said_once(wanted: &CreateGame, players: usize) -> Result<(), ServiceError> {
    let says = wanted.options.as_ref().is_some_and(|options| options.get("players").is_some());
    if !says || wanted.seats.len() == players {
        return Ok(());
    }
    let detail = said("said_once").with("players", players).with("seats", wanted.seats.len());
    Err(ServiceError::field("/options/players", detail))
}

pub(super) fn practice_seed(wanted: &CreateGame) -> Result<Option<Seed>, ServiceError> {
    let Some(practice) = &wanted.practice else { return Ok(None) };
    let strangers = |seat: &SeatWanted| matches!(seat.kind, WantedKind::Open | WantedKind::Invite);
    if wanted.seats.iter().any(strangers) {
        let detail = said("practice");
        return Err(ServiceError::field("/practice", detail));
    }
    let seed = Seed::from_hex(&practice.seed);
    seed.map(Some).ok_or_else(|| ServiceError::field("/practice/seed", said("seed")))
}

pub(super) fn seats(
    wanted: &[SeatWanted],
    players: usize,
    auto_pass: AutoPass,
) -> Result<Vec<SeatRecord>, ServiceError> {
    let mut faults = Vec::new();
    if wanted.len() != players {
        let detail = said("seats").with("players", players).with("same", players).with("seats", wanted.len());
        faults.push(FieldError::new("/seats", detail));
    }
    let records = wanted.iter().take(MAX_SEATS).enumerate().map(|(n, wanted)| {
        let (name, level, player) = (name_of(wanted), level_of(wanted), player_of(wanted));
        let found = [
            ("name", name.as_ref().err()),
            ("level", level.as_ref().err()),
            ("player", player.as_ref().err()),
        ];
        for (field, fault) in found {
            faults.extend(fault.map(|detail| FieldError::new(format!("/seats/{n}/{field}"), detail.clone())));
        }
        SeatRecord {
            kind: wanted.kind.into(),
            name: name.ok().flatten(),
            level: level.ok().flatten(),
            generation: 0,
            left: false,
            timed_out: false,
            settings: if wanted.kind == WantedKind::Bot { None } else { auto_pass.settings() },
        }
    });
    let records = records.collect();
    if faults.is_empty() { Ok(records) } else { Err(ServiceError::Invalid(faults)) }
}

fn name_of(wanted: &SeatWanted) -> Result<Option<String>, Said> {
    wanted.name.as_deref().map(name::clean).transpose()
}

fn level_of(wanted: &SeatWanted) -> Result<Option<String>, Said> {
    match (&wanted.level, wanted.kind) {
        (Some(level), WantedKind::Bot) => bots::known_level(level).map(Some),
        (None, WantedKind::Bot) => Err(said("bot_has_level").with("levels", bots::level_names())),
        (Some(_), _) => Err(said("only_bot_level")),
        (None, _) => Ok(None),
    }
}

fn player_of(wanted: &SeatWanted) -> Result<(), Said> {
    match (&wanted.player, wanted.kind) {
        (None, _) => Ok(()),
        (Some(player), WantedKind::Mine | WantedKind::Invite) => name::check_player(player),
        (Some(_), WantedKind::Open | WantedKind::Bot) => Err(said("player_expected")),
    }
}
