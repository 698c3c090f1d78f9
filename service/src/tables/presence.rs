//! Who follows a game at the moment. It is counted in memory and makes no version; it is told where the creator wished it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use tapis_db::model::Time;
use tapis_games::seat::{MAX_SEATS, Seat, Viewer};
use tokio::sync::watch;

use super::live::LiveGame;

/// The store is told that somebody looks from a seat no more often, in milliseconds: however often they ask, it writes little.
const TOLD_EVERY_MS: i64 = 10_000;

/// When the store was last told that somebody looks from each seat, in milliseconds since 1970.
#[derive(Debug, Default)]
pub(super) struct LastSeen([AtomicI64; MAX_SEATS]);

impl LastSeen {
    /// Whether it is to be told at `now`. Of several who ask at once one is to tell.
    pub(super) fn are_to_tell(&self, seat: Seat, now: Time) -> bool {
        let (told, now) = (self.0.get(seat.index()), now.timestamp().as_millisecond());
        told.is_some_and(|told| {
            let last = told.load(Ordering::Relaxed);
            let is_due = now.saturating_sub(last) >= TOLD_EVERY_MS;
            is_due && told.compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        })
    }
}

/// Who follows a game: how many spectators, and which seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// Streams of spectators.
    pub spectators: u32,
    /// Whether each seat has a stream.
    seats: [bool; MAX_SEATS],
}

impl Presence {
    /// Whether a seat has a stream.
    pub fn has(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|has_stream| *has_stream)
    }

    /// The seats that have a stream, ascending.
    pub fn seats(&self) -> Vec<Seat> {
        Seat::all(MAX_SEATS).filter(|seat| self.seats[seat.index()]).collect()
    }
}

/// The streams of a game.
#[derive(Debug, Default)]
pub(super) struct Streams(watch::Sender<StreamCounts>);

/// How many streams there are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StreamCounts {
    spectators: u32,
    seats: [u32; MAX_SEATS],
}

impl StreamCounts {
    fn of(&mut self, viewer: Viewer) -> Option<&mut u32> {
        match viewer {
            Viewer::Seat(seat) => self.seats.get_mut(seat.index()),
            Viewer::Spectator | Viewer::Replay => Some(&mut self.spectators),
        }
    }

    pub(super) fn presence(&self) -> Presence {
        Presence { spectators: self.spectators, seats: self.seats.map(|streams| streams > 0) }
    }
}

impl Streams {
    pub(super) fn presence(&self) -> Presence {
        self.0.borrow().presence()
    }

    pub(super) fn subscribe(&self) -> watch::Receiver<StreamCounts> {
        self.0.subscribe()
    }

    pub(super) fn count(&self, viewer: Viewer, change: impl FnOnce(u32) -> u32) {
        self.0.send_modify(|counts| {
            if let Some(count) = counts.of(viewer) {
                *count = change(*count);
            }
        });
    }
}

/// A stream that is counted until this is dropped, and what it is told of the others.
pub struct Attendance {
    game: Arc<LiveGame>,
    viewer: Viewer,
    news: watch::Receiver<StreamCounts>,
}

impl Attendance {
    /// Counts a stream of `viewer`.
    pub(crate) fn new(game: &Arc<LiveGame>, viewer: Viewer) -> Self {
        game.streams().count(viewer, |count| count.saturating_add(1));
        Self { game: Arc::clone(game), viewer, news: game.streams().subscribe() }
    }

    /// Waits until who follows is another than `known`. Whoever stops waiting misses nothing.
    pub async fn other_than(&mut self, known: Option<Presence>) -> Presence {
        loop {
            let now = self.news.borrow_and_update().presence();
            // The sender lives as long as the game, which is held here.
            if Some(now) != known || self.news.changed().await.is_err() {
                return now;
            }
        }
    }
}

impl Drop for Attendance {
    fn drop(&mut self) {
        self.game.streams().count(self.viewer, |count| count.saturating_sub(1));
    }
}
