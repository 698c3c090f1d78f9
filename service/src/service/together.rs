//! Following the games of one person together: those that a list of tokens and tickets opens, or those in which a front end names a
//! player.
//!
//! As with one game nothing is queued: whoever reads knows how far each seat was told, and reads on from the newest snapshots.

use std::collections::HashSet;
use std::sync::Arc;

use futures_util::future;
use tapis_db::StoreError;
use tapis_db::model::{GameId, GameSummary, SeatedPlayer, Time};
use tapis_games::seat::{Seat, Viewer};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::Service;
use super::lookup::fits;
use crate::ServiceError;
use crate::answers::asking;
use crate::pool::Caller;
use crate::tables::{GameStatus, LiveGame, Snapshot, TokenKind, reading_generation};

/// The most seats that are followed together; of a player those of the newest games.
pub const TOGETHER: usize = 200;
/// How long a game is followed after its end, in milliseconds: its people may play again.
const AFTERWARDS_MS: u64 = 3_600_000;
/// So many times [`TOGETHER`] seats of a player are looked through, the newest first, for games that are not over.
const PAGES: usize = 5;

/// Whose games are followed together.
pub enum Followed {
    /// Of whoever has these tokens and tickets.
    Tokens(Vec<String>),
    /// Of a player.
    Player {
        /// The name of the key that names the player.
        key: String,
        /// The id of the player.
        player: String,
    },
}

/// A seat whose game is followed together with others.
pub struct FollowedSeat {
    /// The seat.
    pub seat: Seat,
    /// How far the reader was told, as the reader counts; 0 for nothing.
    pub told: u64,
    game: Arc<LiveGame>,
    news: watch::Receiver<u64>,
    /// What opened it, and of which generation; nothing where a player is named.
    opened: Option<(TokenKind, u32)>,
}

/// A seat that is to be followed, and what opened it.
type FoundSeat = (GameId, Seat, Option<(TokenKind, u32)>);

/// Somebody who follows several games.
pub struct SeatsReader {
    /// The seats, in the order in which they came.
    pub seats: Vec<FollowedSeat>,
    /// The name of a key, and its player; nobody where tokens are followed.
    player: Option<(String, String)>,
    /// The signal that the player is seated elsewhere than before.
    seated: Option<watch::Receiver<()>>,
    caller: Caller,
    stopping: CancellationToken,
}

/// What wakes somebody who follows several games.
pub enum SeatsNews {
    /// Something happened in one of the games.
    Games,
    /// The player may be seated elsewhere than before, see [`Service::follow_on`].
    Seated,
    /// Nothing comes any more: the service stops.
    Over,
}

impl Service {
    /// Lets somebody follow several games, at most [`TOGETHER`]. A token or ticket that opens nothing is passed over, and so are games
    /// that have been over for an hour.
    ///
    /// # Errors
    /// The store cannot tell, or a game cannot be loaded.
    pub async fn follow_together(&self, who: Followed, caller: Caller) -> Result<SeatsReader, ServiceError> {
        let stopping = self.stopping.clone();
        let mut reader = SeatsReader { seats: Vec::new(), player: None, seated: None, caller, stopping };
        match who {
            Followed::Player { key, player } => {
                reader.seated = Some(self.live_games.seated(&key, &player).subscribe());
                reader.player = Some((key, player));
            }
            Followed::Tokens(tokens) => {
                let opened = self.look_up(tokens, caller).await?;
                let now = self.now();
                let opened = opened.into_iter().flatten().filter(|opened| goes_on(&opened.game, now));
                let found = opened.filter_map(|opened| {
                    let generation = reading_generation(opened.game.seats.get(opened.seat.index())?)?;
                    Some((opened.game.id, opened.seat, Some((opened.by, generation))))
                });
                self.add_seats(&mut reader, found.take(TOGETHER).collect()).await?;
            }
        }
        self.follow_on(&mut reader).await?;
        Ok(reader)
    }

    /// Looks again at which seats the player is named, and leaves games that have been over for an hour. Whoever waits at a seat for
    /// others is seen there. To be called every few seconds, and when a seat changes hands.
    ///
    /// # Errors
    /// The store cannot tell, or a game cannot be loaded; what was followed still is.
    pub async fn follow_on(&self, reader: &mut SeatsReader) -> Result<(), ServiceError> {
        if let Some((key, player)) = reader.player.clone() {
            let found = self.seats_to_follow(key, player, reader.caller).await?;
            let named: HashSet<_> = found.iter().map(|(game, seat, _)| (*game, seat.0)).collect();
            reader.seats.retain(|one| named.contains(&(one.game.id(), one.seat.0)));
            self.add_seats(reader, found).await?;
        }
        let now = self.now();
        reader.seats.retain(|one| !one.is_over(now));
        for one in reader.seats.iter().filter(|one| one.is_taken()) {
            self.sees(&one.game, Viewer::Seat(one.seat)).await;
        }
        Ok(())
    }

