//! One time for all nodes: that of the server's clock, which may be set, or be another's after a failover. Then all go on from the
//! time that was, and return to the clock slowly: nobody's time steps. A node carries it on by a clock that nobody can set.

use std::time::{Duration, Instant};

use deadpool_postgres::Client;
use jiff::SignedDuration;
use parking_lot::Mutex;

use super::error::Outcome;
use super::stay::ALIVE;
use crate::engine::record::{Columns as _, Row as _};
use crate::model::{ServerTime, Time};

const READ: &str = "SELECT clock_timestamp() AS time, ahead_ms, served FROM clock WHERE id = 1";
/// Nothing where another node has changed it meanwhile: both may have found that the clock was set. One that asked later may have
/// said so before.
const WRITE: &str =
    "UPDATE clock SET ahead_ms = $1, served = greatest(served, $2) WHERE id = 1 AND ahead_ms = $3";

/// A clock that is further from what a node has reckoned with was set: machines drift apart by less within [`FRESH`].
const STEP_MS: u64 = 1_000;
/// How long a node reckons well.
const FRESH: Duration = Duration::from_secs(3_600);
/// Of so many milliseconds that pass, one is won or lost until the time is the clock's again.
const SLOWLY: u64 = 100;
/// What passes at most between two words of nodes, while they are there.
const PASSED_MS: u64 = 3_000;

/// What the nodes have agreed on.
struct Agreed {
    /// How far the time is ahead of the server's clock.
    ahead_ms: i64,
    /// What it was when a node said last that it goes on.
    served: Option<Time>,
}

impl Agreed {
    /// What time it is while the server's clock says `shown`. `own` is what the node that asks has reckoned with, at least and at most,
    /// if it has: where others have been served since, it was the one that stood still.
    fn time(&self, shown: Time, own: Option<[Time; 2]>) -> Time {
        let served = self.served.unwrap_or(shown);
        let moved = |ms| shown.plus(SignedDuration::from_millis(ms));
        let passed = moved(self.ahead_ms).millis_since(served).min(PASSED_MS);
        let most = i64::try_from(passed / SLOWLY).unwrap_or(0);
        let time = moved(self.ahead_ms - self.ahead_ms.clamp(-most, most));
        let is_set = |[least, most]: &[Time; 2]| {
            let is_beyond = |one: Time, other: Time| one > other.plus_millis(STEP_MS);
            !is_beyond(served, *most) && (is_beyond(*least, time) || is_beyond(time, *most))
        };
        own.filter(is_set).map_or(time, |[least, _]| least).max(served)
    }
}

/// Learns what time it is for all nodes, and says that one was here then. A node that comes reckons with what others said last, if there
/// are any.
pub(super) async fn learn(
    known: &Mutex<Option<ServerTime>>,
    client: &Client,
    has_company: bool,
) -> Outcome<()> {
    let statement = client.prepare_cached(READ).await?;
    let asked = Instant::now();
    let row = client.query_one(&statement, &[]).await?;
    let answered = Instant::now();
    let (shown, before) = (row.at("time")?, row.number("ahead_ms")?);
    let agreed = Agreed { ahead_ms: before, served: row.time("served")? };
    let others = agreed.served.filter(|_| has_company).map(since_word);
    let own = known.lock().map_or(others, |own| reckoned(own, asked, answered));
    let time = agreed.time(shown, own);
    let statement = client.prepare_cached(WRITE).await?;
    if client.execute(&statement, &[&ahead_ms(time, shown), &time.timestamp(), &before]).await? == 1 {
        *known.lock() = Some(ServerTime { time, asked, answered });
    }
    Ok(())
}

/// What it is at least and at most while a node is taken for alive that said so last then: it may be gone.
fn since_word(said: Time) -> [Time; 2] {
    [said, said.plus_millis(ALIVE.as_millis() as u64)]
}

/// What it was at least and at most when the server looked at its clock, by what was known before.
fn reckoned(known: ServerTime, asked: Instant, answered: Instant) -> Option<[Time; 2]> {
    let is_fresh = answered.saturating_duration_since(known.answered) < FRESH;
    let at_once = ServerTime { answered: known.asked, ..known };
    is_fresh.then(|| [known.at(asked), at_once.at(answered)])
}

