//! The transposition table: bounded, shared between threads, without locks.
//!
//! Buckets of two entries: the first keeps what cost most to compute, the second always takes the newest (two-tier
//! replacement, Breuker, Uiterwijk & van den Herik 1994). An entry is one word of key and `N` words of data; the
//! key is stored xor-ed with the data, so that an entry torn by two writers does not match any key (Hyatt & Mann 2002).
//! Keys are compared in full.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A table of entries of `N` words each.
pub struct Table<const N: usize> {
    buckets: Vec<Bucket<N>>,
    /// Bytes it may grow to.
    bytes: usize,
    /// Whether a search to the end has written to it.
    ends: AtomicBool,
}

/// Two entries in one cache line, where they fit.
#[repr(align(64))]
#[derive(Default)]
struct Bucket<const N: usize>([Entry<N>; 2]);

struct Entry<const N: usize> {
    key: AtomicU64,
    data: [AtomicU64; N],
}

impl<const N: usize> Default for Entry<N> {
    fn default() -> Self {
        Self { key: AtomicU64::new(0), data: std::array::from_fn(|_| AtomicU64::new(0)) }
    }
}

/// Data words say how much work they stand for in their last word's top byte; see [`with_effort`].
const EFFORT_SHIFT: u32 = 56;

/// `meta` with the effort of a subtree of `nodes` in its top byte, which must be free.
pub fn with_effort(meta: u64, nodes: u64) -> u64 {
    meta | u64::from(64 - nodes.leading_zeros()) << EFFORT_SHIFT
}

impl<const N: usize> Table<N> {
    /// A small table that may grow to `bytes`.
    pub fn new(bytes: usize) -> Self {
        let buckets = buckets(FIRST.min(Self::most(bytes)));
        Self { buckets, bytes, ends: AtomicBool::new(false) }
    }

    /// Notes that a search to the end is about to write to it.
    pub fn expect_ends(&self) {
        if !self.ends.load(Relaxed) {
            self.ends.store(true, Relaxed);
        }
    }

    /// Whether it may know positions at the horizon of a search that deepens step by step: those that a search to the end
    /// left behind. The steps before did not come so far.
    pub fn knows_horizon(&self) -> bool {
        self.ends.load(Relaxed)
    }

    /// How many positions may be visited before the table should grow; `None` when it is as large as it may be.
    pub fn room(&self) -> Option<u64> {
        (self.buckets.len() < Self::most(self.bytes)).then(|| ROOM * self.buckets.len() as u64)
    }

    /// Makes the table larger, if it may; it keeps what it knows.
    pub fn grow(&mut self) {
        let larger = (GROWTH * self.buckets.len()).min(Self::most(self.bytes));
        let old = std::mem::replace(&mut self.buckets, buckets(larger));
        for (key, data) in
            old.iter().flat_map(|bucket| &bucket.0).map(Entry::load).filter(|(_, data)| effort(data) > 0)
        {
            self.put(key, data);
        }
    }

    /// Bytes it has now.
    pub fn size(&self) -> usize {
        self.buckets.len() * size_of::<Bucket<N>>()
    }

    /// The most buckets, a power of two, that `bytes` hold; at least one.
    fn most(bytes: usize) -> usize {
        let fit = bytes / size_of::<Bucket<N>>();
        1 << fit.max(1).ilog2()
    }

    /// The data stored under `key`.
    pub fn get(&self, key: u64) -> Option<[u64; N]> {
        self.bucket(key).iter().find_map(|entry| entry.get(key))
    }

    /// Stores `data`, whose last word carries its effort, under `key`.
    pub fn put(&self, key: u64, data: [u64; N]) {
        let [costly, newest] = self.bucket(key);
        let kept = costly.load();
        let replace = kept.0 == key || effort(&data) >= effort(&kept.1);
        let entry = if replace { costly } else { newest };
        entry.put(key, data);
    }

    fn bucket(&self, key: u64) -> &[Entry<N>; 2] {
        // The product's high bits spread keys whose low bits are poor.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        &self.buckets[spread as usize & (self.buckets.len() - 1)].0
    }
}

/// Buckets of a new table.
const FIRST: usize = 1 << 12;
/// How many times larger a table gets.
pub const GROWTH: usize = 8;
/// Positions visited a bucket before a table gets larger.
const ROOM: u64 = 4;

fn buckets<const N: usize>(count: usize) -> Vec<Bucket<N>> {
    (0..count).map(|_| Default::default()).collect()
}

fn effort<const N: usize>(data: &[u64; N]) -> u64 {
    data.last().map_or(0, |meta| meta >> EFFORT_SHIFT)
}

impl<const N: usize> Entry<N> {
    fn load(&self) -> (u64, [u64; N]) {
        let data: [u64; N] = std::array::from_fn(|i| self.data[i].load(Relaxed));
        let key = data.iter().fold(self.key.load(Relaxed), |key, word| key ^ word);
        (key, data)
    }

    fn get(&self, key: u64) -> Option<[u64; N]> {
        let (found, data) = self.load();
        // An entry never written has no effort.
        (found == key && effort(&data) > 0).then_some(data)
    }

    fn put(&self, key: u64, data: [u64; N]) {
        for (slot, word) in self.data.iter().zip(data) {
            slot.store(word, Relaxed);
        }
        self.key.store(data.iter().fold(key, |key, word| key ^ word), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_was_costly_and_what_is_new() {
        let table = Table::<2>::new(0);
        assert_eq!(table.buckets.len(), 1);
        table.put(1, [10, with_effort(0, 1000)]);
        table.put(2, [20, with_effort(0, 10)]);
        table.put(3, [30, with_effort(0, 10)]);
        assert_eq!(table.get(1).map(|data| data[0]), Some(10));
        assert_eq!(table.get(2), None);
        assert_eq!(table.get(3).map(|data| data[0]), Some(30));
        table.put(4, [40, with_effort(0, 5000)]);
        assert_eq!(table.get(1), None);
        assert_eq!(table.get(4).map(|data| data[0]), Some(40));
    }

    #[test]
    fn nothing_is_found_in_an_empty_table_not_even_key_zero() {
        assert_eq!(Table::<2>::new(1 << 16).get(0), None);
    }

    #[test]
    fn grows_to_its_bytes_and_keeps_what_it_knows() {
        for bytes in [0, 1000, 1 << 16, 3_000_000] {
            let mut table = Table::<2>::new(bytes);
            table.put(77, [1, with_effort(0, 1)]);
            while table.room().is_some() {
                table.grow();
                assert_eq!(table.get(77).map(|data| data[0]), Some(1));
            }
            let bucket = size_of::<Bucket<2>>();
            assert!(table.buckets.len() == 1 || table.buckets.len() * bucket <= bytes);
            assert!(2 * table.buckets.len() * bucket > bytes);
        }
    }
}
