//! The course of a finished game, everything shown.

use std::sync::Arc;

use serde::Serialize;
use tapis_games::erased::{Replay, ReplayPly, ReplayRound};
use tapis_games::ruleset::Ruleset;
use tapis_games::seat::{Seat, Viewer};
use utoipa::ToSchema;

use super::event::{Entry, EventKind};
use super::{Outcome, Snapshot};
use crate::ServiceError;
use tapis_games::shapes::{AnyOutcome, LegalInReplay};

/// A finished game with everything that was hidden.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "id": "0197f0c5-3a1b-7c2d-8e4f-0123456789ab", "ruleset": {"game": "richelieu", "rules_version": 1, "options": {"players": 2, "variant": "three_rows"}, "hash": "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988"}, "commitment": "sha256:9b74c9897bac770ffc029102a200c5de2a5bb9c1e4b5e1f3f1a0c8d7e6f50413", "seed": "…64 hex digits…", "nonce": "…64 hex digits…",
    "rounds": [{"initial": {}, "ply": 0, "state_hash": "…"}],
    "plies": [{"n": 1, "seat": 0, "legal": ["take 1L", "take 1R"], "notation": "take 1L", "state_hash": "…"}],
    "scores": [31, 29], "ranks": [1, 2], "undone": [], "verifier": {"commitment": "…", "deal": "…", "state_hash": "…", "script": "…"}
}))]
pub struct GameReplay {
    /// The game's id.
    #[schema(format = Uuid)]
    pub id: String,
    /// The ruleset played.
    pub ruleset: Ruleset,
    /// The commitment published at creation: `sha256:` and the hex SHA-256 of seed and nonce.
    pub commitment: String,
    /// The seed, 64 hex digits.
    pub seed: String,
    /// The nonce, 64 hex digits.
    pub nonce: String,
    /// The deals in order; empty if the rules version is no longer supported.
    #[schema(value_type = Vec<Round>)]
    pub rounds: Vec<ReplayRound>,
    /// The plies that stand, from 1 on.
    #[schema(value_type = Vec<ShownPly>)]
    pub plies: Vec<ReplayPly>,
    /// The final scores.
    pub scores: Vec<i32>,
    /// The final ranks; absent if the rules version is no longer supported.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ranks: Vec<u8>,
    /// The plies that the service played for people: a bot in the place of somebody who left or was late, a move for somebody whose time
    /// was up, a pass that somebody wished. Absent where there were none. What the rules give does not depend on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(example = json!([12, 14]))]
    pub by_service: Vec<u32>,
    /// The plies that were taken back, in order.
    pub undone: Vec<UndonePlies>,
    /// How to check the replay.
    pub verifier: Verifier,
}

/// One deal.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "the schema of a type whose fields are described here only")]
pub struct Round {
    /// Everything the deal decided, hidden or not, as documented for the game.
    #[schema(value_type = Object)]
    initial: serde_json::Value,
    /// The ply that ended in this deal, 0 for the set-up.
    ply: u32,
    /// SHA-256 of the canonical JSON of the full state after that ply.
    state_hash: String,
}

/// A ply with everything that was hidden.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "the schema of a type whose fields are described here only")]
pub struct ShownPly {
    /// 1, 2, ….
    n: u32,
    /// The seat that moved.
    seat: Seat,
    /// All moves that were legal, in canonical order; empty if the rules version is no longer supported.
    legal: Vec<LegalInReplay>,
    /// The move played.
    notation: String,
    /// What it told anybody beyond its notation, including chance.
    outcome: Option<AnyOutcome>,
    /// SHA-256 of the canonical JSON of the full state after it.
    state_hash: String,
}

/// Plies that were taken back.
#[derive(Serialize, ToSchema)]
pub struct UndonePlies {
    /// The version that took them back.
    pub version: u64,
    /// The seat that asked.
    pub by: Seat,
    /// The plies.
    pub plies: Vec<UndonePly>,
}

/// A ply that was taken back.
#[derive(Serialize, ToSchema)]
pub struct UndonePly {
    /// Its number.
    pub n: u32,
    /// The seat that moved.
    pub seat: Seat,
    /// The move.
    pub notation: String,
    /// SHA-256 of the canonical JSON of the full state after it.
    pub state_hash: String,
}

