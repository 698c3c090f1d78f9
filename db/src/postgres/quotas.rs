//! What callers took of their quotas, by all nodes together. Time is the server's, as that of leases.

use std::collections::HashMap;
use std::time::Duration;

use deadpool_postgres::Client;
use jiff::Timestamp;

use super::error::{Failure, Outcome};
use crate::StoreError;
use crate::engine::rows::most as at_most;
use crate::model::{Digest, QuotaTaken};

/// In the order of their ids, so that no two nodes wait for each other. A quota that is whole begins at now, and none is further
/// away than a day, so that nobody pays for what several nodes gave out at once.
const TAKE: &str = "INSERT INTO quotas (id, whole_again) \
     SELECT taken.id, now() + taken.micros * interval '1 microsecond' \
     FROM unnest($1::bytea[], $2::bigint[]) AS taken (id, micros) ORDER BY taken.id \
     ON CONFLICT (id) DO UPDATE SET whole_again = \
     least(greatest(quotas.whole_again, now()) + (excluded.whole_again - now()), now() + interval '24 hours') \
     RETURNING id, whole_again, now() AS read_at";

/// The last condition is for a row that was found and grew before it was locked: the server asks it again of the new row.
const PURGE: &str = "DELETE FROM quotas WHERE id IN \
     (SELECT id FROM quotas WHERE whole_again <= now() ORDER BY whole_again LIMIT $1) AND whole_again <= now()";
const COUNT: &str = "SELECT count(*) FROM quotas";
const PURGE_FIRST: &str =
    "DELETE FROM quotas WHERE id IN (SELECT id FROM quotas ORDER BY whole_again LIMIT $1)";

/// See [`crate::ServedStore::take_quotas`].
pub(super) async fn take(client: &Client, taken: &[QuotaTaken]) -> Outcome<Vec<Duration>> {
    let ids: Vec<&[u8]> = taken.iter().map(|taken| taken.id.0.as_slice()).collect();
    let micros: Vec<i64> = taken.iter().map(|taken| taken.bounded()).collect();
    let statement = client.prepare_cached(TAKE).await?;
    let mut waits = HashMap::new();
    for row in client.query(&statement, &[&ids, &micros]).await? {
        let (whole, now): (Timestamp, Timestamp) = (row.try_get("whole_again")?, row.try_get("read_at")?);
        let wait = Duration::try_from(whole.duration_since(now)).unwrap_or_default();
        waits.insert(row.try_get::<_, Vec<u8>>("id")?, wait);
    }
    let wait_of = |Digest(id): Digest| {
        let wait = waits.get(id.as_slice()).copied();
        wait.ok_or_else(|| Failure::from(StoreError::Io("a quota was not answered".to_owned())))
    };
    taken.iter().map(|taken| wait_of(taken.id)).collect()
}

/// See [`crate::ServedStore::purge_quotas`].
pub(super) async fn purge(client: &Client, most: usize, limit: usize) -> Outcome<usize> {
    let purge = client.prepare_cached(PURGE).await?;
    let whole = client.execute(&purge, &[&at_most(limit)]).await? as usize;
    let count: i64 = client.query_one(COUNT, &[]).await?.try_get(0)?;
    let beyond =
        usize::try_from(count).unwrap_or_default().saturating_sub(most).min(limit.saturating_sub(whole));
    if beyond == 0 {
        return Ok(whole);
    }
    let first = client.prepare_cached(PURGE_FIRST).await?;
    Ok(whole + client.execute(&first, &[&at_most(beyond)]).await? as usize)
}
