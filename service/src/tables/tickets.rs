//! Tickets for event streams: a browser's `EventSource` cannot send a token, and a token does not belong in a URL.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use tapis_db::model::GameId;
use tapis_games::seat::Viewer;

use crate::ServiceError;
use crate::sources::Sources;

/// How long a ticket lives.
const LIFE: SignedDuration = SignedDuration::from_secs(60);
/// Most tickets at once.
const CAPACITY: usize = 10_000;

/// The tickets that were given out and not yet used. Only hashes are kept.
#[derive(Default)]
pub struct StreamTickets(Mutex<HashMap<blake3::Hash, Pass>>);

/// What a ticket opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// The game.
    pub game: GameId,
    /// Whose eyes.
    pub viewer: Viewer,
    /// The generation of the seat's token, for a seat.
    pub generation: Option<u32>,
    /// Until when.
    pub expires_at: Timestamp,
}

impl StreamTickets {
    /// Gives out a ticket.
    ///
    /// # Errors
    /// Too many are out, or the system has no randomness.
    pub fn issue(
        &self,
        sources: &Sources,
        game: GameId,
        viewer: Viewer,
        generation: Option<u32>,
    ) -> Result<(String, Timestamp), ServiceError> {
        let now = sources.clock.now();
        let ticket = format!("evt_{}", hex::encode(sources.entropy.bytes().map_err(ServiceError::internal)?));
        let expires_at = now.saturating_add(LIFE).unwrap_or(now);
        let mut passes = self.0.lock();
        if passes.len() >= CAPACITY {
            passes.retain(|_, pass| pass.expires_at > now);
        }
        if passes.len() >= CAPACITY {
            return Err(ServiceError::Busy { what: "the ticket office", retry_after_s: 5 });
        }
        passes.insert(blake3::hash(ticket.as_bytes()), Pass { game, viewer, generation, expires_at });
        Ok((ticket, expires_at))
    }

    /// Takes a ticket back; it works once.
    ///
    /// # Errors
    /// It was never given, was used, has expired, or is for another game.
    pub fn redeem(&self, sources: &Sources, ticket: &str, game: GameId) -> Result<Pass, ServiceError> {
        let pass = self.0.lock().remove(&blake3::hash(ticket.as_bytes()));
        let good = |pass: &Pass| pass.game == game && pass.expires_at > sources.clock.now();
        pass.filter(good).ok_or(ServiceError::UnknownToken)
    }
}
