//! Taking, leaving and securing seats on somebody's request.

use serde::{Deserialize, Serialize};
use tapis_db::model::{GameId, Json};
use tapis_games::seat::Seat;

use super::Service;
use crate::ServiceError;
use crate::retry::RetryKey;
use crate::tables::changes::{Change, Successor, join, leave, rotate};
use crate::tables::{Decision, RetryOutcome, Snapshot, TokenKind, name};

/// What a request about a seat gave.
#[derive(Clone, Debug)]
pub struct SeatGrant {
    /// The generation of the seat's token or ticket from now on.
    pub generation: u32,
    /// The version it made.
    pub version: u64,
    /// Whether an earlier try of the same request did it.
    pub repeated: bool,
}

/// What a retry needs to derive the same token.
#[derive(Serialize, Deserialize)]
struct StoredGrant {
    generation: u32,
    version: u64,
}

impl Service {
    /// Somebody takes a seat: an open one as it is, an invited one with its ticket.
    ///
    /// # Errors
    /// The ticket does not open the seat, it is taken, the name is no name, or the game is over.
    pub async fn join_seat(
        &self,
        (game, seat): (GameId, Seat),
        ticket: Option<&str>,
        name: Option<&str>,
        retry: Option<&RetryKey>,
    ) -> Result<SeatGrant, ServiceError> {
        self.grant(game, seat, 201, retry, |snapshot| {
            snapshot.admit(&self.tokens, seat, ticket)?;
            let name = name.map(name::clean).transpose();
            let name = name.map_err(|detail| ServiceError::field("/name", detail))?;
            join(snapshot, seat, name, self.now())
        })
        .await
    }

    /// Whoever sits at a seat leaves it to `successor`.
    ///
    /// # Errors
    /// The token is not the seat's, or the game is over.
    pub async fn leave_seat<E: From<ServiceError>>(
        &self,
        (game, seat): (GameId, Seat),
        token: Option<&str>,
        successor: impl FnOnce() -> Result<Successor, E>,
        retry: Option<&RetryKey>,
    ) -> Result<SeatGrant, E> {
        self.grant(game, seat, 200, retry, |snapshot| {
            snapshot.own_seat(&self.tokens, token, seat)?;
            Ok(leave(snapshot, seat, successor()?, self.now())?)
        })
        .await
    }

    /// Replaces a seat's token. `check` sees to the rest of the request once the token is known to be the seat's.
    ///
    /// # Errors
    /// The token is not the seat's, or those of `check`.
    pub async fn rotate_token<E: From<ServiceError>>(
        &self,
        (game, seat): (GameId, Seat),
        token: Option<&str>,
        check: impl FnOnce() -> Result<(), E>,
        retry: Option<&RetryKey>,
    ) -> Result<SeatGrant, E> {
        self.grant(game, seat, 201, retry, |snapshot| {
            snapshot.own_seat(&self.tokens, token, seat)?;
            check()?;
            Ok(rotate(snapshot, seat, self.now())?)
        })
        .await
    }

    /// Whether `ticket` invites, or invited, whoever sits at the seat now. It then stays a secret that they share with nobody.
    ///
    /// # Errors
    /// There is no such game, or it cannot be read.
    pub async fn is_ticket(&self, (game, seat): (GameId, Seat), ticket: &str) -> Result<bool, ServiceError> {
        let snapshot = self.live_games.open(game).await?.snapshot();
        let record = snapshot.seat(seat);
        Ok(record.is_some_and(|record| {
            self.tokens.matches(ticket, TokenKind::Invite, game, seat, record.generation)
        }))
    }

    /// The token of a seat's generation.
    pub fn seat_token(&self, game: GameId, seat: Seat, generation: u32) -> String {
        self.tokens.derive(TokenKind::Seat, game, seat, generation)
    }

    /// The ticket of an invitation's generation.
    pub fn invitation(&self, game: GameId, seat: Seat, generation: u32) -> String {
        self.tokens.derive(TokenKind::Invite, game, seat, generation)
    }

    async fn grant<E: From<ServiceError>>(
        &self,
        game: GameId,
        seat: Seat,
        status: u16,
        retry: Option<&RetryKey>,
        decide: impl FnOnce(&Snapshot) -> Result<Change, E>,
    ) -> Result<SeatGrant, E> {
        let mut generation = 0;
        let outcome = self.live_games.change(game, retry, |_, snapshot| {
            let change = decide(snapshot)?;
            generation = change.next.seat(seat).map_or(0, |record| record.generation);
            let response = Some(Json::of(&StoredGrant { generation, version: change.next.version() }));
            Ok::<_, E>(Decision { change: Some(change), status, response })
        });
        match outcome.await? {
            RetryOutcome::Done { snapshot, .. } => {
                Ok(SeatGrant { generation, version: snapshot.version(), repeated: false })
            }
            RetryOutcome::Repeated(first) => {
                let stored = first.0.response.as_ref().and_then(|json| json.read::<StoredGrant>().ok());
                let stored =
                    stored.ok_or_else(|| ServiceError::internal("a stored answer has no generation"))?;
                Ok(SeatGrant { generation: stored.generation, version: stored.version, repeated: true })
            }
        }
    }
}
