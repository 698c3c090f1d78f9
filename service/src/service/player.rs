//! Authorises the caller once: a seat's token becomes a [`Player`], and a reader's token a [`Look`] at the game.

use std::sync::Arc;

use tapis_db::model::{GameId, SeatKind};
use tapis_games::locale::said;
use tapis_games::seat::{Seat, Viewer};

use super::Service;
use crate::ServiceError;
use crate::pool::Caller;
use crate::tables::{LiveGame, Presence, Snapshot, TokenBearer, reading_generation};

/// Somebody at a seat of a game, whose token was checked.
pub struct Player {
    pub(super) game: Arc<LiveGame>,
    pub(super) seat: Seat,
    generation: u32,
    /// Whose queue a slow answer waits in.
    pub(super) caller: Caller,
}

/// A game at its newest version, and what its reader may see.
pub struct Look {
    /// The game.
    pub snapshot: Arc<Snapshot>,
    /// What the reader may see.
    pub viewer: Viewer,
    /// The generation of the reader's token, if it is the token of a seat.
    pub(super) generation: Option<u32>,
    /// Who follows the game, if the game shows it.
    pub presence: Option<Presence>,
}

impl Player {
    /// The same player, who asks from the address of `caller`.
    pub fn from(self, caller: Caller) -> Self {
        Self { caller, ..self }
    }

    /// The seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Checks that the token is still the seat's: somebody may have replaced it meanwhile.
    ///
    /// # Errors
    /// It was replaced. A private game then does not exist for its bearer.
    pub(super) fn holds(&self, snapshot: &Snapshot) -> Result<(), ServiceError> {
        let generation = snapshot.seat(self.seat).map(|record| record.generation);
        if generation == Some(self.generation) {
            return Ok(());
        }
        let record = snapshot.seat(self.seat).filter(|record| record.kind == SeatKind::Bot);
        if record.is_some_and(|record| reading_generation(record) == Some(self.generation)) {
            let timed_out = record.is_some_and(|record| record.timed_out);
            return TokenBearer::Left { seat: self.seat, timed_out }.seat().map(|_| ());
        }
        Err(snapshot.replaced(self.seat))
    }
}

impl Service {
    /// The bearer of a seat's token.
    ///
    /// # Errors
    /// There is no such game, or the token opens no seat of it.
    pub async fn player(&self, game: GameId, token: Option<&str>) -> Result<Player, ServiceError> {
        let game = self.live_games.open(game).await?;
        self.player_of(game, token)
    }

    /// As [`Service::player`], for a caller who is about to change the game. The token is first compared with the game in memory, without
    /// asking the store for news: the change checks it again.
    ///
    /// # Errors
    /// Those of [`Service::player`].
    pub async fn mover(&self, game: GameId, token: Option<&str>) -> Result<Player, ServiceError> {
        match self.player_of(self.live_games.known(game).await?, token) {
            Err(_) if self.store.is_shared() => self.player(game, token).await,
            player => player,
        }
    }

    fn player_of(&self, game: Arc<LiveGame>, token: Option<&str>) -> Result<Player, ServiceError> {
        let snapshot = game.snapshot();
        let seat = snapshot.caller(&self.tokens, token)?.seat()?;
        let generation = snapshot.seat(seat).map_or(0, |record| record.generation);
        Ok(Player { game, seat, generation, caller: Caller::new(None, 0) })
    }

    /// A game at an earlier version, as `viewer` may know it. A seat may read the versions since its holder took it.
    ///
    /// # Errors
    /// There was no such version, or somebody else sat at the seat then.
    pub async fn earlier(
        &self,
        snapshot: Arc<Snapshot>,
        version: u64,
        (viewer, caller): (Viewer, Caller),
    ) -> Result<Arc<Snapshot>, ServiceError> {
        let newest = snapshot.version();
        if !(1..=newest).contains(&version) {
            return Err(ServiceError::field("/version", said("versions").with("newest", newest)));
        }
        snapshot.own_version(viewer, version)?;
        snapshot.made_at(version, caller, &self.answers).await
    }

    /// The newest version of a game, as the holder of `token` sees it, or as a spectator without one.
    ///
    /// # Errors
    /// There is no such game, or the token opens nothing of it.
    pub async fn look(&self, game: GameId, token: Option<&str>) -> Result<Look, ServiceError> {
        let game = self.live_games.open(game).await?;
        let snapshot = game.snapshot();
        let viewer = snapshot.caller(&self.tokens, token)?.viewer();
        self.sees(&game, viewer).await;
        let generation = generation(&snapshot, viewer);
        Ok(Look { snapshot, viewer, generation, presence: game.presence() })
    }
}

/// The generation of the token that a viewer has.
pub(super) fn generation(snapshot: &Snapshot, viewer: Viewer) -> Option<u32> {
    match viewer {
        Viewer::Seat(seat) => snapshot.seat(seat).and_then(reading_generation),
        Viewer::Spectator | Viewer::Replay => None,
    }
}
