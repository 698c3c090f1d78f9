//! Whether the clock can be trusted, and what is not done where it cannot.
//!
//! Whatever makes the clock doubtful is a [`Doubt`] here: readiness, metrics and the log tell of all of them.

use std::sync::Arc;

use parking_lot::Mutex;
use serde::Serialize;
use strum::{EnumDiscriminants, IntoStaticStr, VariantArray};
use tapis_db::model::{Absence, Time};
use tapis_games::refusal::Text;
use utoipa::ToSchema;

use super::texts::TABLE;

/// What everybody has left at least after a start.
const LEAST_MS: u64 = 30_000;
/// How long after a start with a doubtful date nothing ends that stood still.
const QUIET_MS: u64 = 3_600_000;
/// A newest event so old makes the date doubtful.
const AHEAD_MS: u64 = 2 * DAY_MS;
/// And one that lies so far in the future.
const BEHIND_MS: u64 = 60_000;
const DAY_MS: u64 = 24 * 3_600_000;

/// Why the clock may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumDiscriminants)]
#[strum_discriminants(
    name(DoubtName),
    doc = "A reason to doubt the clock.",
    derive(Serialize, ToSchema, IntoStaticStr, VariantArray),
    serde(rename_all = "snake_case"),
    strum(serialize_all = "snake_case"),
    allow(missing_docs, reason = "they are described where they are defined")
)]
pub enum Doubt {
    /// At the start the newest event was so old: the date is wrong, or nothing happened for so long.
    Ahead {
        /// How old it was.
        days: u64,
    },
    /// At the start the newest event lay so far in the future.
    Behind {
        /// How far.
        seconds: u64,
    },
    /// The machine's clock was set since the start, or is not that of all nodes; the service goes on with its own, or with theirs.
    Set {
        /// So far the machine's is ahead; negative where it is behind.
        seconds: i64,
    },
}

impl Doubt {
    /// Its name.
    pub fn name(self) -> DoubtName {
        self.into()
    }

    /// The same in words.
    pub fn text(self) -> Text {
        match self {
            Self::Ahead { days } => TABLE.both("doubt-ahead", &[("n", days.into())]),
            Self::Behind { seconds } => TABLE.both("doubt-behind", &[("n", seconds.into())]),
            Self::Set { seconds } => TABLE.both("doubt-set", &[("n", number(seconds).into())]),
        }
    }
}

/// Seconds as texts take them: beyond 68 years it does not matter how many.
fn number(seconds: i64) -> i32 {
    i32::try_from(seconds).unwrap_or(if seconds < 0 { i32::MIN } else { i32::MAX })
}

/// What is known of the clock. Cloning shares it.
#[derive(Clone)]
pub struct ClockTrust(Arc<KnownClock>);

struct KnownClock {
    started: Time,
    /// Whether the newest event was days old then.
    started_ahead: bool,
    /// When nobody served, until then.
    absences: Vec<Absence>,
    state: Mutex<TrustState>,
}

#[derive(Default)]
struct TrustState {
    /// What of the date is doubtful, and until when.
    date: Option<(Doubt, Time)>,
    set: Option<Doubt>,
}

impl ClockTrust {
    /// A clock that says `now` at the start, the newest event of all games there are, and when nobody served them.
    pub(crate) fn begin(now: Time, newest: Option<Time>, absences: Vec<Absence>) -> Self {
        let date = newest.and_then(|newest| doubtful(now, newest));
        let started_ahead = matches!(date, Some((Doubt::Ahead { .. }, _)));
        if let Some((doubt, _)) = &date {
            tracing::warn!(clock = %now, doubt = <&str>::from(doubt.name()), "{}", doubt.text().en);
        }
        let state = Mutex::new(TrustState { date, ..TrustState::default() });
        Self(Arc::new(KnownClock { started: now, started_ahead, absences, state }))
    }

    /// When the service started.
    pub(crate) fn started(&self) -> Time {
        self.0.started
    }

    /// Until when a turn that was under way at the start lasts at least: `whole_ms` is the whole time of a move, or what is in the bank.
    pub(crate) fn grace(&self, whole_ms: u64, is_bank: bool) -> Time {
        let most = if self.0.started_ahead { QUIET_MS } else { LEAST_MS };
        let least = if is_bank { LEAST_MS } else { 0 };
        self.0.started.plus_millis(whole_ms.min(most).max(least))
    }

    /// For how many milliseconds since then nobody served: no clock of a game ran.
    pub(crate) fn away_ms(&self, since: Time) -> u64 {
        // One that ends later was noted by a clock that was wrong.
        let until = |absence: &Absence| absence.until.min(self.0.started);
        self.0.absences.iter().map(|absence| until(absence).millis_since(absence.since.max(since))).sum()
    }

