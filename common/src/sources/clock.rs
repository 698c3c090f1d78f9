//! What time it is, and why it does not jump.
//!
//! The machine's clock may be set while the service runs: by its owner, by the network, after a sleep. Whoever thinks about a move
//! then must neither lose nor win time. So the service has a time of its own: what the machine's clock said at the start, or what many
//! machines go by, carried on by a clock that nobody can set.

use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use parking_lot::RwLock;

/// Tells the time.
pub trait Clock: Send + Sync {
    /// Now, UTC. It goes on evenly, whatever happens to the machine's clock, until [`Clock::set`].
    fn now(&self) -> Timestamp;

    /// What the machine's clock says, which may have been set since.
    fn machine(&self) -> Timestamp {
        self.now()
    }

    /// Goes on from `time`. Where it may not go back, it stands still until that time has come.
    fn set(&self, time: Timestamp, may_go_back: bool) {
        let _ = (time, may_go_back);
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
    course: RwLock<ClockCourse>,
}

/// How a time goes on.
struct ClockCourse {
    /// A moment by it, and by the clock that nobody can set.
    begun: (Timestamp, Duration),
    /// What it is at least.
    least: Timestamp,
}

impl ClockCourse {
    fn at(&self, elapsed: Duration) -> Timestamp {
        let (date, begun) = self.begun;
        let since = SignedDuration::try_from(elapsed.saturating_sub(begun)).unwrap_or(SignedDuration::MAX);
        date.saturating_add(since).unwrap_or(date).max(self.least)
    }
}

impl<M: Machine> EvenClock<M> {
    /// Begins with what the clock of `machine` says.
    pub fn new(machine: M) -> Self {
        let date = machine.date();
        let course = RwLock::new(ClockCourse { begun: (date, machine.elapsed()), least: date });
        Self { machine, course }
    }
}

impl<M: Machine> Clock for EvenClock<M> {
    fn now(&self) -> Timestamp {
        let course = self.course.read();
        course.at(self.machine.elapsed())
    }

    fn machine(&self) -> Timestamp {
        self.machine.date()
    }

    fn set(&self, time: Timestamp, may_go_back: bool) {
        let mut course = self.course.write();
        let elapsed = self.machine.elapsed();
        let least = if may_go_back { time } else { course.at(elapsed) };
        *course = ClockCourse { begun: (time, elapsed), least };
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
    fn what_the_machine_is_set_to_changes_nothing_until_it_is_taken_over() {
        let hands = Hands::default();
        hands.date.store(1_000, Ordering::SeqCst);
        let clock = EvenClock::new(&hands);
        for set_to in [4_600, -2_600, 40 * 86_400] {
            hands.date.store(set_to, Ordering::SeqCst);
            hands.elapsed.fetch_add(10, Ordering::SeqCst);
        }
        assert_eq!((clock.now().as_second(), clock.machine().as_second()), (1_030, 40 * 86_400));
        clock.set(clock.machine(), true);
        hands.elapsed.fetch_add(5, Ordering::SeqCst);
        assert_eq!(clock.now().as_second(), 40 * 86_400 + 5);
    }

    #[test]
    fn a_time_that_may_not_go_back_stands_still() {
        let hands = Hands::default();
        let clock = EvenClock::new(&hands);
        for (second, may_go_back, passed, expected) in [
            (-3_600, true, 10, -3_590),
            (-3_595, false, 4, -3_590),
            (-3_595, false, 6, -3_589),
            (1_000, false, 5, 1_005),
        ] {
            clock.set(Timestamp::from_second(second).unwrap(), may_go_back);
            hands.elapsed.fetch_add(passed, Ordering::SeqCst);
            assert_eq!(clock.now().as_second(), expected);
        }
    }
}
