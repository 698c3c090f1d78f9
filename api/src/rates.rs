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

/// Length of the window all rates are given for, in seconds.
const WINDOW: u64 = 60;

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
pub struct Rates {
    requests: Option<Policy>,
    create: Option<Policy>,
    moves: Option<Policy>,
    hints: Option<Policy>,
}

/// What is counted: every request or, besides, one of a kind of work that costs more than most. The handler of such work says
/// which, see [`crate::middleware`]: how a path was written decides nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    Requests,
    Create,
    Moves,
    Hints,
}

/// So many requests a minute and caller, all at once if need be. What was taken comes back evenly.
pub(crate) struct Policy {
    name: &'static str,
    quota: NonZeroU32,
    /// When each caller has everything back (the generic cell rate algorithm).
    whole_at: Mutex<HashMap<Account, Instant>>,
}

/// What a policy says to one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PolicyState {
    pub name: &'static str,
    pub quota: u32,
    pub remaining: u32,
    /// Seconds until it may be asked again, when it may not now.
    pub wait_s: Option<u64>,
}

impl Rates {
    /// The policies of these settings, for addresses.
    pub fn new(limits: &settings::Limits) -> Self {
        Self::of_key(&KeyRates::default(), limits)
    }

    /// The policies of a key: its own and, where it has none, those that hold for an address.
    pub(crate) fn of_key(rates: &KeyRates, limits: &settings::Limits) -> Self {
        Self {
            requests: Policy::new("requests", rates.requests.unwrap_or(limits.rate_requests)),
            create: Policy::new("create", rates.create.unwrap_or(limits.rate_create)),
            moves: Policy::new("moves", rates.moves.unwrap_or(limits.rate_moves)),
            hints: Policy::new("hints", rates.hints.unwrap_or(limits.rate_hints)),
        }
    }

    /// What a policy says to one more request of a caller; nothing where it has no limit.
    pub(crate) fn ask(&self, limit: Limit, account: &Account) -> Option<PolicyState> {
        let policy = match limit {
            Limit::Requests => &self.requests,
            Limit::Create => &self.create,
            Limit::Moves => &self.moves,
            Limit::Hints => &self.hints,
        };
        policy.as_ref().map(|policy| policy.ask(account))
    }

    /// Forgets callers who have not asked for a while.
    pub fn forget_idle(&self) {
        let now = Instant::now();
        for policy in [&self.requests, &self.create, &self.moves, &self.hints].into_iter().flatten() {
            policy.whole_at.lock().retain(|_, whole_at| *whole_at > now);
        }
    }
}

impl Policy {
    /// A policy of `quota` requests a minute; none for 0.
    fn new(name: &'static str, quota: u32) -> Option<Self> {
        let quota = NonZeroU32::new(quota)?;
        Some(Self { name, quota, whole_at: Mutex::default() })
    }

    fn ask(&self, account: &Account) -> PolicyState {
        self.ask_at(account, Instant::now())
    }

    fn ask_at(&self, account: &Account, now: Instant) -> PolicyState {
        let quota = self.quota.get();
        let said = |remaining, wait_s| PolicyState { name: self.name, quota, remaining, wait_s };
        // How long one request takes to come back.
        let one = Duration::from_secs(WINDOW) / quota;
        let all = one * quota;
        let mut whole_at = self.whole_at.lock();
        let whole = whole_at.get(account).map_or(now, |at| (*at).max(now)) + one;
        let taken = whole.duration_since(now);
        if let Some(wait) = taken.checked_sub(all).filter(|wait| !wait.is_zero()) {
            return said(0, Some(wait.as_secs() + 1));
        }
        whole_at.insert(account.clone(), whole);
        said(((all - taken).as_nanos() / one.as_nanos()) as u32, None)
    }
}

/// `RateLimit-Policy` and `RateLimit`.
pub(crate) fn headers(said: &[PolicyState]) -> [(&'static str, String); 2] {
    let list = |item: fn(&PolicyState) -> String| said.iter().map(item).collect::<Vec<_>>().join(", ");
    let policy = list(|said| format!("\"{}\";q={};w={WINDOW}", said.name, said.quota));
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
        let limits = [Limit::Requests, Limit::Create, Limit::Moves, Limit::Hints];
        assert_eq!(limits.map(name), [None, Some("create"), Some("moves"), Some("hints")]);
    }

    #[test]
    fn what_was_taken_comes_back_evenly() {
        let policy = Policy::new("requests", 7).unwrap();
        let (account, begun) = (Account::Key("a".into()), Instant::now());
        let ask = |after_ms| {
            let said = policy.ask_at(&account, begun + Duration::from_millis(after_ms));
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
