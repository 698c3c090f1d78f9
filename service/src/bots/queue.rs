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
    changed: Condvar,
    capacity: usize,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<GameId>,
    known: HashSet<GameId>,
    scheduled: BinaryHeap<Reverse<Scheduled>>,
    /// Unfinished games have to be looked through: at the start, and after an announcement found no room.
    look_through: bool,
    closed: bool,
}

/// A reply that waits for its time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Scheduled {
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

/// What a thread does next.
pub(super) enum Work {
    /// Find a move.
    Think(GameId),
    /// Make a move whose time has come.
    Play(GameId, Reply),
    /// Look through the unfinished games.
    LookThrough,
}

impl Queue {
    pub fn new(capacity: usize) -> Self {
        Self { state: Mutex::default(), changed: Condvar::new(), capacity: capacity.max(1) }
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
        state.waiting.push_back(game);
        self.changed.notify_one();
    }

    pub fn schedule(&self, reply: Scheduled) {
        let mut state = self.state.lock();
        state.scheduled.push(Reverse(reply));
        self.changed.notify_one();
    }

    pub fn look_through(&self) {
        self.state.lock().look_through = true;
        self.changed.notify_one();
    }

    pub fn has_room(&self) -> bool {
        self.state.lock().waiting.len() < self.capacity
    }

    pub fn len(&self) -> usize {
        let state = self.state.lock();
        state.waiting.len() + state.scheduled.len()
    }

    pub fn close(&self) {
        self.state.lock().closed = true;
        self.changed.notify_all();
    }

    pub fn is_closed(&self) -> bool {
        self.state.lock().closed
    }

    /// Waits for work; `None` once the queue is closed.
    pub fn next(&self) -> Option<Work> {
        let mut state = self.state.lock();
        loop {
            if state.closed {
                return None;
            }
            let now = Instant::now();
            let due = state.scheduled.peek().map(|Reverse(next)| next.due);
            if due.is_some_and(|due| due <= now)
                && let Some(Reverse(next)) = state.scheduled.pop()
            {
                return Some(Work::Play(next.game, next.reply));
            }
            if let Some(game) = state.waiting.pop_front() {
                state.known.remove(&game);
                return Some(Work::Think(game));
            }
            if std::mem::take(&mut state.look_through) {
                return Some(Work::LookThrough);
            }
            match due {
                Some(due) => {
                    self.changed.wait_until(&mut state, due);
                }
                None => self.changed.wait(&mut state),
            }
        }
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
            assert!(matches!(queue.next(), Some(Work::Think(id)) if id == game(n)));
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
        assert!(matches!(queue.next(), Some(Work::Think(id)) if id == game(1)));
        assert!(matches!(queue.next(), Some(Work::LookThrough)));
    }

    #[test]
    fn replies_come_when_they_are_due() {
        let queue = Queue::new(1);
        let mover = Automatic::Bot(Seat(0), "random".into());
        let reply = Reply { ply: 1, mover, notation: "pass".into() };
        queue.schedule(Scheduled { due: Instant::now(), game: game(7), reply: reply.clone() });
        assert!(matches!(queue.next(), Some(Work::Play(id, found)) if id == game(7) && found == reply));
        queue.close();
        assert!(queue.next().is_none());
    }
}
