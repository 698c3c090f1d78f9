//! Finished games one by one, of any engine: for files that others read.

use std::path::Path;

use crate::error::Result;
use crate::model::{FinishedFilter, FinishedGame, SnapshotWords};
use crate::postgres::{PostgresStore, Wanted};
use crate::sqlite::{ReadOnlyDatabase, write_snapshot};

/// A database whose finished games are read, also while it is served.
pub trait FinishedSource {
    /// Hands the finished games to `each`, one at a time, in little memory. SQLite: in the order they ended, those left out that end
    /// meanwhile. PostgreSQL: by their ids, numbered in that order, those with them that end meanwhile and whose ids come later.
    ///
    /// # Errors
    /// Those of `each`; those of reads of a [`crate::Store`].
    fn for_each_finished(
        &self,
        filter: &FinishedFilter,
        each: &mut dyn FnMut(&FinishedGame) -> Result<()>,
    ) -> Result<()>;

    /// Writes the finished games to an SQLite file for others to read, with documented views and no secret; answers how many.
    /// `target` is an empty file or none yet; after an error it is of no use. `words` say what features and measures mean.
    ///
    /// # Errors
    /// As above; [`crate::StoreError::Full`].
    fn write_snapshot(&self, filter: &FinishedFilter, words: &SnapshotWords, target: &Path) -> Result<u64>;
}

impl FinishedSource for ReadOnlyDatabase {
    fn for_each_finished(
        &self,
        filter: &FinishedFilter,
        each: &mut dyn FnMut(&FinishedGame) -> Result<()>,
    ) -> Result<()> {
        self.for_each_finished(filter, each)
    }

    fn write_snapshot(&self, filter: &FinishedFilter, words: &SnapshotWords, target: &Path) -> Result<u64> {
        self.write_snapshot(filter, words, target)
    }
}

impl FinishedSource for PostgresStore {
    fn for_each_finished(
        &self,
        filter: &FinishedFilter,
        each: &mut dyn FnMut(&FinishedGame) -> Result<()>,
    ) -> Result<()> {
        self.each_finished(&Wanted::File(filter.clone()), each)
    }

    fn write_snapshot(&self, filter: &FinishedFilter, words: &SnapshotWords, target: &Path) -> Result<u64> {
        let rulesets = self.all_rulesets()?;
        write_snapshot((rulesets, words), target, &mut |each| self.for_each_finished(filter, each))
    }
}