/// How to check a replay.
#[derive(Serialize, ToSchema)]
pub struct Verifier {
    /// How the commitment is made.
    pub commitment: &'static str,
    /// How the deal is made from the seed.
    pub deal: &'static str,
    /// How a state hash is made.
    pub state_hash: &'static str,
    /// A Python program that checks the commitment; it reads the replay from standard input.
    pub script: &'static str,
}

const VERIFIER: Verifier = Verifier {
    commitment: "\"sha256:\" + hex(SHA-256(seed bytes ‖ nonce bytes))",
    deal: "ChaCha8 keyed with the seed, 64-bit nonce 0 for the deal; Lemire's method and Fisher–Yates: docs/fair-deal.md",
    state_hash: "hex(SHA-256(RFC 8785 canonical JSON of the full state after the ply))",
    script: "import hashlib, json, sys\nr = json.load(sys.stdin)\n\
             h = hashlib.sha256(bytes.fromhex(r['seed']) + bytes.fromhex(r['nonce'])).hexdigest()\n\
             print('commitment', 'holds' if r['commitment'] == 'sha256:' + h else 'IS BROKEN')\n",
};

impl GameReplay {
    /// The replay of a finished game. Plays the whole log again; a log of rules that are no longer played is shown as it
    /// lies.
    ///
    /// # Errors
    /// The game is not over, or its log is damaged.
    pub fn of(snapshot: &Snapshot) -> Result<Self, ServiceError> {
        let info = &snapshot.info;
        let (replay, scores, ranks) = match info.rules.played() {
            Some(rules) => {
                let outcome = snapshot.outcome();
                let Outcome { ranks, scores, .. } =
                    outcome.ok_or_else(|| ServiceError::internal("a finished game has an outcome"))?;
                let replay = rules.replay(&snapshot.stored_line()).map_err(ServiceError::internal)?;
                (replay, scores, ranks)
            }
            None => (as_it_lies(snapshot), snapshot.scores(Viewer::Replay), Vec::new()),
        };
        Ok(Self {
            id: info.id.to_string(),
            ruleset: info.ruleset().clone(),
            commitment: info.commitment.clone(),
            seed: hex::encode(info.seed.0),
            nonce: hex::encode(info.nonce.0),
            rounds: replay.rounds,
            plies: replay.plies,
            scores,
            ranks,
            by_service: snapshot.by_service(),
            undone: undone(snapshot),
            verifier: VERIFIER,
        })
    }
}

/// The plies of a log that cannot be played again.
fn as_it_lies(snapshot: &Snapshot) -> Replay {
    let ply = |(n, entry): (usize, &Arc<Entry>)| ReplayPly {
        n: n as u32,
        seat: entry.seat,
        legal: Vec::new(),
        notation: entry.stored.as_ref().and_then(|stored| stored.notation.clone()),
        outcome: None,
        state_hash: entry.state_hash.to_string(),
    };
    Replay { rounds: Vec::new(), plies: snapshot.line().iter().enumerate().skip(1).map(ply).collect() }
}

/// Walks the log and notes what every undo took back.
fn undone(snapshot: &Snapshot) -> Vec<UndonePlies> {
    let mut line: Vec<UndonePly> = Vec::new();
    let mut undone = Vec::new();
    for entry in snapshot.entries().iter() {
        match &entry.kind {
            EventKind::Ply { .. } => {
                let notation = entry.stored.as_ref().and_then(|stored| stored.notation.clone());
                line.push(UndonePly {
                    n: line.len() as u32 + 1,
                    seat: entry.seat.unwrap_or(Seat(0)),
                    notation: notation.unwrap_or_default(),
                    state_hash: entry.state_hash.to_string(),
                });
            }
            EventKind::Undo { by, ply } => {
                let plies = line.split_off((*ply as usize).saturating_sub(1).min(line.len()));
                undone.push(UndonePlies { version: entry.version, by: *by, plies });
            }
            _ => {}
        }
    }
    undone
}
