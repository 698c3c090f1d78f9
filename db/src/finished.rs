//! Finished games one by one, of any engine: for files that others read.

use crate::error::Result;
use crate::model::{FinishedFilter, FinishedGame};

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
}
