//! Another game of the same people.

use std::net::IpAddr;
use std::sync::Arc;

use tapis_db::StoreError;
use tapis_db::model::{GameId, SeatKind};
use tapis_games::seat::Seat;

use super::Service;
use crate::ServiceError;
use crate::charge::{Account, Stored};
use crate::pool::Caller;
use crate::tables::changes::{Change, join, rematch, replace_bot, seat_after, seats_after};
use crate::tables::{
    CommitError, Decision, LiveGame, People, Person, RetryOutcome, Snapshot, Terms, TokenBearer, TokenKind,
    WriteGuard,
};

/// How often another node may be quicker before the caller is asked to come again.
const CONFLICTS: usize = 4;

/// A seat in the game that follows another.
pub struct RematchSeat {
    /// The game that follows.
    pub game: GameId,
    /// The caller's seat there.
    pub seat: Seat,
    /// Its token.
    pub token: String,
    /// The version of the rematch.
    pub version: u64,
    /// Whether this request made the game.
    pub made: bool,
}

impl Service {
    /// The game that follows a finished one, with the same ruleset and people, each one seat on: made when the first of
    /// them asks, the same for everybody. Who asks with the token of the old game takes a seat of the new one, however
    /// often. Players stay named, and whoever was told of the old game is told of the new one; so is the owner of `key`. `account` is
    /// charged for a game that is made.
    ///
    /// # Errors
    /// The token is no seat's; the game is not finished or its rules are no longer played; those of `account`; the seat
    /// was left or its token replaced meanwhile; there is no room, or the store does not take it.
    pub async fn rematch(
        &self,
        game: GameId,
        token: Option<&str>,
        key: Option<&str>,
        creator: Option<IpAddr>,
        account: &dyn Account,
    ) -> Result<RematchSeat, ServiceError> {
        for _ in 0..CONFLICTS {
            let writing = self.live_games.write(game).await?;
            let old = writing.snapshot();
            let seat = match old.caller(&self.tokens, token)? {
                TokenBearer::Left { seat, .. } => seat,
                caller => caller.seat()?,
            };
            let before = self.people_of(game).await?;
            let (follows, made) = match old.rematch {
                Some(follows) => (follows, false),
                None => match self.make_rematch(writing, seat, (&before, key), (creator, account)).await? {
                    Some(follows) => (follows, true),
                    None => continue,
                },
            };
            let unnamed = || key.map(|key| Person { key: key.to_owned(), player: None });
            let person = before.at(seat).or_else(unnamed);
            let (taken, version) = self.take_up(&old, seat, follows, person.as_ref()).await?;
            let token = self.tokens.derive(TokenKind::Seat, follows, taken, 0);
            return Ok(RematchSeat { game: follows, seat: taken, token, version, made });
        }
        Err(ServiceError::StoreUnavailable)
    }

    /// Makes the game that follows and notes it in the old one; `None` when another node was quicker to note it. Its id follows from
    /// the old game's, so the game of whoever was quicker, or of a try that was cut off before it was noted, is the same one.
    async fn make_rematch(
        &self,
        writing: WriteGuard,
        asking: Seat,
        (before, key): (&People, Option<&str>),
        (creator, account): (Option<IpAddr>, &dyn Account),
    ) -> Result<Option<GameId>, ServiceError> {
        let old = writing.snapshot();
        let seats = seats_after(&old, asking)?;
        let (rules, info) = (Arc::clone(old.rules()?), &old.info);
        let bot_pace_ms = info.terms.bot_pace_ms.or(Some(self.pace_ms));
        let terms = Terms { bot_pace_ms, ..info.terms };
        let follows = self.tokens.following(info.id);
        let mut creation = self.new_game(rules, seats, (info.visibility, info.hints, terms), None)?;
        creation.info.id = follows;
        creation.people = before.follow(&creation, key);
        self.space.admit()?;
        let dealt = self.dealt(creation, None, Caller::new(creator, 0)).await?;
        account.take(Stored::Game)?;
        let stored = self.stored_game(dealt, creator).await;
        if stored.is_err() {
            account.give_back(Stored::Game);
        }
        match stored {
            Ok(_) => {}
            // Another is dealt, which is the one that is played.
            Err(StoreError::Exists) => drop(self.live_games.see_to(follows).await?),
            Err(error) => return Err(error.into()),
        }
        let change = rematch(&old, (asking, follows), &before.followers, self.now())?;
        match self.live_games.commit(writing, change, None).await {
            Ok(_) => Ok(Some(follows)),
            Err(CommitError::Store(StoreError::Conflict { .. })) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Whom front ends have named in a game, and who is told of it.
    async fn people_of(&self, game: GameId) -> Result<People, ServiceError> {
        self.ask_store(move |store| {
            let (players, followers) = (store.players_of(game)?, store.followers_of(game)?);
            Ok(People { players, followers, wish: None })
        })
        .await
    }

    /// Takes the seat that is kept for `person`, who sat at `seat`; answers it and the version of the game.
    async fn take_up(
        &self,
        old: &Snapshot,
        seat: Seat,
        follows: GameId,
        person: Option<&Person>,
    ) -> Result<(Seat, u64), ServiceError> {
        let kept = seat_after(seat, old.seats.len());
        let taken = |change: Change| Decision::new(change.by(kept, person));
        let decide = |_: &LiveGame, snapshot: &Snapshot| {
            let record = snapshot.seat(kept).filter(|record| record.generation == 0);
            match record.map(|record| record.kind) {
                Some(SeatKind::Human) => Ok(Decision::default()),
                Some(SeatKind::Invite) => {
                    self.admit_event(snapshot, kept)?;
                    let name = record.and_then(|record| record.name.clone());
                    join(snapshot, kept, name, self.now()).map(taken)
                }
                // A bot plays there for who was late, or gave up, when another asked first.
                Some(SeatKind::Bot) if old.is_bot(seat) => {
                    self.admit_event(snapshot, kept)?;
                    let name = old.person_before(seat).and_then(|person| person.name.clone());
                    replace_bot(snapshot, kept, name, self.now()).map(taken)
                }
                _ => Err(ServiceError::conflict("seat_taken-rematch")),
            }
        };
        match self.live_games.change(follows, None, decide).await? {
            RetryOutcome::Done { snapshot, .. } => Ok((kept, snapshot.version())),
            RetryOutcome::Repeated(_) => Err(ServiceError::internal("a request without a key is no retry")),
        }
    }
}
