//! How often a caller may ask.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tapis_db::model::KeyRates;
use tapis_service::pool::network;

use crate::settings;

/// What all rates are given for.
const MINUTE: Duration = Duration::from_secs(60);
/// Parts of a minute: as much as may be done in one of them may be done at once, and nobody waits longer for what one caller did.
const PARTS: u32 = 12;
/// Requests that may come at once however small the part is: a page and its parts.
const FEW: u32 = 60;

/// Whom requests are counted for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Account {
    /// An address, or the network it belongs to.
    Address(IpAddr),
    /// The key of this name.
    Key(Arc<str>),
}

impl Account {
    /// The account of an address.
    pub fn of_address(address: IpAddr) -> Self {
        Self::Address(network(address))
    }

    /// What tells it apart from all others, now and later.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Address(address) => format!("address {address}"),
            Self::Key(name) => format!("key {name}"),
        }
    }
}

/// The policies in force: for all addresses, or for a key.
pub struct Rates([Option<Policy>; 6]);

/// What is counted: every request or, besides, one of a kind of work that costs more than most. The handler of such work says
/// which, see [`crate::middleware`]: how a path was written decides nothing. Work is what requests have cost, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    Requests,
    Create,
    Moves,
    Hints,
    /// Of what is written and is no move: as often as games are created.
    Changes,
    Work,
}

/// So many requests of a caller at once. What was taken comes back evenly.
pub(crate) struct Policy {
    name: &'static str,
    quota: NonZeroU32,
    /// How long one request takes to come back.
    one: Duration,
    /// When each caller has everything back (the generic cell rate algorithm).
    whole_at: Mutex<HashMap<Account, Instant>>,
}

/// What a policy says to one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PolicyState {
    pub name: &'static str,
    pub quota: u32,
    /// Whole seconds in which all of them have come back.
    pub window: u64,
    pub remaining: u32,
    /// Seconds until it may be asked again, when it may not now.
    pub wait_s: Option<u64>,
}

impl Rates {
    /// The policies of these settings, for addresses.
    pub fn new(limits: &settings::Limits) -> Self {
        Self::of_key(&KeyRates::default(), limits)
    }

    /// The policies of a key: its own and, where it has none, those that hold for an address. As many times more often as it may ask
    /// it may work more; where requests have no limit, work has none.
    pub(crate) fn of_key(rates: &KeyRates, limits: &settings::Limits) -> Self {
        let requests = rates.requests.unwrap_or(limits.rate_requests);
        let times = requests.checked_div(limits.rate_requests).filter(|_| requests > 0);
        let work = times.map_or(0, |times| limits.rate_work.saturating_mul(times.max(1)));
        let policy = |name, a_minute| Policy::new(name, a_minute, FEW);
        // In the order of `Limit`.
        Self([
            policy("requests", requests),
            policy("create", rates.create.unwrap_or(limits.rate_create)),
            policy("moves", rates.moves.unwrap_or(limits.rate_moves)),
            policy("hints", rates.hints.unwrap_or(limits.rate_hints)),
            policy("changes", rates.create.unwrap_or(limits.rate_create)),
            Policy::new("work", work, 0),
        ])
    }

    /// What a policy says to one more request of a caller; nothing where it has no limit.
    pub(crate) fn ask(&self, limit: Limit, account: &Account) -> Option<PolicyState> {
        // What a request will cost is not known yet.
        let cost = u32::from(limit != Limit::Work);
        let policy = self.0[limit as usize].as_ref();
        policy.map(|policy| policy.ask_at(account, cost, Instant::now()))
    }

    /// Takes what a request has cost, however much is left.
    pub(crate) fn charge(&self, account: &Account, work: Duration) {
        if let Some(policy) = &self.0[Limit::Work as usize] {
            policy.charge_at(account, work, Instant::now());
        }
    }

