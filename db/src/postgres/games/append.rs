//! Appending to a game's log.

use deadpool_postgres::Client;

use super::event;
use super::recent::RecentGame;
use crate::engine::record::{GameRow, link_all, verified_log};
use crate::engine::request::Request;
use crate::engine::sql::Sql;
use crate::engine::statistics::facts::Finished;
use crate::engine::tables::games::{FoundGame, check_free, put_new, used_by};
use crate::engine::tables::{players, ratings};
use crate::engine::{checks, invalid};
use crate::error::StoreError;
use crate::model::{Append, Appended, Digest, IdempotencyRecord, Time};
use crate::postgres::connection::transaction;
use crate::postgres::error::{Failure, Outcome};
use crate::postgres::node::{Node, pause};
use crate::postgres::statistics;
use crate::postgres::sync::on_thread;

/// How often it is tried again when the server asks for it.
const TRIES: u32 = 3;

/// What is known of an append from one try to the next.
struct Sending<'a> {
    append: &'a Append,
    /// When its newest event happened.
    now: Time,
    /// Its request, where its first event remembers it.
    request: Option<Request>,
    /// The chain hash it was sent with last.
    sent: Option<Digest>,
    /// The chain hash it was sent with over a connection that was lost: whether it got there is not known.
    lost: Option<Digest>,
}

/// See [`crate::GameStore::append`]. Where the connection is lost, it is sent once more: version and key decide.
pub(in crate::postgres) async fn append(node: &Node, append: &Append) -> Outcome<Appended> {
    let newest = append.events.last().ok_or_else(|| invalid("there is no event to append"))?;
    let mut attempt =
        Sending { append, now: newest.at, request: Request::of(append), sent: None, lost: None };
    let (mut tries, mut is_resent) = (0, false);
    loop {
        let may_be_stored = attempt.lost.is_some();
        let connection = node.connections.get().await.map_err(|failure| told(failure, may_be_stored))?;
        let outcome = attempt.make(node, &connection).await;
        match connection.give_back(outcome) {
            Err(failure) if failure.is_again() && tries < TRIES => {
                tries += 1;
                pause(tries).await;
            }
            Err(failure) if failure.is_lost() && !is_resent => {
                (attempt.lost, is_resent) = (attempt.sent, true)
            }
            outcome => return outcome.map_err(|failure| told(failure, may_be_stored)),
        }
    }
}

/// What is told of a failure: nothing that says that nothing happened, where what was sent before may be stored.
fn told(failure: Failure, may_be_stored: bool) -> Failure {
    match failure.error() {
        error @ (StoreError::Busy | StoreError::Full) if may_be_stored => {
            StoreError::Io(error.to_string()).into()
        }
        _ => failure,
    }
}

