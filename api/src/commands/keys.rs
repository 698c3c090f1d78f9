//! `tapis keys`: who may call with a key of its own.

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use tapis_db::model::{ApiKey, KeyRates, KeyScope, Time, Webhook};
use tapis_db::{KeyStore, StoreError};
use tapis_service::sources::{Clock, Entropy, Sources};
use tapis_solver::registry::Registry;

use crate::keys::hash;
use crate::settings::{Database, key_name, within};

/// Makes, lists and revokes keys, even while the service runs. Changes take effect within five seconds. See
/// docs/configuration.md.
#[derive(Debug, Args)]
pub(super) struct KeysArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Make a key and print it, once: only its hash is stored.
    Add(AddArgs),
    /// List all keys, including revoked ones, without the keys themselves, which are not stored.
    List(Database),
    /// Revoke a key for ever. Its name cannot be reused.
    Revoke(RevokeArgs),
}

#[derive(Debug, Args)]
struct AddArgs {
    /// The name of its owner, for lists and metrics: 1 to 64 letters, digits, dots, underscores and hyphens.
    #[arg(value_parser = key_name)]
    name: String,
    /// `play`: requests are counted by the key. `lab`: the key also opens experiments.
    #[arg(long, default_value = "play")]
    scope: KeyScope,
    /// Requests of any kind a minute; 0 for no limit. Default: the service's limit for an address.
    #[arg(id = "requests", long = "rate-requests", value_parser = within(0..=u32::MAX))]
    requests: Option<u32>,
    /// Games created a minute; 0 and default as above.
    #[arg(id = "create", long = "rate-create", value_parser = within(0..=u32::MAX))]
    create: Option<u32>,
    /// Moves a minute; 0 and default as above.
    #[arg(id = "moves", long = "rate-moves", value_parser = within(0..=u32::MAX))]
    moves: Option<u32>,
    /// Hints and analyses a minute; 0 and default as above.
    #[arg(id = "hints", long = "rate-hints", value_parser = within(0..=u32::MAX))]
    hints: Option<u32>,
    #[command(flatten)]
    database: Database,
}

#[derive(Debug, Args)]
struct RevokeArgs {
    /// The name of its owner.
    #[arg(value_parser = key_name)]
    name: String,
    #[command(flatten)]
    database: Database,
}

/// Does what is asked.
///
/// # Errors
/// The name is taken, no name, or nobody's; the database cannot be read or written.
pub(super) fn run(args: &KeysArgs, games: Registry) -> anyhow::Result<()> {
    let sources = Sources::system(games);
    match &args.what {
        What::Add(args) => add(args, &*sources.clock, &*sources.entropy),
        What::List(database) => list(database),
        What::Revoke(args) => revoke(args, &*sources.clock),
    }
}

fn add(args: &AddArgs, clock: &dyn Clock, entropy: &dyn Entropy) -> anyhow::Result<()> {
    let AddArgs { name, scope, requests, create, moves, hints, database } = args;
    let text = format!("tapis_{scope}_{}", hex::encode(entropy.bytes()?));
    let key = ApiKey {
        name: name.clone(),
        hash: hash(&text),
        scope: *scope,
        rates: KeyRates { requests: *requests, create: *create, moves: *moves, hints: *hints },
        created_at: Time::from(clock.now()),
        revoked_at: None,
    };
    match open(database)?.add_key(key) {
        Err(StoreError::Exists) => {
            bail!("there is a key {name}, or was one, and a name is given once: choose another")
        }
        added => added.with_context(|| format!("the key {name} cannot be stored"))?,
    }
    // The key alone goes to the standard output, so that a script can keep it.
    println!("{text}");
    eprintln!("This is the key of {name}, and it is shown this once. Send it as Tapis-Key.");
    eprintln!("A service that runs on {} takes it within five seconds.", database.url);
    Ok(())
}

fn list(database: &Database) -> anyhow::Result<()> {
    let (unread, store) = (|| format!("cannot read {}", database.url), open(database)?);
    let (keys, webhooks) = (store.keys().with_context(unread)?, store.webhooks().with_context(unread)?);
    if keys.is_empty() {
        println!("{}: there are no keys; tapis keys add NAME makes one", database.url);
    }
    let width = keys.iter().map(|key| key.name.len()).max().unwrap_or_default();
    for key in keys {
        let ApiKey { name, scope, created_at, .. } = &key;
        println!("{name:width$}  {scope:4}  since {}  {}{}", created_at.day(), rates(&key.rates), end(&key));
        for webhook in webhooks.iter().filter(|webhook| webhook.key == *name) {
            println!("{:width$}  webhook {}", "", told(webhook));
        }
    }
    Ok(())
}

/// Whether a webhook is told. Its address is its owner's business but for the host.
fn told(webhook: &Webhook) -> String {
    let Webhook { url, on_since, failing_since, off_since, fault, .. } = webhook;
    let place =
        url::Url::parse(url).map_or_else(|_| "nowhere".to_owned(), |url| url.origin().ascii_serialization());
    let fault = fault.as_deref().unwrap_or("no answer");
    match (off_since, failing_since) {
        (Some(off), _) => format!("to {place}  off since {} ({fault}), until it is set again", off.day()),
        (None, Some(failing)) => format!("to {place}  failing since {failing} ({fault})"),
        (None, None) => format!("to {place}  on since {}", on_since.day()),
    }
}

fn rates(rates: &KeyRates) -> String {
    let KeyRates { requests, create, moves, hints } = *rates;
    let named = [("requests", requests), ("create", create), ("moves", moves), ("hints", hints)];
    let one = |(name, rate): (&str, Option<u32>)| match rate? {
        0 => Some(format!("{name} without limit")),
        rate => Some(format!("{name} {rate} a minute")),
    };
    let own: Vec<String> = named.into_iter().filter_map(one).collect();
    if own.is_empty() { "limits of an address".to_owned() } else { own.join(", ") }
}

fn end(key: &ApiKey) -> String {
    key.revoked_at.map(|time| format!("  revoked {}", time.day())).unwrap_or_default()
}

fn revoke(args: &RevokeArgs, clock: &dyn Clock) -> anyhow::Result<()> {
    let RevokeArgs { name, database } = args;
    match open(database)?.revoke_key(name, Time::from(clock.now())) {
        Err(StoreError::NotFound) => bail!("there is no key {name}; tapis keys list says which there are"),
        Ok(false) => println!("{name} was revoked before"),
        revoked => {
            revoked.with_context(|| format!("the key {name} cannot be revoked"))?;
            println!("{name} is revoked; a service that runs refuses it within five seconds");
        }
    }
    Ok(())
}

fn open(database: &Database) -> anyhow::Result<Box<dyn KeyStore>> {
    let url = &database.url;
    url.open_keys().with_context(|| format!("cannot use the keys of {url}"))
}
