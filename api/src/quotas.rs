//! How much one caller may store in a day.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use tapis_service::ServiceError;

use crate::rates::Account;
use crate::settings::Limits;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// What one caller may store: an address or a key.
pub struct Quotas {
    /// Games.
    pub games: Daily,
    /// Rulesets of its own.
    pub rulesets: Daily,
}

/// So many a day and caller, all at once if need be; they come back evenly over the day.
pub struct Daily {
    what: &'static str,
    most: u32,
    limiter: Option<RateLimiter<Account, DashMapStateStore<Account>, DefaultClock>>,
}

impl Quotas {
    /// The quotas of these settings.
    pub fn new(limits: &Limits) -> Self {
        Self {
            games: Daily::new("new_games", limits.games_a_day),
            rulesets: Daily::new("new_rulesets", limits.rulesets_a_day),
        }
    }

    /// Forgets callers that have their whole quota again.
    pub fn forget_idle(&self) {
        [&self.games, &self.rulesets]
            .into_iter()
            .flat_map(|daily| &daily.limiter)
            .for_each(RateLimiter::retain_recent);
    }
}

impl Daily {
    fn new(what: &'static str, most: u32) -> Self {
        let quota = NonZeroU32::new(most)
            .and_then(|most| Some(Quota::with_period(DAY.checked_div(most.get())?)?.allow_burst(most)));
        Self { what, most, limiter: quota.map(RateLimiter::dashmap) }
    }

    /// Takes one of the quota of a caller.
    ///
    /// # Errors
    /// [`ServiceError::QuotaUsed`].
    pub fn take(&self, account: &Account) -> Result<(), ServiceError> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        limiter.check_key(account).map_err(|until| {
            let retry_after_s = until.wait_time_from(limiter.clock().now()).as_secs() + 1;
            ServiceError::QuotaUsed { what: self.what, most: self.most, left: 0, retry_after_s }
        })
    }
}
