//! What other nodes have made of games: asked of the store that they share.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use tapis_db::StoreError;
use tapis_db::model::Time;

use super::{LiveGames, deadline};
use crate::ServiceError;
use crate::stored::answered;
use crate::tables::live::{LiveGame, WriteGuard};
use crate::tables::rebuild::{LoadError, Loaded};

/// Games whose versions are asked for at once.
const FOLLOWED_AT_ONCE: usize = 1_000;

/// Games that are loaded anew at once, and how long is waited for one of them: one that is slow holds up no other.
const REFRESHED_AT_ONCE: usize = 16;
const PATIENCE: Duration = Duration::from_secs(1);

impl LiveGames {
    /// Whether nothing of a game is newer than what is known here. Asks the store where others may have written it.
    pub(in crate::tables) async fn is_newest(&self, writing: &WriteGuard) -> Result<bool, ServiceError> {
        self.ask_for_news(writing.game()).await?;
        Ok(!writing.game().is_stale())
    }

    /// Asks the store what it has of a game, where others may have written it.
    pub(super) async fn ask_for_news(&self, game: &LiveGame) -> Result<(), ServiceError> {
        if self.0.store.is_shared() {
            let versions = answered(|reply| self.0.store.versions_then(vec![game.id()], reply)).await?;
            versions.into_iter().for_each(|seen| game.notice(seen));
        }
        Ok(())
    }

    pub(in crate::tables) async fn refreshed(&self, writing: WriteGuard) -> Result<WriteGuard, ServiceError> {
        if !writing.game().is_stale() {
            return Ok(writing);
        }
        let this = self.clone();
        let writing = self.0.answers.make_here(move || this.refresh(writing)).await??;
        self.take_over(&writing.snapshot());
        Ok(writing)
    }

    /// Loads what other nodes have made of the games that somebody here follows, so that streams and long polls hear of it.
    /// Does nothing where no other node can write.
    ///
    /// # Errors
    /// The store cannot tell, or a game cannot be loaded; the others are.
    pub async fn catch_up(&self) -> Result<(), ServiceError> {
        if !self.0.store.is_shared() {
            return Ok(());
        }
        let mut caught_up = Ok(());
        for games in self.0.memory.followed().chunks(FOLLOWED_AT_ONCE) {
            let ids = games.iter().map(|game| game.id()).collect();
            let versions = match answered(|reply| self.0.store.versions_then(ids, reply)).await {
                Ok(versions) => versions,
                Err(error) => {
                    caught_up = Err(error.into());
                    continue;
                }
            };
            let seen: HashMap<_, _> = versions.into_iter().map(|seen| (seen.game, seen)).collect();
            for game in games {
                seen.get(&game.id()).into_iter().for_each(|seen| game.notice(*seen));
            }
            let stale: Vec<_> = games.iter().filter(|game| game.is_stale()).cloned().collect();
            let refreshed = stream::iter(stale).map(|game| {
                let this = self.clone();
                let refresh = async move { this.refreshed(game.write().await).await.map(drop) };
                tokio::time::timeout(PATIENCE, refresh)
            });
            let mut refreshed = refreshed.buffer_unordered(REFRESHED_AT_ONCE);
            while let Some(one) = refreshed.next().await {
                // One that takes longer is asked about again.
                caught_up = one.unwrap_or(Ok(())).and(caught_up);
            }
        }
        caught_up
    }

    /// Reads what the store may know more of a game: a move whose answer was lost, or of another node.
    pub(super) fn refresh(&self, writing: WriteGuard) -> Result<WriteGuard, LoadError> {
        let game = writing.game();
        if game.is_stale() {
            if game.refresh(self.read_on(&writing)?) {
                // Other nodes leave what follows to the one that made it.
                self.wake_mover(&game.snapshot());
            }
            if let Some(newest) = game.snapshot().entries().last() {
                let late = Time::from(self.0.timing.clock.now()).millis_since(newest.at);
                metrics::histogram!("tapis_follow_late_seconds").record(late as f64 / 1e3);
            }
            self.count(game);
            self.0.timing.deadlines.set(game.id(), deadline(&game.snapshot()));
        }
        Ok(writing)
    }

    /// What became of a game since it was known here, or the whole of it where that does not follow what is known: a server that
    /// lost its newest events, and other nodes that went on from there.
    fn read_on(&self, writing: &WriteGuard) -> Result<Loaded, LoadError> {
        let (id, known) = (writing.game().id(), writing.snapshot());
        let since = match self.0.store.events_after(id, (known.version(), writing.chain())) {
            Err(StoreError::Corrupt(reason)) => Err(reason),
            since => Ok(since.map_err(|error| LoadError::of(id, error))?),
        };
        let read = since.and_then(|since| {
            let mut snapshot = known.with_since(&since)?;
            snapshot.be_graceful(&self.0.timing.trust);
            let chain = since.events.last().map_or_else(|| writing.chain(), |newest| newest.chain);
            Ok(Loaded { snapshot, beside: since.beside, chain })
        });
        read.or_else(|reason| {
            tracing::warn!(game = %id, version = known.version(), reason, "read anew, since it did not go on from what was known");
            self.read(id)
        })
    }
}
