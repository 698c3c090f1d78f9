//! A game as one caller may know it.

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tapis_db::model::{SeatKind, SeatRecord, Visibility};
use tapis_games::json::JsonText;
use tapis_games::ruleset::RulesetReference;
use tapis_games::seat::{Seat, Viewer};
use tapis_games::shown::{Layout, Pick, Row};
use utoipa::ToSchema;

use super::{PresenceView, SeatOf, StateParts, time};
use crate::languages;
use crate::problem::ApiError;
use tapis_service::tables::{Beside, Clock, EndedBy, GameStatus, HintPolicy, Outcome, Snapshot, WillPass};

/// A game at one version, as one caller may know it.
#[derive(Serialize, ToSchema)]
#[schema(example = json!(example!("game-state")))]
pub struct GameState {
    /// The game's id.
    #[schema(format = Uuid)]
    pub id: String,
    /// The number of events of the game.
    #[schema(example = 17)]
    pub version: u64,
    /// The ruleset played.
    pub ruleset: RulesetReference,
    /// The status of the game.
    pub status: GameStatus,
    /// The caller's seat; absent for spectators.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub you: Option<OwnSeat>,
    /// Whose turn it is, while the game runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<SeatOf>,
    /// The seats in order.
    pub seats: Vec<SeatView>,
    /// The table as the caller sees it: what lies where, counters, and the decision under way. Its ids are explained at
    /// `/v1/rulesets/{game}/{hash}/pieces`. Absent while the game waits for people, because nobody sees a dealt hand before all
    /// sit; when the rules are of a version no longer played; and for games that do not say how to draw them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<Layout>,
    /// The score sheet: the finished rounds, then the rows of the present one that the caller knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_sheet: Option<Vec<Vec<Row>>>,
    /// The scores as far as the caller may know them, in seat order; empty while the game waits for people.
    pub scores: Vec<i32>,
    /// The legal moves in canonical order; only for the seat to move, and with `?seat=` those that it had then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<tapis_games::shapes::SeenLegalMove>>)]
    pub legal_moves: Option<JsonText>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Outcome>,
    /// The open request to take back a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo: Option<UndoView>,
    /// The time people have for their moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Milliseconds in the bank of each seat, in seat order. For the seat to move it is the value at the start of its turn;
    /// `turn.deadline` is when the bank is empty. Absent without banks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, example = json!([287000, 300000]))]
    pub left_ms: Vec<u64>,
    /// Why the game ended, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_by: Option<EndedBy>,
    /// Who follows the game now, if the game shows it. It changes without a new version and is not in the answers to moves.
    /// Event streams send it as `presence` events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presence: Option<PresenceView>,
    /// The rematch, see `rematchGame`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Uuid)]
    pub rematch: Option<String>,
    /// Who may find the game.
    pub visibility: Visibility,
    /// Who may ask for hints.
    #[schema(value_type = String, example = "free", pattern = "^(off|free|after_game|metered:[1-9][0-9]{0,3})$")]
    pub hints: HintPolicy,
    /// Whether the game had a hint, a move taken back, or a bot's move for a late player who plays on. The statistics count
    /// such games separately.
    pub assisted: bool,
    /// How long a bot's reply takes at least, in milliseconds; absent in games without people, and in those created before it
    /// could be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 600)]
    pub bot_pace_ms: Option<u32>,
    /// Whether the seed was chosen by the creator.
    pub practice: bool,
    /// The commitment to seed and nonce.
    #[schema(example = "sha256:5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef")]
    pub deal_commitment: String,
    /// When the game was created.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When the latest event happened.
    #[schema(format = DateTime)]
    pub updated_at: String,
}

