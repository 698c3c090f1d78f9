//! When the next clock of all games is up.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use tapis_db::model::{GameId, Time};

use crate::sources::Clock;

/// How long nobody looks at the time at most while clocks run: it may be taken over, and a test says what it is.
const LOOK: Duration = Duration::from_millis(200);

/// The deadlines of all games in one list. Cloning shares it.
#[derive(Clone, Default)]
pub struct Deadlines(Arc<DeadlineQueue>);

#[derive(Default)]
struct DeadlineQueue {
    state: Mutex<DeadlineState>,
    changed: Condvar,
}

#[derive(Default)]
struct DeadlineState {
    order: BTreeSet<(Time, GameId)>,
    of: HashMap<GameId, Time>,
    /// Games to be looked at again: what was to happen in them could not be stored.
    again: Vec<GameId>,
    /// When to look at them, whatever else happens until then.
    look_at: Option<Instant>,
    closed: bool,
}

impl Deadlines {
    /// The deadline of a game from now on, if it has one.
    pub fn set(&self, game: GameId, deadline: Option<Time>) {
        let mut state = self.0.state.lock();
        state.forget(game);
        if let Some(deadline) = deadline {
            state.put(game, deadline);
            self.0.changed.notify_one();
        }
    }

    /// The deadline of a game of which nothing newer is known.
    pub fn found(&self, game: GameId, deadline: Time) {
        let mut state = self.0.state.lock();
        if !state.of.contains_key(&game) {
            state.put(game, deadline);
            self.0.changed.notify_one();
        }
    }

    /// A game to be looked at again soon.
    pub fn again(&self, game: GameId) {
        let mut state = self.0.state.lock();
        state.again.push(game);
        state.look_at.get_or_insert_with(|| Instant::now() + LOOK);
        self.0.changed.notify_one();
    }

    /// When the time of a game is up as far as is known here, where a clock runs in it.
    pub fn of(&self, game: GameId) -> Option<Time> {
        self.0.state.lock().of.get(&game).copied()
    }

    /// Waits for a game whose time is up, and forgets its deadline; `None` once the list is closed.
    pub fn next_due(&self, clock: &dyn Clock) -> Option<GameId> {
        let mut state = self.0.state.lock();
        while !state.closed {
            let now = Time::from(clock.now());
            let look_in = state.look_at.map(|at| at.saturating_duration_since(Instant::now()));
            if look_in == Some(Duration::ZERO) {
                state.look_again(now);
                continue;
            }
            match state.order.first().copied() {
                Some((deadline, game)) if deadline <= now => {
                    state.forget(game);
                    return Some(game);
                }
                None if look_in.is_none() => self.0.changed.wait(&mut state),
                first => {
                    let left =
                        |(deadline, _): (Time, GameId)| Duration::from_millis(deadline.millis_since(now));
                    let until = first.map(left).filter(|left| !left.is_zero());
                    let wait = [until, look_in].into_iter().flatten().fold(LOOK, Duration::min);
                    self.0.changed.wait_for(&mut state, wait);
                }
            }
        }
        None
    }

    /// Whether no clock runs.
    pub fn is_empty(&self) -> bool {
        self.0.state.lock().of.is_empty()
    }

    /// Ends all waiting.
    pub fn close(&self) {
        self.0.state.lock().closed = true;
        self.0.changed.notify_all();
    }

    /// Whether it was closed.
    pub fn is_closed(&self) -> bool {
        self.0.state.lock().closed
    }
}

impl DeadlineState {
    fn put(&mut self, game: GameId, deadline: Time) {
        self.order.insert((deadline, game));
        self.of.insert(game, deadline);
    }

    fn forget(&mut self, game: GameId) {
        if let Some(deadline) = self.of.remove(&game) {
            self.order.remove(&(deadline, game));
        }
    }

    fn look_again(&mut self, now: Time) {
        self.look_at = None;
        for game in std::mem::take(&mut self.again) {
            self.forget(game);
            self.put(game, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use jiff::Timestamp;

    use super::*;

    /// Seconds since 1970, as the test says.
    #[derive(Default)]
    struct Hand(AtomicI64);

    impl Clock for Hand {
        fn now(&self) -> Timestamp {
            Timestamp::from_second(self.0.load(Ordering::SeqCst)).unwrap()
        }
    }

    fn at(second: i64) -> Time {
        Timestamp::from_second(second).unwrap().into()
    }

    fn game(n: u128) -> GameId {
        GameId::from_u128(n)
    }

    #[test]
    fn games_come_when_they_are_due_and_at_their_newest_deadline() {
        let (deadlines, hand) = (Deadlines::default(), Arc::new(Hand::default()));
        for (n, second) in [(1, 30), (2, 10), (3, 20), (4, 15)] {
            deadlines.set(game(n), Some(at(second)));
        }
        deadlines.set(game(3), Some(at(5)));
        deadlines.set(game(4), None);
        deadlines.found(game(1), at(1));
        assert_eq!(deadlines.0.state.lock().of.len(), 3, "what a scan finds is not newer");
        let waiting = {
            let (deadlines, hand) = (deadlines.clone(), Arc::clone(&hand));
            std::thread::spawn(move || std::iter::from_fn(|| deadlines.next_due(&*hand)).collect::<Vec<_>>())
        };
        hand.0.store(25, Ordering::SeqCst);
        while deadlines.0.state.lock().of.len() > 1 {
            std::thread::yield_now();
        }
        deadlines.again(game(9));
        hand.0.store(30, Ordering::SeqCst);
        while !deadlines.is_empty() || !deadlines.0.state.lock().again.is_empty() {
            std::thread::yield_now();
        }
        deadlines.close();
        let order = waiting.join().unwrap();
        assert_eq!(order[..2], [game(3), game(2)]);
        assert_eq!(order.len(), 4, "and those that are left: {order:?}");
    }

    #[test]
    fn a_game_is_looked_at_again_before_its_clock_is_up() {
        let deadlines = Deadlines::default();
        deadlines.set(game(9), Some(at(1_000)));
        deadlines.again(game(9));
        deadlines.0.state.lock().look_again(at(0));
        assert_eq!((deadlines.of(game(9)), deadlines.0.state.lock().of.len()), (Some(at(0)), 1));
    }

    #[test]
    fn a_game_is_looked_at_again_however_many_others_move() {
        let (deadlines, hand) = (Deadlines::default(), Hand::default());
        deadlines.again(game(9));
        let moves = {
            let deadlines = deadlines.clone();
            std::thread::spawn(move || {
                for second in 0..300 {
                    if deadlines.is_closed() {
                        return;
                    }
                    deadlines.set(game(1), Some(at(1_000 + second)));
                    std::thread::sleep(LOOK / 20);
                }
                deadlines.close();
            })
        };
        assert_eq!(deadlines.next_due(&hand), Some(game(9)));
        deadlines.close();
        moves.join().unwrap();
    }
}
