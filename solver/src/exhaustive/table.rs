//! A lock-free transposition table of bounded size, shared between threads.
//!
//! A bucket has two entries: the first keeps the most costly result, the second takes every other one (two-tier
//! replacement, Breuker, Uiterwijk & van den Herik 1994). An entry has one word of key and `N` words of data. The key
//! is stored xor-ed with the data, so that an entry torn by two writers matches no key (Hyatt & Mann 2002). Keys are
//! compared in full.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A table of entries of `N` words each.
pub struct Table<const N: usize> {
    buckets: Vec<Bucket<N>>,
    /// Maximal size in bytes.
    bytes: usize,
    /// Whether a search to the end has written to the table.
    full_search: AtomicBool,
}

/// Two entries, in one cache line if they fit.
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

/// The top byte of the last data word is the effort of the entry; see [`with_effort`].
const EFFORT_SHIFT: u32 = 56;

/// `meta` with the effort of a subtree of `nodes` in its top byte, which must be zero.
pub fn with_effort(meta: u64, nodes: u64) -> u64 {
    meta | u64::from(64 - nodes.leading_zeros()) << EFFORT_SHIFT
}

impl<const N: usize> Table<N> {
    /// A small table that may grow to `bytes`.
    pub fn new(bytes: usize) -> Self {
        let buckets = buckets(INITIAL_BUCKETS.min(Self::max_buckets(bytes)));
        Self { buckets, bytes, full_search: AtomicBool::new(false) }
    }

    /// Announces that a search to the end will write to the table.
    pub fn mark_full_search(&self) {
        if !self.full_search.load(Relaxed) {
            self.full_search.store(true, Relaxed);
        }
    }

    /// Whether leaves of a depth-limited search may be in the table. Only a search to the end stores them: shallower
    /// iterations never reached them.
    pub fn has_leaves(&self) -> bool {
        self.full_search.load(Relaxed)
    }

    /// How many positions may be visited before the table should grow; `None` at its maximal size.
    pub fn room(&self) -> Option<u64> {
        (self.buckets.len() < Self::max_buckets(self.bytes))
            .then(|| NODES_PER_BUCKET * self.buckets.len() as u64)
    }

    /// Makes the table larger, up to its maximal size, and keeps its entries.
    pub fn grow(&mut self) {
        let larger = (GROWTH * self.buckets.len()).min(Self::max_buckets(self.bytes));
        let old = std::mem::replace(&mut self.buckets, buckets(larger));
        for (key, data) in
            old.iter().flat_map(|bucket| &bucket.0).map(Entry::load).filter(|(_, data)| effort(data) > 0)
        {
            self.put(key, data);
        }
    }

    /// Its size in bytes.
    pub fn size(&self) -> usize {
        self.buckets.len() * size_of::<Bucket<N>>()
    }

    /// The greatest power of two of buckets that fits `bytes`; at least one.
    fn max_buckets(bytes: usize) -> usize {
        let fit = bytes / size_of::<Bucket<N>>();
        1 << fit.max(1).ilog2()
    }

    /// The data stored under `key`.
    pub fn get(&self, key: u64) -> Option<[u64; N]> {
        self.bucket(key).iter().find_map(|entry| entry.get(key))
    }

    /// Stores `data` under `key`. The last word carries the effort.
    pub fn put(&self, key: u64, data: [u64; N]) {
        let [costly, newest] = self.bucket(key);
        let kept = costly.load();
        let replace = kept.0 == key || effort(&data) >= effort(&kept.1);
        let entry = if replace { costly } else { newest };
        entry.put(key, data);
    }

    fn bucket(&self, key: u64) -> &[Entry<N>; 2] {
        // The high bits of the product spread keys with poor low bits.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        &self.buckets[spread as usize & (self.buckets.len() - 1)].0
    }
}

/// Buckets of a new table.
const INITIAL_BUCKETS: usize = 1 << 12;
/// The factor by which a table grows.
pub const GROWTH: usize = 8;
/// Positions visited per bucket before a table grows.
const NODES_PER_BUCKET: u64 = 4;

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
        // An entry that was never written has no effort.
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
