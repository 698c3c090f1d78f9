//! Type erasure: typed games as objects the service can hold side by side. Happens once, here.
//!
//! [`AnyGame`] makes rulesets, [`AnyRuleset`] deals and restores tables, [`AnyTable`] is one live game: its true
//! state, its plies and what each viewer saw of them. JSON values leaving these traits are typed in the games and
//! described by [`AnyGame::schemas`].

use std::any::Any;
use std::sync::Arc;

use rand::Rng;
use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::{RefOr, Schema};

use crate::by_viewer::ByViewer;
use crate::course::Measure;
use crate::feature::{Feature, FeatureInfo};
use crate::game::{GameTexts, Turn};
use crate::history::History;
use crate::locale::{Language, Texts};
use crate::log::AnySeenPly;
use crate::payoff::Payoffs;
use crate::random::Seed;
use crate::refusal::{NotationError, Refusal};
use crate::ruleset::{Fault, Ruleset};
use crate::seat::{BySeat, Seat, Viewer};
use crate::shown::{Pieces, Row};

mod factory;
mod observation;
mod options;
mod shown;
mod table;

pub use factory::{Factory, TypedRuleset};
pub use observation::knowledge;
pub use shown::{AnyShown, LegalPicks, ShownMove, ToldPly};

/// A game as an object: makes rulesets of it.
pub trait AnyGame: Send + Sync {
    /// The stable id.
    fn id(&self) -> &'static str;
    /// Titles and texts.
    fn about(&self) -> GameTexts;
    /// The rules in a language, in Markdown, if the game has them in it.
    fn rules_text(&self, language: Language) -> Option<&'static str>;
    /// The version of the rules text implemented.
    fn rules_version(&self) -> u32;
    /// A ruleset from the JSON text of its options; missing ones take their defaults, `{}` is the default ruleset. Lists whose order
    /// means nothing are put in order.
    ///
    /// # Errors
    /// Every fault found, with JSON pointers into the options.
    fn ruleset(&self, options: &str) -> Result<Arc<dyn AnyRuleset>, Vec<Fault>>;
    /// The ruleset of options that have a hash already, which names them in the order in which they stand.
    ///
    /// # Errors
    /// As [`AnyGame::ruleset`].
    fn hashed(&self, options: &str) -> Result<Arc<dyn AnyRuleset>, Vec<Fault>>;
    /// The names of the game's schemas, and the schemas themselves with all they refer to, for the OpenAPI document.
    fn schemas(&self) -> GameSchemas;
}

/// The JSON shapes of one game.
pub struct GameSchemas {
    /// Schema name of the options.
    pub options: String,
    /// Schema name of a move taken apart (`kind`, `args`).
    pub move_args: String,
    /// Both and all they refer to, by name.
    pub all: Vec<(String, RefOr<Schema>)>,
}

/// One ruleset: a game with its options.
pub trait AnyRuleset: Send + Sync {
    /// Its name, options and hash.
    fn ruleset(&self) -> &Ruleset;
    /// Number of seats.
    fn seats(&self) -> usize;
    /// What its features mean.
    fn feature_infos(&self) -> Vec<FeatureInfo>;
    /// What there is to draw; `None` of a game that does not say how it is drawn.
    fn pieces(&self) -> Option<Pieces>;
    /// The texts of the game; `None` where it has none.
    fn texts(&self) -> Option<&'static Texts>;
    /// Deals a new game from the seed's deal stream; the table then holds ply 0.
    fn deal(&self, seed: &Seed) -> Box<dyn AnyTable>;
    /// Plays a stored log again, ply 0 first.
    ///
    /// # Errors
    /// The first ply that cannot be replayed.
    fn restore(&self, plies: &[StoredPly]) -> Result<Box<dyn AnyTable>, LogError>;
    /// A finished game with the legal moves at each ply and everything hidden shown.
    ///
    /// # Errors
    /// As [`AnyRuleset::restore`].
    fn replay(&self, plies: &[StoredPly]) -> Result<Replay, LogError>;
    /// Reads an observation log as its viewer would: whose turn it is after it, and what that viewer may then do.
    ///
    /// # Errors
    /// The first ply that cannot follow what was seen before it.
    fn follow(&self, log: &crate::log::ObservationLog) -> Result<ObservedPosition, LogFault>;
    /// A whole history drawn among those that give the viewer of `log` exactly this log.
    ///
    /// # Errors
    /// The log is inconsistent with the rules.
    fn sample_history(
        &self,
        log: &crate::log::ObservationLog,
        rng: &mut dyn Rng,
    ) -> Result<Vec<StoredPly>, Refusal>;
    /// For typed access by the solver: a [`TypedRuleset`].
    fn as_any(&self) -> &dyn Any;
}

