//! The games with a bot to move, and replies that wait for their time.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::net::IpAddr;
use std::time::Instant;

use parking_lot::{Condvar, Mutex};
use tapis_db::model::{GameId, Time};
use tapis_solver::engine::BotLevel;

use super::lane::{BotLane, has_people, level_of_mover, price};
use crate::kept::Kept;
use crate::pool::fair::{Caller, FairQueue, Queued};
use crate::tables::{Automatic, Snapshot};

/// The most games whose creators are remembered: those that go on stay, the others are forgotten.
const CREATORS: usize = 100_000;

/// In each lane the creators of games take turns; every game waits at most once.
pub(super) struct BotQueue {
    state: Mutex<QueueState>,
    /// There is something to find, lane by lane.
    announced: [Condvar; BotLane::ALL.len()],
    /// Another reply waits for its time.
    paced: Condvar,
    /// Games that may wait of one creator while no others do: so many with people, and as many without.
    capacity: usize,
}

struct QueueState {
    lanes: [FairQueue<QueuedGame>; BotLane::ALL.len()],
    known: HashSet<GameId>,
    /// The addresses that games were created from. They are kept in memory only.
    creators: Kept<GameId, IpAddr>,
    paced: BinaryHeap<Reverse<PacedReply>>,
    /// What is kept of games with people, and of those without.
    apart: [Apart; 2],
    closed: bool,
}

#[derive(Default)]
struct Apart {
    /// Which unfinished games have to be looked through: at the start, when another node is gone, and after announcements found
    /// no room even here.
    unseen: Option<LookThrough>,
    /// Games whose announcement found no room, with their creators, at most as many as may wait: they are let in as soon as others are
    /// played.
    turned_away: HashMap<GameId, (QueuedGame, Caller)>,
}

/// Which unfinished games something may be to move by itself in that nobody else sees to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reach {
    /// Those that are late: of nodes that share the store, whoever made a version makes what follows.
    Late,
    /// All: a node is gone, and which games were its is not known.
    All,
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
    /// When the version was made that it follows, where that is known.
    pub made: Option<Time>,
}

impl QueuedGame {
    /// From now on.
    pub fn now(game: GameId, level: Option<BotLevel>, people: bool) -> Self {
        Self { game, level, people, at: Instant::now(), made: None }
    }

    /// From now on, where `mover` is to move on the newest version.
    pub fn of(snapshot: &Snapshot, mover: &Automatic) -> Self {
        let made = snapshot.entries().last().map(|entry| entry.at);
        Self { made, ..Self::now(snapshot.info.id, level_of_mover(mover), has_people(&snapshot.seats)) }
    }

    /// The same, on a version that was made then.
    pub fn on(self, made: Time) -> Self {
        Self { made: Some(made), ..self }
    }

    pub fn lane(&self) -> BotLane {
        BotLane::of(self.level, self.people)
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

/// Unfinished games that have to be looked through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LookThrough {
    /// Those with people, or those without.
    pub people: bool,
    pub reach: Reach,
    /// Whoever passes by itself may be due to where the newest event is no older; nowhere without it. All else that is due shows in
    /// what is listed.
    pub since: Option<Time>,
    /// From the game after this one on: those before are seen to.
    pub after: Option<GameId>,
}

impl LookThrough {
    /// Through all of them.
    pub fn of(people: bool, reach: Reach) -> Self {
        Self { people, reach, since: None, after: None }
    }
}

/// What a thread that searches does next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// Find a move.
    Think(QueuedGame),
    /// Look through unfinished games.
    LookThrough(LookThrough),
}

impl BotQueue {
    pub fn new(capacity: usize) -> Self {
        let state = QueueState {
            lanes: std::array::from_fn(|_| FairQueue::new()),
            known: HashSet::new(),
            creators: Kept::new(CREATORS),
            paced: BinaryHeap::new(),
            apart: Default::default(),
            closed: false,
        };
        Self {
            state: Mutex::new(state),
            announced: [const { Condvar::new() }; BotLane::ALL.len()],
            paced: Condvar::new(),
            capacity: capacity.max(1),
        }
    }

    /// Notes where a game was created from.
    pub fn created(&self, game: GameId, address: IpAddr) {
        self.state.lock().creators.keep(game, address, 1);
    }

