//! How much one caller may store in a day.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tapis_service::ServiceError;
use tapis_service::charge::{self, Stored};

use crate::rates::Account;
use crate::settings::Limits;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// What one caller may store: an address or a key.
pub struct Quotas {
    games: Daily,
    rulesets: Daily,
}

/// The quotas of one caller; without an account it has none.
pub struct CallerQuotas<'a> {
    quotas: &'a Quotas,
    account: Option<Account>,
}

/// So many a day and caller, all at once if need be; they come back evenly over the day. What was taken can be given back, which
/// the limiters of [`crate::rates`] cannot.
struct Daily {
    what: &'static str,
    most: u32,
    /// When each caller that has not its whole quota will have it again.
    whole_again: Mutex<HashMap<Account, Instant>>,
}

impl Quotas {
    /// The quotas of these settings.
    pub fn new(limits: &Limits) -> Self {
        Self {
            games: Daily::new("new_games", limits.games_a_day),
            rulesets: Daily::new("new_rulesets", limits.rulesets_a_day),
        }
    }

    /// Those of one caller.
    pub fn of(&self, account: Option<Account>) -> CallerQuotas<'_> {
        CallerQuotas { quotas: self, account }
    }

    /// Forgets callers that have their whole quota again.
    pub fn forget_idle(&self) {
        let now = Instant::now();
        for daily in [&self.games, &self.rulesets] {
            daily.whole_again.lock().retain(|_, whole| *whole > now);
        }
    }
}

impl CallerQuotas<'_> {
    fn daily(&self, what: Stored) -> &Daily {
        match what {
            Stored::Game => &self.quotas.games,
            Stored::Ruleset => &self.quotas.rulesets,
        }
    }
}

impl charge::Account for CallerQuotas<'_> {
    fn take(&self, what: Stored) -> Result<(), ServiceError> {
        let Some(account) = &self.account else { return Ok(()) };
        self.daily(what).take(account, Instant::now())
    }

    fn give_back(&self, what: Stored) {
        if let Some(account) = &self.account {
            self.daily(what).give_back(account);
        }
    }
}

impl Daily {
    fn new(what: &'static str, most: u32) -> Self {
        Self { what, most, whole_again: Mutex::default() }
    }

    /// How long one takes to come back; nothing where there is no limit.
    fn period(&self) -> Option<Duration> {
        DAY.checked_div(self.most)
    }

    /// Takes one of the quota of a caller.
    fn take(&self, account: &Account, now: Instant) -> Result<(), ServiceError> {
        let Some(period) = self.period() else { return Ok(()) };
        let mut whole_again = self.whole_again.lock();
        let whole = whole_again.get(account).map_or(now, |whole| (*whole).max(now)) + period;
        let beyond = whole.duration_since(now).saturating_sub(period * self.most);
        if beyond.is_zero() {
            whole_again.insert(account.clone(), whole);
            return Ok(());
        }
        let retry_after_s = beyond.as_secs() + 1;
        Err(ServiceError::QuotaUsed { what: self.what, most: self.most, left: 0, retry_after_s })
    }

    fn give_back(&self, account: &Account) {
        if let (Some(period), Some(whole)) = (self.period(), self.whole_again.lock().get_mut(account)) {
            *whole = whole.checked_sub(period).unwrap_or(*whole);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(last: u8) -> Account {
        Account::of_address([127, 0, 0, last].into())
    }

    #[test]
    fn a_quota_is_used_comes_back_and_is_given_back() {
        let (daily, now) = (Daily::new("new_games", 3), Instant::now());
        let taken = |after: u64| daily.take(&one(1), now + Duration::from_secs(after)).is_ok();
        assert_eq!([0, 0, 0, 0].map(taken), [true, true, true, false]);
        assert!(daily.take(&one(2), now).is_ok(), "somebody else");
        daily.give_back(&one(1));
        assert_eq!([0, 0].map(taken), [true, false]);
        let third = 8 * 60 * 60;
        assert_eq!([third - 1, third, third].map(taken), [false, true, false]);
        let Err(ServiceError::QuotaUsed { retry_after_s, most: 3, .. }) = daily.take(&one(1), now) else {
            panic!("it is used");
        };
        assert!(retry_after_s > third, "{retry_after_s}");
    }

    #[test]
    fn zero_is_no_limit() {
        let daily = Daily::new("new_games", 0);
        assert!((0..100).all(|_| daily.take(&one(1), Instant::now()).is_ok()));
    }
}
