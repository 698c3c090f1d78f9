//! What time it is, and why it does not jump.
//!
//! The machine's clock may be set while the service runs: by its owner, by the network, after a sleep. Whoever thinks about a move
//! then must neither lose nor win time. So the service has a time of its own: what the machine's clock said at the start, carried on by
//! a clock that nobody can set.

use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use parking_lot::RwLock;

/// Tells the time.
pub trait Clock: Send + Sync {
    /// Now, UTC. It goes on evenly, whatever happens to the machine's clock, until [`Clock::take_over`].
    fn now(&self) -> Timestamp;

    /// What the machine's clock says, which may have been set since.
    fn machine(&self) -> Timestamp {
        self.now()
    }

    /// Goes on from what the machine's clock says.
    fn take_over(&self) {}

    /// Whether this is the time of a machine, which other machines can be compared with.
    fn follows_machine(&self) -> bool {
        false
    }
}

/// The two clocks of a machine.
pub trait Machine: Send + Sync {
    /// The one that tells the date, and that may be set.
    fn date(&self) -> Timestamp;

    /// The time since some moment, by the one that nobody can set.
    fn elapsed(&self) -> Duration;
}

/// A time that goes on evenly while the machine's clock is set.
pub struct EvenClock<M> {
    machine: M,
    /// A moment by both clocks.
    begun: RwLock<(Timestamp, Duration)>,
}

impl<M: Machine> EvenClock<M> {
    /// Begins with what the clock of `machine` says.
    pub fn new(machine: M) -> Self {
        let begun = RwLock::new((machine.date(), machine.elapsed()));
        Self { machine, begun }
    }
}

impl<M: Machine> Clock for EvenClock<M> {
    fn now(&self) -> Timestamp {
        let (date, elapsed) = *self.begun.read();
        let since = self.machine.elapsed().saturating_sub(elapsed);
        let since = SignedDuration::try_from(since).unwrap_or(SignedDuration::MAX);
        date.saturating_add(since).unwrap_or(date)
    }

    fn machine(&self) -> Timestamp {
        self.machine.date()
    }

    fn take_over(&self) {
        let mut begun = self.begun.write();
        *begun = (self.machine.date(), self.machine.elapsed());
    }

    fn follows_machine(&self) -> bool {
        true
    }
}

/// This machine.
pub(super) struct ThisMachine(Instant);

impl Default for ThisMachine {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Machine for ThisMachine {
    fn date(&self) -> Timestamp {
        Timestamp::now()
    }

    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

    use super::*;

    /// A machine whose clocks the test moves.
    #[derive(Default)]
    struct Hands {
        date: AtomicI64,
        elapsed: AtomicU64,
    }

    impl Machine for &Hands {
        fn date(&self) -> Timestamp {
            Timestamp::from_second(self.date.load(Ordering::SeqCst)).unwrap()
        }

        fn elapsed(&self) -> Duration {
            Duration::from_secs(self.elapsed.load(Ordering::SeqCst))
        }
    }

    #[test]
    fn what_is_set_changes_nothing_until_it_is_taken_over() {
        let hands = Hands::default();
        hands.date.store(1_000, Ordering::SeqCst);
        let clock = EvenClock::new(&hands);
        for set_to in [4_600, -2_600, 40 * 86_400] {
            hands.date.store(set_to, Ordering::SeqCst);
            hands.elapsed.fetch_add(10, Ordering::SeqCst);
        }
        assert_eq!((clock.now().as_second(), clock.machine().as_second()), (1_030, 40 * 86_400));
        clock.take_over();
        hands.elapsed.fetch_add(5, Ordering::SeqCst);
        assert_eq!(clock.now().as_second(), 40 * 86_400 + 5);
    }
}
