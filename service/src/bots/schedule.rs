//! When a bot's reply comes in a game with people.
//!
//! The time a search takes tells whether there was anything to search, and so what a bot holds. A reply therefore comes at
//! a time drawn from a schedule that knows public facts only: the level of the bot, and whether the seat is merely asked in a
//! window. The schedule begins later than a search of the level ends, so a reply with a search and one without come alike.

use std::time::Duration;

use tapis_solver::engine::BotLevel;

/// What is publicly known of a decision that comes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// A bot of this level decides.
    Bot(BotLevel),
    /// A seat passes by itself.
    Pass,
}

/// The times at which replies come, in units of the pace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    pace: Duration,
}

/// The earliest and the latest time of a reply, in units of the pace.
type Span = (u32, u32);

impl Schedule {
    /// A schedule in units of `pace`; without a pace there is none.
    pub fn new(pace: Duration) -> Option<Self> {
        (!pace.is_zero()).then_some(Self { pace })
    }

    /// At 50 ms a unit each span begins after at least twice the time that the slowest game needs for the level's budget
    /// on one thread (400, 3,000 and 20,000 playouts at 30,000 a second).
    fn span(decision: Decision) -> Span {
        match decision {
            Decision::Pass | Decision::Bot(BotLevel::Random | BotLevel::Greedy) => (1, 2),
            Decision::Bot(BotLevel::Casual) => (2, 4),
            Decision::Bot(BotLevel::Club) => (8, 14),
            Decision::Bot(BotLevel::Expert) => (36, 50),
        }
    }

    /// How long after it was woken a reply comes that was found after `elapsed`: drawn evenly from the decision's span by
    /// `draw`, a random number. What is found too late comes a whole number of spans later.
    pub fn delay(self, decision: Decision, elapsed: Duration, draw: u64) -> Duration {
        let (first, last) = Self::span(decision);
        let width = self.pace * (last - first);
        // The upper bits of the product are an even share of the width.
        let share = (u128::from(draw) * width.as_nanos()) >> 64;
        let mut delay = self.pace * first + Duration::from_nanos(share as u64);
        while delay < elapsed {
            delay += self.pace * last;
        }
        delay
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    const PACE: Duration = Duration::from_millis(50);
    const LEVELS: [BotLevel; 5] =
        [BotLevel::Random, BotLevel::Greedy, BotLevel::Casual, BotLevel::Club, BotLevel::Expert];

    fn schedule() -> Schedule {
        Schedule::new(PACE).unwrap()
    }

    #[test]
    fn a_search_that_ends_before_its_span_is_not_seen() {
        for decision in LEVELS.map(Decision::Bot).into_iter().chain([Decision::Pass]) {
            let (first, last) = Schedule::span(decision);
            for draw in [0, 1, u64::MAX / 3, u64::MAX] {
                let at_once = schedule().delay(decision, Duration::ZERO, draw);
                assert!((PACE * first..=PACE * last).contains(&at_once), "{decision:?}");
                for elapsed in [1, 10, 49] {
                    let elapsed = PACE * first * elapsed / 50;
                    assert_eq!(schedule().delay(decision, elapsed, draw), at_once, "{decision:?}");
                }
            }
        }
    }

    /// The share of pairs in which the first delay is the longer one, ties counted half (Mann and Whitney 1947).
    fn area_under_curve(one: &[Duration], other: &[Duration]) -> f64 {
        let pairs = one.iter().flat_map(|one| other.iter().map(move |other| one.cmp(other)));
        let won = pairs.map(|order| (f64::from(order as i8) + 1.0) / 2.0).sum::<f64>();
        won / (one.len() * other.len()) as f64
    }

    #[test]
    fn delays_do_not_tell_a_hand_with_a_choice_from_one_without() {
        let mut rng = ChaCha8Rng::from_seed([3; 32]);
        for level in LEVELS {
            let (first, _) = Schedule::span(Decision::Bot(level));
            let mut delay = |searching: bool| {
                let share = if searching { rng.random_range(0.0..1.0) } else { 0.0 };
                let elapsed = (PACE * first).mul_f64(share);
                schedule().delay(Decision::Bot(level), elapsed, rng.random())
            };
            let with: Vec<_> = (0..2_000).map(|_| delay(true)).collect();
            let without: Vec<_> = (0..2_000).map(|_| delay(false)).collect();
            let area = area_under_curve(&with, &without);
            assert!((0.45..=0.55).contains(&area), "{level:?}: {area}");
        }
    }

    #[test]
    fn what_is_late_comes_on_the_grid() {
        let delay = |elapsed| schedule().delay(Decision::Bot(BotLevel::Club), PACE * elapsed, 0);
        assert_eq!([delay(8), delay(9), delay(22), delay(23)], [PACE * 8, PACE * 22, PACE * 22, PACE * 36]);
        assert!(Schedule::new(Duration::ZERO).is_none());
    }
}
