//! The games with a bot to move, and replies that wait for their time.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet, VecDeque};
use std::time::Instant;

use parking_lot::{Condvar, Mutex};
use tapis_db::model::GameId;

use crate::tables::Automatic;

/// First come, first served; every game at most once.
pub(super) struct Queue {
    state: Mutex<State>,
    /// There is something to find.
    announced: Condvar,
    /// Another reply waits for its time.
    paced: Condvar,
    capacity: usize,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<QueuedGame>,
    known: HashSet<GameId>,
    paced: BinaryHeap<Reverse<PacedReply>>,
    /// Unfinished games have to be looked through: at the start, and after an announcement found no room.
    look_through: bool,
    closed: bool,
}

/// A game in which something is to move by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QueuedGame {
    pub game: GameId,
    /// Since when: replies are paced from here, so that neither the queue nor a search shows in their delay.
    pub at: Instant,
}

/// A reply that waits for its time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PacedReply {
    pub due: Instant,
    pub game: GameId,
    pub reply: Reply,
}

/// A move in a game that comes by itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reply {
    /// The ply it is for; it is worthless when the game is elsewhere.
    pub ply: usize,
    /// What it is the move of.
    pub mover: Automatic,
    pub notation: String,
}

/// What a thread that searches does next.
pub(super) enum Work {
    /// Find a move.
    Think(QueuedGame),
    /// Look through the unfinished games.
    LookThrough,
}

impl Queue {
    pub fn new(capacity: usize) -> Self {
        Self {
            state: Mutex::default(),
            announced: Condvar::new(),
            paced: Condvar::new(),
            capacity: capacity.max(1),
        }
    }

    pub fn wake(&self, game: GameId) {
        let mut state = self.state.lock();
        if state.closed || state.known.contains(&game) {
            return;
        }
        if state.waiting.len() >= self.capacity {
            state.look_through = true;
            return;
        }
        state.known.insert(game);
        state.waiting.push_back(QueuedGame { game, at: Instant::now() });
        self.announced.notify_one();
    }

    /// Keeps a reply until it is due.
    pub fn pace(&self, reply: PacedReply) {
        self.state.lock().paced.push(Reverse(reply));
        self.paced.notify_one();
    }

    pub fn look_through(&self) {
        self.state.lock().look_through = true;
        self.announced.notify_one();
    }

    pub fn has_room(&self) -> bool {
        self.state.lock().waiting.len() < self.capacity
    }

    pub fn len(&self) -> usize {
        let state = self.state.lock();
        state.waiting.len() + state.paced.len()
    }

    pub fn close(&self) {
        self.state.lock().closed = true;
        self.announced.notify_all();
        self.paced.notify_all();
    }

    pub fn is_closed(&self) -> bool {
        self.state.lock().closed
    }

    /// Waits for something to find; `None` once the queue is closed.
    pub fn next(&self) -> Option<Work> {
        let mut state = self.state.lock();
        while !state.closed {
            if let Some(announced) = state.waiting.pop_front() {
                state.known.remove(&announced.game);
                return Some(Work::Think(announced));
            }
            if std::mem::take(&mut state.look_through) {
                return Some(Work::LookThrough);
            }
            self.announced.wait(&mut state);
        }
        None
    }

    /// Waits for the next reply that is due; `None` once the queue is closed.
    pub fn next_due(&self) -> Option<PacedReply> {
        let mut state = self.state.lock();
        while !state.closed {
            let due = state.paced.peek().map(|Reverse(reply)| reply.due);
            match due {
                Some(due) if due <= Instant::now() => {
                    return state.paced.pop().map(|Reverse(reply)| reply);
                }
                Some(due) => {
                    self.paced.wait_until(&mut state, due);
                }
                None => self.paced.wait(&mut state),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use tapis_games::seat::Seat;

    use super::*;

    fn game(n: u128) -> GameId {
        GameId::from_u128(n)
    }

    #[test]
    fn games_come_once_and_in_order() {
        let queue = Queue::new(10);
        for n in [3, 1, 3, 2, 1] {
            queue.wake(game(n));
        }
        assert_eq!(queue.len(), 3);
        for n in [3, 1, 2] {
            assert!(matches!(queue.next(), Some(Work::Think(found)) if found.game == game(n)));
        }
        queue.wake(game(3));
        assert_eq!(queue.len(), 1);
    }

    #[test]
    fn what_finds_no_room_is_looked_for_later() {
        let queue = Queue::new(1);
        queue.wake(game(1));
        assert!(!queue.has_room());
        queue.wake(game(2));
        assert!(matches!(queue.next(), Some(Work::Think(found)) if found.game == game(1)));
        assert!(matches!(queue.next(), Some(Work::LookThrough)));
    }

    fn paced(n: u128, due: Instant) -> PacedReply {
        let mover = Automatic::Bot(Seat(0), "random".into());
        PacedReply { due, game: game(n), reply: Reply { ply: 1, mover, notation: "pass".into() } }
    }

    #[test]
    fn replies_come_in_the_order_in_which_they_are_due() {
        let queue = Queue::new(1);
        let now = Instant::now();
        let (first, second) = (paced(7, now), paced(3, now + std::time::Duration::from_millis(1)));
        queue.pace(second.clone());
        queue.pace(first.clone());
        assert_eq!(queue.next_due(), Some(first));
        assert_eq!(queue.next_due(), Some(second));
        queue.close();
        assert_eq!(queue.next_due(), None);
        assert!(queue.next().is_none());
    }

    /// Whoever searches takes games only, and whoever makes replies takes those only: no reply waits for a search.
    #[test]
    fn replies_and_searches_do_not_wait_for_each_other() {
        let queue = Queue::new(1);
        let reply = paced(7, Instant::now());
        queue.wake(game(1));
        queue.pace(reply.clone());
        assert_eq!(queue.next_due(), Some(reply));
        assert!(matches!(queue.next(), Some(Work::Think(found)) if found.game == game(1)));
    }

    #[test]
    fn a_second_announcement_keeps_the_time_of_the_first() {
        let queue = Queue::new(2);
        queue.wake(game(1));
        let after = Instant::now();
        queue.wake(game(1));
        assert!(matches!(queue.next(), Some(Work::Think(found)) if found.at <= after));
        assert_eq!(queue.len(), 0);
    }
}