    /// The seats of a player in games that go on, the newest first.
    async fn seats_to_follow(
        &self,
        key: String,
        player: String,
        caller: Caller,
    ) -> Result<Vec<FoundSeat>, ServiceError> {
        let (store, now) = (Arc::clone(&self.store), self.now());
        let find = move || {
            let (mut found, mut after) = (Vec::new(), None);
            for _ in 0..PAGES {
                let named = store.seats_of_player(&key, &player, after, TOGETHER, false)?;
                let ids: HashSet<_> = named.iter().map(|named| named.game).collect();
                let games = store.game_summaries(ids.into_iter().collect())?;
                let go_on = games.iter().filter(|game| goes_on(game, now));
                let go_on: HashSet<_> = go_on.map(|game| game.id).collect();
                let followed = named.iter().filter(|named| go_on.contains(&named.game));
                found.extend(followed.map(|named| (named.game, Seat(named.seat), None)));
                after = named.last().map(SeatedPlayer::cursor);
                if named.len() < TOGETHER || found.len() >= TOGETHER {
                    break;
                }
            }
            found.truncate(TOGETHER);
            Ok::<Vec<FoundSeat>, StoreError>(found)
        };
        Ok(self.answers.make(caller, find).await??)
    }

    /// Follows seats, too, that are not followed yet.
    async fn add_seats(&self, reader: &mut SeatsReader, found: Vec<FoundSeat>) -> Result<(), ServiceError> {
        for (id, seat, opened) in found {
            if reader.seats.iter().any(|known| known.game.id() == id && known.seat == seat) {
                continue;
            }
            match asking(reader.caller, self.live_games.open(id)).await {
                Ok(game) => {
                    reader.seats.push(FollowedSeat { seat, told: 0, news: game.news(), game, opened });
                }
                // Deleted meanwhile.
                Err(ServiceError::NotFound { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl SeatsReader {
    /// Whether nothing can come any more: nothing is left of what tokens opened.
    pub fn is_over(&self) -> bool {
        self.player.is_none() && self.seats.is_empty()
    }

    /// Whether a seat may be somebody else's by a snapshot, so that it has to be looked who is named there before anything is told.
    pub fn may_have_lost(&self, seat: &FollowedSeat, snapshot: &Snapshot, since: u64) -> bool {
        let mut new = snapshot.entries().since(since as usize);
        self.player.is_some()
            && new.any(|entry| entry.seat == Some(seat.seat) && entry.kind.record().is_some())
    }

    /// Waits until something happens. Whoever stops waiting misses nothing.
    pub async fn next(&mut self) -> SeatsNews {
        let Self { seats, seated, stopping, .. } = self;
        tokio::select! {
            biased;
            () = changed(seats) => SeatsNews::Games,
            () = signalled(seated) => SeatsNews::Seated,
            () = stopping.cancelled() => SeatsNews::Over,
        }
    }
}

impl FollowedSeat {
    /// The game.
    pub fn game(&self) -> GameId {
        self.game.id()
    }

    /// The newest version.
    pub fn newest(&self) -> Arc<Snapshot> {
        self.game.snapshot()
    }

    /// Whether what opened the seat still does by a snapshot.
    pub fn is_open(&self, snapshot: &Snapshot) -> bool {
        let Some((by, generation)) = self.opened else { return true };
        let record = snapshot.seat(self.seat).filter(|record| fits(by, record.kind));
        record.and_then(reading_generation) == Some(generation)
    }

    /// Whether the seat is no mere invitation, of which nobody waits at the table.
    fn is_taken(&self) -> bool {
        !matches!(self.opened, Some((TokenKind::Invite, _)))
    }

    /// Whether the game has been over for so long that nothing is waited for any more.
    fn is_over(&self, now: Time) -> bool {
        let snapshot = self.newest();
        let end = || snapshot.entries().iter().rev().find(|entry| entry.kind.is_end()).map(|end| end.at);
        is_over(snapshot.status) && end().is_none_or(|end| now.millis_since(end) >= AFTERWARDS_MS)
    }
}

/// Whether something may still happen in a game by what is known without its log.
fn goes_on(game: &GameSummary, now: Time) -> bool {
    !is_over(game.status) || now.millis_since(game.updated_at) < AFTERWARDS_MS
}

fn is_over(status: GameStatus) -> bool {
    matches!(status, GameStatus::Finished | GameStatus::Aborted)
}

/// Waits for a version of any of the games.
async fn changed(seats: &mut [FollowedSeat]) {
    let news: Vec<_> = seats.iter_mut().map(|one| Box::pin(one.news.changed())).collect();
    if news.is_empty() {
        return future::pending().await;
    }
    let _ = future::select_all(news).await;
}

/// Waits for the signal, if there is one.
async fn signalled(seated: &mut Option<watch::Receiver<()>>) {
    match seated {
        // The service has the other end for as long as it lives.
        Some(seated) => seated.changed().await.unwrap_or_default(),
        None => future::pending().await,
    }
}
