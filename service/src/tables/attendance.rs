//! One stream among those of a game.

use std::sync::Arc;

use tapis_games::seat::Viewer;
use tokio::sync::watch;

use super::live::LiveGame;
use super::presence::{Presence, StreamCounts};

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
