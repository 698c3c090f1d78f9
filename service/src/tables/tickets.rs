//! Tickets for event streams: a browser's `EventSource` cannot send a token, and a token does not belong in a URL.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use tapis_db::model::GameId;
use tapis_games::seat::Viewer;

use crate::ServiceError;
use crate::advice::pool::Caller;
use crate::sources::{Clock, Sources};

/// How long a ticket waits to be used, at first and again after each use: a browser connects anew by itself, with the same
/// address.
const LIFE: SignedDuration = SignedDuration::from_secs(60);
/// How long it works in all.
const LONGEST: SignedDuration = SignedDuration::from_hours(12);
/// Most tickets at once: each event stream may have been opened with one, and as many may wait.
const CAPACITY: usize = 20_000;
/// Most of them for one address: an eighth.
const CAPACITY_OF_ADDRESS: usize = CAPACITY / 8;

/// The tickets that were given out and still work. Only hashes are kept.
#[derive(Clone, Default)]
pub struct StreamTickets(Arc<Mutex<HashMap<blake3::Hash, StreamTicket>>>);

struct StreamTicket {
    access: StreamAccess,
    to: Caller,
    /// Streams open with it; it lives as long as there are any.
    in_use: usize,
    /// Until when it works, used or not.
    ends_at: Timestamp,
    /// Until when it waits to be used.
    expires_at: Timestamp,
}

/// What a ticket opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamAccess {
    /// The game.
    pub game: GameId,
    /// What the bearer may see.
    pub viewer: Viewer,
    /// The generation of the seat's token, for a seat.
    pub generation: Option<u32>,
}

/// A ticket in use. When this is dropped, the ticket waits a minute for its next use.
pub struct TicketUse {
    /// What it opens.
    pub access: StreamAccess,
    tickets: StreamTickets,
    ticket: blake3::Hash,
    clock: Arc<dyn Clock>,
}

impl StreamTicket {
    fn works(&self, now: Timestamp) -> bool {
        now < self.ends_at && (self.in_use > 0 || now < self.expires_at)
    }
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
        let ends_at = now.saturating_add(LONGEST).unwrap_or(now);
        let mut tickets = self.0.lock();
        tickets.retain(|_, issued| issued.works(now));
        let own = tickets.values().filter(|issued| issued.to.same_address(caller)).count();
        if own >= CAPACITY_OF_ADDRESS {
            return Err(ServiceError::ShareUsed { what: "stream_tickets", retry_after_s: 5 });
        }
        if tickets.len() >= CAPACITY {
            return Err(ServiceError::Busy { what: "the_ticket_office", retry_after_s: 5 });
        }
        let access = StreamAccess { game, viewer, generation };
        let issued = StreamTicket { access, to: caller, in_use: 0, ends_at, expires_at };
        tickets.insert(blake3::hash(ticket.as_bytes()), issued);
        Ok((ticket, expires_at))
    }

    /// Uses a ticket. It works again, until a minute after its last use.
    ///
    /// # Errors
    /// It was never given, has expired, or is for another game.
    pub fn redeem(&self, sources: &Sources, ticket: &str, game: GameId) -> Result<TicketUse, ServiceError> {
        let now = sources.clock.now();
        let ticket = blake3::hash(ticket.as_bytes());
        let mut tickets = self.0.lock();
        let issued =
            tickets.get_mut(&ticket).filter(|issued| issued.access.game == game && issued.works(now));
        let issued = issued.ok_or(ServiceError::UnknownToken)?;
        issued.in_use += 1;
        let clock = Arc::clone(&sources.clock);
        Ok(TicketUse { access: issued.access, tickets: self.clone(), ticket, clock })
    }
}

impl Drop for TicketUse {
    fn drop(&mut self) {
        let now = self.clock.now();
        if let Some(issued) = self.tickets.0.lock().get_mut(&self.ticket) {
            issued.in_use = issued.in_use.saturating_sub(1);
            issued.expires_at = now.saturating_add(LIFE).unwrap_or(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;

    /// Seconds since 1970, as the test says.
    #[derive(Default)]
    struct Hand(AtomicI64);

    impl Clock for Hand {
        fn now(&self) -> Timestamp {
            Timestamp::from_second(self.0.load(Ordering::SeqCst)).unwrap()
        }
    }

    /// Sources whose clock the test moves on by seconds.
    fn sources() -> (Sources, impl Fn(i64)) {
        let hand = Arc::new(Hand::default());
        let sources = Sources::system(tapis_solver::registry::Registry::standard());
        let sources = Sources { clock: hand.clone(), ..sources };
        let pass = move |seconds| {
            hand.0.fetch_add(seconds, Ordering::SeqCst);
        };
        (sources, pass)
    }

    fn game() -> GameId {
        GameId::from_u128(1)
    }

    fn issue(tickets: &StreamTickets, sources: &Sources, address: u8) -> Result<String, ServiceError> {
        let caller = Caller::new(Some(IpAddr::from([10, 0, 0, address])), 0);
        tickets.issue(sources, caller, game(), Viewer::Spectator, None).map(|(ticket, _)| ticket)
    }

    #[test]
    fn one_address_cannot_take_what_others_need() {
        let (tickets, (sources, pass)) = (StreamTickets::default(), sources());
        let taken: Vec<_> = (0..).map_while(|_| issue(&tickets, &sources, 1).ok()).collect();
        assert_eq!(taken.len(), CAPACITY_OF_ADDRESS);
        let refused = issue(&tickets, &sources, 1);
        assert!(matches!(refused, Err(ServiceError::ShareUsed { retry_after_s: 5, .. })));
        assert!(issue(&tickets, &sources, 2).is_ok());
        let in_use = tickets.redeem(&sources, &taken[0], game()).unwrap();
        pass(60);
        let again: Vec<_> = (0..).map_while(|_| issue(&tickets, &sources, 1).ok()).collect();
        assert_eq!(again.len(), CAPACITY_OF_ADDRESS - 1, "what expired makes room, what is in use does not");
        drop(in_use);
    }

    #[test]
    fn a_ticket_lives_a_minute_longer_than_its_last_use_and_half_a_day_at_most() {
        let (tickets, (sources, pass)) = (StreamTickets::default(), sources());
        let ticket = issue(&tickets, &sources, 1).unwrap();
        let using = || tickets.redeem(&sources, &ticket, game());
        assert!(tickets.redeem(&sources, &ticket, GameId::from_u128(2)).is_err(), "another game");
        let first = using().unwrap();
        pass(3_600);
        let second = using().unwrap();
        drop(first);
        pass(61);
        drop(second);
        pass(59);
        let third = using().unwrap();
        pass(12 * 3_600);
        assert!(using().is_err(), "half a day");
        drop(third);
        let ticket = issue(&tickets, &sources, 1).unwrap();
        pass(60);
        assert!(tickets.redeem(&sources, &ticket, game()).is_err(), "never used");
        drop(issue(&tickets, &sources, 1));
        assert_eq!(tickets.0.lock().len(), 1, "what works no more is forgotten");
    }
}
