//! Rulesets, each stored once.

use deadpool_postgres::Client;

use super::error::Outcome;
use super::rows;
use crate::engine::{corrupt, invalid};
use crate::model::{Digest, RulesetRecord};

/// Stores a ruleset unless its hash is known.
pub(super) async fn put(client: &Client, ruleset: &RulesetRecord) -> Outcome<()> {
    let known = match get(client, &ruleset.hash).await? {
        Some(known) => known,
        None => {
            rows::insert(client, ruleset, "ON CONFLICT (hash) DO NOTHING").await?;
            get(client, &ruleset.hash).await?.ok_or_else(|| corrupt("a ruleset cannot be found"))?
        }
    };
    if known.game != ruleset.game {
        return Err(invalid("the ruleset's hash is known for another game").into());
    }
    Ok(())
}

/// All rulesets.
pub(super) async fn all(client: &Client) -> Outcome<Vec<RulesetRecord>> {
    rows::all(client, "", &[]).await
}

/// The ruleset of this hash, if it is known.
pub(super) async fn get(client: &Client, hash: &Digest) -> Outcome<Option<RulesetRecord>> {
    rows::one(client, "WHERE hash = $1", &[(*hash).into()]).await
}
