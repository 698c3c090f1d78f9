//! Appending to a game's log.

use super::{
    Digest, GameId, GameResult, IdempotencyRecord, NewEvent, Ranking, SeatRecord, SeatedPlayer, Status, Time,
    WatchedGame,
};

/// Events to append to a game at an expected version, with everything that changes together with them: all of it in
/// one transaction, or none.
#[derive(Clone, Debug, PartialEq)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The version it must be at.
    pub expected_version: u64,
    /// The events, at least one; the first makes version `expected_version + 1`.
    pub events: Vec<NewEvent>,
    /// How far the game is afterwards.
    pub status: Status,
    /// The seat to move afterwards, if any.
    pub turn: Option<u8>,
    /// When something is to happen in it if nobody moves, if at all. What it is, is the caller's business.
    pub deadline: Option<Time>,
    /// The seats afterwards; `None` leaves them as they are. Their number never changes.
    pub seats: Option<Vec<SeatRecord>>,
    /// Seats that were left: nobody is named there any more.
    pub unseated: Vec<u8>,
    /// Whom front ends name at its seats from now on, each in place of the one named there before.
    pub players: Vec<SeatedPlayer>,
    /// Who is told of the game from now on. Who is told already goes on as before, also where the end was told; a key that has no
    /// webhook is left out.
    pub followers: Vec<WatchedGame>,
    /// Whether this makes the game an assisted one (a move was taken back). Once assisted, always assisted.
    pub assisted: bool,
    /// Recorded together with it. Looked at before the version, so a retry finds what its first try did;
    /// a record that had expired when the newest event happened is replaced.
    pub idempotency: Option<IdempotencyRecord>,
    /// The result, exactly once, when the status becomes [`Status::Finished`]; `None` for a game that statistics
    /// must not count.
    pub result: Option<GameResult>,
    /// What it says about the strength of those who are named at the seats, when the status becomes [`Status::Finished`]; `None` for a
    /// game that rates nobody.
    pub ranking: Option<Ranking>,
}

/// A game after an append or its creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// Its version now.
    pub version: u64,
    /// The chain hash of its newest event.
    pub chain: Digest,
    /// What [`GameVersion::beside`](super::GameVersion::beside) was before, and what it is now: whoever knows another number lacks
    /// what another node has changed. Both are 0 where no other node can.
    pub beside: (u64, u64),
}
