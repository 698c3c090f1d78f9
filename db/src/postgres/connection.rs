//! Connections: a pool of them, TLS, and how long anything may take.

use std::ops::Deref;
use std::sync::Arc;
use std::time::{Duration, Instant};

use deadpool_postgres::{
    Client, Hook, HookError, Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime,
};
use parking_lot::Mutex;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio::time::timeout;
use tokio_postgres::config::SslMode;
use tokio_postgres::error::SqlState;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::error::{Failure, Outcome};
use super::options::PostgresOptions;
use super::url::PostgresUrl;
use crate::error::{Result, StoreError};

/// The connections of a store.
pub(super) struct Connections {
    pool: Pool,
    lost: Arc<LastLoss>,
}

/// When a connection was lost last. Those that were open then are not used again: they most likely went the same way (the
/// server ended, gave way to another, or was cut off), and who asks once more must not meet the next of them.
#[derive(Default)]
struct LastLoss(Mutex<Option<Instant>>);

impl LastLoss {
    fn note(&self) {
        *self.0.lock() = Some(Instant::now());
    }

    /// Refuses a connection that was open then.
    fn check(&self, opened: Instant) -> std::result::Result<(), HookError> {
        match *self.0.lock() {
            Some(lost) if opened <= lost => Err(HookError::message("it is older than one that was lost")),
            _ => Ok(()),
        }
    }
}

impl Connections {
    pub(super) fn new(url: &PostgresUrl, options: &PostgresOptions) -> Result<Self> {
        let mut config = url.config.clone();
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(options.patience);
        }
        config.options(limits(options, config.get_options().unwrap_or_default()));
        config.tcp_user_timeout(options.call).keepalives_idle(Duration::from_secs(30));
        // Whether a connection still stands shows when it is used: asking first costs a round trip.
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_config(config, tls(url)?, recycling);
        let lost = Arc::new(LastLoss::default());
        let losses = Arc::clone(&lost);
        let pool = Pool::builder(manager)
            .pre_recycle(Hook::sync_fn(move |_, connection| losses.check(connection.created)))
            .max_size(options.connections)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(options.patience))
            .create_timeout(Some(options.call))
            .build()
            .map_err(|error| StoreError::Io(error.to_string()))?;
        Ok(Self { pool, lost })
    }

    /// A connection; waits a while for one to come free.
    pub(super) async fn get(&self) -> Outcome<Connection> {
        let begun = Instant::now();
        let taken = self.pool.get().await;
        metrics::histogram!("tapis_database_connection_seconds").record(begun.elapsed());
        Ok(Connection { object: Some(taken?), lost: Arc::clone(&self.lost) })
    }

    /// How many connections are in use, and how many requests wait for one.
    pub(super) fn taken(&self) -> (u64, u64) {
        let status = self.pool.status();
        (status.size.saturating_sub(status.available) as u64, status.waiting as u64)
    }

    pub(super) fn close(&self) {
        self.pool.close();
    }
}

/// What the server itself puts an end to, when nobody here does. Said when a connection is opened: what is set later a pooler would
/// hand on with the server's connection to somebody else. What the URL says comes after it, and so goes first.
fn limits(options: &PostgresOptions, said: &str) -> String {
    let limits = [
        ("statement_timeout", options.call),
        ("idle_in_transaction_session_timeout", 2 * options.call),
        ("lock_timeout", options.patience),
    ];
    let limits = limits.map(|(name, time)| format!("-c {name}={}", time.as_millis())).join(" ");
    format!("{limits} {said}").trim_end().to_owned()
}

/// Takes the limits away in a transaction that takes as long as it takes.
pub(super) const NO_LIMIT: &str = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0";