    /// Whether games may be ended because nobody has moved in them for long.
    pub(crate) fn may_abandon(&self, now: Time) -> bool {
        !self.doubts(now).iter().any(|doubt| matches!(doubt, Doubt::Ahead { .. }))
    }

    /// All that is doubtful at `now`.
    pub fn doubts(&self, now: Time) -> Vec<Doubt> {
        let mut state = self.0.state.lock();
        state.date = state.date.filter(|(_, until)| now < *until);
        let date = state.date.map(|(doubt, _)| doubt);
        [date, state.set].into_iter().flatten().collect()
    }

    /// How far the machine's clock is ahead, where that is much and was not taken over.
    pub(crate) fn note_set(&self, seconds: Option<i64>) {
        let now = seconds.map(|seconds| Doubt::Set { seconds });
        let before = std::mem::replace(&mut self.0.state.lock().set, now);
        match (before, now) {
            (None, Some(doubt)) => tracing::warn!(doubt = <&str>::from(doubt.name()), "{}", doubt.text().en),
            (Some(_), None) => tracing::info!("the machine's clock is no longer doubtful"),
            _ => {}
        }
    }

    /// The clock was `before` and is `now`: what the machine's clock said was taken over.
    pub(crate) fn taken_over(&self, before: Time, now: Time) {
        self.0.state.lock().date = doubtful(now, before);
        self.note_set(None);
        tracing::warn!(clock = %now, was = %before, "the machine's clock was set, and is taken over: no clock of a game runs");
    }
}

/// What of the date `now` is doubtful, and until when, after a newest event at `newest`.
fn doubtful(now: Time, newest: Time) -> Option<(Doubt, Time)> {
    let (old, ahead) = (now.millis_since(newest), newest.millis_since(now));
    if old >= AHEAD_MS {
        Some((Doubt::Ahead { days: old / DAY_MS }, now.plus_millis(QUIET_MS)))
    } else if ahead >= BEHIND_MS {
        Some((Doubt::Behind { seconds: ahead / 1_000 }, newest))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Time {
        jiff::Timestamp::from_second(seconds).unwrap().into()
    }

    const DAY_S: i64 = 86_400;

    #[test]
    fn a_start_days_after_the_newest_event_is_doubtful_for_an_hour() {
        let trust = ClockTrust::begin(at(40 * DAY_S), Some(at(0)), vec![]);
        assert_eq!(trust.doubts(at(40 * DAY_S)), [Doubt::Ahead { days: 40 }]);
        assert!(!trust.may_abandon(at(40 * DAY_S + 3_599)) && trust.may_abandon(at(40 * DAY_S + 3_600)));
        let grace = |whole_s: u64, is_bank| {
            trust.grace(whole_s * 1_000, is_bank).millis_since(at(40 * DAY_S)) / 1_000
        };
        assert_eq!(
            [grace(86_400, false), grace(60, false), grace(2, true), grace(600, true)],
            [3_600, 60, 30, 600]
        );
        for newest in [None, Some(at(38 * DAY_S + 1)), Some(at(40 * DAY_S + 59))] {
            let trust = ClockTrust::begin(at(40 * DAY_S), newest, vec![]);
            assert!(
                trust.doubts(at(40 * DAY_S)).is_empty() && trust.may_abandon(at(40 * DAY_S)),
                "{newest:?}"
            );
            let grace = |whole_s: u64, is_bank| {
                trust.grace(whole_s * 1_000, is_bank).millis_since(at(40 * DAY_S)) / 1_000
            };
            assert_eq!([grace(86_400, false), grace(5, false), grace(2, true)], [30, 5, 30]);
        }
    }

    #[test]
    fn a_start_before_the_newest_event_is_doubtful_until_then() {
        let trust = ClockTrust::begin(at(0), Some(at(3_600)), vec![]);
        assert_eq!(trust.doubts(at(3_599)), [Doubt::Behind { seconds: 3_600 }]);
        assert!(trust.doubts(at(3_600)).is_empty());
    }

    #[test]
    fn what_nobody_served_is_added_up_from_a_moment_on() {
        let away = |since, until| Absence { since: at(since), until: at(until) };
        let trust =
            ClockTrust::begin(at(1_000), None, vec![away(100, 200), away(400, 450), away(900, 5_000)]);
        let away_s = [0, 150, 300, 430, 950, 1_000, 2_000].map(|since| trust.away_ms(at(since)) / 1_000);
        assert_eq!(away_s, [250, 200, 150, 120, 50, 0, 0], "none ends after the start");
    }
}
