//! Players that front ends name at seats, and who waits at one for others.

use crate::engine::failure::Outcome;
use crate::engine::record::players::{FORGET, IN_PLACE, UNSEAT, UNWISH, seats_of};
use crate::engine::record::{Row as _, Value};
use crate::engine::rows::{self, most as at_most};
use crate::engine::sql::{Engine, Sql};
use crate::engine::tables::webhooks;
use crate::error::{Result, StoreError};
use crate::model::{Digest, GameId, SeatCursor, SeatedPlayer, Time, WatchedGame, Wish};
use crate::store::PlayerStore;

/// The tables of [`PlayerStore::wishes`]: $1 is the terms, $2 since when all were seen, $3 the person, $4 how strong they are, $5 within
/// how much of that others shall be, $6 how many. Whoever joined one without a wish is not asked for.
pub(crate) const WAITING: &str = "SELECT game FROM wishes WHERE terms = $1 AND seen > $2 AND NOT EXISTS \
     (SELECT 1 FROM wishes AS other WHERE other.game = wishes.game AND (other.seen <= $2 OR other.person = $3 \
     OR other.strength - $4 > $5 OR $4 - other.strength > $5 \
     OR other.strength - $4 > other.reach OR $4 - other.strength > other.reach)) \
     GROUP BY game ORDER BY min(since), game LIMIT $6";

/// Held until a table for others stands; who only plays by the rules does not wait.
const SAME_RULES: &str =
    "SELECT hash FROM rulesets WHERE hash = (SELECT ruleset FROM games WHERE id = $1) FOR UPDATE";

/// Whoever waits at a seat was seen: $1 is when, who was seen after $2 keeps the place, $3 the game, $4 the seat.
pub(crate) const SEE: &str = "UPDATE wishes SET seen = $1, \
     since = CASE WHEN seen > $2 THEN since ELSE $1 END WHERE game = $3 AND seat = $4";

impl<E: Engine> PlayerStore for E {
    fn players_of(&self, game: GameId) -> Result<Vec<SeatedPlayer>> {
        self.read(move |db| of_game(db, game))
    }

    fn seats_of_player(
        &self,
        key: &str,
        player: &str,
        after: Option<SeatCursor>,
        most: usize,
        mine: bool,
    ) -> Result<Vec<SeatedPlayer>> {
        let (key, player) = (key.to_owned(), player.to_owned());
        self.read(move |db| {
            let mut values: Vec<Value<'_>> = vec![(&key).into(), (&player).into()];
            if let Some(SeatCursor { created_at, game, seat }) = after {
                values.extend([created_at.into(), game.into(), seat.into()]);
            }
            values.push(at_most(most));
            rows::all(db, &seats_of(after.is_some(), mine), &values)
        })
    }

    fn forget_player(&self, key: &str, player: &str, most: usize) -> Result<usize> {
        let (key, player) = (key.to_owned(), player.to_owned());
        self.write(None, move |db| {
            Ok(db.execute(FORGET, &[(&key).into(), (&player).into(), at_most(most)])? as usize)
        })
    }

    fn put_wish(&self, wish: Wish) -> Result<()> {
        self.write(Some(wish.game), move |db| {
            rows::game_exists(db, wish.game)?;
            let own = rows::first::<Wish>(db, "WHERE person = $1", &[wish.person.into()])?;
            let stays = own.filter(|own| own.game == wish.game && own.seen > away(wish.seen));
            let since = stays.map_or(wish.since, |own| own.since);
            rows::replace(db, &Wish { since, ..wish.clone() }, "person")
        })
    }

    fn wishes(
        &self,
        person: Digest,
        terms: Digest,
        level: (i64, i64),
        since: Time,
        most: usize,
    ) -> Result<(Option<Wish>, Vec<GameId>)> {
        self.read(move |db| {
            let own = rows::first::<Wish>(db, "WHERE person = $1", &[person.into()])?;
            Ok((own, tables(db, (person, terms), level, since, most)?))
        })
    }

    fn see_wish(&self, game: GameId, seat: u8, seen: Time) -> Result<()> {
        self.write(Some(game), move |db| {
            db.execute(SEE, &[seen.into(), away(seen).into(), game.into(), seat.into()]).map(drop)
        })
    }

    fn forget_wishes(&self, game: GameId) -> Result<()> {
        let sql = "DELETE FROM wishes WHERE game = $1";
        self.write(Some(game), move |db| db.execute(sql, &[game.into()]).map(drop))
    }

    fn forget_wish(&self, person: Digest) -> Result<()> {
        let sql = "DELETE FROM wishes WHERE person = $1";
        self.write(None, move |db| db.execute(sql, &[person.into()]).map(drop))
    }
}

/// Whoever was not seen after this was away until `now`.
fn away(now: Time) -> Time {
    now.plus_seconds(-Wish::AWAY_S)
}

/// The tables of [`PlayerStore::wishes`].
fn tables(
    db: &dyn Sql,
    (person, terms): (Digest, Digest),
    (strength, reach): (i64, i64),
    since: Time,
    most: usize,
) -> Outcome<Vec<GameId>> {
    let of = [terms.into(), since.into(), person.into(), strength.into(), reach.into(), at_most(most)];
    let mut tables = Vec::new();
    db.each(WAITING, &of, &mut |row| {
        tables.push(row.id("game")?);
        Ok(())
    })?;
    Ok(tables)
}

/// Has somebody wait at a game for others, in the transaction that creates it, unless others who were seen after a time wait for the same
/// already.
pub(crate) fn wait_at(db: &dyn Sql, (wish, since): &(Wish, Time)) -> Outcome<()> {
    // Of two who come at once, by whatever nodes, the second sees the first: tables of the same rules come one after the other.
    if !db.is_file() {
        db.each(SAME_RULES, &[wish.game.into()], &mut |_| Ok(()))?;
    }
    let others = tables(db, (wish.person, wish.terms), (wish.strength, wish.reach), *since, 1)?;
    if others.is_empty() { rows::replace(db, wish, "person") } else { Err(StoreError::Exists.into()) }
}

/// Names players of a game and has its followers told, in the transaction of the game or of the events that bring them. At the seats
/// `unseated` nobody is named any more, and nobody waits.
pub(crate) fn seat(
    db: &dyn Sql,
    game: GameId,
    unseated: &[u8],
    players: &[SeatedPlayer],
    followers: &[WatchedGame],
) -> Outcome<()> {
    unseated.iter().try_for_each(|seat| {
        let of = [game.into(), (*seat).into()];
        db.execute(UNWISH, &of)?;
        db.execute(UNSEAT, &of).map(drop)
    })?;
    players.iter().try_for_each(|player| rows::insert(db, player, IN_PLACE).map(drop))?;
    followers.iter().try_for_each(|follower| webhooks::follow(db, follower))
}

/// The players named in a game, by seat.
pub(crate) fn of_game(db: &dyn Sql, game: GameId) -> Outcome<Vec<SeatedPlayer>> {
    rows::all(db, "WHERE game = $1 ORDER BY seat", &[game.into()])
}