/// By how much `time` is later than `shown`; less than nothing where it is earlier.
fn ahead_ms(time: Time, shown: Time) -> i64 {
    let ahead = time.timestamp().duration_since(shown.timestamp());
    i64::try_from(ahead.as_millis()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// When all tests begin, in milliseconds since 1970.
    const BEGUN: i64 = 1_800_000_000_000;

    /// A server and three nodes that ask it for the time.
    struct Site {
        begun: Instant,
        agreed: Agreed,
        nodes: [Option<ServerTime>; 3],
    }

    impl Site {
        /// Each second one of the nodes has asked, for half a minute.
        fn under_way() -> Self {
            let agreed = Agreed { ahead_ms: 0, served: None };
            let mut site = Self { begun: Instant::now(), agreed, nodes: [None; 3] };
            site.each_second(0..30, 3);
            site
        }

        /// In each of these seconds one of so many nodes asks.
        fn each_second(&mut self, seconds: std::ops::Range<usize>, nodes: usize) {
            for n in seconds {
                assert_eq!(self.ask(n % nodes, n as u64 * 1_000, 0), n as u64 * 1_000);
            }
        }

        /// A node asks at a moment by its own clock, while the server's clock is set by so much; answers the time, since it was [`BEGUN`].
        fn ask(&mut self, node: usize, own_ms: u64, set_ms: i64) -> u64 {
            self.ask_slowly(node, [own_ms; 2], own_ms as i64 + set_ms)
        }

        /// The same with the moments of question and answer, and what the server's clock shows.
        fn ask_slowly(&mut self, node: usize, own_ms: [u64; 2], shown_ms: i64) -> u64 {
            let [asked, answered] = own_ms.map(|ms| self.begun + Duration::from_millis(ms));
            let shown = at(shown_ms);
            let own = self.nodes[node].and_then(|known| reckoned(known, asked, answered));
            let time = self.agreed.time(shown, own);
            self.agreed = Agreed { ahead_ms: ahead_ms(time, shown), served: Some(time) };
            self.nodes[node] = Some(ServerTime { time, asked, answered });
            time.millis_since(at(0))
        }
    }

    fn at(ms: i64) -> Time {
        jiff::Timestamp::from_millisecond(BEGUN + ms).unwrap().into()
    }

    #[test]
    fn a_clock_that_is_set_moves_no_time_and_is_returned_to_slowly() {
        for set_ms in [3_000, -3_000, 5_000, -5_000, 3_600_000, -3_600_000] {
            let mut site = Site::under_way();
            let mut last = 29_000;
            for n in 30..90 {
                let time = site.ask(n % 3, n as u64 * 1_000, set_ms);
                let passed = time - last;
                assert!((990..=1_010).contains(&passed), "{set_ms}: {passed} ms in a second");
                last = time;
            }
            let left_ms = set_ms.abs() - site.agreed.ahead_ms.abs();
            assert_eq!(left_ms, 590, "{set_ms}: a hundredth of the time since");
            // And back to the first server: what was won or lost in the last seconds, the node that asks has not heard of.
            assert!((970..=1_030).contains(&(site.ask(0, 90_000, 0) - last)), "{set_ms}");
        }
    }

    #[test]
    fn a_node_that_stood_still_goes_by_the_others() {
        let mut site = Site::under_way();
        site.each_second(30..90, 2);
        // Its own clock stood still for a minute.
        assert_eq!(site.ask_slowly(2, [30_000; 2], 90_000), 90_000);
        assert_eq!(site.ask(0, 91_000, 0), 91_000);
    }

    #[test]
    fn the_time_in_which_all_stood_still_is_no_time() {
        let mut site = Site::under_way();
        for node in 0..3 {
            let own_ms = 30_000 + node as u64 * 1_000;
            let time = site.ask(node, own_ms, 3_600_000);
            assert!(time.abs_diff(own_ms) <= 30, "{time} {own_ms}");
        }
    }

    #[test]
    fn a_slow_answer_sets_no_clock() {
        let mut site = Site::under_way();
        assert_eq!(site.ask_slowly(0, [30_000, 38_000], 30_000), 30_000);
        assert_eq!(site.ask_slowly(0, [41_000, 41_001], 41_000), 41_000);
        assert_eq!(site.ask_slowly(1, [42_000, 50_000], 50_000), 50_000);
        assert_eq!(site.ask_slowly(1, [51_000, 51_001], 51_000), 51_000);
    }

    #[test]
    fn for_a_node_that_comes_soon_after_one_that_was_killed_time_went_on() {
        let agreed = Site::under_way().agreed;
        let comes = |shown_ms| agreed.time(at(shown_ms), Some(since_word(at(29_000))));
        assert_eq!(
            [38_000, 89_000].map(comes),
            [at(38_000), at(29_000)],
            "more is no time, but a clock that was set"
        );
    }

    #[test]
    fn for_a_node_that_comes_no_time_is_before_what_it_was() {
        let mut site = Site::under_way();
        site.nodes = [None; 3];
        assert_eq!(site.ask(0, 30_000, -5_000), 29_000);
        assert_eq!(site.ask(0, 31_000, -5_000), 29_990, "and it goes on");
    }
}
