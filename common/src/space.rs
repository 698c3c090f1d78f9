//! The free space that only people's moves may use.

use tapis_db::DatabaseUrl;

use crate::ServiceError;

/// Keeps a reserve of free space for people's moves: whatever else would fill the disk is refused before it is touched.
#[derive(Clone, Debug)]
pub struct Space {
    /// Where the games are kept.
    pub database: DatabaseUrl,
    /// Bytes that stay free.
    pub reserve: u64,
}

impl Space {
    /// Refuses what is no move of a person while there is no more space than the reserve. A system that does not say how much
    /// is free refuses nothing.
    ///
    /// # Errors
    /// [`ServiceError::NoSpace`].
    pub fn admit(&self) -> Result<(), ServiceError> {
        match self.database.free_space() {
            Some(free) if free < self.reserve => Err(ServiceError::NoSpace { free, reserve: self.reserve }),
            _ => Ok(()),
        }
    }

    /// Whether there is more space than the reserve.
    pub fn has_room(&self) -> bool {
        self.admit().is_ok()
    }
}