    pub fn wake(&self, turn: QueuedGame) {
        let mut state = self.state.lock();
        if state.closed || state.known.contains(&turn.game) {
            return;
        }
        // It uses the share of its creator's address; where nobody knows that any more, its own.
        let creator = match state.creators.get(&turn.game) {
            Some(address) => Caller::new(Some(address), 0),
            None => Caller::new(None, turn.game.as_u128() as u64),
        };
        if state.has_room(turn.people, creator, self.capacity) {
            return self.let_in(&mut state, turn, creator);
        }
        let apart = state.apart(turn.people);
        if apart.turned_away.len() < self.capacity {
            apart.turned_away.entry(turn.game).or_insert((turn, creator));
        } else if !apart.turned_away.contains_key(&turn.game) {
            apart.look_through(LookThrough { since: turn.made, ..LookThrough::of(turn.people, Reach::Late) });
        }
    }

    /// Lets a game in, for whose creator there is room.
    fn let_in(&self, state: &mut QueueState, turn: QueuedGame, creator: Caller) {
        let lane = turn.lane() as usize;
        state.apart(turn.people).turned_away.remove(&turn.game);
        state.known.insert(turn.game);
        state.lanes[lane].push(Queued { id: 0, caller: creator, price: price(turn.level), item: turn });
        self.announced[lane].notify_one();
    }

    /// Keeps a reply until it is due.
    pub fn pace(&self, reply: PacedReply) {
        self.state.lock().paced.push(Reverse(reply));
        self.paced.notify_one();
    }

    /// Has unfinished games looked through.
    pub fn look_through(&self, look: LookThrough) {
        self.state.lock().apart(look.people).look_through(look);
        for lane in &self.announced {
            lane.notify_one();
        }
    }

    /// Whether another game of this creator would find room, among those with people or those without.
    pub fn has_room(&self, people: bool, creator: Caller) -> bool {
        self.state.lock().has_room(people, creator, self.capacity)
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
    pub fn next(&self, lane: BotLane) -> Option<Work> {
        let mut state = self.state.lock();
        while !state.closed {
            if let Some(entry) = state.lanes[lane as usize].pop() {
                state.known.remove(&entry.item.game);
                // Games that found no room before come in, whichever have some now.
                while let Some((turn, creator)) = state.with_room(lane.has_people(), self.capacity) {
                    self.let_in(&mut state, turn, creator);
                }
                if state.may_look(lane.has_people(), self.capacity) {
                    for lane in &self.announced {
                        lane.notify_one();
                    }
                }
                return Some(Work::Think(entry.item));
            }
            // No short reply waits for a look through all games.
            if lane != BotLane::Quick
                && state.may_look(lane.has_people(), self.capacity)
                && let Some(look) = state.apart(lane.has_people()).unseen.take()
            {
                return Some(Work::LookThrough(look));
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

impl QueueState {
    /// Whether games are to be looked through, and there is room for what is found.
    fn may_look(&mut self, people: bool, capacity: usize) -> bool {
        let has_room = self.waiting(people) < capacity;
        let apart = self.apart(people);
        has_room && apart.turned_away.is_empty() && apart.unseen.is_some()
    }

    /// Whether a creator may have more games wait than it has: fewer than there are places left of twice the capacity. So one alone
    /// may have as many as the capacity, and there is room for others whatever it does (dynamic thresholds: Choudhury & Hahne 1998).
    fn has_room(&self, people: bool, creator: Caller, capacity: usize) -> bool {
        let waiting = self.waiting(people);
        let own =
            || BotLane::apart(people).map(|lane| self.lanes[lane as usize].len_of(creator)).sum::<usize>();
        waiting < capacity || waiting + own() < 2 * capacity
    }

    /// A game that was turned away and whose creator has room now. Each creator is asked once, however many games it has.
    fn with_room(&self, people: bool, capacity: usize) -> Option<(QueuedGame, Caller)> {
        let mut asked = HashSet::new();
        let mut turned_away = self.apart[usize::from(people)].turned_away.values();
        let found = turned_away
            .find(|(_, creator)| asked.insert(*creator) && self.has_room(people, *creator, capacity));
        found.copied()
    }

    fn apart(&mut self, people: bool) -> &mut Apart {
        &mut self.apart[usize::from(people)]
    }

    /// How many games wait, with people or without.
    fn waiting(&self, people: bool) -> usize {
        BotLane::apart(people).map(|lane| self.lanes[lane as usize].len()).sum()
    }
}

impl Apart {
    fn look_through(&mut self, look: LookThrough) {
        self.unseen = Some(match self.unseen {
            Some(before) => LookThrough {
                reach: before.reach.max(look.reach),
                since: before.since.into_iter().chain(look.since).min(),
                after: before.after.zip(look.after).map(|(before, after)| before.min(after)),
                ..look
            },
            None => look,
        });
    }
}

#[cfg(test)]
mod tests;
