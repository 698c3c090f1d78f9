//! What a game's rows say, and the hashes over them.

use super::invalid;
use super::seal::Seal;
use super::stored;
use crate::error::Result;
use crate::model::{
    Digest, GameFilter, GameId, GameSummary, NewGame, SeatKind, SeatRecord, Secret, Time, Visibility,
};

/// A new game as it is listed.
pub(crate) fn summary(game: &NewGame) -> GameSummary {
    GameSummary {
        id: game.id,
        ruleset: game.ruleset.hash,
        game: game.ruleset.game.clone(),
        status: game.status,
        version: 1,
        turn: game.turn,
        deadline: game.deadline,
        seats: game.seats.clone(),
        visibility: game.visibility,
        hints: game.hints.clone(),
        practice: game.practice,
        assisted: false,
        commitment: game.commitment.clone(),
        created_at: game.setup.at,
        updated_at: game.setup.at,
    }
}

/// Where the chain of events starts: the fixed columns and the secrets.
pub(crate) fn anchor(summary: &GameSummary, seed: &Secret, nonce: &Secret) -> Digest {
    fixed(Seal::new("game anchor"), summary).blob(&seed.0).blob(&nonce.0).finish()
}

/// The seal of a game's row.
pub(crate) fn seal(summary: &GameSummary, anchor: Digest, hints_used: &[u32]) -> Result<Digest> {
    Ok(fixed(Seal::new("game"), summary)
        .blob(&anchor.0)
        .text(summary.status.as_str())
        .text(&text(&summary.seats)?)
        .int(summary.assisted.into())
        .text(&text(hints_used)?)
        .finish())
}

/// The columns of a game that never change, in a seal.
fn fixed(seal: Seal, summary: &GameSummary) -> Seal {
    seal.text(&summary.id.to_string())
        .blob(&summary.ruleset.0)
        .text(&summary.game)
        .text(summary.visibility.as_str())
        .text(&summary.hints)
        .int(summary.practice.into())
        .text(&summary.commitment)
        .text(&summary.created_at.to_string())
}

/// The seal of what every event changes.
pub(crate) fn head_seal(
    game: GameId,
    version: u64,
    turn: Option<u8>,
    updated_at: Time,
    deadline: Option<Time>,
    chain: Digest,
) -> Result<Digest> {
    let deadline = deadline.map(|time| time.to_string());
    Ok(Seal::new("head")
        .text(&game.to_string())
        .int(stored(version)?)
        .optional_int(turn.map(i64::from))
        .text(&updated_at.to_string())
        .optional_text(deadline.as_deref())
        .blob(&chain.0)
        .finish())
}

/// How many seats anybody may take.
pub(crate) fn open_seats(seats: &[SeatRecord]) -> i64 {
    seats.iter().filter(|seat| seat.kind == SeatKind::Open).count() as i64
}

/// The JSON of seats and their counts.
pub(crate) fn text<T: serde::Serialize + ?Sized>(value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(|_| invalid("a setting of a seat is no JSON"))
}

/// Whether a game belongs on the list: a damaged index could have led to any row, a private game's too.
pub(crate) fn agrees(game: &GameSummary, filter: &GameFilter) -> bool {
    let open = game.seats.iter().any(|seat| seat.kind == SeatKind::Open);
    game.visibility == Visibility::Public
        && filter.game.as_ref().is_none_or(|wanted| *wanted == game.game)
        && filter.status.is_none_or(|wanted| wanted == game.status)
        && filter.open_seats.is_none_or(|wanted| wanted == open)
}
