//! Quotas: what each caller may store in a day.

use std::time::Duration;

use super::Digest;

/// The longest that a quota takes until it is whole again.
pub const QUOTA_WITHIN: Duration = Duration::from_secs(24 * 60 * 60);

/// What somebody took of a quota since it was told last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotaTaken {
    /// Whose quota, and of what: a hash by which nobody finds the caller.
    pub id: Digest,
    /// How long it takes until that much has come back, in microseconds; less than none where more was given back than taken.
    pub micros: i64,
}

impl QuotaTaken {
    /// The microseconds, no more than those of a whole quota.
    pub(crate) fn bounded(self) -> i64 {
        let most = i64::try_from(QUOTA_WITHIN.as_micros()).unwrap_or(i64::MAX);
        self.micros.clamp(-most, most)
    }
}