/// The caller's seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnSeat {
    /// The seat, 0-based, clockwise.
    pub seat: Seat,
    /// The URL of its settings, such as `auto_pass`.
    #[schema(
        format = "uri-reference",
        example = "/v1/games/0197f0c5-3a1b-7c2d-8e4f-0123456789ab/seats/0/settings"
    )]
    pub settings: String,
    /// The hints that the seat has left, if they are metered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 4)]
    pub hints_left: Option<u32>,
    /// Whether the service is about to pass for the seat, because of its `auto_pass`. The move will come as an event. If
    /// passing is the only move, there are no `legal_moves`. The player may still move by hand first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub will_pass: bool,
    /// Whether a bot has taken the seat: the caller can only read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub left: bool,
    /// Whether the caller, who was late, may take the seat back with the old token, see `joinSeat`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub may_take_back: bool,
}

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeatView {
    /// The seat.
    pub seat: Seat,
    /// The name shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Who sits there.
    pub kind: SeatKind,
    /// The bot's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<tapis_solver::engine::BotLevel>)]
    pub level: Option<String>,
    /// Whether a player has left this seat.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub left: bool,
    /// Whether a bot sits here because the player's time was up.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub timed_out: bool,
}

/// A request to take back a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UndoView {
    /// The seat that asks.
    pub by: Seat,
    /// The first ply to be taken back.
    pub ply: u32,
    /// The seats that have consented so far.
    pub consents: Vec<Seat>,
    /// The seats that have not answered yet.
    pub waiting_for: Vec<Seat>,
}

/// A move to play.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"move": "take 2L", "wait_ms": 2000}))]
pub struct MoveRequest {
    /// The move in the game's notation, one of `legal_moves`. Send exactly one of `move`, `picks` and `kind`.
    #[serde(rename = "move")]
    #[schema(max_length = 4096)]
    pub notation: Option<String>,
    /// The taps, in order: the `picks` of one of the legal moves.
    #[schema(max_items = 64, value_type = Option<Vec<String>>, example = json!(["table#2c01"]))]
    pub picks: Option<Vec<Pick>>,
    /// The kind of a legal move, with its `args`.
    #[schema(max_length = 64, example = "take")]
    pub kind: Option<String>,
    /// The arguments of the move of this kind.
    #[schema(value_type = Option<Object>, example = json!({"row": 2, "end": "L"}))]
    pub args: Option<Value>,
    /// How long to wait for the bots' replies, in milliseconds.
    #[serde(default)]
    #[schema(maximum = 10_000, default = 0)]
    pub wait_ms: u64,
    /// The version the move was decided on, in place of `If-Match`, for callers that cannot send the header unchanged.
    #[schema(minimum = 1, example = 17)]
    pub version: Option<u64>,
}

/// A request to take back a move.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"version": 18}))]
pub struct UndoRequest {
    /// The version the decision was based on, in place of `If-Match`. It is checked if it is sent.
    #[schema(minimum = 1, example = 18)]
    pub version: Option<u64>,
}

impl SeatView {
    /// The seats of a game.
    pub fn all(records: &[SeatRecord]) -> Vec<Self> {
        Seat::all(records.len()).zip(records).map(|(seat, record)| Self::of(seat, record)).collect()
    }

    /// One seat.
    pub fn of(seat: Seat, record: &SeatRecord) -> Self {
        let (name, level) = (record.name.clone(), record.level.clone());
        Self { seat, name, kind: record.kind, level, left: record.left, timed_out: record.timed_out }
    }
}

