//! Taking, leaving and securing seats on somebody's request.

use serde::{Deserialize, Serialize};
use tapis_db::model::GameId;
use tapis_games::seat::Seat;

use super::Service;
use crate::ServiceError;
use crate::retry::RetryKey;
use crate::tables::changes::{Change, Successor, join, leave, rotate, take_back};
use crate::tables::{Admission, AutoPass, Person, Snapshot, TokenKind, name};

/// What a request about a seat gave.
#[derive(Clone, Debug)]
pub struct SeatGrant {
    /// The seat's token from now on, or the ticket of its invitation; none where a bot plays on.
    pub secret: Option<String>,
    /// The version it made.
    pub version: u64,
    /// The generation of what opens the seat.
    pub generation: u32,
    /// Whether an earlier try of the same request did it.
    pub repeated: bool,
}

/// What a retry needs to derive the same token.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredGrant {
    pub generation: u32,
    version: u64,
    #[serde(default)]
    pub seat: Seat,
}

/// What opens the seat once a request is done.
#[derive(Clone, Copy)]
struct Opens<'a> {
    game: GameId,
    seat: Seat,
    by: Option<TokenKind>,
    retry: Option<&'a RetryKey>,
}

impl Service {
    /// Somebody takes a seat: an open one as it is, an invited one with its ticket, one that a bot took because the time was up with
    /// the old token. Where a front end brings them, `person` is named there in place of the one before, and its owner is told of the
    /// game.
    ///
    /// # Errors
    /// The ticket does not open the seat, it is taken, the name is no name, or the game is over.
    pub async fn join(
        &self,
        (game, seat): (GameId, Seat),
        ticket: Option<&str>,
        name: Option<&str>,
        person: Option<&Person>,
        retry: Option<&RetryKey>,
    ) -> Result<SeatGrant, ServiceError> {
        self.grant(Opens { game, seat, by: Some(TokenKind::Seat), retry }, |snapshot| {
            let admission = snapshot.admit(&self.tokens, seat, ticket)?;
            let name = name.map(name::clean).transpose();
            let name = name.map_err(|detail| ServiceError::field("/name", detail))?;
            let change = match admission {
                Admission::Free => join(snapshot, seat, name, self.now()),
                Admission::Back => take_back(snapshot, seat, name, self.now()),
            }?;
            self.admit_event(snapshot, seat).map(|()| change.by(seat, person))
        })
        .await
    }

    /// Whoever sits at a seat leaves it to `successor`; whoever holds its invitation leaves it to a bot.
    ///
    /// # Errors
    /// The token is not the seat's, or the game is over.
    pub async fn leave(
        &self,
        (game, seat): (GameId, Seat),
        token: Option<&str>,
        successor: Successor,
        retry: Option<&RetryKey>,
    ) -> Result<SeatGrant, ServiceError> {
        let invites = matches!(successor, Successor::Invite);
        let by = invites.then_some(TokenKind::Invite);
        self.grant(Opens { game, seat, by, retry }, |snapshot| {
            if invites {
                snapshot.own_seat(&self.tokens, token, seat)?;
            } else {
                snapshot.may_leave_to_bot(&self.tokens, token, seat)?;
            }
            leave(snapshot, seat, successor.clone(), self.now())
        })
        .await
    }

    /// Replaces a seat's token.
    ///
    /// # Errors
    /// The token is not the seat's.
    pub async fn rotate_token(
        &self,
        (game, seat): (GameId, Seat),
        token: Option<&str>,
        retry: Option<&RetryKey>,
    ) -> Result<SeatGrant, ServiceError> {
        self.grant(Opens { game, seat, by: Some(TokenKind::Seat), retry }, |snapshot| {
            snapshot.own_seat(&self.tokens, token, seat)?;
            let change = rotate(snapshot, seat, self.now())?;
            self.admit_event(snapshot, seat)?;
            Ok(change)
        })
        .await
    }

    /// When a seat passes by itself.
    ///
    /// # Errors
    /// The token is not the seat's.
    pub async fn auto_pass(
        &self,
        (game, seat): (GameId, Seat),
        token: Option<&str>,
    ) -> Result<AutoPass, ServiceError> {
        let snapshot = self.live_games.open(game).await?.snapshot();
        snapshot.own_seat(&self.tokens, token, seat)?;
        Ok(snapshot.seat(seat).map(AutoPass::of).unwrap_or_default())
    }

    /// Sets when a seat passes by itself.
    ///
    /// # Errors
    /// The token is not the seat's, or the game is over.
    pub async fn set_auto_pass(
        &self,
        (game, seat): (GameId, Seat),
        token: Option<&str>,
        wanted: AutoPass,
    ) -> Result<AutoPass, ServiceError> {
        let writing = self.live_games.write(game).await?;
        let snapshot = writing.snapshot();
        snapshot.own_seat(&self.tokens, token, seat)?;
        snapshot.unfinished()?;
        self.space.admit()?;
        let stored = self.live_games.set_auto_pass(writing, seat, wanted).await;
        stored.map_err(ServiceError::from)?;
        Ok(wanted)
    }

    /// Whether `ticket` invites, or invited, whoever sits at the seat now, or is the token that was theirs before. It then stays a secret
    /// that they share with nobody.
    ///
    /// # Errors
    /// There is no such game, or it cannot be read.
    pub async fn is_ticket(&self, (game, seat): (GameId, Seat), ticket: &str) -> Result<bool, ServiceError> {
        let snapshot = self.live_games.open(game).await?.snapshot();
        let record = snapshot.seat(seat);
        Ok(record.is_some_and(|record| {
            let before = record.generation.checked_sub(1);
            self.tokens.matches(ticket, TokenKind::Invite, game, seat, record.generation)
                || before
                    .is_some_and(|before| self.tokens.matches(ticket, TokenKind::Seat, game, seat, before))
        }))
    }

    async fn grant(
        &self,
        opens: Opens<'_>,
        mut decide: impl FnMut(&Snapshot) -> Result<Change, ServiceError>,
    ) -> Result<SeatGrant, ServiceError> {
        let Opens { game, seat, by, retry } = opens;
        let decide = |snapshot: &Snapshot| {
            let change = decide(snapshot)?;
            let generation = change.next.seat(seat).map_or(0, |record| record.generation);
            let grant = StoredGrant { generation, version: change.next.version(), seat };
            Ok((change, grant))
        };
        let (StoredGrant { generation, version, .. }, repeated) =
            self.live_games.change_answered(game, retry, decide).await?;
        let secret = by.map(|kind| self.tokens.derive(kind, game, seat, generation));
        Ok(SeatGrant { secret, version, generation, repeated })
    }
}
