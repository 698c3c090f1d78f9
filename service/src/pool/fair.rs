//! The queue of waiting work: start-time fair queueing (Goyal, Vin & Cheng 1996) on two levels.
//!
//! Addresses share the lanes evenly, and so do the callers behind one address; "evenly" counts work units, not
//! requests. Each line carries a tag, the virtual time at which its next work may start. The line with the least tag
//! is served and pays with its tag. A line that comes back after a pause starts at the present virtual time: nobody
//! saves up a share, and nobody escapes the price of what was just served.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;

use super::price::Units;

/// Lines without work are forgotten at the latest when there are this many: a bound on memory, not on callers.
const LINES_REMEMBERED: usize = 1024;
/// Fewer lines than this are not worth tidying.
const LINES_TIDIED: usize = 64;

/// Whom an address stands for: a whole /64 belongs to one caller.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) & !u128::from(u64::MAX)).into()),
        address => address,
    }
}

/// Who asks, as far as fairness is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Caller {
    address: Option<IpAddr>,
    who: u64,
}

impl Caller {
    /// The caller `who` (a hash of a seat, a token, …) behind `address`. IPv6 callers share their /64.
    pub fn new(address: Option<IpAddr>, who: u64) -> Self {
        Self { address: address.map(network), who }
    }

    /// The address alone, for what is shared by addresses and not by callers.
    pub fn address_only(self) -> Self {
        Self { who: 0, ..self }
    }

    /// Whether both stand behind the same address.
    pub fn same_address(self, other: Self) -> bool {
        self.address == other.address
    }
}

/// Waiting work, bounded in number and units.
pub(crate) struct FairQueue<T> {
    addresses: Level<Option<IpAddr>, Level<u64, VecDeque<Queued<T>>>>,
    len: usize,
    units: u64,
}

/// One piece of waiting work.
pub(crate) struct Queued<T> {
    pub id: u64,
    pub caller: Caller,
    pub price: Units,
    pub item: T,
}

impl<T> FairQueue<T> {
    pub fn new() -> Self {
        Self { addresses: Level::default(), len: 0, units: 0 }
    }

    /// Number of waiting pieces.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Their price altogether.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// Appends to its caller's line.
    pub fn push(&mut self, entry: Queued<T>) {
        self.len += 1;
        self.units += entry.price.get();
        let Caller { address, who } = entry.caller;
        self.addresses.backlogged(address).backlogged(who).push_back(entry);
    }

    /// How many pieces wait for the address of `caller`.
    pub fn len_of(&self, caller: Caller) -> usize {
        let callers = self.addresses.peek(caller.address);
        callers.map_or(0, |callers| callers.lines.values().map(|line| line.queue.len()).sum())
    }

    /// The price of what waits for `caller`.
    pub fn units_of(&self, caller: Caller) -> u64 {
        let line = self.addresses.peek(caller.address).and_then(|callers| callers.peek(caller.who));
        line.map_or(0, line_units)
    }

    /// Takes the piece that is due and charges its caller.
    pub fn pop(&mut self) -> Option<Queued<T>> {
        let address = self.addresses.due()?;
        let callers = self.addresses.queue(address)?;
        let who = callers.due()?;
        let entry = callers.queue(who)?.pop_front()?;
        callers.charge(who, entry.price.get());
        self.addresses.charge(address, entry.price.get());
        self.removed(&entry);
        Some(entry)
    }

    /// Has a caller pay what served work took in the place of its price.
    pub fn settle(&mut self, caller: Caller, price: Units, took: u64) {
        if let Some(callers) = self.addresses.settle(caller.address, price, took) {
            callers.settle(caller.who, price, took);
        }
    }

    /// Takes out a waiting piece, if it still waits.
    pub fn withdraw(&mut self, id: u64, caller: Caller) -> Option<Queued<T>> {
        let line = self.addresses.queue(caller.address)?.queue(caller.who)?;
        let at = line.iter().position(|entry| entry.id == id)?;
        let entry = line.remove(at)?;
        self.removed(&entry);
        Some(entry)
    }

    /// Makes room for `caller`: takes out the newest piece of whoever has the most units waiting, provided that is
    /// more than `caller` would have with `price` added. So a greedy caller can fill the queue but not keep it.
    pub fn displace_for(&mut self, caller: Caller, price: Units) -> Option<Queued<T>> {
        let (address, weight) = self.addresses.heaviest(Level::units)?;
        let own = self.addresses.peek(caller.address).map_or(0, Level::units);
        if address != caller.address && weight <= own + price.get() {
            return None;
        }
        let callers = self.addresses.queue(address)?;
        let (who, weight) = callers.heaviest(line_units)?;
        let own = callers.peek(caller.who).map_or(0, line_units);
        if address == caller.address && (who == caller.who || weight <= own + price.get()) {
            return None;
        }
        let entry = callers.queue(who)?.pop_back()?;
        self.removed(&entry);
        Some(entry)
    }

