//! When a reply comes: at a time that is fixed by public facts.
//!
//! Where a bot has one move only, it needs no search; where it has several, it searches. Whoever reads its delay would
//! read that. So in a game with people a reply comes a *slot* after its turn was announced, found early or not. The
//! slot depends on the level and the pace of the game alone, which everybody sees; it is as long as the pace, and longer than a
//! search of that level takes. A reply that is found later than that comes at the end of a later slot. On a machine so slow, or
//! so busy, that searches end late, a reply without a search is taken to have been found as late as the latest of its level and
//! ruleset lately: it is late with them, so lateness does not tell either.

use std::time::{Duration, Instant};

use tapis_solver::engine::BotLevel;

use super::lane::level_of_mover;
use super::lateness::Lateness;
use crate::tables::Automatic;

/// No slot is longer, whatever its unit.
const LONGEST: Duration = Duration::from_secs(24 * 3_600);

/// So long before the deadline a seat passes by itself at the latest: room to store the pass.
const BEFORE_DEADLINE: Duration = Duration::from_millis(100);

/// The slots of all levels.
#[derive(Debug)]
pub(super) struct Schedule {
    /// The slot that the quickest levels and seats that pass by themselves have at least; zero where games alone say how long a
    /// reply takes.
    unit: Duration,
    lateness: Lateness,
}

/// When the work for a reply was announced, begun and done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    pub announced: Instant,
    pub begun: Instant,
    pub found: Instant,
}

impl Schedule {
    pub fn new(unit: Duration) -> Self {
        Self { unit, lateness: Lateness::default() }
    }

    /// When the reply of `mover` is due in a game of this pace and ruleset; `None` for at once.
    pub fn due(&self, mover: &Automatic, (pace, ruleset): (Duration, &str), times: Times) -> Option<Instant> {
        let slot = self.slot(mover).max(pace);
        let Times { announced, begun, found } = times;
        let took = found.saturating_duration_since(begun);
        let found = begun + self.lateness.longest(ruleset, level_of_mover(mover), took, found);
        let slots = found.saturating_duration_since(announced).as_nanos().checked_div(slot.as_nanos())? + 1;
        let wait = slot.saturating_mul(u32::try_from(slots).unwrap_or(u32::MAX));
        announced.checked_add(wait)
    }

    fn slot(&self, mover: &Automatic) -> Duration {
        self.unit.saturating_mul(level_of_mover(mover).map_or(1, units)).min(LONGEST)
    }
}

/// When a pass by itself is due whose seat has so much time left at `now`: a pass after the deadline would tell that nobody made it.
pub(super) fn in_time(due: Instant, left: Duration, now: Instant) -> Instant {
    now.checked_add(left.saturating_sub(BEFORE_DEADLINE)).map_or(due, |latest| due.min(latest))
}

/// How many units a slot of this level lasts at least. The levels that search have 200 to 20,000 lines a move; a
/// unit of 50 ms gives them at least two and a half times what they need in the slowest game on one thread (0.03 ms a playout).
fn units(level: BotLevel) -> u32 {
    match level {
        BotLevel::Random | BotLevel::Greedy => 1,
        BotLevel::Novice | BotLevel::Beginner => 2,
        BotLevel::Apprentice | BotLevel::Casual => 4,
        BotLevel::Club => 10,
        BotLevel::Expert => 50,
    }
}

#[cfg(test)]
mod tests {
    use tapis_games::seat::Seat;

    use super::*;

    const UNIT: Duration = Duration::from_millis(50);

    fn bot(level: BotLevel) -> Automatic {
        Automatic::Bot(Seat(1), level.name().to_owned())
    }

    /// The delay of a reply that was found after `search`.
    fn delay(mover: &Automatic, search: Duration) -> Duration {
        later(&Schedule::new(UNIT), mover, search)
    }

    fn later(schedule: &Schedule, mover: &Automatic, search: Duration) -> Duration {
        let announced = Instant::now();
        let times = Times { announced, begun: announced, found: announced + search };
        schedule.due(mover, (Duration::ZERO, "rules"), times).unwrap() - announced
    }

