//! What callers took of their quotas, kept so that a restart gives nothing back.

use std::time::Duration;

use rusqlite::{Connection, params};

use super::error::Outcome;
use crate::engine::rows::most as at_most;
use crate::model::{QUOTA_WITHIN, QuotaTaken, Time};

/// A quota that is whole begins at now, and none is further away than a day. One that stands further away than two was written by
/// a clock that was wrong: it is whole, so that nobody pays for that clock.
const TAKE: &str = "INSERT INTO quotas (id, whole_again) VALUES (?1, ?2 + ?3) \
     ON CONFLICT (id) DO UPDATE SET whole_again = \
     min(iif(whole_again > ?2 + 2 * ?4, ?2, max(whole_again, ?2)) + ?3, ?2 + ?4) \
     RETURNING whole_again";

/// Those that are whole.
pub(super) const PURGE: &str = "DELETE FROM quotas WHERE id IN \
     (SELECT id FROM quotas WHERE whole_again <= ?1 ORDER BY whole_again LIMIT ?2)";
/// Those that will be whole first.
pub(super) const PURGE_FIRST: &str =
    "DELETE FROM quotas WHERE id IN (SELECT id FROM quotas ORDER BY whole_again LIMIT ?1)";

/// See [`crate::ServedStore::take_quotas`].
pub(super) fn take(conn: &Connection, taken: &[QuotaTaken], now: Time) -> Outcome<Vec<Duration>> {
    let (now, within) = (micros(now), i64::try_from(QUOTA_WITHIN.as_micros()).unwrap_or(i64::MAX));
    let mut statement = conn.prepare_cached(TAKE)?;
    let take = |taken: &QuotaTaken| -> Outcome<Duration> {
        let values = params![taken.id.0, now, taken.bounded(), within];
        let whole_again: i64 = statement.query_row(values, |row| row.get(0))?;
        Ok(Duration::from_micros(u64::try_from(whole_again.saturating_sub(now)).unwrap_or_default()))
    };
    taken.iter().map(take).collect()
}

/// See [`crate::ServedStore::purge_quotas`].
pub(super) fn purge(conn: &Connection, now: Time, most: usize, limit: usize) -> Outcome<usize> {
    let whole = conn.prepare_cached(PURGE)?.execute(params![micros(now), at_most(limit)])?;
    let count: i64 = conn.prepare_cached("SELECT count(*) FROM quotas")?.query_row([], |row| row.get(0))?;
    let beyond =
        usize::try_from(count).unwrap_or_default().saturating_sub(most).min(limit.saturating_sub(whole));
    if beyond == 0 {
        return Ok(whole);
    }
    Ok(whole + conn.prepare_cached(PURGE_FIRST)?.execute([at_most(beyond)])?)
}

fn micros(time: Time) -> i64 {
    time.timestamp().as_microsecond()
}

#[cfg(test)]
mod tests {
    use jiff::{Timestamp, ToSpan};

    use super::*;
    use crate::model::Digest;

    #[test]
    fn nobody_pays_for_a_clock_that_was_wrong_by_years() {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch("CREATE TABLE quotas (id BLOB PRIMARY KEY, whole_again INTEGER NOT NULL)")
            .unwrap();
        let (now, hour) = (Timestamp::now(), Duration::from_secs(60 * 60));
        let taken = [QuotaTaken { id: Digest([1; 32]), micros: 60 * 60 * 1_000_000 }];
        let wait = |at: Timestamp| take(&conn, &taken, at.into()).unwrap()[0];
        let years = 10 * 365 * 24;
        assert_eq!(wait(now + years.hours()), hour, "a clock that is ten years ahead");
        assert_eq!(wait(now), hour, "the clock is right again, and what it wrote is forgotten");
        assert_eq!(wait(now - 1.minute()), 2 * hour + Duration::from_secs(60), "a minute is no such fault");
    }
}
