//! How often a caller may ask.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use actix_web::http::Method;
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use tapis_db::model::KeyRates;
use tapis_service::advice::pool::network;

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
}

/// The policies in force: for all addresses, or for a key.
pub struct Rates {
    requests: Option<Policy>,
    create: Option<Policy>,
    moves: Option<Policy>,
    hints: Option<Policy>,
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

    /// What the policies that concern a request say to it; the first that refuses is the last.
    pub(crate) fn ask(&self, account: &Account, method: &Method, path: &str) -> Vec<PolicyState> {
        let mut said = Vec::with_capacity(2);
        for policy in [self.requests.as_ref(), self.policy_for(method, path)].into_iter().flatten() {
            let says = policy.ask(account);
            said.push(says);
            if says.wait_s.is_some() {
                break;
            }
        }
        said
    }

    /// The policy for work that costs more than most.
    fn policy_for(&self, method: &Method, path: &str) -> Option<&Policy> {
        if method != Method::POST {
            return None;
        }
        let mut parts = path.strip_prefix("/v1/")?.split('/');
        match (parts.next()?, parts.next(), parts.next()) {
            ("games", None, None) | ("games", Some(_), Some("rematch")) | ("seats", Some("lookup"), None) => {
                self.create.as_ref()
            }
            ("games", Some(_), Some("moves")) => self.moves.as_ref(),
            ("games", Some(_), Some("hints")) | ("analyses", ..) => self.hints.as_ref(),
            _ => None,
        }
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
    fn each_kind_of_work_has_its_policy() {
        let rates = rates(&["--rate-requests", "0"]);
        let name = |method, path| rates.policy_for(&method, path).map(|policy| policy.name);
        assert_eq!(name(Method::POST, "/v1/games"), Some("create"));
        assert_eq!(name(Method::POST, "/v1/games/7/rematch"), Some("create"));
        assert_eq!(name(Method::POST, "/v1/seats/lookup"), Some("create"));
        assert_eq!(name(Method::POST, "/v1/games/7/moves"), Some("moves"));
        assert_eq!(name(Method::POST, "/v1/games/7/moves/validation"), Some("moves"));
        assert_eq!(name(Method::POST, "/v1/games/7/hints"), Some("hints"));
        assert_eq!(name(Method::POST, "/v1/analyses/estimate"), Some("hints"));
        assert_eq!(name(Method::POST, "/v1/games/7/undo"), None);
        assert_eq!(name(Method::GET, "/v1/games"), None);
        assert_eq!(rates.ask(&Account::of_address([127, 0, 0, 1].into()), &Method::GET, "/v1/games"), []);
    }

    #[test]
    fn a_caller_is_an_address_or_a_network() {
        let rates = rates(&["--rate-requests", "2"]);
        let ask =
            |address: &str| rates.ask(&Account::of_address(address.parse().unwrap()), &Method::GET, "/")[0];
        assert_eq!((ask("2001:db8::1").remaining, ask("2001:db8::2:1").remaining), (1, 0));
        let wait = ask("2001:db8::3").wait_s.unwrap();
        assert!((1..=31).contains(&wait), "{wait}");
        assert_eq!(ask("2001:db8:0:1::1").wait_s, None);
        assert_eq!((ask("10.0.0.1").remaining, ask("::ffff:10.0.0.1").remaining), (1, 0));
    }
}
