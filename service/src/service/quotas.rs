//! What callers may store: in a day, counted by all who share the store, and in a game.

use std::time::Duration;

use tapis_db::StoreError;
use tapis_db::model::{Digest, QuotaTaken};
use tapis_games::seat::Seat;

use super::Service;
use crate::tables::Snapshot;
use crate::tables::event::{Entry, EventKind};
use crate::{Reason, ServiceError};

/// The most events of a game that are no moves of it and answer nothing. Its seats share them, so that none uses up what another needs
/// to come back.
const MOST_ASIDE: usize = 1_000;
/// The most quotas that are kept: of callers beyond, those are forgotten that took least.
const QUOTAS: usize = 100_000;
/// Quotas deleted in one transaction, so that no move waits long behind it.
const QUOTAS_A_PURGE: usize = 500;

impl Service {
    /// Under what the quota of a caller is kept that is for `what`. Without the secret nobody finds the caller by it.
    pub fn quota_id(&self, what: &str, caller: &str) -> Digest {
        Digest(*self.tokens.seal("quota", format!("{what}\0{caller}").as_bytes()).as_bytes())
    }

    /// Adds to quotas what was taken of them; answers for each how long it takes until it is whole again.
    ///
    /// # Errors
    /// Those of the store; it may have been added all the same.
    pub async fn take_quotas(&self, taken: Vec<QuotaTaken>) -> Result<Vec<Duration>, ServiceError> {
        let now = self.now();
        self.ask_store(move |store| store.take_quotas(taken, now)).await
    }

    /// Whether a seat may cause another event of a game that is no move. Its moves, its end and leaving it are never refused for that.
    ///
    /// # Errors
    /// It has caused its share of as many as a game may have; the space that is left is for moves.
    pub(super) fn admit_event(&self, snapshot: &Snapshot, seat: Seat) -> Result<(), ServiceError> {
        let most = MOST_ASIDE / snapshot.seats.len().max(1);
        if snapshot.entries().iter().filter(|entry| is_aside(entry, seat)).count() >= most {
            return Err(ServiceError::conflict(Reason::new("log_full", [("most", most.into())])));
        }
        self.space.admit()
    }

    /// Forgets quotas that are whole, and those beyond the number that is kept, until the service stops; answers how many. Blocks.
    ///
    /// # Errors
    /// Those of the store; what was deleted stays deleted.
    pub fn purge_quotas(&self) -> Result<usize, StoreError> {
        self.purge(QUOTAS_A_PURGE, || self.store.purge_quotas(self.now(), QUOTAS, QUOTAS_A_PURGE))
    }
}

/// Whether a seat caused an event that is no move, on its own: others who are asked may answer, whatever they caused before.
fn is_aside(entry: &Entry, seat: Seat) -> bool {
    use EventKind::{Ply, Timeout, Undo, UndoConsent, UndoRefusal};
    let own = match &entry.kind {
        Ply { .. } | Timeout { .. } | UndoConsent | UndoRefusal => false,
        Undo { by, .. } => *by == seat,
        _ => true,
    };
    own && entry.seat == Some(seat)
}