    /// The chance that a delay of `a` is longer than one of `b`; ties count half.
    fn auc(a: &[Duration], b: &[Duration]) -> f64 {
        let pairs = a.iter().flat_map(|x| b.iter().map(move |y| x.cmp(y)));
        let wins: f64 = pairs.map(|order| f64::from(order as i8 + 1) / 2.0).sum();
        wins / (a.len() * b.len()) as f64
    }

    #[test]
    fn a_delay_does_not_tell_whether_there_was_a_search() {
        for level in BotLevel::ALL {
            let slot = UNIT * units(level);
            let nothing_to_choose: Vec<_> =
                (0..100).map(|n| delay(&bot(level), Duration::from_micros(n))).collect();
            let searched: Vec<_> = (0..100).map(|n| delay(&bot(level), slot * n / 100)).collect();
            assert_eq!(nothing_to_choose, searched, "{level:?}");
            assert!((auc(&searched, &nothing_to_choose) - 0.5).abs() < 0.05, "{level:?}");
            assert_eq!(searched, [slot; 100], "{level:?}: the level fixes it");
        }
    }

    #[test]
    fn a_late_reply_comes_at_the_end_of_a_slot() {
        let slot = UNIT * units(BotLevel::Club);
        for (search, slots) in [(slot, 2), (slot * 3 / 2, 2), (slot * 2, 3), (slot * 7 / 2, 4)] {
            assert_eq!(delay(&bot(BotLevel::Club), search), slot * slots);
        }
    }

    #[test]
    fn where_searches_are_late_so_are_replies_without_a_choice() {
        for level in BotLevel::ALL {
            let (schedule, slot) = (Schedule::new(UNIT), UNIT * units(level));
            let late: Vec<_> = (1..4).map(|n| later(&schedule, &bot(level), slot * (n + 4) / 4)).collect();
            let no_choice = later(&schedule, &bot(level), Duration::ZERO);
            assert_eq!((late, no_choice), (vec![slot * 2; 3], slot * 2), "{level:?}");
        }
    }

    #[test]
    fn a_seat_that_passes_by_itself_takes_one_unit() {
        assert_eq!(delay(&Automatic::Pass(Seat(0), "pass".into()), Duration::ZERO), UNIT);
    }

    #[test]
    fn the_page_on_windows_lists_the_slot_of_every_level() {
        let page = include_str!("../../../docs/windows.md").replace('\n', " ");
        let slot = |level| Schedule::new(UNIT).slot(&bot(level)).as_millis() / UNIT.as_millis();
        assert_eq!(BotLevel::ALL.map(slot), [1, 1, 2, 2, 4, 4, 10, 50]);
        for listed in [
            "1 unit of `--tune bot_slot_ms` (50 ms) for `random`, `greedy` and an automatic pass",
            "2 for `novice` and `beginner`",
            "4 for `apprentice` and `casual`",
            "10 for `club`",
            "50 for `expert`",
        ] {
            assert!(page.contains(listed), "{listed}");
        }
    }

    #[test]
    fn a_reply_takes_as_long_as_the_game_says_and_as_its_level_needs() {
        let pace = Duration::from_millis(600);
        let taken = BotLevel::ALL.map(|level| {
            let announced = Instant::now();
            let times = Times { announced, begun: announced, found: announced };
            let due = Schedule::new(UNIT).due(&bot(level), (pace, "rules"), times).unwrap();
            (due - announced).as_millis()
        });
        assert_eq!(taken, [600, 600, 600, 600, 600, 600, 600, 2_500]);
    }

    #[test]
    fn a_seat_passes_by_itself_before_its_time_is_up() {
        let (now, pace) = (Instant::now(), Duration::from_secs(2));
        let taken = [0, 50, 1_000, 2_100, 60_000].map(|left| {
            let left = Duration::from_millis(left);
            (in_time(now + pace, left, now) - now).as_millis()
        });
        assert_eq!(taken, [0, 0, 900, 2_000, 2_000]);
    }

    #[test]
    fn without_pace_and_unit_replies_come_at_once_and_no_unit_is_too_long() {
        let now = Instant::now();
        let times = Times { announced: now, begun: now, found: now };
        let of = (Duration::ZERO, "rules");
        for level in BotLevel::ALL {
            assert_eq!(Schedule::new(Duration::ZERO).due(&bot(level), of, times), None);
            assert!(Schedule::new(Duration::MAX).due(&bot(level), of, times) == Some(now + LONGEST));
        }
    }
}
