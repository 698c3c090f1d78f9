//! One service whose time, ids, secrets and deals are the test's.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use jiff::Timestamp;
use tapis_api::settings::Settings;
use tapis_api::startup::Application;
use tapis_db::model::{ApiKey, KeyRates, KeyScope};
use tapis_games::erased::StoredPly;
use tapis_service::sources::{Clock, Entropy, Ids, NoEntropy, Sources};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::two_worlds::dealer::{ChosenDealer, Leak};
use tapis_solver::registry::Registry;

/// The key of the front end that creates the games.
pub const KEY: &str = "tapis_play_of_two_worlds";

/// A running service.
pub struct World {
    /// `http://127.0.0.1:…`.
    pub base: String,
    /// Its client.
    pub http: reqwest::Client,
    counters: Arc<Counters>,
    dealer: Arc<ChosenDealer>,
    server: JoinHandle<std::io::Result<()>>,
    _directory: TempDir,
}

/// A folder in memory where the system has one: nothing here is about durability, and disks are slow to sync.
fn memory() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Whom [`KEY`] belongs to.
fn front_end() -> ApiKey {
    ApiKey {
        name: "front-end".to_owned(),
        hash: tapis_api::keys::hash(KEY),
        scope: KeyScope::Play,
        rates: KeyRates::default(),
        created_at: Timestamp::UNIX_EPOCH.into(),
        revoked_at: None,
    }
}

impl World {
    /// Starts a service in memory, without one redaction if `leak` says so.
    pub fn start(leak: Option<Leak>) -> Self {
        let secret = "5a".repeat(32);
        let arguments = [
            ["--port", "0"],
            ["--workers", "1"],
            ["--database", "sqlite::memory:"],
            ["--secret", &secret],
            // Passes that come by themselves come at once.
            ["--bot-pace-ms", "0"],
            ["--tune", "bot_slot_ms=0"],
            ["--rate-requests", "0"],
            ["--rate-create", "0"],
            ["--rate-moves", "0"],
            ["--rate-hints", "0"],
            // Patience: worlds wait for one another, on machines with other things to do.
            ["--tune", "head_timeout_ms=600000"],
            ["--tune", "keep_alive_ms=600000"],
        ];
        let settings = Settings::from_args(arguments.into_iter().flatten()).unwrap();
        let counters = Arc::new(Counters::default());
        let dealer = Arc::new(ChosenDealer { leak, ..ChosenDealer::default() });
        let sources = Sources {
            clock: counters.clone(),
            ids: counters.clone(),
            entropy: counters.clone(),
            dealer: dealer.clone(),
            ..Sources::system(Registry::standard())
        };
        let directory = memory();
        let store =
            tapis_db::open(&format!("sqlite:{}", directory.path().join("tapis.db").display())).unwrap();
        store.add_key(front_end()).unwrap();
        let application = Application::build_on(store, settings, sources).unwrap();
        Self {
            base: format!("http://{}", application.address()),
            http: reqwest::Client::builder().no_proxy().build().unwrap(),
            counters,
            dealer,
            server: tokio::spawn(application.run()),
            _directory: directory,
        }
    }

    /// Lays the history of the next game ready and numbers the ids and secrets it will get.
    pub fn prepare(&self, game: u64, history: Option<Vec<StoredPly>>) {
        *self.dealer.next.lock() = history;
        self.counters.next.store(game << 20, Ordering::SeqCst);
    }

    /// Moves the time.
    pub fn pass(&self, seconds: i64) {
        self.counters.seconds.fetch_add(seconds, Ordering::SeqCst);
    }

    /// A call to `{base}/v1/{path}`. It names itself, so that no id is spent on it.
    pub fn call(&self, method: reqwest::Method, path: &str) -> reqwest::RequestBuilder {
        self.http.request(method, format!("{}/v1/{path}", self.base)).header("X-Request-Id", "two-worlds")
    }

    /// The set-up of the last game.
    pub fn last_set_up(&self) -> StoredPly {
        self.dealer.last.lock().clone().unwrap()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Time stands still until the test moves it; ids and secrets count up from where the test says.
#[derive(Default)]
struct Counters {
    next: AtomicU64,
    seconds: AtomicI64,
}

impl Clock for Counters {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(1_767_225_600 + self.seconds.load(Ordering::SeqCst)).unwrap()
    }
}

impl Ids for Counters {
    fn next(&self) -> Uuid {
        let n = self.next.fetch_add(1, Ordering::SeqCst);
        uuid::Builder::from_unix_timestamp_millis(1_767_225_600_000 + n, &[0x5a; 10]).into_uuid()
    }
}

impl Entropy for Counters {
    fn bytes(&self) -> Result<[u8; 32], NoEntropy> {
        let n = self.next.fetch_add(1, Ordering::SeqCst);
        let mut bytes = [0x5a; 32];
        bytes[..8].copy_from_slice(&n.to_le_bytes());
        Ok(bytes)
    }
}
