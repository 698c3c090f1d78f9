//! Rulesets, each stored once.

use deadpool_postgres::Client;
use tokio_postgres::Row;

use super::column::{self, Text};
use super::error::Outcome;
use crate::engine::rulesets::seal;
use crate::engine::{corrupt, invalid};
use crate::model::{Digest, RulesetRecord};

const GET: &str = "SELECT game, rules_version, options, seal FROM rulesets WHERE hash = $1";
const ALL: &str = "SELECT hash, game, rules_version, options, seal FROM rulesets";
const PUT: &str = "INSERT INTO rulesets (hash, game, rules_version, options, seal) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT (hash) DO NOTHING";

/// Stores a ruleset unless its hash is known.
pub(super) async fn put(client: &Client, ruleset: &RulesetRecord) -> Outcome<()> {
    let known = match get(client, &ruleset.hash).await? {
        Some(known) => known,
        None => {
            let statement = client.prepare_cached(PUT).await?;
            let (game, options) = (Text(&ruleset.game), Text(ruleset.options.as_str()));
            let (hash, seal) = (ruleset.hash.0.as_slice(), seal(ruleset));
            let version = i64::from(ruleset.rules_version);
            client.execute(&statement, &[&hash, &game, &version, &options, &seal.0.as_slice()]).await?;
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
    let rows = client.query(ALL, &[]).await?;
    rows.iter().map(|row| read(row, column::digest(row, "hash")?)).collect()
}

/// The ruleset of this hash, if it is known.
pub(super) async fn get(client: &Client, hash: &Digest) -> Outcome<Option<RulesetRecord>> {
    let statement = client.prepare_cached(GET).await?;
    client.query_opt(&statement, &[&hash.0.as_slice()]).await?.map(|row| read(&row, *hash)).transpose()
}

fn read(row: &Row, hash: Digest) -> Outcome<RulesetRecord> {
    let ruleset = RulesetRecord {
        hash,
        game: column::text(row, "game")?,
        rules_version: column::number(row, "rules_version")?,
        options: column::text(row, "options")?.into(),
    };
    if column::digest(row, "seal")? != seal(&ruleset) {
        return Err(corrupt("a ruleset").into());
    }
    Ok(ruleset)
}