/// One live game.
pub trait AnyTable: Send + Sync {
    /// Whose turn; never [`Turn::Chance`], chance is resolved inside the plies.
    fn turn(&self) -> Turn;
    /// The legal moves of the seat to move, in canonical order.
    fn legal_moves(&self) -> Vec<LegalMove>;
    /// Where the seat to move is merely asked whether it uses something: the window.
    fn window(&self) -> Option<AnyWindow>;
    /// Plays `notation` for `seat`, resolving the chance that follows with `rng`. The table is unchanged on error.
    ///
    /// # Errors
    /// See [`PlayError`].
    fn play(&mut self, seat: Seat, notation: &str, rng: &mut dyn Rng) -> Result<&PlyRecord, PlayError>;
    /// All plies so far, the set-up first; shared with every fork.
    fn plies(&self) -> &History<Arc<PlyRecord>>;
    /// Running scores as far as `viewer` may know them.
    fn scores(&self, viewer: Viewer) -> BySeat<i32>;
    /// Final payoffs, once over.
    fn payoffs(&self) -> Option<Payoffs>;
    /// Features of a finished game, a list a seat; empty lists before the end.
    fn features(&self) -> BySeat<Vec<Feature>>;
    /// How a finished game went; nothing before the end. Plays the whole log again.
    fn measures(&self) -> Vec<Measure>;
    /// The full state, as documented for the game.
    fn document(&self) -> Value;
    /// The game as it is drawn; `None` where it does not say how.
    fn shown(&self) -> Option<Box<dyn AnyShown + '_>>;
    /// A copy that can be played on alone.
    fn fork(&self) -> Box<dyn AnyTable>;
    /// The game as it was after so many of its plies, which both share; `None` where there were fewer, or it cannot be said.
    /// Plays them again, and records nothing anew.
    fn rewound(&self, _plies: usize) -> Option<Box<dyn AnyTable>> {
        None
    }
}

/// See [`crate::game::Window`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyWindow {
    /// The notation of the move that uses nothing.
    pub pass: String,
    /// Whether the window interrupts what others do.
    pub interrupts: bool,
    /// Whether to pass is all the seat can do.
    pub forced: bool,
}

/// A legal move as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LegalMove {
    /// Its notation; empty (and absent in JSON) where one entry describes many set-valued moves.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notation: String,
    /// `kind` and `args`, as the game's `MoveArgs` serialises; or `kind` and `choose` (owners, candidates, max).
    #[serde(flatten)]
    pub parts: Value,
}

/// A ply as it is stored: enough to play it again.
#[derive(Clone, Debug, PartialEq, Serialize, serde::Deserialize)]
pub struct StoredPly {
    /// Who moved; `None` for the set-up.
    pub seat: Option<Seat>,
    /// The mover's own notation; `None` for the set-up.
    pub notation: Option<String>,
    /// What chance decided after it.
    pub chance: Vec<Value>,
}

/// A ply of a live game with everything derived from it when it was played. Games in memory consist of these: whoever
/// keeps a part shares it.
#[derive(Clone, Debug)]
pub struct PlyRecord {
    /// What is stored.
    pub stored: Arc<StoredPly>,
    /// What each viewer saw of it (replays come from [`AnyRuleset::replay`]).
    pub seen: Arc<ByViewer<AnySeenPly>>,
    /// Whether any seat learned something hidden until then.
    pub discloses: bool,
    /// SHA-256 of the canonical JSON of the full state after it.
    pub state_hash: [u8; 32],
    /// The score sheets of the rounds it ended.
    pub sheets: Vec<Vec<Row>>,
}

impl LegalMove {
    /// How a replay lists it: the notation, or the whole description.
    pub fn in_replay(&self) -> Value {
        if self.notation.is_empty() { self.parts.clone() } else { Value::String(self.notation.clone()) }
    }
}

impl PlyRecord {
    /// What `viewer` saw of it.
    pub fn seen_by(&self, viewer: Viewer) -> &AnySeenPly {
        self.seen.of(viewer)
    }
}

/// The course of a finished game, everything shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Replay {
    /// The deals, in order; the first is the set-up.
    pub rounds: Vec<ReplayRound>,
    /// The plies from 1 on.
    pub plies: Vec<ReplayPly>,
}

/// One deal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReplayRound {
    /// Everything the deal decided, hidden or not, as documented for the game.
    pub initial: Value,
    /// The ply that ended in this deal, 0 for the set-up.
    pub ply: u32,
    /// Lower-case hex SHA-256 of the canonical JSON of the full state after that ply.
    pub state_hash: String,
}

/// A ply of a finished game, everything shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReplayPly {
    /// 1, 2, ….
    pub n: u32,
    /// The seat that moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Notations of the moves that were legal, in canonical order; set-valued ones as their description.
    pub legal: Vec<Value>,
    /// The move played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// What it told anybody beyond its notation, including chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Value>,
    /// Lower-case hex SHA-256 of the canonical JSON of the full state after it.
    pub state_hash: String,
}

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlayError {
    /// The text is no move of this game.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// It is another seat's turn, or the game is over.
    #[error("it is not this seat's turn")]
    NotYourTurn(Turn),
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] Refusal),
}

/// A stored log that cannot be played again: a corrupt row, or rules of another version.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("ply {ply} cannot be replayed: {reason}")]
pub struct LogError {
    /// The ply's number.
    pub ply: u32,
    /// Why.
    pub reason: String,
}

/// Where an observation log leads.
#[derive(Clone, Debug, PartialEq)]
pub struct ObservedPosition {
    /// Whose turn it is.
    pub turn: Turn,
    /// The legal moves in canonical order, when it is the turn of the seat whose log it is.
    pub legal_moves: Vec<LegalMove>,
}

/// An observation log that no game can have given.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{refusal}")]
pub struct LogFault {
    /// The index of the first impossible ply; `None` when the fault is in no single ply.
    pub ply: Option<usize>,
    /// Why.
    pub refusal: Refusal,
}