    /// The work that a caller was charged with and has not got back; none where work has no limit.
    pub fn owed(&self, account: &Account) -> Duration {
        let policy = self.0[Limit::Work as usize].as_ref();
        policy.map_or(Duration::ZERO, |policy| policy.owed_at(account, Instant::now()))
    }

    /// Forgets callers who have not asked for a while.
    pub fn forget_idle(&self) {
        let now = Instant::now();
        for policy in self.0.iter().flatten() {
            policy.whole_at.lock().retain(|_, whole_at| *whole_at > now);
        }
    }
}

impl Policy {
    /// A policy of so many requests a minute; none for 0. A part of them may come at once, or `few` where there are so many.
    fn new(name: &'static str, a_minute: u32, few: u32) -> Option<Self> {
        let quota = NonZeroU32::new(a_minute.div_ceil(PARTS).max(few.min(a_minute)))?;
        Some(Self { name, quota, one: MINUTE / a_minute, whole_at: Mutex::default() })
    }

    fn charge_at(&self, account: &Account, work: Duration, now: Instant) {
        let mut whole_at = self.whole_at.lock();
        let whole = whole_at.get(account).map_or(now, |at| (*at).max(now));
        whole_at.insert(account.clone(), whole + self.one.mul_f64(work.as_secs_f64() * 1e3));
    }

    fn owed_at(&self, account: &Account, now: Instant) -> Duration {
        let whole_at = self.whole_at.lock().get(account).copied();
        let taken = whole_at.map_or(Duration::ZERO, |at| at.saturating_duration_since(now));
        Duration::from_secs_f64(taken.as_secs_f64() / self.one.as_secs_f64() / 1e3)
    }

    fn ask_at(&self, account: &Account, cost: u32, now: Instant) -> PolicyState {
        let (quota, one) = (self.quota.get(), self.one);
        let all = one * quota;
        let window = all.as_secs_f64().ceil() as u64;
        let said = |remaining, wait_s| PolicyState { name: self.name, quota, window, remaining, wait_s };
        let mut whole_at = self.whole_at.lock();
        let whole = whole_at.get(account).map_or(now, |at| (*at).max(now)) + one * cost;
        let taken = whole.duration_since(now);
        if let Some(wait) = taken.checked_sub(all).filter(|wait| !wait.is_zero()) {
            return said(0, Some(wait.as_secs() + 1));
        }
        whole_at.insert(account.clone(), whole);
        said(((all - taken).as_nanos() / one.as_nanos()) as u32, None)
    }
}

/// The work that bytes count as: 64 a microsecond.
pub(crate) fn of_bytes(bytes: u64) -> Duration {
    Duration::from_micros(bytes / 64)
}

