//! Following a game: its versions as they come, to one reader.
//!
//! A reader holds no queue: it asks for what comes after the version it knows and reads on from the snapshot, so a slow one costs
//! no memory, and one that comes back resumes with exactly what it missed.

use std::sync::Arc;

use jiff::Timestamp;
use tapis_db::model::{GameId, Visibility};
use tapis_games::seat::Viewer;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::{Look, Service};
use crate::ServiceError;
use crate::advice::pool::Caller;
use crate::tables::{Attendance, GameStatus, LiveGame, Presence, Snapshot, TicketUse};

/// What a reader shows: a token, which may be none, or a ticket that was given for one.
#[derive(Clone, Copy)]
pub enum Access<'a> {
    /// A token.
    Token(Option<&'a str>),
    /// A ticket.
    Ticket(&'a str),
}

/// Somebody who follows a game.
pub struct Reader {
    game: Arc<LiveGame>,
    viewer: Viewer,
    /// The generation of the seat's token: it ends when the token is replaced.
    generation: Option<u32>,
    news: watch::Receiver<u64>,
    stopping: CancellationToken,
    /// The ticket works as long as it is in use.
    _ticket: Option<TicketUse>,
}

/// What a reader is told.
pub enum News {
    /// There are versions that the reader does not know.
    Newer(Arc<Snapshot>),
    /// Nothing comes any more: the game is over, or the service stops.
    Over,
    /// The reader's token was replaced.
    Unwelcome,
}

impl Service {
    /// Lets somebody follow a game.
    ///
    /// # Errors
    /// There is no such game, or what the reader shows opens nothing of it.
    pub async fn follow(&self, game: GameId, access: Access<'_>) -> Result<Reader, ServiceError> {
        let game = self.live_games.open(game).await?;
        let snapshot = game.snapshot();
        let (viewer, generation, ticket) = match access {
            Access::Ticket(ticket) => {
                let hidden = snapshot.info.visibility == Visibility::Private;
                let used = self.tickets.redeem(&self.sources, ticket, game.id());
                let used = used
                    .map_err(|error| if hidden { ServiceError::NotFound { what: "game" } } else { error })?;
                (used.access.viewer, used.access.generation, Some(used))
            }
            Access::Token(token) => {
                let viewer = snapshot.caller(&self.tokens, token)?.viewer();
                (viewer, generation(&snapshot, viewer), None)
            }
        };
        let (news, stopping) = (game.news(), self.stopping.clone());
        let reader = Reader { game, viewer, generation, news, stopping, _ticket: ticket };
        if reader.is_welcome(&snapshot) { Ok(reader) } else { Err(ServiceError::UnknownToken) }
    }

    /// A ticket with which somebody can follow a game as the bearer of `token` does, and until when it waits to be used.
    ///
    /// # Errors
    /// Too many are out, altogether or to the caller's address.
    pub fn stream_ticket(&self, look: &Look, caller: Caller) -> Result<(String, Timestamp), ServiceError> {
        let Look { snapshot, viewer, .. } = look;
        let generation = generation(snapshot, *viewer);
        self.tickets.issue(&self.sources, caller, snapshot.info.id, *viewer, generation)
    }
}

impl Reader {
    /// What the reader may see.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Counts the reader among those who follow the game until the answer is dropped; `None` where nobody is counted.
    pub fn attend(&self) -> Option<Attendance> {
        self.game.presence().map(|_| Attendance::new(&self.game, self.viewer))
    }

    /// Who follows the game, if that is told.
    pub fn presence(&self) -> Option<Presence> {
        self.game.presence()
    }

    /// The game.
    pub fn game(&self) -> &LiveGame {
        &self.game
    }

    /// The newest version.
    pub fn newest(&self) -> Arc<Snapshot> {
        self.game.snapshot()
    }

    /// Whether nothing can come any more after a version.
    pub fn is_over(&self, after: u64) -> bool {
        ended(&self.game.snapshot(), after)
    }

    /// Waits for a version after `after`. Whoever stops waiting misses nothing.
    pub async fn next(&mut self, after: u64) -> News {
        loop {
            self.news.mark_unchanged();
            match self.now(after) {
                Some(news) => return news,
                None if self.stopping.is_cancelled() => return News::Over,
                None => {}
            }
            tokio::select! {
                changed = self.news.changed() => if changed.is_err() { return News::Over },
                () = self.stopping.cancelled() => return News::Over,
            }
        }
    }

    /// What there is to tell at once.
    fn now(&self, after: u64) -> Option<News> {
        let snapshot = self.game.snapshot();
        if !self.is_welcome(&snapshot) {
            Some(News::Unwelcome)
        } else if snapshot.version() > after {
            Some(News::Newer(snapshot))
        } else {
            ended(&snapshot, after).then_some(News::Over)
        }
    }

    fn is_welcome(&self, snapshot: &Snapshot) -> bool {
        generation(snapshot, self.viewer) == self.generation
    }
}

/// The generation of the token that a viewer has.
fn generation(snapshot: &Snapshot, viewer: Viewer) -> Option<u32> {
    match viewer {
        Viewer::Seat(seat) => snapshot.seat(seat).map(|record| record.generation),
        Viewer::Spectator | Viewer::Replay => None,
    }
}

fn ended(snapshot: &Snapshot, after: u64) -> bool {
    matches!(snapshot.status, GameStatus::Finished | GameStatus::Aborted) && after >= snapshot.version()
}
