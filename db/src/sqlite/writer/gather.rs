//! How long a group waits for requests that are about to come.
//!
//! Those who were just answered often ask again at once, when the next group has begun without them: two halves of the
//! callers then take turns, each waiting for the other's sync. A group that knows how many there are waits for them, at
//! most for part of a sync, and no longer when they did not come. Who is alone never waits.

use std::time::{Duration, Instant};

/// The longest wait.
const LONGEST: Duration = Duration::from_millis(2);
/// Groups that do not wait after one that waited in vain.
const DISCOURAGED: u32 = 32;

/// What the last group tells the next.
#[derive(Debug, Default)]
pub(super) struct Gathering {
    /// How many requests there should be: those answered last and those that waited meanwhile.
    expected: u64,
    patience: Duration,
    /// Groups that still do not wait.
    discouraged: u32,
}

impl Gathering {
    /// How long a group of so many that began then may wait for one more.
    pub(super) fn wait(&self, requests: u64, began: Instant) -> Option<Duration> {
        if requests >= self.expected {
            return None;
        }
        self.patience.checked_sub(began.elapsed()).filter(|left| !left.is_zero())
    }

    /// A group of so many requests was committed, which took so long; so many wait already.
    pub(super) fn committed(&mut self, requests: u64, waiting: u64, took: Duration) {
        if requests < self.expected {
            self.discouraged = DISCOURAGED;
        }
        self.discouraged = self.discouraged.saturating_sub(1);
        self.expected = if self.discouraged == 0 { requests + waiting } else { 0 };
        self.patience = (took / 2).min(LONGEST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYNC: Duration = Duration::from_secs(3600);

    #[test]
    fn who_is_alone_never_waits() {
        let mut gathering = Gathering::default();
        assert_eq!(gathering.wait(1, Instant::now()), None);
        gathering.committed(1, 0, SYNC);
        assert_eq!(gathering.wait(1, Instant::now()), None);
    }

    #[test]
    fn two_halves_become_one_group() {
        let mut gathering = Gathering::default();
        gathering.committed(16, 16, SYNC);
        let began = Instant::now();
        assert!(gathering.wait(16, began).is_some_and(|wait| wait <= LONGEST));
        assert_eq!(gathering.wait(32, began), None);
        assert_eq!(gathering.wait(16, began.checked_sub(LONGEST).unwrap()), None);
    }

    #[test]
    fn who_does_not_come_is_not_waited_for_again() {
        let mut gathering = Gathering::default();
        gathering.committed(3, 0, SYNC);
        for _ in 0..DISCOURAGED {
            assert_eq!(gathering.wait(1, Instant::now()).is_some(), gathering.expected == 3);
            gathering.committed(1, 2, SYNC);
        }
        assert!(gathering.wait(1, Instant::now()).is_some());
    }
}
