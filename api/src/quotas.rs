//! How much one caller may store in a day.
//!
//! Memory alone decides, so no request waits for the store. What was taken is told to the store every few seconds, which answers
//! what it knows of the same callers: what they took before a restart, and at other nodes.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tapis_db::model::{QUOTA_WITHIN, QuotaTaken};
use tapis_service::charge::{self, Stored};
use tapis_service::{Service, ServiceError};
use tokio::sync::Notify;

use crate::rates::Account;

/// The most callers that are remembered: of those beyond, those are forgotten that took least.
const CALLERS: usize = 100_000;
/// Callers of whom the store is told at once.
const TOLD_AT_ONCE: usize = 500;

/// What one caller may store: an address or a key.
pub struct Quotas {
    games: Daily,
    rulesets: Daily,
    hints: Daily,
    newcomers: Notify,
    /// Held by whoever tells the store.
    turn: tokio::sync::Mutex<()>,
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
    /// The callers that have not their whole quota, and those of whom the store is to be told.
    used: Mutex<HashMap<Account, Used>>,
}

/// What is known of the quota of one caller.
#[derive(Clone, Copy, Debug)]
struct Used {
    /// When it is whole again.
    whole_again: Instant,
    /// How many were taken of which the store was not told; less than none where more were given back.
    untold: i64,
}

impl Quotas {
    /// So many a day of games, rulesets and kept hints.
    pub fn new([games, rulesets, hints]: [u32; 3]) -> Self {
        Self {
            games: Daily::new("new_games", games),
            rulesets: Daily::new("new_rulesets", rulesets),
            hints: Daily::new("kept_hints", hints),
            newcomers: Notify::new(),
            turn: tokio::sync::Mutex::default(),
        }
    }

    /// Those of one caller.
    pub fn of(&self, account: Option<Account>) -> CallerQuotas<'_> {
        CallerQuotas { quotas: self, account }
    }

    /// Forgets callers that have their whole quota again.
    pub fn forget_idle(&self) {
        for daily in self.all() {
            daily.forget_idle(Instant::now(), CALLERS);
        }
    }

    fn all(&self) -> [&Daily; 3] {
        [&self.games, &self.rulesets, &self.hints]
    }

    /// Waits for a caller of whom nothing is known yet: the store may know more.
    pub(crate) async fn newcomer(&self) {
        self.newcomers.notified().await;
    }

    /// Tells the store what was taken, and learns what it knows of the same callers. Where nothing was taken it is not asked.
    ///
    /// # Errors
    /// Those of the store. It is told the next time then, so what did arrive counts twice.
    pub async fn exchange(&self, service: &Service) -> Result<(), ServiceError> {
        let _turn = self.turn.lock().await;
        for daily in self.all() {
            daily.exchange(service).await?;
        }
        Ok(())
    }
}

impl CallerQuotas<'_> {
    fn daily(&self, what: Stored) -> &Daily {
        match what {
            Stored::Game => &self.quotas.games,
            Stored::Ruleset => &self.quotas.rulesets,
            Stored::Hint => &self.quotas.hints,
        }
    }
}

impl charge::Account for CallerQuotas<'_> {
    fn take(&self, what: Stored) -> Result<(), ServiceError> {
        let Some(account) = &self.account else { return Ok(()) };
        if self.daily(what).take(account, Instant::now())? {
            self.quotas.newcomers.notify_one();
        }
        Ok(())
    }

    fn give_back(&self, what: Stored) {
        if let Some(account) = &self.account {
            self.daily(what).give_back(account);
        }
    }
}

impl Daily {
    fn new(what: &'static str, most: u32) -> Self {
        Self { what, most, used: Mutex::default() }
    }

    /// How long one takes to come back; nothing where there is no limit.
    fn period(&self) -> Option<Duration> {
        QUOTA_WITHIN.checked_div(self.most)
    }

    /// Takes one of the quota of a caller; answers whether nothing was known of it before.
    fn take(&self, account: &Account, now: Instant) -> Result<bool, ServiceError> {
        let Some(period) = self.period() else { return Ok(false) };
        let mut used = self.used.lock();
        let known = used.get(account).copied();
        let before = known.unwrap_or(Used { whole_again: now, untold: 0 });
        let whole_again = before.whole_again.max(now) + period;
        let beyond = whole_again.duration_since(now).saturating_sub(period * self.most);
        if beyond.is_zero() {
            used.insert(account.clone(), Used { whole_again, untold: before.untold + 1 });
            return Ok(known.is_none());
        }
        let retry_after_s = beyond.as_secs() + 1;
        Err(ServiceError::QuotaUsed { what: self.what, most: self.most, left: 0, retry_after_s })
    }

    fn give_back(&self, account: &Account) {
        if let (Some(period), Some(used)) = (self.period(), self.used.lock().get_mut(account)) {
            used.whole_again = used.whole_again.checked_sub(period).unwrap_or(used.whole_again);
            used.untold -= 1;
        }
    }

    /// Forgets who has the whole quota, and beyond `most` callers those who have the most of it.
    fn forget_idle(&self, now: Instant, most: usize) {
        let mut used = self.used.lock();
        used.retain(|_, used| used.whole_again > now || used.untold != 0);
        let beyond = used.len().saturating_sub(most);
        if beyond > 0 {
            let mut times: Vec<Instant> = used.values().map(|used| used.whole_again).collect();
            let (_, last, _) = times.select_nth_unstable(beyond - 1);
            used.retain(|_, used| used.whole_again > *last);
        }
    }