/// `RateLimit-Policy` and `RateLimit`.
pub(crate) fn headers(said: &[PolicyState]) -> [(&'static str, String); 2] {
    let list = |item: fn(&PolicyState) -> String| said.iter().map(item).collect::<Vec<_>>().join(", ");
    let policy = list(|said| format!("\"{}\";q={};w={}", said.name, said.quota, said.window));
    let state = list(|said| match said.wait_s {
        Some(wait) => format!("\"{}\";r=0;t={wait}", said.name),
        None => format!("\"{}\";r={}", said.name, said.remaining),
    });
    [("ratelimit-policy", policy), ("ratelimit", state)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    fn rates(arguments: &[&str]) -> Rates {
        Rates::new(&Settings::from_args(arguments.iter().copied()).unwrap().limits)
    }

    #[test]
    fn each_kind_of_work_has_its_policy_and_zero_none() {
        let rates = rates(&["--rate-requests", "0"]);
        let name = |limit| {
            let said = rates.ask(limit, &Account::of_address([127, 0, 0, 1].into()));
            said.map(|said| said.name)
        };
        let limits =
            [Limit::Requests, Limit::Create, Limit::Moves, Limit::Hints, Limit::Changes, Limit::Work];
        let names = [None, Some("create"), Some("moves"), Some("hints"), Some("changes"), None];
        assert_eq!(limits.map(name), names);
    }

    #[test]
    fn what_was_taken_comes_back_evenly() {
        let policy = Policy::new("requests", 7, FEW).unwrap();
        let (account, begun) = (Account::Key("a".into()), Instant::now());
        let ask = |after_ms| {
            let said = policy.ask_at(&account, 1, begun + Duration::from_millis(after_ms));
            (said.remaining, said.wait_s)
        };
        let all: Vec<_> = (0..8).map(|_| ask(0)).collect();
        assert_eq!(all[..7], [6, 5, 4, 3, 2, 1, 0].map(|left| (left, None)));
        // A seventh of a minute is 8.57 s.
        assert_eq!(all[7], (0, Some(9)));
        assert_eq!((ask(8_000), ask(8_600), ask(8_600)), ((0, Some(1)), (0, None), (0, Some(9))));
        assert_eq!(ask(600_000), (6, None), "no more than all comes back");
    }

    #[test]
    fn a_twelfth_of_a_minute_may_come_at_once_and_is_told_with_its_time() {
        let told = |a_minute| {
            let policy = Policy::new("requests", a_minute, FEW).unwrap();
            let said = policy.ask_at(&Account::Key("a".into()), 1, Instant::now());
            (said.quota, said.window)
        };
        assert_eq!([60_000, 3_000, 700, 7].map(told), [(5_000, 5), (250, 5), (60, 6), (7, 60)]);
    }

    #[test]
    fn work_is_charged_when_it_is_done_and_waited_for_when_it_was_too_much() {
        let Rates([.., Some(policy)]) = rates(&["--rate-work", "12000"]) else { panic!("work has a limit") };
        let (account, begun) = (Account::Key("a".into()), Instant::now());
        let ask = |after_ms| {
            let said = policy.ask_at(&account, 0, begun + Duration::from_millis(after_ms));
            (said.remaining, said.wait_s)
        };
        assert_eq!(
            (policy.quota.get(), policy.one, ask(0)),
            (1_000, Duration::from_millis(5), (1_000, None))
        );
        policy.charge_at(&account, Duration::from_micros(999_500), begun);
        assert_eq!(ask(0), (0, None));
        policy.charge_at(&account, Duration::from_millis(400), begun);
        // 399.5 ms too many, each of which takes 5 ms to come back.
        assert_eq!((ask(0), ask(1_997), ask(1_998)), ((0, Some(2)), (0, Some(1)), (0, None)));
        assert_eq!(policy.owed_at(&account, begun).as_micros().div_ceil(100), 13_995);
        assert_eq!(policy.ask_at(&Account::Key("b".into()), 0, begun).wait_s, None, "somebody else");
    }

    #[test]
    fn a_key_that_may_ask_more_often_may_work_more() {
        let limits = Settings::from_args(["--rate-work", "12000"]).unwrap().limits;
        let quota = |requests| {
            let rates = KeyRates { requests: Some(requests), ..KeyRates::default() };
            Rates::of_key(&rates, &limits).0[Limit::Work as usize].as_ref().map(|work| work.quota.get())
        };
        assert_eq!([0, 1, 60_000, 600_000].map(quota), [None, Some(1_000), Some(1_000), Some(10_000)]);
    }

    #[test]
    fn a_caller_is_an_address_or_a_network() {
        let rates = rates(&["--rate-requests", "2"]);
        let ask = |address: &str| {
            rates.ask(Limit::Requests, &Account::of_address(address.parse().unwrap())).unwrap()
        };
        assert_eq!((ask("2001:db8::1").remaining, ask("2001:db8::2:1").remaining), (1, 0));
        let wait = ask("2001:db8::3").wait_s.unwrap();
        assert!((1..=31).contains(&wait), "{wait}");
        assert_eq!(ask("2001:db8:0:1::1").wait_s, None);
        assert_eq!((ask("10.0.0.1").remaining, ask("::ffff:10.0.0.1").remaining), (1, 0));
    }
}
