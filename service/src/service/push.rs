//! Browsers that are told of a seat while its page is closed.

use tapis_db::model::{Digest, GameId, PushSubscription};
use tapis_games::locale::Language;
use tapis_games::seat::Seat;

use super::Service;
use crate::ServiceError;

/// The most browsers of a seat.
const MOST: usize = 4;

/// A browser, as it says where and how it takes messages.
pub struct Browser {
    /// Where its push service takes them.
    pub endpoint: String,
    /// Its public key.
    pub p256dh: Vec<u8>,
    /// The secret that it shares with whoever sends.
    pub auth: Vec<u8>,
    /// Who subscribes it: a hash by which nobody finds the caller.
    pub creator: Digest,
    /// Their language.
    pub language: Language,
}

impl Service {
    /// Has a browser told of a seat from now on.
    ///
    /// # Errors
    /// The token is not the seat's, the game is over, or the store does not take it.
    pub async fn subscribe(
        &self,
        (game, seat): (GameId, Seat),
        token: Option<&str>,
        browser: Browser,
    ) -> Result<(), ServiceError> {
        let snapshot = self.live_games.open(game).await?.snapshot();
        snapshot.own_seat(&self.tokens, token, seat)?;
        let Browser { endpoint, p256dh, auth, creator, language } = browser;
        snapshot.unfinished()?;
        let subscription = PushSubscription {
            id: id(game, seat, &endpoint),
            game,
            seat: seat.0,
            generation: snapshot.seat(seat).map_or(0, |record| record.generation),
            endpoint,
            p256dh,
            auth,
            creator,
            language: language.code().to_owned(),
            since: self.now(),
            told: snapshot.version(),
            tries: 0,
            next_try: self.now(),
            failing_since: None,
        };
        self.space.admit()?;
        self.ask_store(move |store| store.put_subscription(subscription, MOST)).await.map(drop)
    }

    /// Has a browser told no more of a seat, or none at all. One that was not to be told changes nothing.
    ///
    /// # Errors
    /// The token is not the seat's, or the store does not take it.
    pub async fn unsubscribe(
        &self,
        (game, seat): (GameId, Seat),
        token: Option<&str>,
        endpoint: Option<&str>,
    ) -> Result<(), ServiceError> {
        let snapshot = self.live_games.open(game).await?.snapshot();
        snapshot.own_seat(&self.tokens, token, seat)?;
        let id = endpoint.map(|endpoint| id(game, seat, endpoint));
        self.ask_store(move |store| store.delete_subscriptions(game, seat.0, id)).await.map(drop)
    }
}

/// What tells a browser at a seat from others.
fn id(game: GameId, seat: Seat, endpoint: &str) -> Digest {
    Digest(*blake3::hash(format!("{game} {} {endpoint}", seat.0).as_bytes()).as_bytes())
}
