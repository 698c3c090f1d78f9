//! The service's time beside the machine's clock: at the start, and every few seconds.

use tapis_db::Store;
use tapis_db::model::Time;

use crate::sources::Clock;
use crate::tables::{ClockTrust, Deadlines};

/// A machine's clock that is so far from the service's time was set.
const SET_S: i64 = 1;

/// What is known of the clock at the start, by the newest event in `store`.
pub(crate) fn begin(clock: &dyn Clock, store: &dyn Store) -> ClockTrust {
    let newest = store.newest_event().unwrap_or_else(|error| {
        tracing::warn!(%error, "the newest event is not known, and with it whether the clock is right");
        None
    });
    ClockTrust::begin(clock.now().into(), newest)
}

/// Looks whether the machine's clock was set. It is taken over where no clock of a game runs; else the service goes on with its own
/// time and says so.
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
