//! What the service takes its time from: the machine's clock, or what the nodes of a database go by. Looked at at the start, and every
//! few seconds.

use std::time::Instant;

use tapis_db::Store;
use tapis_db::model::Time;

use crate::sources::Clock;
use crate::tables::{ClockTrust, Deadlines};

/// If the machine's clock differs this much from the service's time, it is doubtful.
const SET_S: i64 = 1;

/// Takes the time over, and says how far it can be trusted at the start, judged by the newest event in `store`, and when nobody served.
pub(crate) fn begin(clock: &dyn Clock, store: &dyn Store) -> ClockTrust {
    let newest = store.newest_event().unwrap_or_else(|error| {
        tracing::warn!(%error, "the newest event is not known, and with it whether the clock is right");
        None
    });
    // Nobody was told a time yet.
    follow(clock, store, true);
    let now = Time::from(clock.now());
    let absences = store.arrive(now, newest).unwrap_or_else(|error| {
        tracing::warn!(%error, "when nobody served is not known: clocks of games ran meanwhile");
        Vec::new()
    });
    let trust = ClockTrust::begin(now, newest, absences);
    watch(clock, &trust, &Deadlines::default(), store);
    trust
}

/// Follows what all nodes go by; answers whether there is such a time.
fn follow(clock: &dyn Clock, store: &dyn Store, may_go_back: bool) -> bool {
    let told = store.server_time();
    told.inspect(|told| clock.set(told.at(Instant::now()).timestamp(), may_go_back)).is_some()
}

/// Follows what all nodes go by, or else checks whether somebody set the machine's clock. If no clock of a game runs, the service takes
/// over the new time. Otherwise it keeps its own time. Either way it reports the difference.
pub(crate) fn watch(clock: &dyn Clock, trust: &ClockTrust, deadlines: &Deadlines, store: &dyn Store) {
    let is_shared = follow(clock, store, false);
    let (machine, now) = (clock.machine(), clock.now());
    let seconds = machine.duration_since(now).as_secs();
    metrics::gauge!("tapis_clock_set_seconds").set(seconds as f64);
    if seconds.abs() < SET_S {
        trust.note_set(None);
    } else if deadlines.is_empty() && !is_shared {
        clock.set(machine, true);
        trust.taken_over(Time::from(now), Time::from(clock.now()));
    } else {
        trust.note_set(Some(seconds));
    }
}