/// Looks whether statements that were prepared are there when another has used the server in between, where a pooler stands before
/// it.
pub(super) async fn look_at_pooler(connections: &Connections, patience: Duration) -> Outcome<()> {
    let (first, other) = (connections.get().await?, connections.get().await?);
    let looked = async {
        let statement = first.prepare("SELECT 1").await?;
        // Takes the connection that this was prepared on.
        other.batch_execute("BEGIN").await?;
        // A pool of one connection cannot answer now, and has nothing to mix up.
        let asked = timeout(patience, first.query(&statement, &[])).await;
        other.batch_execute("ROLLBACK").await?;
        asked.unwrap_or(Ok(Vec::new()))
    };
    let looked: std::result::Result<_, tokio_postgres::Error> = looked.await;
    match looked {
        Err(error) if error.code().is_some_and(|code| FORGETFUL.contains(code)) => {
            Err(StoreError::Unfit(NO_STATEMENTS.to_owned()).into())
        }
        looked => {
            let looked = first.give_back(looked.map_err(Failure::from));
            other.give_back(looked.map(drop))
        }
    }
}

/// What a server says that knows nothing of a statement, or has one of that name.
const FORGETFUL: [SqlState; 2] = [SqlState::INVALID_SQL_STATEMENT_NAME, SqlState::DUPLICATE_PSTATEMENT];
const NO_STATEMENTS: &str = "the pooler before it forgets prepared statements; it takes PgBouncer 1.21 or newer with \
                             max_prepared_statements above 0, or one in session mode";

/// A connection taken from the pool. It goes back only with [`Connection::give_back`]: one that was let go in the middle of
/// something is closed.
pub(super) struct Connection {
    object: Option<Object>,
    lost: Arc<LastLoss>,
}

impl Connection {
    /// Gives the connection back, unless what came of its work says that it is of no use any more.
    pub(super) fn give_back<T>(mut self, outcome: Outcome<T>) -> Outcome<T> {
        match &outcome {
            Err(failure) if failure.is_lost() => self.lost.note(),
            Err(failure) if failure.is_late() => {}
            _ => drop(self.object.take()),
        }
        outcome
    }
}

impl Deref for Connection {
    type Target = Client;

    fn deref(&self) -> &Client {
        self.object.as_ref().expect("it is there until it is given back")
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(spoilt) = self.object.take() {
            drop(Object::take(spoilt));
        }
    }
}

/// Does `work` in a transaction: all of it, or nothing.
pub(super) async fn transaction<T>(client: &Client, work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    transaction_at(client, "READ COMMITTED", work).await
}

/// Does `work` in a transaction that sees the database as it was at its beginning.
pub(super) async fn snapshot<T>(client: &Client, work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    transaction_at(client, "REPEATABLE READ", work).await
}

async fn transaction_at<T>(
    client: &Client,
    level: &str,
    work: impl Future<Output = Outcome<T>>,
) -> Outcome<T> {
    client.batch_execute(&format!("BEGIN ISOLATION LEVEL {level}")).await?;
    match work.await {
        Ok(done) => {
            client.batch_execute("COMMIT").await?;
            Ok(done)
        }
        // What was asked may still be under way: the server takes it back when the connection is closed.
        Err(failure) if failure.is_late() => Err(failure),
        Err(failure) => match client.batch_execute("ROLLBACK").await {
            Ok(()) => Err(failure),
            Err(error) => Err(Failure::from(error)),
        },
    }
}

fn tls(url: &PostgresUrl) -> Result<MakeRustlsConnect> {
    let mut roots = RootCertStore::empty();
    let unusable =
        |what: String| StoreError::Invalid(format!("the certificates of sslrootcert cannot be used: {what}"));
    if let Some(path) = &url.roots {
        let certificates =
            CertificateDer::pem_file_iter(path).map_err(|error| unusable(error.to_string()))?;
        for certificate in certificates {
            let certificate = certificate.map_err(|error| unusable(error.to_string()))?;
            roots.add(certificate).map_err(|error| unusable(error.to_string()))?;
        }
        if roots.is_empty() {
            return Err(unusable(format!("there are none in {}", path.display())));
        }
    } else if url.config.get_ssl_mode() != SslMode::Disable {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = versions.map_err(|error| StoreError::Io(error.to_string()))?;
    Ok(MakeRustlsConnect::new(config.with_root_certificates(roots).with_no_client_auth()))
}
