//! Compares the service's time with the machine's clock and with the clock of the database server that nodes share, at the start and
//! every few seconds. A node with a wrong clock would end games too early.

use std::time::Instant;

use jiff::SignedDuration;
use tapis_db::Store;
use tapis_db::model::{ServerTime, Time};

use crate::sources::Clock;
use crate::tables::{ClockTrust, Deadlines};

/// Clocks agree if they differ by no more than this.
const APART_MS: i64 = 2_000;

/// Compares `clock` with the time of the database server. While they differ too much, this node is not ready and acts upon no
/// deadline. The service's time does not follow the machine's clock by itself: if that was corrected, the service takes it over here.
pub(crate) fn compare(clock: &dyn Clock, trust: &ClockTrust, server: Option<ServerTime>) {
    let Some(server) = server.filter(|_| clock.follows_machine()) else { return };
    let apart = |now: jiff::Timestamp| ahead_ms(server, now.into(), Instant::now());
    let mut ahead = apart(clock.now());
    if !agrees(ahead) && agrees(apart(clock.machine())) {
        let before = Time::from(clock.now());
        clock.take_over();
        trust.taken_over(before, clock.now().into());
        ahead = apart(clock.now());
    }
    metrics::gauge!("tapis_clock_ahead_of_database_seconds").set(ahead as f64 / 1_000.0);
    trust.compare_with_database(Some(ahead / 1_000).filter(|_| !agrees(ahead)));
}

fn agrees(ahead_ms: i64) -> bool {
    ahead_ms.abs() <= APART_MS
}

/// The least number of milliseconds by which a clock that shows `now` at the moment `at` is ahead of the server's; negative if it is
/// behind. 0 if both may be right: the server read its clock at some moment between the question and the answer.
fn ahead_ms(server: ServerTime, now: Time, at: Instant) -> i64 {
    let since = |moment: Instant| SignedDuration::try_from(at.saturating_duration_since(moment));
    let ahead = |moment: Instant| {
        let then = now.timestamp().saturating_sub(since(moment).unwrap_or(SignedDuration::MAX));
        then.map_or(i64::MIN, |then| {
            i64::try_from(then.duration_since(server.time.timestamp()).as_millis()).unwrap_or(i64::MAX)
        })
    };
    let (least, most) = (ahead(server.asked), ahead(server.answered));
    0.clamp(least, most.max(least))
}

/// If the machine's clock differs this much from the service's time, somebody set it.
const SET_S: i64 = 1;

/// How far the clock can be trusted at the start, judged by the newest event in `store`, and when nobody served.
pub(crate) fn begin(clock: &dyn Clock, store: &dyn Store) -> ClockTrust {
    let newest = store.newest_event().unwrap_or_else(|error| {
        tracing::warn!(%error, "the newest event is not known, and with it whether the clock is right");
        None
    });
    let now = Time::from(clock.now());
    let absences = store.arrive(now, newest).unwrap_or_else(|error| {
        tracing::warn!(%error, "when nobody served is not known: clocks of games ran meanwhile");
        Vec::new()
    });
    ClockTrust::begin(now, newest, absences)
}

/// Checks whether somebody set the machine's clock. If no clock of a game runs, the service takes over the new time. Otherwise it
/// keeps its own time and reports the difference.
pub(crate) fn watch(clock: &dyn Clock, trust: &ClockTrust, deadlines: &Deadlines) {
    let (machine, now) = (clock.machine(), clock.now());
    let seconds = machine.duration_since(now).as_secs();
    metrics::gauge!("tapis_clock_set_seconds").set(seconds as f64);
    if seconds.abs() < SET_S {
        trust.note_set(None);
    } else if deadlines.is_empty() {
        clock.take_over();
        trust.taken_over(Time::from(now), Time::from(clock.now()));
    } else {
        trust.note_set(Some(seconds));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::tables::Doubt;

    #[test]
    fn a_slow_answer_makes_no_clock_wrong() {
        let time = |ms: i64| Time::from(jiff::Timestamp::from_millisecond(1_000_000 + ms).unwrap());
        let asked = Instant::now();
        let after = |ms| asked + Duration::from_millis(ms);
        // The server said its time at some moment of five seconds.
        let server = ServerTime { time: time(0), asked, answered: after(5_000) };
        let found = [-3_000, 0, 5_000, 5_001, 3_600_000].map(|now| ahead_ms(server, time(now), after(5_000)));
        assert_eq!(found, [-3_000, 0, 0, 1, 3_595_000]);
        let later = ahead_ms(server, time(10_000 + 60_000), after(60_000));
        assert_eq!(later, 10_000);
    }

    /// A machine's clock an hour ahead of the server's, until it is put right.
    struct Wrong {
        machine: parking_lot::Mutex<jiff::Timestamp>,
        now: parking_lot::Mutex<jiff::Timestamp>,
    }

    impl Clock for Wrong {
        fn now(&self) -> jiff::Timestamp {
            *self.now.lock()
        }

        fn machine(&self) -> jiff::Timestamp {
            *self.machine.lock()
        }

        fn take_over(&self) {
            *self.now.lock() = self.machine();
        }

        fn follows_machine(&self) -> bool {
            true
        }
    }

    #[test]
    fn an_hour_apart_no_deadline_is_acted_upon_until_the_clock_is_put_right() {
        let right = jiff::Timestamp::from_second(1_000_000).unwrap();
        let hour_ahead = jiff::Timestamp::from_second(1_003_600).unwrap();
        let clock = Wrong { machine: hour_ahead.into(), now: hour_ahead.into() };
        let trust = ClockTrust::begin(hour_ahead.into(), None, vec![]);
        let said = || {
            let now = Instant::now();
            Some(ServerTime { time: right.into(), asked: now, answered: now })
        };
        compare(&clock, &trust, None);
        assert!(trust.may_act(), "nobody said another time");
        compare(&clock, &trust, said());
        assert!(!trust.may_act());
        let doubts = trust.doubts(hour_ahead.into());
        assert!(matches!(doubts[..], [Doubt::Database { seconds: 3_590..=3_600 }]), "{doubts:?}");
        *clock.machine.lock() = right;
        compare(&clock, &trust, said());
        assert!(trust.may_act());
        assert_eq!(clock.now(), right);
    }
}