    async fn exchange(&self, service: &Service) -> Result<(), ServiceError> {
        loop {
            let told = self.untold();
            let taken = told.iter().map(|(account, count)| QuotaTaken {
                id: service.quota_id(self.what, &account.name()),
                micros: self.micros(*count),
            });
            let taken: Vec<QuotaTaken> = taken.collect();
            if taken.is_empty() {
                return Ok(());
            }
            match service.take_quotas(taken).await {
                Ok(waits) => {
                    self.learn(told.into_iter().map(|(account, _)| account).zip(waits), Instant::now())
                }
                Err(error) => {
                    self.untell(told);
                    return Err(error);
                }
            }
        }
    }

    /// Some callers of whom the store is to be told, with how many they took. From here on it is told.
    fn untold(&self) -> Vec<(Account, i64)> {
        let mut used = self.used.lock();
        let untold = used.iter_mut().filter(|(_, used)| used.untold != 0).take(TOLD_AT_ONCE);
        untold.map(|(account, used)| (account.clone(), std::mem::take(&mut used.untold))).collect()
    }

    /// Notes that the store was not told after all.
    fn untell(&self, told: Vec<(Account, i64)>) {
        let mut used = self.used.lock();
        for (account, count) in told {
            if let Some(used) = used.get_mut(&account) {
                used.untold += count;
            }
        }
    }

    /// Goes by what the store says, and by what was taken since.
    fn learn(&self, said: impl Iterator<Item = (Account, Duration)>, now: Instant) {
        let mut used = self.used.lock();
        for (account, wait) in said {
            let untold = used.get(&account).map_or(0, |used| used.untold);
            let since = Duration::from_micros(self.micros(untold).unsigned_abs());
            let whole = now + wait;
            let whole_again =
                if untold < 0 { whole.checked_sub(since).unwrap_or(now) } else { whole + since };
            used.insert(account, Used { whole_again, untold });
        }
    }

    /// How long so many take to come back, at most as long as the whole quota.
    fn micros(&self, count: i64) -> i64 {
        let (period, most) = (self.period().unwrap_or_default(), QUOTA_WITHIN.as_micros());
        let micros = period.as_nanos().saturating_mul(count.unsigned_abs().into()) / 1_000;
        let micros = i64::try_from(micros.min(most)).unwrap_or(i64::MAX);
        micros * count.signum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(60 * 60);

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
        assert!(daily.untold().is_empty(), "nobody has to be told of it");
    }

    #[test]
    fn the_store_is_told_once_of_what_was_taken_and_again_when_that_failed() {
        let (daily, now) = (Daily::new("new_games", 24), Instant::now());
        assert_eq!([1, 1, 2].map(|of| daily.take(&one(of), now).unwrap()), [true, false, true]);
        let mut told = daily.untold();
        told.sort_by_key(|(_, count)| *count);
        assert_eq!(told, [(one(2), 1), (one(1), 2)]);
        assert!(daily.untold().is_empty());
        daily.take(&one(1), now).unwrap();
        daily.give_back(&one(2));
        daily.untell(told);
        assert_eq!(daily.untold(), [(one(1), 3)]);
        assert_eq!([1, -2, i64::MAX].map(|count| daily.micros(count) / 3_600_000_000), [1, -2, 24]);
    }

    #[test]
    fn what_the_store_knows_counts_and_so_does_what_was_taken_meanwhile() {
        let (daily, now) = (Daily::new("new_games", 24), Instant::now());
        let take = || daily.take(&one(1), now).is_ok();
        assert!(take());
        assert_eq!(daily.untold().len(), 1);
        assert!(take());
        daily.learn([(one(1), 21 * HOUR)].into_iter(), now);
        assert_eq!([take(), take(), take()], [true, true, false], "21 and one were taken before");
        daily.learn([(one(1), 2 * HOUR), (one(3), 23 * HOUR)].into_iter(), now);
        assert_eq!(daily.untold(), [(one(1), 3)]);
        assert_eq!(daily.take(&one(3), now).ok(), Some(false), "known by now");
        assert!(daily.take(&one(3), now).is_err());
    }

    #[test]
    fn no_more_callers_are_remembered_than_are_wanted() {
        let (daily, now) = (Daily::new("new_games", 24), Instant::now());
        for (of, count) in [(1, 1), (2, 5), (3, 3), (4, 2)] {
            (0..count).for_each(|_| assert!(daily.take(&one(of), now).is_ok()));
        }
        assert_eq!(daily.untold().len(), 4);
        let left = |after: u32, most| {
            daily.forget_idle(now + HOUR * after, most);
            let mut left: Vec<Account> = daily.used.lock().keys().cloned().collect();
            left.sort_by_key(|account| format!("{account:?}"));
            left
        };
        assert_eq!(left(0, 9).len(), 4);
        assert_eq!(left(1, 9), [one(2), one(3), one(4)]);
        assert_eq!(left(1, 2), [one(2), one(3)]);
        daily.take(&one(3), now).unwrap();
        assert_eq!(left(30, 9), [one(3)], "the store is still to be told of it");
    }
}
