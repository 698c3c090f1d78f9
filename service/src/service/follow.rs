//! Following a game: its versions as they come, to one reader.
//!
//! A reader holds no queue: it asks for what comes after the version it knows and reads on from the snapshot, so a slow one costs
//! no memory, and one that comes back resumes with exactly what it missed.

use std::sync::Arc;

use tapis_db::model::{GameId, Time, Visibility};
use tapis_games::seat::Viewer;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::player::generation;
use super::{Look, Service};
use crate::ServiceError;
use crate::tables::{Attendance, GameStatus, LiveGame, Presence, Snapshot, StreamAccess, reading_generation};

/// How long a ticket opens streams: as long as a page stays open on a day, or thereabouts.
const TICKET_MS: u64 = 12 * 3_600 * 1_000;

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
}

/// What a reader is told.
pub enum GameNews {
    /// There are versions that the reader does not know.
    Newer(Arc<Snapshot>),
    /// Nothing comes any more: the game is over, or the service stops.
    Over,
    /// The reader's token was replaced, or the seat given to somebody else: what is said of that token from now on.
    Unwelcome(ServiceError),
}

impl Service {
    /// Lets somebody follow a game.
    ///
    /// # Errors
    /// There is no such game, or what the reader shows opens nothing of it.
    pub async fn follow(&self, game: GameId, access: Access<'_>) -> Result<Reader, ServiceError> {
        let game = self.live_games.open(game).await?;
        let snapshot = game.snapshot();
        let hidden = snapshot.info.visibility == Visibility::Private;
        let refused =
            || if hidden { ServiceError::NotFound { what: "game" } } else { ServiceError::UnknownToken };
        let (viewer, generation) = match access {
            Access::Ticket(ticket) => {
                let opened = self.tokens.opened_by(ticket, game.id(), self.now()).ok_or_else(refused)?;
                (opened.viewer, opened.generation)
            }
            Access::Token(token) => {
                let viewer = snapshot.caller(&self.tokens, token)?.viewer();
                (viewer, generation(&snapshot, viewer))
            }
        };
        let (news, stopping) = (game.news(), self.stopping.clone());
        let reader = Reader { game, viewer, generation, news, stopping };
        if !reader.is_welcome(&snapshot) {
            return Err(refused());
        }
        self.still_follows(&reader).await;
        Ok(reader)
    }

    /// Remembers that somebody follows a game still, so that others are brought to the table at which they wait; to be called every few
    /// seconds.
    pub async fn still_follows(&self, reader: &Reader) {
        self.sees(&reader.game, reader.viewer).await;
    }

    /// Somebody looks at a game from a seat: whoever waits there is seen.
    pub(super) async fn sees(&self, game: &LiveGame, viewer: Viewer) {
        let (Viewer::Seat(seat), now, id) = (viewer, self.now(), game.id()) else { return };
        let snapshot = game.snapshot();
        // Every table of a match tells who follows it.
        let may_wait = snapshot.status == GameStatus::Waiting && snapshot.info.terms.presence;
        if !may_wait || !game.is_to_tell(seat, now) {
            return;
        }
        if let Err(error) = self.ask_store(move |store| store.see_wish(id, seat.0, now)).await {
            tracing::debug!(%error, "others are not told that somebody waits");
        }
    }

    /// A ticket with which somebody can follow a game as whoever looked does, and until when.
    pub fn stream_ticket(&self, look: &Look) -> (String, Time) {
        let access =
            StreamAccess { game: look.snapshot.info.id, viewer: look.viewer, generation: look.generation };
        let ends_at = self.now().plus_millis(TICKET_MS);
        (self.tokens.stream_ticket(access, ends_at), ends_at)
    }
}

impl Reader {
    /// What the reader may see.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Counts the reader among those who follow the game until the answer is dropped.
    pub fn attend(&self) -> Attendance {
        Attendance::new(&self.game, self.viewer)
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
    pub async fn next(&mut self, after: u64) -> GameNews {
        loop {
            self.news.mark_unchanged();
            match self.now(after) {
                Some(news) => return news,
                None if self.stopping.is_cancelled() => return GameNews::Over,
                None => {}
            }
            tokio::select! {
                changed = self.news.changed() => if changed.is_err() { return GameNews::Over },
                () = self.stopping.cancelled() => return GameNews::Over,
            }
        }
    }

    /// What there is to tell at once.
    fn now(&self, after: u64) -> Option<GameNews> {
        let snapshot = self.game.snapshot();
        match self.viewer {
            Viewer::Seat(seat) if !self.is_welcome(&snapshot) => {
                Some(GameNews::Unwelcome(snapshot.replaced(seat)))
            }
            _ if snapshot.version() > after => Some(GameNews::Newer(snapshot)),
            _ => ended(&snapshot, after).then_some(GameNews::Over),
        }
    }

    fn is_welcome(&self, snapshot: &Snapshot) -> bool {
        let Viewer::Seat(seat) = self.viewer else { return true };
        snapshot.seat(seat).is_some_and(|record| reading_generation(record) == self.generation)
    }
}

fn ended(snapshot: &Snapshot, after: u64) -> bool {
    matches!(snapshot.status, GameStatus::Finished | GameStatus::Aborted) && after >= snapshot.version()
}