impl Sending<'_> {
    /// The record that needs a row of its own.
    fn separate_record(&self) -> Option<&IdempotencyRecord> {
        self.append.idempotency.as_ref().filter(|_| self.request.is_none())
    }

    fn check_apart(&self, db: &dyn Sql) -> Outcome<()> {
        self.separate_record().map_or(Ok(()), |record| check_free(db, record, self.now))
    }

    async fn make(&mut self, node: &Node, client: &Client) -> Outcome<Appended> {
        let known = match node.games.take(self.append.game) {
            // Most moves: nothing is asked before.
            Some(known) if self.may_follow(&known) && self.separate_record().is_none() => Ok(known),
            known => on_thread(client, |db| self.look(node, db, known)).await?,
        };
        let mut known = match known {
            Ok(known) => known,
            Err(appended) => return Ok(appended),
        };
        if let Err(refusal) = self.check_version(&known) {
            node.games.put(known);
            // Another node may have done it since the key was looked for.
            on_thread(client, |db| self.check_apart(db)).await?;
            return Err(refusal);
        }
        if let Some(beside) = self.write(node, client, &mut known.game.row).await? {
            known.keys.extend(self.request.map(|request| (request.key, request.expires_at)));
            let head = &known.game.row.head;
            let appended = Appended { version: head.version, chain: head.chain, beside };
            node.games.put(known);
            return Ok(appended);
        }
        on_thread(client, |db| self.refused(node, db)).await
    }

    /// The game as it is, or what an earlier try of which it was not known whether it got there has done.
    fn look(
        &self,
        node: &Node,
        db: &dyn Sql,
        known: Option<RecentGame>,
    ) -> Outcome<Result<RecentGame, Appended>> {
        if self.lost.is_none() {
            // Before the game is asked for: a retry finds what its first try did.
            self.check_apart(db)?;
        }
        let known = match known {
            Some(known) if self.may_follow(&known) => known,
            known => RecentGame::read(db, self.append.game, known)?,
        };
        if let Some(appended) = self.was_stored(db, &known)? {
            node.games.put(known);
            return Ok(Err(appended));
        }
        if self.lost.is_some() {
            self.check_apart(db)?;
        }
        match self.check_key(db, &known) {
            Ok(()) => Ok(Ok(known)),
            Err(refusal) => {
                node.games.put(known);
                self.check_apart(db)?;
                Err(refusal)
            }
        }
    }

    /// What becomes of it where another node was quicker. What is remembered had its version, so the keys before are known; read anew,
    /// it is refused.
    fn refused(&self, node: &Node, db: &dyn Sql) -> Outcome<Appended> {
        let known = RecentGame::read(db, self.append.game, None)?;
        if let Some(appended) = self.was_stored(db, &known)? {
            node.games.put(known);
            return Ok(appended);
        }
        self.check_apart(db)?;
        let refused = self.check_key(db, &known).and_then(|()| self.check_version(&known));
        node.games.put(known);
        refused.and(Err(StoreError::Busy.into()))
    }

    /// Whether what is remembered of the game may decide: nothing is refused on account of it.
    fn may_follow(&self, known: &RecentGame) -> bool {
        self.lost.is_none()
            && known.game.row.head.version == self.append.expected_version
            && self.is_free(known)
    }

    fn is_free(&self, known: &RecentGame) -> bool {
        let free_at = self.request.as_ref().and_then(|request| known.keys.get(&request.key));
        free_at.is_none_or(|free_at| *free_at <= self.now)
    }

    /// What came of an earlier try whose connection was lost. The hash is over all that was sent, so nobody else has it.
    fn was_stored(&self, db: &dyn Sql, known: &RecentGame) -> Outcome<Option<Appended>> {
        let Some(chain) = self.lost else { return Ok(None) };
        let last = self.append.expected_version + self.append.events.len() as u64;
        let FoundGame { row, changes, .. } = &known.game;
        if row.head.version < last {
            return Ok(None);
        }
        let log = verified_log(row, db.log(&known.game, 0)?)?;
        let is_ours = log.iter().any(|(event, _)| (event.version, event.chain) == (last, chain));
        let beside = (*changes, *changes);
        Ok(is_ours.then_some(Appended { version: last, chain, beside }))
    }

    /// Refuses a key that was used.
    fn check_key(&self, db: &dyn Sql, known: &RecentGame) -> Outcome<()> {
        if !self.is_free(known)
            && let Some(record) = &self.append.idempotency
        {
            return Err(used_by(db, self.append.game, record)?.into());
        }
        Ok(())
    }

    /// Refuses what does not follow.
    fn check_version(&self, known: &RecentGame) -> Outcome<()> {
        let row = &known.game.row;
        if row.head.version != self.append.expected_version {
            return Err(StoreError::Conflict { current_version: row.head.version }.into());
        }
        Ok(checks::append(self.append, &row.game)?)
    }

    /// Writes everything, or nothing where the game is at another version; `row` is then as it would have been. Answers what
    /// [`Appended::beside`] says.
    async fn write(
        &mut self,
        node: &Node,
        client: &Client,
        row: &mut GameRow,
    ) -> Outcome<Option<(u64, u64)>> {
        let append = self.append;
        let events = link_all(row, append, self.request.as_ref())?;
        let brings =
            !(append.unseated.is_empty() && append.players.is_empty() && append.followers.is_empty());
        let table_changes = checks::take_table(&mut row.game, append) || append.seats.is_some();
        let [first, further @ ..] = &events[..] else { return Ok(None) };
        self.sent = Some(row.head.chain);
        let ends = append.result.is_some() || append.ranking.is_some();
        if !(table_changes || brings || ends) && further.is_empty() && self.separate_record().is_none() {
            return Ok(event::advance(client, row, first).await?.map(|changes| (changes, changes)));
        }
        let result = match &append.result {
            Some(result) => {
                let finished = Finished { game: append.game, ruleset: row.game.ruleset, result };
                Some(statistics::Prepared::of(&[finished])?)
            }
            None => None,
        };
        if let Some(result) = &result {
            on_thread(client, |db| result.name(node, db)).await?;
        }
        let (record, now) = (self.separate_record(), self.now);
        let more = |db: &dyn Sql, changes: u64| -> Outcome<Option<(u64, u64)>> {
            // Of the row as it is now: hints and settings may have come meanwhile.
            let take = |row: &mut GameRow| Ok(checks::take_table(&mut row.game, append));
            let beside = match table_changes {
                true => FoundGame::change(db, append.game, take)?.1,
                false => (changes, changes),
            };
            players::seat(db, append.game, &append.unseated, &append.players, &append.followers)?;
            record.map_or(Ok(()), |record| put_new(db, record, now))?;
            if let Some(result) = &result
                && result.record(db)?.new == 0
            {
                return Err(StoreError::Exists.into());
            }
            if let Some(ranking) = &append.ranking {
                ratings::rate(db, append.game, ranking, now)?;
            }
            Ok(Some(beside))
        };
        let work = async {
            let Some(changes) = event::advance(client, row, first).await? else { return Ok(None) };
            event::insert_all(client, append.game, further).await?;
            on_thread(client, |db| more(db, changes)).await
        };
        transaction(client, work).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_may_be_stored_nobody_is_told_that_nothing_happened() {
        let told = |error: StoreError, may_be_stored| told(error.into(), may_be_stored).error().clone();
        for error in [StoreError::Busy, StoreError::Full] {
            assert!(matches!(told(error.clone(), true), StoreError::Io(_)));
            assert_eq!(told(error.clone(), false), error);
        }
        let conflict = StoreError::Conflict { current_version: 3 };
        assert_eq!(told(conflict.clone(), true), conflict);
    }
}
