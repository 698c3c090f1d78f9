//! Tickets for event streams: a browser's `EventSource` cannot send a token, and a token does not belong in a URL.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use tapis_db::model::GameId;
use tapis_games::seat::Viewer;

use crate::ServiceError;
use crate::advice::pool::Caller;
use crate::sources::Sources;

/// How long a ticket lives.
const LIFE: SignedDuration = SignedDuration::from_secs(60);
/// Most tickets at once.
const CAPACITY: usize = 10_000;
/// Most of them for one address: an eighth.
const CAPACITY_OF_ADDRESS: usize = CAPACITY / 8;

/// The tickets that were given out and not yet used. Only hashes are kept.
#[derive(Default)]
pub struct StreamTickets(Mutex<HashMap<blake3::Hash, StreamTicket>>);

struct StreamTicket {
    pass: StreamAccess,
    to: Caller,
}

/// What a ticket opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamAccess {
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
    /// Gives out a ticket to a caller.
    ///
    /// # Errors
    /// Too many are out, altogether or to its address, or the system has no randomness.
    pub fn issue(
        &self,
        sources: &Sources,
        caller: Caller,
        game: GameId,
        viewer: Viewer,
        generation: Option<u32>,
    ) -> Result<(String, Timestamp), ServiceError> {
        let now = sources.clock.now();
        let ticket = format!("evt_{}", hex::encode(sources.entropy.bytes().map_err(ServiceError::internal)?));
        let expires_at = now.saturating_add(LIFE).unwrap_or(now);
        let mut passes = self.0.lock();
        passes.retain(|_, issued| issued.pass.expires_at > now);
        let own = passes.values().filter(|issued| issued.to.same_address(caller)).count();
        if own >= CAPACITY_OF_ADDRESS {
            return Err(ServiceError::ShareUsed { what: "stream tickets", retry_after_s: 5 });
        }
        if passes.len() >= CAPACITY {
            return Err(ServiceError::Busy { what: "the ticket office", retry_after_s: 5 });
        }
        let pass = StreamAccess { game, viewer, generation, expires_at };
        passes.insert(blake3::hash(ticket.as_bytes()), StreamTicket { pass, to: caller });
        Ok((ticket, expires_at))
    }

    /// Takes a ticket back; it works once.
    ///
    /// # Errors
    /// It was never given, was used, has expired, or is for another game.
    pub fn redeem(
        &self,
        sources: &Sources,
        ticket: &str,
        game: GameId,
    ) -> Result<StreamAccess, ServiceError> {
        let pass = self.0.lock().remove(&blake3::hash(ticket.as_bytes())).map(|issued| issued.pass);
        let good = |pass: &StreamAccess| pass.game == game && pass.expires_at > sources.clock.now();
        pass.filter(good).ok_or(ServiceError::UnknownToken)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn one_address_cannot_take_what_others_need() {
        let (tickets, sources) =
            (StreamTickets::default(), Sources::system(tapis_solver::registry::Registry::standard()));
        let game = GameId::from_u128(1);
        let issue = |address: u8, who: u64| {
            let caller = Caller::new(Some(IpAddr::from([10, 0, 0, address])), who);
            tickets.issue(&sources, caller, game, Viewer::Spectator, None)
        };
        let taken: Vec<_> = (0..).map_while(|who| issue(1, who).ok()).collect();
        assert_eq!(taken.len(), CAPACITY_OF_ADDRESS);
        assert!(matches!(issue(1, 0), Err(ServiceError::ShareUsed { retry_after_s: 5, .. })));
        assert!(issue(2, 0).is_ok());
        assert!(tickets.redeem(&sources, &taken[0].0, game).is_ok());
        assert!(issue(1, 0).is_ok(), "a used ticket makes room");
    }
}
