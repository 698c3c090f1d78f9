//! Lists that only grow, and that all versions of a game share.

use std::ops::Index;
use std::sync::Arc;

/// Items that lie together, shared by all copies.
const SHARED: usize = 16;

/// A list that grows at its end. A copy costs the same however long the list is: full parts are shared, and only the newest
/// items, fewer than [`SHARED`], are copied.
#[derive(Debug)]
pub struct History<T> {
    full: Arc<[Arc<[T]>]>,
    newest: Vec<T>,
}

impl<T> History<T> {
    /// How many items there are.
    pub fn len(&self) -> usize {
        self.full.len() * SHARED + self.newest.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.full.is_empty() && self.newest.is_empty()
    }

    /// The item at a place, the oldest at 0.
    pub fn get(&self, place: usize) -> Option<&T> {
        match self.full.get(place / SHARED) {
            Some(part) => part.get(place % SHARED),
            None => self.newest.get(place - self.full.len() * SHARED),
        }
    }

    /// The oldest item.
    pub fn first(&self) -> Option<&T> {
        self.get(0)
    }

    /// The newest item.
    pub fn last(&self) -> Option<&T> {
        self.newest.last().or_else(|| self.full.last()?.last())
    }

    /// All items, the oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.since(0)
    }

    /// The items from a place on, the oldest first.
    pub fn since(&self, place: usize) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        (place.min(self.len())..self.len()).map(|place| &self[place])
    }
}

impl<T: Clone> History<T> {
    /// Adds the newest item.
    pub fn push(&mut self, item: T) {
        self.newest.push(item);
        if self.newest.len() == SHARED {
            let part = Arc::from(std::mem::replace(&mut self.newest, Vec::with_capacity(SHARED)));
            self.full = self.full.iter().cloned().chain([part]).collect();
        }
    }

    /// Forgets all but the oldest `length` items.
    pub fn truncate(&mut self, length: usize) {
        if length < self.len() {
            *self = self.iter().take(length).cloned().collect();
        }
    }
}

impl<T> Default for History<T> {
    fn default() -> Self {
        Self { full: Arc::new([]), newest: Vec::new() }
    }
}

impl<T: Clone> Clone for History<T> {
    fn clone(&self) -> Self {
        // With room: a copy is made to grow.
        let mut newest = Vec::with_capacity(SHARED);
        newest.extend_from_slice(&self.newest);
        Self { full: Arc::clone(&self.full), newest }
    }
}

impl<T> Index<usize> for History<T> {
    type Output = T;

    fn index(&self, place: usize) -> &T {
        match self.full.get(place / SHARED) {
            Some(part) => &part[place % SHARED],
            None => &self.newest[place - self.full.len() * SHARED],
        }
    }
}

impl<T: Clone> FromIterator<T> for History<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut history = Self::default();
        items.into_iter().for_each(|item| history.push(item));
        history
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn same(history: &History<usize>, list: &[usize]) {
        assert!(history.iter().eq(list) && history.iter().rev().eq(list.iter().rev()));
        assert_eq!((history.len(), history.is_empty()), (list.len(), list.is_empty()));
        assert_eq!((history.first(), history.last()), (list.first(), list.last()));
        for place in 0..list.len() + 2 {
            assert_eq!(history.get(place), list.get(place));
            assert!(history.since(place).eq(list.iter().skip(place)));
        }
    }

    proptest! {
        #[test]
        fn it_is_a_list_and_copies_stay_as_they_were(steps in prop::collection::vec(0..60_usize, 0..120)) {
            let (mut history, mut list) = (History::default(), Vec::new());
            for (at, step) in steps.into_iter().enumerate() {
                let (copy, before) = (history.clone(), list.clone());
                if step < 4 {
                    history.truncate(step * 9);
                    list.truncate(step * 9);
                } else {
                    history.push(at);
                    list.push(at);
                }
                same(&history, &list);
                same(&copy, &before);
            }
        }
    }
}
