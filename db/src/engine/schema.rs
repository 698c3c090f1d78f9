//! Versions of the schema: how many migrations a database has seen, and which databases are refused.

use crate::error::{Result, StoreError};

/// What each migration leads to: one a release. Until its release a migration may change, with a higher number here: what builds
/// in between made of a database is refused.
pub(crate) const VERSIONS: [i64; 2] = [11, 20];

/// The version of this program.
pub(crate) const LATEST: i64 = VERSIONS[VERSIONS.len() - 1];

/// How many migrations a database of the version `found` has seen.
pub(crate) fn seen(found: i64) -> Result<usize> {
    if found > LATEST {
        return Err(StoreError::TooNew { found, supported: LATEST });
    }
    let at = VERSIONS.iter().position(|version| *version == found);
    at.map(|at| at + 1).ok_or(StoreError::Unreleased { found })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_that_no_release_had_are_refused() {
        for found in [i64::MIN, -1, 0, 1, 10, 12, 13, 14, 15, 16, 17, 18, 19] {
            assert_eq!(seen(found), Err(StoreError::Unreleased { found }));
        }
        assert_eq!([11, 20].map(seen), [Ok(1), Ok(2)]);
        assert_eq!(seen(21), Err(StoreError::TooNew { found: 21, supported: 20 }));
    }
}
