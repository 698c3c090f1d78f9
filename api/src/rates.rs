//! How often a caller may ask.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
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

type Limiter = RateLimiter<Account, DashMapStateStore<Account>, DefaultClock, StateInformationMiddleware>;

/// So many requests a minute and caller, all at once if need be.
pub(crate) struct Policy {
    name: &'static str,
    quota: NonZeroU32,
    limiter: Limiter,
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
        for policy in [&self.requests, &self.create, &self.moves, &self.hints].into_iter().flatten() {
            policy.limiter.retain_recent();
        }
    }
}

impl Policy {
    /// A policy of `quota` requests a minute; none for 0.
    fn new(name: &'static str, quota: u32) -> Option<Self> {
        let quota = NonZeroU32::new(quota)?;
        let limiter = RateLimiter::dashmap(Quota::per_minute(quota)).with_middleware();
        Some(Self { name, quota, limiter })
    }

    fn ask(&self, account: &Account) -> PolicyState {
        let said =
            |remaining, wait_s| PolicyState { name: self.name, quota: self.quota.get(), remaining, wait_s };
        match self.limiter.check_key(account) {
            Ok(state) => said(state.remaining_burst_capacity(), None),
            Err(until) => {
                let wait = until.wait_time_from(self.limiter.clock().now());
                said(0, Some(wait.as_secs() + 1))
            }
        }
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
