//! When a reply comes: at a time that is fixed by public facts.
//!
//! Where a bot has one move only, it needs no search; where it has several, it searches. Whoever reads its delay would
//! read that. So in a game with people a reply comes a *slot* after its turn was announced, found early or not. The
//! slot depends on the level alone, which everybody sees, and is longer than a search of that level takes. A reply that
//! is found later than that comes at the end of a later slot.

use std::time::{Duration, Instant};

use tapis_solver::engine::BotLevel;

use super::level_of;
use crate::tables::Automatic;

/// No slot is longer, whatever the pace.
const LONGEST: Duration = Duration::from_secs(24 * 3_600);

/// The slots of all levels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// The slot of the quickest levels and of seats that pass by themselves; zero for replies at once.
    pub pace: Duration,
}

impl Schedule {
    /// When the reply of `mover` is due, whose turn was announced at `announced` and whose reply was found at `found`;
    /// `None` for at once.
    pub fn due(&self, mover: &Automatic, announced: Instant, found: Instant) -> Option<Instant> {
        let slot = self.slot(mover);
        let slots = found.saturating_duration_since(announced).as_nanos().checked_div(slot.as_nanos())? + 1;
        let wait = slot.saturating_mul(u32::try_from(slots).unwrap_or(u32::MAX));
        announced.checked_add(wait)
    }

    fn slot(&self, mover: &Automatic) -> Duration {
        let paces = match mover {
            Automatic::Bot(_, level) => level_of(level).map_or(1, paces),
            Automatic::Pass(..) => 1,
        };
        self.pace.saturating_mul(paces).min(LONGEST)
    }
}

/// How many times the pace a slot of this level lasts. The levels that search have 400, 3,000 and 20,000 playouts; a
/// pace of 50 ms gives them at least four times what they need in the slowest game on one thread (0.03 ms a playout).
fn paces(level: BotLevel) -> u32 {
    match level {
        BotLevel::Random | BotLevel::Greedy => 1,
        BotLevel::Casual => 4,
        BotLevel::Club => 10,
        BotLevel::Expert => 50,
    }
}

#[cfg(test)]
mod tests {
    use tapis_games::seat::Seat;

    use super::*;
    use crate::bots::{LEVELS, level_name};

    const PACE: Duration = Duration::from_millis(50);

    fn bot(level: BotLevel) -> Automatic {
        Automatic::Bot(Seat(1), level_name(level).to_owned())
    }

    /// The delay of a reply that was found after `search`.
    fn delay(mover: &Automatic, search: Duration) -> Duration {
        let announced = Instant::now();
        Schedule { pace: PACE }.due(mover, announced, announced + search).unwrap() - announced
    }

    /// The chance that a delay of `a` is longer than one of `b`; ties count half.
    fn auc(a: &[Duration], b: &[Duration]) -> f64 {
        let pairs = a.iter().flat_map(|x| b.iter().map(move |y| x.cmp(y)));
        let wins: f64 = pairs.map(|order| f64::from(order as i8 + 1) / 2.0).sum();
        wins / (a.len() * b.len()) as f64
    }

    #[test]
    fn a_delay_does_not_tell_whether_there_was_a_search() {
        for level in LEVELS {
            let slot = PACE * paces(level);
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
        let slot = PACE * paces(BotLevel::Club);
        for (search, slots) in [(slot, 2), (slot * 3 / 2, 2), (slot * 2, 3), (slot * 7 / 2, 4)] {
            assert_eq!(delay(&bot(BotLevel::Club), search), slot * slots);
        }
    }

    #[test]
    fn a_seat_that_passes_by_itself_takes_one_pace() {
        assert_eq!(delay(&Automatic::Pass(Seat(0), "pass".into()), Duration::ZERO), PACE);
    }

    #[test]
    fn without_a_pace_replies_come_at_once_and_no_pace_is_too_long() {
        let now = Instant::now();
        for level in LEVELS {
            assert_eq!(Schedule { pace: Duration::ZERO }.due(&bot(level), now, now), None);
            assert!(Schedule { pace: Duration::MAX }.due(&bot(level), now, now) == Some(now + LONGEST));
        }
    }
}
