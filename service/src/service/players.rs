//! The players whom front ends name at seats.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tapis_db::StoreError;
use tapis_db::model::{GameId, GameSummary, SeatCursor, SeatKind, SeatRecord, SeatedPlayer};
use tapis_games::seat::Seat;

use super::Service;
use crate::ServiceError;
use crate::tables::{GameStatus, Person};

/// At how many seats a player is forgotten in one transaction, so that no move waits long behind it.
const SEATS_A_TRANSACTION: usize = 200;

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
    /// What a log has in place of the id of a player: the same for the same id, and no id is `~…`. Without the secret nobody finds the
    /// id by it.
    pub fn player_alias(&self, player: &str) -> String {
        format!("~{}", hex::encode(&self.tokens.seal("player in a log", player.as_bytes()).as_bytes()[..8]))
    }

    /// What opens to `person` the seat of a game at which they are named, as it would to whoever holds it: its token, or the ticket of
    /// its invitation. Of several it is `seat`, or else the first. None where they are named nowhere in the game.
    ///
    /// # Errors
    /// The store cannot tell.
    pub async fn secret_of(
        &self,
        game: GameId,
        seat: Option<Seat>,
        person: &Person,
    ) -> Result<Option<String>, ServiceError> {
        if person.player.is_none() {
            return Ok(None);
        }
        let store = Arc::clone(&self.store);
        let mut named = self.answers.make_here(move || store.players_of(game)).await??;
        named.retain(|named| named.key == person.key && Some(&named.player) == person.player.as_ref());
        let wanted = named.iter().find(|named| Some(Seat(named.seat)) == seat).or(named.first());
        let Some(own) = wanted.map(|named| Seat(named.seat)) else { return Ok(None) };
        Ok(self.live_games.open(game).await?.snapshot().secret_of(&self.tokens, own))
    }

    /// As [`Service::secret_of`], for somebody who asks for a seat.
    ///
    /// # Errors
    /// There is no such game or seat, it was left, or they are named nowhere in the game.
    pub async fn secret_at(
        &self,
        (game, seat): (GameId, Seat),
        person: &Person,
    ) -> Result<String, ServiceError> {
        match self.secret_of(game, Some(seat), person).await? {
            Some(secret) => Ok(secret),
            None => Err(self.live_games.open(game).await?.snapshot().not_named(seat)),
        }
    }

    /// The seats of a key's player behind `after`, the newest game first, at most `limit`; of `mine` those whose turn it is. One that was
    /// never named has none.
    ///
    /// # Errors
    /// The store cannot tell.
    pub async fn games_of_player(
        &self,
        key: String,
        player: String,
        after: Option<SeatCursor>,
        limit: usize,
        mine: bool,
    ) -> Result<PlayerPage, ServiceError> {
        let store = Arc::clone(&self.store);
        let found = move || {
            let named = store.seats_of_player(&key, &player, after, limit.saturating_add(1), mine)?;
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
                let plays = |record: &SeatRecord| match mine {
                    true => record.kind == SeatKind::Human && game.turn == Some(seat.0),
                    // Whoever was only late may take it back from the bot.
                    false => record.kind != SeatKind::Bot || record.timed_out,
                };
                game.seats.get(seat.index()).is_some_and(plays)
            };
            let Some(mut game) = game.filter(plays).cloned() else { continue };
            self.tell_deadline(&mut game);
            let result = self.result_at(&game, seat).await?;
            seats.push(PlayerSeat { seat, game, result });
        }
        Ok(PlayerPage { seats, next })
    }

    /// Forgets a key's player at every seat, what the player waits for, and how strong the player is. The games stay.
    ///
    /// # Errors
    /// The store does not take it. Asked again it goes on.
    pub async fn forget_player(&self, key: String, player: String) -> Result<(), ServiceError> {
        let who = Person { key: key.clone(), player: Some(player.clone()) };
        let person = self.wisher(Some(&who), None, None);
        let seated = self.live_games.seated(&key, &player);
        let forgotten = self.ask_store(move |store| {
            store.forget_wish(person)?;
            while store.forget_player(&key, &player, SEATS_A_TRANSACTION)? == SEATS_A_TRANSACTION {}
            // A game that ends meanwhile rates nobody who is not named any more.
            store.forget_ratings(&key, &player).map(drop)
        });
        forgotten.await?;
        seated.send_replace(());
        Ok(())
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
