//! How long finding a move took lately.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tapis_solver::engine::BotLevel;

/// What took long is remembered for one to two spans.
const SPAN: Duration = Duration::from_secs(15);
/// The most rulesets and levels remembered.
const MOST: usize = 4_096;

/// The longest times lately, by ruleset and level. A ruleset is told apart because its decks decide how long a move takes:
/// somebody's huge deck makes nobody else's bots late.
#[derive(Debug, Default)]
pub(super) struct Lateness(Mutex<HashMap<(String, u8), Spans>>);

#[derive(Clone, Copy, Debug)]
struct Spans {
    since: Instant,
    longest: Duration,
    before: Duration,
}

impl Lateness {
    /// Notes that finding a move took so long, and answers the longest time lately, this one included.
    pub fn longest(&self, ruleset: &str, level: Option<BotLevel>, took: Duration, now: Instant) -> Duration {
        let mut spans = self.0.lock();
        if spans.len() >= MOST {
            spans.retain(|_, spans| now.saturating_duration_since(spans.since) < 2 * SPAN);
        }
        if spans.len() >= MOST {
            spans.clear();
        }
        let key = (ruleset.to_owned(), level.map_or(0, |level| level as u8 + 1));
        let fresh = Spans { since: now, longest: Duration::ZERO, before: Duration::ZERO };
        let spans = spans.entry(key).or_insert(fresh);
        let age = now.saturating_duration_since(spans.since);
        if age >= 2 * SPAN {
            *spans = fresh;
        } else if age >= SPAN {
            *spans = Spans { before: spans.longest, ..fresh };
        }
        spans.longest = spans.longest.max(took);
        spans.longest.max(spans.before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: Option<BotLevel> = Some(BotLevel::Club);

    #[test]
    fn what_took_long_is_remembered_for_a_while() {
        let (lateness, now) = (Lateness::default(), Instant::now());
        let took = |seconds: u64, millis| {
            lateness.longest("a", LEVEL, Duration::from_millis(millis), now + Duration::from_secs(seconds))
        };
        let found =
            [(0, 70), (1, 3), (16, 4), (29, 5), (31, 6), (60, 7)].map(|(at, ms)| took(at, ms).as_millis());
        assert_eq!(found, [70, 70, 70, 70, 6, 7]);
    }

    #[test]
    fn rulesets_and_levels_are_told_apart() {
        let (lateness, now) = (Lateness::default(), Instant::now());
        let (long, short) = (Duration::from_secs(9), Duration::from_millis(1));
        lateness.longest("huge deck", LEVEL, long, now);
        assert_eq!(lateness.longest("standard", LEVEL, short, now), short);
        assert_eq!(lateness.longest("huge deck", None, short, now), short);
        assert_eq!(lateness.longest("huge deck", LEVEL, short, now), long);
        for n in 0..2 * MOST {
            lateness.longest(&n.to_string(), LEVEL, short, now);
        }
        assert!(lateness.0.lock().len() <= MOST);
    }
}
