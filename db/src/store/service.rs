//! What a service asks of a database beside games and results: whose it is, who does what, and whether all is well.

use std::time::Duration;

use uuid::Uuid;

use super::{Reply, wait};
use crate::error::Result;
use crate::model::{Absence, Digest, QuotaTaken, ServerTime, SharedAnalysis, Time, WriterStats};

/// What those who serve a database agree on through it.
pub trait ServedStore {
    /// Says with which secret the tokens of this database's games are made, by its fingerprint. The first to say so decides, until
    /// somebody says that it `is_new`.
    ///
    /// # Errors
    /// [`Unfit`](crate::StoreError::Unfit) when the database is used with another, or is to be while other nodes serve it.
    fn claim(&self, fingerprint: &Digest, is_new: bool) -> Result<()>;

    /// Whether `holder` is the one who does some work for all during `time` from now on: whoever holds it may say so again, and
    /// others once that time is up. An engine whose database has one owner always agrees.
    ///
    /// # Errors
    /// Only the general ones.
    fn hold(&self, _work: &str, _holder: Uuid, _time: Duration) -> Result<bool> {
        Ok(true)
    }

    /// Lets go of all work that `holder` holds.
    ///
    /// # Errors
    /// Only the general ones; the work is then free when its time is up.
    fn let_go(&self, _holder: Uuid) -> Result<()> {
        Ok(())
    }

    /// Whether nodes have left this database, or are gone without a word, of which nobody was told: see [`Self::take_departed`].
    ///
    /// # Errors
    /// Only the general ones.
    fn has_departed(&self) -> Result<bool> {
        Ok(false)
    }

    /// How many nodes have left this database, or are gone without a word, of which nobody was told: what follows by itself in the
    /// games that they served is for whoever is told. An engine whose database has one owner has no other nodes.
    ///
    /// # Errors
    /// Only the general ones; nobody else may be told any more all the same, so ask [`Self::has_departed`] first.
    fn take_departed(&self) -> Result<usize> {
        Ok(0)
    }

    /// Says that somebody begins to serve the database at `now`. Answers when nobody did, in the last 31 days, as far as is known: the
    /// time before `now` included, unless others serve it. An engine whose database has one owner goes by `now`, by
    /// [`Self::note_served`] and by the `newest` event; a server knows itself what time it is, and which nodes were there.
    ///
    /// # Errors
    /// Only the general ones.
    fn arrive(&self, now: Time, newest: Option<Time>) -> Result<Vec<Absence>>;

    /// Says that the database is still served at `now`; to be called every few seconds. Nodes say so by themselves. A power cut may
    /// take it back.
    ///
    /// # Errors
    /// Only the general ones.
    fn note_served(&self, _now: Time) -> Result<()> {
        Ok(())
    }

    /// The time of all who serve the database, told within the last seconds: that of its server, which never steps, whatever becomes of
    /// the server's clock. `None` for an engine that has no server.
    fn server_time(&self) -> Option<ServerTime> {
        None
    }

    /// Shows an analysis to those who share the store, for `time` from now on; answers whether none of its id was shown. An engine
    /// whose database has one owner has nobody to show it to, and keeps none.
    ///
    /// # Errors
    /// Only the general ones.
    fn add_analysis(&self, _analysis: SharedAnalysis, _time: Duration) -> Result<bool> {
        Ok(true)
    }

    /// Says what has become of an analysis that is shown, for `time` from now on; answers whether it still is.
    ///
    /// # Errors
    /// Only the general ones.
    fn change_analysis(&self, _analysis: SharedAnalysis, _time: Duration) -> Result<bool> {
        Ok(true)
    }

    /// The analysis of this id, if one is shown.
    ///
    /// # Errors
    /// Only the general ones.
    fn analysis(&self, _id: &str) -> Result<Option<SharedAnalysis>> {
        Ok(None)
    }

    /// Shows an analysis no more; answers whether it was shown.
    ///
    /// # Errors
    /// Only the general ones.
    fn drop_analysis(&self, _id: &str) -> Result<bool> {
        Ok(false)
    }

    /// Adds to quotas what was taken of them, each named once; answers for each how long it takes from now on until it is whole
    /// again: [`QUOTA_WITHIN`](crate::model::QUOTA_WITHIN) at most, and what others took included. The server of the database
    /// knows what time it is; an engine without one goes by `now`. A power cut may take it back.
    ///
    /// # Errors
    /// Only the general ones; it may have been added all the same.
    fn take_quotas(&self, taken: Vec<QuotaTaken>, now: Time) -> Result<Vec<Duration>>;

    /// Forgets quotas that are whole and, where more than `most` are left, those that will be whole first: up to `limit` in all.
    /// Answers how many.
    ///
    /// # Errors
    /// Only the general ones.
    fn purge_quotas(&self, now: Time, most: usize, limit: usize) -> Result<usize>;

    /// Whether the store can read and durably write now. Costs a small write, and a large one after a write has failed for
    /// lack of space: then it fails until as much as a group of moves fits again.
    ///
    /// # Errors
    /// Why not.
    fn ping(&self) -> Result<()> {
        wait(|reply| self.ping_then(reply))
    }

    /// As [`Self::ping`], answering through `reply`.
    fn ping_then(&self, reply: Reply<()>);

    /// Computes all rollups anew from the facts. Writes wait meanwhile.
    ///
    /// # Errors
    /// Only the general ones; the rollups are then as before.
    fn rebuild_rollups(&self) -> Result<()>;

    /// Whether the rollups are what the facts say. Reads all facts.
    ///
    /// # Errors
    /// Only the general ones.
    fn verify_rollups(&self) -> Result<bool>;

    /// Counters of the writer.
    fn writer_stats(&self) -> WriterStats;

    /// Does what is queued, then stops and leaves one tidy file. Later writes answer [`Closed`](crate::StoreError::Closed).
    /// Dropping the store does the same.
    ///
    /// # Errors
    /// When the file could not be tidied up; nothing acknowledged is lost.
    fn close(&self) -> Result<()>;
}
