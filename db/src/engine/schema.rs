//! Versions of the schema: how many migrations a database has seen, and which databases are refused.

use crate::error::{Result, StoreError};

/// The version that the first migration makes. Smaller numbers are of builds before the first release.
pub(crate) const FIRST: i64 = 11;

/// The version that so many migrations lead to.
pub(crate) const fn version(migrations: usize) -> i64 {
    FIRST - 1 + migrations as i64
}

/// How many of so many migrations a database of the version `found` has seen.
pub(crate) fn seen(found: i64, migrations: usize) -> Result<usize> {
    let supported = version(migrations);
    if found > supported {
        return Err(StoreError::TooNew { found, supported });
    }
    let seen = usize::try_from(found.saturating_sub(FIRST - 1)).ok().filter(|seen| *seen > 0);
    seen.ok_or(StoreError::TooOld { found })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_before_and_of_the_future_are_refused() {
        let refused = |found| seen(found, 3).err();
        for found in [i64::MIN, -1, 0, 1, 10] {
            assert_eq!(refused(found), Some(StoreError::TooOld { found }));
        }
        assert_eq!([11, 12, 13].map(|found| seen(found, 3)), [Ok(1), Ok(2), Ok(3)]);
        assert_eq!(refused(14), Some(StoreError::TooNew { found: 14, supported: 13 }));
    }
}
