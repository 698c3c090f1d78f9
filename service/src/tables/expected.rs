//! What a caller says it knows of a game: the state that its request was decided on.

use tapis_games::seat::Seat;

use super::Snapshot;
use crate::ServiceError;

/// A condition on the version of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Any version.
    Any,
    /// One of these versions.
    OneOf(Vec<u64>),
    /// A state that the caller cannot have seen, as it named it.
    Foreign(String),
}

impl Expected {
    /// Checks all conditions against the newest version, as `seat` sees it.
    ///
    /// # Errors
    /// The first condition that does not hold.
    pub(crate) fn check_all(
        conditions: &[Self],
        snapshot: &Snapshot,
        seat: Seat,
    ) -> Result<(), ServiceError> {
        conditions.iter().try_for_each(|condition| condition.check(snapshot.version(), seat))
    }

    fn check(&self, version: u64, seat: Seat) -> Result<(), ServiceError> {
        match self {
            Self::Any => Ok(()),
            Self::OneOf(known) if known.contains(&version) => Ok(()),
            Self::OneOf(known) => {
                let known = known.iter().copied().max().unwrap_or_default();
                Err(ServiceError::StaleVersion { known, version, seat })
            }
            Self::Foreign(named) => Err(ServiceError::ForeignState { named: named.clone(), version, seat }),
        }
    }
}
