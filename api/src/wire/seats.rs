//! Taking, leaving and securing seats.

use serde::{Deserialize, Serialize};
use tapis_games::seat::Seat;
use utoipa::ToSchema;

use super::list::ListedGame;
use tapis_service::Opened;
use tapis_service::tables::{AutoPass, TokenKind};

/// A request to take a seat.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ticket": "inv_…", "name": "Bo"}))]
pub struct JoinSeat {
    /// The ticket of an invited seat, or the old token of a seat to take back (or send it as Bearer token).
    #[schema(max_length = 512)]
    pub ticket: Option<String>,
    /// The name shown; 1 to 40 visible characters.
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// Whom you name there: your own id of a player. Nobody is shown it. It belongs to the `Tapis-Key` of the request, which must
    /// have one. Whoever was named at the seat before stays if you name nobody, and needs no ticket.
    #[schema(max_length = 64, pattern = "^[A-Za-z0-9][A-Za-z0-9._~:@|=-]{0,63}$", example = "u-17")]
    pub player: Option<String>,
}

/// A request for another token.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"player": "u-17"}))]
pub struct RotateToken {
    /// Who is named at the seat: your own id of a player. It belongs to the `Tapis-Key` of the request, which must have one.
    #[schema(max_length = 64, pattern = "^[A-Za-z0-9][A-Za-z0-9._~:@|=-]{0,63}$", example = "u-17")]
    pub player: Option<String>,
}

/// A seat's token. Nobody else gets it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"seat": 1, "token": "seat_…", "version": 2}))]
pub struct SeatToken {
    /// The seat.
    pub seat: Seat,
    /// Send this as Bearer token.
    #[schema(example = "seat_…")]
    pub token: String,
    /// The game's version now.
    pub version: u64,
}

/// A seat in the rematch. Nobody else gets its token.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"id": "0197f0c5-3a1b-7c2d-8e4f-0123456789ab", "seat": 1, "token": "seat_…", "version": 2}))]
pub struct RematchToken {
    /// The game that follows.
    #[schema(format = Uuid)]
    pub id: String,
    /// The caller's seat there.
    pub seat: Seat,
    /// Send this as Bearer token.
    #[schema(example = "seat_…")]
    pub token: String,
    /// The version of the rematch.
    pub version: u64,
}

/// Tokens and tickets to look up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"tokens": ["seat_…", "inv_…"]}))]
pub struct SeatLookup {
    /// The tokens and tickets.
    #[schema(max_items = 200)]
    pub tokens: Vec<String>,
}

/// What tokens and tickets open.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"items": [{"opens": "nothing"}]}))]
pub struct FoundSeats {
    /// One item for each token, in the order of the request.
    pub items: Vec<FoundSeat>,
}

/// What a token or ticket opens now.
#[derive(Serialize, ToSchema)]
#[serde(tag = "opens", rename_all = "snake_case")]
pub enum FoundSeat {
    /// A seat: the token is its token.
    Seat {
        /// The seat.
        seat: Seat,
        /// Its game, as everybody there may know it.
        game: ListedGame,
    },
    /// An open invitation: the token is the ticket for the seat.
    Invitation {
        /// The seat.
        seat: Seat,
        /// Its game, as everybody there may know it.
        game: ListedGame,
    },
    /// A seat that a bot took over. The bearer of the token can still read, and may be able to take the seat back, see
    /// `joinSeat`.
    Left {
        /// The seat.
        seat: Seat,
        /// Whether the bot took it because the time was up.
        timed_out: bool,
        /// Its game, as everybody there may know it.
        game: ListedGame,
    },
    /// Nothing: made up, replaced, used, or of a game that is deleted.
    Nothing {},
}

impl FoundSeat {
    /// What was found.
    pub fn of(opened: Option<&Opened>) -> Self {
        let Some(Opened { by, seat, is_left, game }) = opened else { return Self::Nothing {} };
        let timed_out = game.seats.get(seat.index()).is_some_and(|record| record.timed_out);
        let (seat, game) = (*seat, game.into());
        match by {
            TokenKind::Seat if *is_left => Self::Left { seat, timed_out, game },
            TokenKind::Seat => Self::Seat { seat, game },
            TokenKind::Invite => Self::Invitation { seat, game },
        }
    }
}

/// A body without members.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EmptyBody {}

/// The settings of a seat. Nobody else can read them.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"auto_pass": "no_choice"}))]
pub struct SeatSettings {
    /// When the service passes for the seat in windows. `off` (default): never. `no_choice`: when passing is the only move.
    /// `windows`: also in every window during another player's turn.
    pub auto_pass: AutoPass,
}

/// Who takes the seat of a player who leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SuccessorName {
    /// A bot plays on.
    #[default]
    Bot,
    /// Whoever is given the new ticket.
    Invite,
}

/// A seat that was left.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"seat": 0, "successor": "bot", "level": "club", "version": 19}))]
pub struct LeftSeat {
    /// The seat.
    pub seat: Seat,
    /// Who takes the seat.
    pub successor: SuccessorName,
    /// The bot's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<tapis_solver::engine::BotLevel>)]
    pub level: Option<String>,
    /// The ticket to give away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket: Option<String>,
    /// The game's version now.
    pub version: u64,
}
