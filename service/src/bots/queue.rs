//! The games with a bot to move, and replies that wait for their time.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::net::IpAddr;
use std::time::Instant;

use parking_lot::{Condvar, Mutex};
use tapis_db::model::GameId;
use tapis_solver::engine::BotLevel;

use super::creators::Creators;
use super::lane::{Lane, price};
use crate::advice::pool::fair::{Entry, FairQueue};
use crate::tables::Automatic;

/// In each lane the creators of games take turns; every game waits at most once.
pub(super) struct Queue {
    state: Mutex<State>,
    /// There is something to find, lane by lane.
    announced: [Condvar; Lane::ALL.len()],
    /// Another reply waits for its time.
    paced: Condvar,
    /// Games that may wait: so many with people, and as many without.
    capacity: usize,
}

struct State {
    lanes: [FairQueue<QueuedGame>; Lane::ALL.len()],
    known: HashSet<GameId>,
    creators: Creators,
    paced: BinaryHeap<Reverse<PacedReply>>,
    /// Unfinished games have to be looked through, those with people and those without: at the start, and after an
    /// announcement found no room.
    rescan_unfinished: Unseen,
    /// Games whose announcement found no room, at most as many as may wait: they are found again however young they are.
    turned_away: HashSet<GameId>,
    closed: bool,
}

#[derive(Clone, Copy, Default)]
struct Unseen {
    people: bool,
    alone: bool,
}

/// A game in which something is to move by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QueuedGame {
    pub game: GameId,
    /// The level that is to move; `None` for a seat that passes.
    pub level: Option<BotLevel>,
    /// Whether people sit at the table.
    pub people: bool,
    /// Since when: replies are paced from here, so that neither the queue nor a search shows in their delay.
    pub at: Instant,
}

impl QueuedGame {
    /// From now on.
    pub fn now(game: GameId, level: Option<BotLevel>, people: bool) -> Self {
        Self { game, level, people, at: Instant::now() }
    }

    pub fn lane(&self) -> Lane {
        Lane::of(self.level, self.people)
    }
}

/// A reply that waits for its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PacedReply {
    pub due: Instant,
    pub turn: QueuedGame,
    pub reply: Reply,
}

impl Ord for PacedReply {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |of: &Self| (of.due, of.turn.game, of.reply.ply);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for PacedReply {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// A move in a game that comes by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Look through the unfinished games, those with people or those without.
    LookThrough {
        /// Which.
        people: bool,
    },
}

impl Queue {
    pub fn new(capacity: usize) -> Self {
        let state = State {
            lanes: std::array::from_fn(|_| FairQueue::new()),
            known: HashSet::new(),
            creators: Creators::default(),
            paced: BinaryHeap::new(),
            rescan_unfinished: Unseen::default(),
            turned_away: HashSet::new(),
            closed: false,
        };
        Self {
            state: Mutex::new(state),
            announced: [const { Condvar::new() }; Lane::ALL.len()],
            paced: Condvar::new(),
            capacity: capacity.max(1),
        }
    }

    /// Notes where a game was created from.
    pub fn created(&self, game: GameId, address: IpAddr) {
        self.state.lock().creators.note(game, address);
    }

    /// Whether the announcement of a game found no room, and nothing has been made of it since.
    pub fn was_turned_away(&self, game: GameId) -> bool {
        self.state.lock().turned_away.contains(&game)
    }

    /// The games whose announcement found no room.
    pub fn turned_away(&self) -> HashSet<GameId> {
        self.state.lock().turned_away.clone()
    }

    /// Forgets of games that their announcement found no room: they are over.
    pub fn forget(&self, over: &HashSet<GameId>) {
        self.state.lock().turned_away.retain(|game| !over.contains(game));
    }

    pub fn wake(&self, turn: QueuedGame) {
        let mut state = self.state.lock();
        if state.closed || state.known.contains(&turn.game) {
            return;
        }
        if state.waiting(turn.people) >= self.capacity {
            if state.turned_away.len() < self.capacity {
                state.turned_away.insert(turn.game);
            }
            return state.rescan_unfinished.set(turn.people);
        }
        state.turned_away.remove(&turn.game);
        state.known.insert(turn.game);
        let (lane, caller) = (turn.lane(), state.creators.caller(turn.game));
        state.lanes[lane as usize].push(Entry { id: 0, caller, price: price(turn.level), item: turn });
        self.announced[lane as usize].notify_one();
    }

    /// Keeps a reply until it is due.
    pub fn pace(&self, reply: PacedReply) {
        self.state.lock().paced.push(Reverse(reply));
        self.paced.notify_one();
    }

    pub fn rescan_unfinished(&self, people: bool) {
        self.state.lock().rescan_unfinished.set(people);
        for lane in &self.announced {
            lane.notify_one();
        }
    }

    /// Whether another game would find room, among those with people or those without.
    pub fn has_room(&self, people: bool) -> bool {
        self.state.lock().waiting(people) < self.capacity
    }

    pub fn len(&self) -> usize {
        let state = self.state.lock();
        state.waiting(true) + state.waiting(false) + state.paced.len()
    }

    pub fn close(&self) {
        self.state.lock().closed = true;
        for lane in &self.announced {
            lane.notify_all();
        }
        self.paced.notify_all();
    }

    pub fn is_closed(&self) -> bool {
        self.state.lock().closed
    }

    /// Waits for something to find in a lane; `None` once the queue is closed.
    pub fn next(&self, lane: Lane) -> Option<Work> {
        let mut state = self.state.lock();
        while !state.closed {
            if let Some(entry) = state.lanes[lane as usize].pop() {
                state.known.remove(&entry.item.game);
                return Some(Work::Think(entry.item));
            }
            // No short reply waits for a look through all games.
            if lane != Lane::Quick && state.rescan_unfinished.take(lane.has_people()) {
                return Some(Work::LookThrough { people: lane.has_people() });
            }
            self.announced[lane as usize].wait(&mut state);
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

impl State {
    /// How many games wait, with people or without.
    fn waiting(&self, people: bool) -> usize {
        let lanes = Lane::ALL.into_iter().filter(|lane| lane.has_people() == people);
        lanes.map(|lane| self.lanes[lane as usize].len()).sum()
    }
}

impl Unseen {
    fn set(&mut self, people: bool) {
        *self.of(people) = true;
    }

    fn take(&mut self, people: bool) -> bool {
        std::mem::take(self.of(people))
    }

    fn of(&mut self, people: bool) -> &mut bool {
        if people { &mut self.people } else { &mut self.alone }
    }
}

#[cfg(test)]
mod tests;