impl GameState {
    /// The game as `viewer` may know it.
    ///
    /// # Errors
    /// Its legal moves have no JSON; does not happen.
    pub fn of(
        snapshot: &Snapshot,
        viewer: Viewer,
        beside: Beside,
        StateParts { include, past, presence, from_seat }: StateParts,
    ) -> serde_json::Result<Self> {
        let info = &snapshot.info;
        let newest = snapshot.entries().last();
        let shown = snapshot.lying().and_then(|table| table.shown());
        Ok(Self {
            id: info.id.to_string(),
            version: snapshot.version(),
            ruleset: include.ruleset(info.ruleset()),
            status: snapshot.status,
            you: OwnSeat::of(snapshot, viewer, beside).filter(|_| !from_seat),
            turn: newest.and_then(|newest| SeatOf::of(snapshot, newest)),
            seats: SeatView::all(&snapshot.seats),
            layout: shown.as_ref().map(|shown| shown.layout(viewer)),
            score_sheet: shown.map(|shown| shown.score_sheet(viewer, &snapshot.names())),
            scores: snapshot.scores(viewer),
            legal_moves: match (from_seat, past) {
                // The game is over: what a seat could have done may be tried again by everybody.
                (true, _) => snapshot.legal_text(viewer)?,
                (false, true) => None,
                (false, false) => legal_moves(snapshot, viewer, beside.will_pass)?,
            },
            result: snapshot.outcome().filter(|_| snapshot.status == GameStatus::Finished),
            undo: UndoView::of(snapshot),
            clock: info.terms.clock,
            left_ms: newest.map_or_else(Vec::new, |newest| newest.left_ms().to_vec()),
            ended_by: snapshot.ended_by(),
            presence: presence.map(PresenceView::from),
            rematch: snapshot.rematch.map(|game| game.to_string()),
            visibility: info.visibility,
            hints: info.hints,
            assisted: beside.assisted,
            bot_pace_ms: info.terms.bot_pace_ms,
            practice: info.practice,
            deal_commitment: info.commitment.clone(),
            created_at: time(info.created_at),
            updated_at: time(newest.map_or(info.created_at, |entry| entry.at)),
        })
    }
}

impl OwnSeat {
    fn of(snapshot: &Snapshot, viewer: Viewer, beside: Beside) -> Option<Self> {
        let Viewer::Seat(seat) = viewer else { return None };
        let settings = format!("/v1/games/{}/seats/{}/settings", snapshot.info.id, seat.0);
        let left = Self::is_left(snapshot, viewer);
        Some(Self {
            seat,
            settings,
            hints_left: beside.hints_left.filter(|_| !left),
            will_pass: beside.will_pass.is_some(),
            left,
            may_take_back: left && snapshot.may_take_back(seat),
        })
    }

    /// Whether a bot has taken the seat with whose eyes `viewer` looks.
    fn is_left(snapshot: &Snapshot, viewer: Viewer) -> bool {
        matches!(viewer, Viewer::Seat(seat) if snapshot.is_bot(seat))
    }
}

impl UndoView {
    fn of(snapshot: &Snapshot) -> Option<Self> {
        let undo = snapshot.undo.as_ref()?;
        let missing = snapshot.other_humans(undo.by).filter(|seat| !undo.consents.contains(seat));
        let waiting_for = missing.collect();
        Some(Self { by: undo.by, ply: undo.ply, consents: undo.consents.clone(), waiting_for })
    }
}

/// The JSON of the moves that `viewer` can make now; `None` unless it is their turn, and where a bot has their seat.
///
/// # Errors
/// There is none; does not happen.
pub(super) fn legal_moves(
    snapshot: &Snapshot,
    viewer: Viewer,
    will_pass: Option<WillPass>,
) -> serde_json::Result<Option<JsonText>> {
    if may_move(snapshot, viewer, will_pass) { snapshot.legal_text(viewer) } else { Ok(None) }
}

/// Whether `viewer` is to move now, and it is not done for them.
pub fn may_move(snapshot: &Snapshot, viewer: Viewer, will_pass: Option<WillPass>) -> bool {
    // A lone pass comes by itself.
    let comes_by_itself = will_pass == Some(WillPass::NoChoice);
    let is_turn = snapshot.turn().is_some_and(|seat| viewer.is(seat));
    is_turn && !comes_by_itself && !OwnSeat::is_left(snapshot, viewer)
}

/// The JSON of a game as `viewer`, who is told `beside` with it, may know it. Without the options of the ruleset it is made once
/// a version.
///
/// # Errors
/// A fault of this program.
pub fn state_body(
    snapshot: &Snapshot,
    viewer: Viewer,
    beside: Beside,
    parts: StateParts,
) -> Result<Bytes, ApiError> {
    let languages = languages::asked();
    let make = || {
        let body = languages.writing(|| {
            GameState::of(snapshot, viewer, beside, parts).and_then(|state| serde_json::to_vec(&state))
        });
        let mut body = body.map_err(ApiError::internal)?;
        body.shrink_to_fit();
        Ok(Bytes::from(body))
    };
    if parts == StateParts::default() { snapshot.body((viewer, languages), beside, make) } else { make() }
}
