//! What callers may store: in a day, counted by all who share the store, and in a game.

use std::time::Duration;

use tapis_db::StoreError;
use tapis_db::model::{Digest, QuotaTaken};

use super::Service;
use crate::tables::Snapshot;
use crate::{Reason, ServiceError};

/// The most events of a game that are no moves of it.
const MOST_ASIDE: u64 = 1_000;
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

    /// Whether a game may have another event that is no move. Its moves, its end and leaving it are never refused for that.
    ///
    /// # Errors
    /// It has as many as a game may have; the space that is left is for moves.
    pub(super) fn admit_event(&self, snapshot: &Snapshot) -> Result<(), ServiceError> {
        if snapshot.version() >= snapshot.line().len() as u64 + MOST_ASIDE {
            let reason = Reason::new("log_full", [("most", MOST_ASIDE.into())]);
            return Err(ServiceError::conflict(reason));
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
