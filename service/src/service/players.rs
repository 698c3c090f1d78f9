//! The players whom front ends name at seats.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tapis_db::StoreError;
use tapis_db::model::{GameId, GameSummary, SeatCursor, SeatKind, SeatRecord, SeatedPlayer};
use tapis_games::seat::Seat;

use super::Service;
use crate::ServiceError;
use crate::tables::changes::seat_after;
use crate::tables::{GameStatus, Snapshot};

/// At how many seats a player is forgotten in one transaction, so that no move waits long behind it.
const SEATS_A_TRANSACTION: usize = 200;

/// Whom a front end names at a seat.
#[derive(Clone, Debug)]
pub struct NamedPlayer {
    /// The seat.
    pub seat: Seat,
    /// The generation of the seat's secret. Where it is another by now, somebody else sits there.
    pub generation: u32,
    /// The front end's id of the player.
    pub player: String,
}

/// A seat of a player.
pub struct PlayerSeat {
    /// The seat.
    pub seat: Seat,
    /// The game as it is known without its log.
    pub game: GameSummary,
    /// Rank and score of the seat, where the game is finished.
    pub result: Option<(u8, i32)>,
}

/// Some seats of a player.
pub struct PlayerPage {
    /// The seats, those of the newest game first.
    pub seats: Vec<PlayerSeat>,
    /// Where the next page begins.
    pub next: Option<SeatCursor>,
}

impl Service {
    /// Names players of a key at seats of a game. Whoever has left their seat meanwhile is not named. A request that is repeated
    /// names nobody in place of another.
    ///
    /// # Errors
    /// There is no such game, or the store does not take it.
    pub async fn name_players(
        &self,
        game: GameId,
        key: String,
        named: Vec<NamedPlayer>,
        repeated: bool,
    ) -> Result<(), ServiceError> {
        if named.is_empty() {
            return Ok(());
        }
        let snapshot = self.live_games.open(game).await?.snapshot();
        let sits = named.into_iter().filter(|named| is_kept(&snapshot, named.seat, named.generation));
        let created_at = snapshot.info.created_at;
        let seated = |NamedPlayer { seat, player, .. }| {
            let key = key.clone();
            SeatedPlayer { game, seat: seat.0, key, player, created_at }
        };
        let players: Vec<_> = sits.map(seated).collect();
        self.seat(game, players, repeated).await
    }

    /// Names the players of a game in the game that follows, each where a place is kept. Asked again it changes nothing.
    ///
    /// # Errors
    /// The store cannot tell or does not take it.
    pub async fn follow_players(&self, before: GameId, game: GameId) -> Result<(), ServiceError> {
        let named = self.ask_store(move |store| store.players_of(before)).await?;
        if named.is_empty() {
            return Ok(());
        }
        let snapshot = self.live_games.open(game).await?.snapshot();
        let (seats, created_at) = (snapshot.seats.len(), snapshot.info.created_at);
        let moved = named.into_iter().map(|player| {
            let seat = seat_after(Seat(player.seat), seats).0;
            SeatedPlayer { game, seat, created_at, ..player }
        });
        let kept = moved.filter(|player| is_kept(&snapshot, Seat(player.seat), 0)).collect();
        self.seat(game, kept, true).await
    }

    /// Forgets who is named at a seat that somebody left or gave away.
    pub(super) async fn release(&self, game: GameId, seat: Seat) -> Result<(), ServiceError> {
        let snapshot = self.live_games.open(game).await?.snapshot();
        if snapshot.seat(seat).is_none_or(|record| record.kind == SeatKind::Human) {
            return Ok(());
        }
        self.ask_store(move |store| store.unseat_player(game, seat.0)).await.map(drop)
    }

    /// The seats of a key's player behind `after`, the newest game first, at most `limit`. One that was never named has none.
    ///
    /// # Errors
    /// The store cannot tell.
    pub async fn games_of_player(
        &self,
        key: String,
        player: String,
        after: Option<SeatCursor>,
        limit: usize,
    ) -> Result<PlayerPage, ServiceError> {
        let store = Arc::clone(&self.store);
        let found = move || {
            let named = store.seats_of_player(&key, &player, after, limit.saturating_add(1))?;
            let ids: HashSet<_> = named.iter().map(|named| named.game).collect();
            let games = store.game_summaries(ids.into_iter().collect())?;
            Ok::<_, StoreError>((named, games))
        };
        let (mut named, games) = self.answers.make_here(found).await??;
        let games: HashMap<_, _> = games.into_iter().map(|game| (game.id, game)).collect();
        let more = named.len() > limit;
        named.truncate(limit);
        let next = named.last().filter(|_| more).map(SeatedPlayer::cursor);
        let mut seats = Vec::with_capacity(named.len());
        for SeatedPlayer { game, seat, .. } in named {
            let (seat, game) = (Seat(seat), games.get(&game));
            let plays = |game: &&GameSummary| {
                game.seats.get(seat.index()).is_some_and(|record| !is_given_away(record))
            };
            let Some(mut game) = game.filter(plays).cloned() else { continue };
            self.tell_deadline(&mut game);
            let result = self.result_at(&game, seat).await?;
            seats.push(PlayerSeat { seat, game, result });
        }
        Ok(PlayerPage { seats, next })
    }

    /// Forgets a key's player at every seat, and how strong the player is. The games stay.
    ///
    /// # Errors
    /// The store does not take it. Asked again it goes on.
    pub async fn forget_player(&self, key: String, player: String) -> Result<(), ServiceError> {
        self.ask_store(move |store| {
            while store.forget_player(&key, &player, SEATS_A_TRANSACTION)? == SEATS_A_TRANSACTION {}
            // A game that ends meanwhile rates nobody who is not named any more.
            store.forget_ratings(&key, &player).map(drop)
        })
        .await
    }

    async fn seat(
        &self,
        game: GameId,
        mut players: Vec<SeatedPlayer>,
        only_nameless: bool,
    ) -> Result<(), ServiceError> {
        if players.is_empty() {
            return Ok(());
        }
        self.ask_store(move |store| {
            if only_nameless {
                let there = store.players_of(game)?;
                players.retain(|player| there.iter().all(|there| there.seat != player.seat));
            }
            if players.is_empty() { Ok(()) } else { store.seat_players(game, players) }
        })
        .await
    }

    /// Rank and score of a seat of a finished game; none where the rules that ended it are no longer played.
    async fn result_at(&self, game: &GameSummary, seat: Seat) -> Result<Option<(u8, i32)>, ServiceError> {
        if game.status != GameStatus::Finished {
            return Ok(None);
        }
        let outcome = self.live_games.open(game.id).await?.snapshot().outcome();
        let at = seat.index();
        Ok(outcome.and_then(|outcome| Some((*outcome.ranks.get(at)?, *outcome.scores.get(at)?))))
    }
}

/// Whether the seat is one that somebody has, or is expected at, by a secret of this generation.
fn is_kept(snapshot: &Snapshot, seat: Seat, generation: u32) -> bool {
    let is_person = |record: &SeatRecord| matches!(record.kind, SeatKind::Human | SeatKind::Invite);
    snapshot.seat(seat).is_some_and(|record| record.generation == generation && is_person(record))
}

/// Whether a bot has the seat for good. Whoever was only late may take it back.
fn is_given_away(record: &SeatRecord) -> bool {
    record.kind == SeatKind::Bot && !record.timed_out
}
