//! Work that one node does for all. Time is the server's: nodes need not agree on it.

use std::time::Duration;

use deadpool_postgres::Client;
use uuid::Uuid;

use super::column::Text;
use super::error::Outcome;

const HOLD: &str = "INSERT INTO leases (work, holder, until) VALUES ($1, $2, now() + $3 * interval '1 second') \
                    ON CONFLICT (work) DO UPDATE SET holder = excluded.holder, until = excluded.until \
                    WHERE leases.holder = excluded.holder OR leases.until < now()";
const LET_GO: &str = "DELETE FROM leases WHERE holder = $1 OR until < now()";

/// See [`crate::ServedStore::hold`].
pub(super) async fn hold(client: &Client, work: &str, holder: Uuid, time: Duration) -> Outcome<bool> {
    let statement = client.prepare_cached(HOLD).await?;
    Ok(client.execute(&statement, &[&Text(work), &holder, &time.as_secs_f64()]).await? == 1)
}

/// See [`crate::ServedStore::let_go`].
pub(super) async fn let_go(client: &Client, holder: Uuid) -> Outcome<()> {
    client.execute(LET_GO, &[&holder]).await?;
    Ok(())
}