    /// Takes out everything.
    pub fn drain(&mut self) -> Vec<Queued<T>> {
        std::iter::from_fn(|| self.pop()).collect()
    }

    fn removed(&mut self, entry: &Queued<T>) {
        self.len -= 1;
        self.units -= entry.price.get();
    }
}

fn line_units<T>(line: &VecDeque<Queued<T>>) -> u64 {
    line.iter().map(|entry| entry.price.get()).sum()
}

/// Something that may have work waiting.
trait Backlog: Default {
    fn is_idle(&self) -> bool;
}

impl<T> Backlog for VecDeque<T> {
    fn is_idle(&self) -> bool {
        self.is_empty()
    }
}

/// Lines that share evenly.
struct Level<K, Q> {
    lines: BTreeMap<K, CallerLine<Q>>,
    /// Virtual time: the start tag of the work served last.
    now: u64,
    /// Number of lines at which to tidy up next, doubling, so that a push costs little on average.
    tidy_at: usize,
}

#[derive(Default)]
struct CallerLine<Q> {
    tag: u64,
    queue: Q,
}

impl<K, Q> Default for Level<K, Q> {
    fn default() -> Self {
        Self { lines: BTreeMap::new(), now: 0, tidy_at: LINES_TIDIED }
    }
}

impl<K: Ord + Copy, Q: Backlog> Backlog for Level<K, Q> {
    fn is_idle(&self) -> bool {
        self.lines.values().all(|line| line.queue.is_idle())
    }
}

impl<T> Level<u64, VecDeque<Queued<T>>> {
    fn units(&self) -> u64 {
        self.lines.values().map(|line| line_units(&line.queue)).sum()
    }
}

impl<K: Ord + Copy, Q: Backlog> Level<K, Q> {
    /// The line of `key`, which is about to get work.
    fn backlogged(&mut self, key: K) -> &mut Q {
        self.forget();
        let now = self.now;
        let line = self.lines.entry(key).or_default();
        if line.queue.is_idle() {
            line.tag = line.tag.max(now);
        }
        &mut line.queue
    }

    fn peek(&self, key: K) -> Option<&Q> {
        self.lines.get(&key).map(|line| &line.queue)
    }

    fn queue(&mut self, key: K) -> Option<&mut Q> {
        self.lines.get_mut(&key).map(|line| &mut line.queue)
    }

    /// The line to serve: work waiting, least tag, then least key.
    fn due(&self) -> Option<K> {
        let waiting = self.lines.iter().filter(|(_, line)| !line.queue.is_idle());
        waiting.min_by_key(|(_, line)| line.tag).map(|(key, _)| *key)
    }

    fn charge(&mut self, key: K, units: u64) {
        if let Some(line) = self.lines.get_mut(&key) {
            self.now = self.now.max(line.tag);
            line.tag = line.tag.saturating_add(units);
        }
    }

    /// Settles for a line, and answers it. One that was forgotten while its work ran owed nothing then, and may owe now.
    fn settle(&mut self, key: K, price: Units, took: u64) -> Option<&mut Q> {
        if took > price.get() {
            self.lines.entry(key).or_insert(CallerLine { tag: self.now, queue: Q::default() });
        }
        let line = self.lines.get_mut(&key)?;
        line.tag = line.tag.saturating_add(took).saturating_sub(price.get());
        Some(&mut line.queue)
    }

    /// The line with most waiting, by `weigh`; the least key among equals.
    fn heaviest(&self, weigh: impl Fn(&Q) -> u64) -> Option<(K, u64)> {
        let weights = self.lines.iter().map(|(key, line)| (*key, weigh(&line.queue)));
        weights
            .filter(|(_, weight)| *weight > 0)
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// Forgets idle lines that owe nothing; all idle lines when there are very many.
    fn forget(&mut self) {
        if self.lines.len() < self.tidy_at {
            return;
        }
        let now = self.now;
        self.lines.retain(|_, line| !line.queue.is_idle() || line.tag > now);
        if self.lines.len() > LINES_REMEMBERED {
            self.lines.retain(|_, line| !line.queue.is_idle());
        }
        self.tidy_at = (2 * self.lines.len()).max(LINES_TIDIED);
    }
}

#[cfg(test)]
mod tests;
