//! The answer to a move: the version it made, with the bots' replies that came in time.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::event::EventKind;
use super::{LiveGame, Snapshot};

impl LiveGame {
    /// Waits until no bot is to move, at most for `wait`, and not beyond `stopping`; answers the newest version.
    pub async fn replies(&self, wait: Duration, stopping: &CancellationToken) -> Arc<Snapshot> {
        let until = Instant::now() + wait;
        let mut news = self.news();
        loop {
            news.mark_unchanged();
            let snapshot = self.snapshot();
            if snapshot.bot_to_move().is_none() {
                return snapshot;
            }
            tokio::select! {
                changed = news.changed() => if changed.is_err() { return self.snapshot() },
                () = tokio::time::sleep_until(until) => return self.snapshot(),
                () = stopping.cancelled() => return self.snapshot(),
            }
        }
    }
}

impl Snapshot {
    /// The version that answers the move which made version `made`: that one, with the end when the move ended the
    /// game, and, `with_replies`, with the bots' plies that follow it without a break.
    pub fn answering(&self, made: u64, with_replies: bool) -> u64 {
        let later = self.entries().since(made as usize);
        let belongs = later.take_while(|entry| match entry.kind {
            EventKind::End => true,
            EventKind::Ply { .. } => with_replies && entry.seat.is_some_and(|seat| self.is_bot(seat)),
            _ => false,
        });
        made + belongs.count() as u64
    }
}
