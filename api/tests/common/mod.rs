//! A running service and a client with verbs, for the tests of every resource.
#![allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "test support; every test binary uses its own part"
)]

mod client;
mod engines;
pub mod push;
pub mod receiver;
mod sources;
mod table;

use std::sync::Arc;

pub use client::{Answer, Call};
pub use engines::{Gate, until};
pub use sources::{Fixed, sources};
pub use table::Table;
use tapis_api::settings::Settings;
use tapis_api::startup::{Application, Stopper};
use tapis_api::state::AppState;
use tapis_db::Store;
use tapis_db::model::{ApiKey, KeyRates, KeyScope, Time};
use tapis_service::answers::Answers;
use tapis_service::pool::Caller;
use tapis_service::sources::Sources;
use tempfile::TempDir;
use tokio::task::JoinHandle;

/// The administrator of the services of tests.
pub const ADMIN: &str = "the-administrator-of-tests";

/// A service on a free port of loopback, with its own database file; ends when it is dropped.
pub struct TestApp {
    pub base: String,
    pub state: AppState,
    pub fixed: Arc<Fixed>,
    pub directory: Arc<TempDir>,
    http: reqwest::Client,
    stopper: Stopper,
    server: Option<JoinHandle<std::io::Result<()>>>,
}

impl TestApp {
    /// A fresh service.
    pub async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// A fresh service with further command-line arguments.
    pub async fn start_with(arguments: &[&str]) -> Self {
        let directory = Arc::new(tempfile::tempdir().unwrap());
        Self::start_in(directory, arguments, |store| store).await
    }

    /// A fresh service with further command-line arguments and other sources.
    pub async fn start_from(arguments: &[&str], change: impl FnOnce(Sources) -> Sources) -> Self {
        let directory = Arc::new(tempfile::tempdir().unwrap());
        Self::start_all(directory, arguments, |store| store, change).await
    }

    /// A service on the database of `directory`, whose store passes through `wrap`.
    pub async fn start_in(
        directory: Arc<TempDir>,
        arguments: &[&str],
        wrap: impl FnOnce(Arc<dyn Store>) -> Arc<dyn Store>,
    ) -> Self {
        Self::start_all(directory, arguments, wrap, |sources| sources).await
    }

    /// A service on the database of `directory` with everything chosen.
    pub async fn start_all(
        directory: Arc<TempDir>,
        arguments: &[&str],
        wrap: impl FnOnce(Arc<dyn Store>) -> Arc<dyn Store>,
        change: impl FnOnce(Sources) -> Sources,
    ) -> Self {
        let database = format!("sqlite:{}", directory.path().join("tapis.db").display());
        let mut standard = vec!["--port", "0", "--workers", "2", "--database", &database];
        standard.extend(["--tune", "bot_slot_ms=1,head_timeout_ms=60000"]);
        // Patience for machines with other things to do.
        let patient = [("--rate-work", "0"), ("--rate-create", "36000"), ("--rate-hints", "36000")];
        for (flag, value) in [("--bot-pace-ms", "0"), ("--admin-token", ADMIN)].into_iter().chain(patient) {
            if !arguments.contains(&flag) {
                standard.extend([flag, value]);
            }
        }
        let settings = Settings::from_args(standard.into_iter().chain(arguments.iter().copied())).unwrap();
        let fixed = Arc::new(Fixed::default());
        let store = wrap(tapis_db::open(&database).unwrap());
        let application = Application::build_on(store, settings, change(sources(&fixed))).unwrap();
        Self {
            base: format!("http://{}", application.address()),
            state: application.state().clone(),
            fixed,
            directory,
            http: client().build().unwrap(),
            stopper: application.stopper(),
            server: Some(tokio::spawn(application.run())),
        }
    }

    /// Stops this service and starts another on the same database.
    pub async fn restart(mut self) -> Self {
        self.stop().await;
        Self::start_in(Arc::clone(&self.directory), &[], |store| store).await
    }

    /// Stops the service and waits for its end.
    pub async fn stop(&mut self) {
        self.stopper.stop().await;
        if let Some(server) = self.server.take() {
            server.await.unwrap().unwrap();
        }
        self.state.service.store().close().unwrap();
    }

    /// The same service as a caller at another address of loopback, `127.0.0.<last>`, sees it.
    pub fn post_from(&self, last: u8, path: &str) -> Call {
        let address = std::net::IpAddr::from([127, 0, 0, last]);
        let http = client().local_address(address).build().unwrap();
        Call(http.post(format!("{}{path}", self.base)))
    }

    /// Takes the threads that make long answers; they are given back when the senders are dropped.
    pub async fn hold_answers(&self) -> Vec<std::sync::mpsc::Sender<()>> {
        self.hold(self.state.service.answers()).await
    }

    /// As [`TestApp::hold_answers`], of a class.
    pub async fn hold(&self, answers: &Answers) -> Vec<std::sync::mpsc::Sender<()>> {
        let counts = || answers.counts();
        let mut held = Vec::new();
        while counts().in_flight < counts().permits {
            let (release, released) = std::sync::mpsc::channel::<()>();
            let answers = answers.clone();
            let caller = Caller::new(Some([10, 0, 0, held.len() as u8].into()), 0);
            tokio::spawn(async move { answers.make(caller, move || released.recv().is_ok()).await });
            held.push(release);
            until(|| counts().in_flight == held.len()).await;
        }
        held
    }

    /// Has the service know a key of this text.
    pub fn add_key(&self, name: &str, text: &str) {
        let created_at: Time = "2026-03-01T12:00:00Z".parse().unwrap();
        let (hash, rates) = (tapis_api::keys::hash(text), KeyRates::default());
        let (name, scope) = (name.to_owned(), KeyScope::Play);
        let store = self.state.service.store();
        store.add_key(ApiKey { name, hash, scope, rates, created_at, revoked_at: None }).unwrap();
        self.state.keys.refresh(&**store, &self.state.settings.limits).unwrap();
    }

    pub fn get(&self, path: &str) -> Call {
        self.call(reqwest::Method::GET, path)
    }

    pub fn post(&self, path: &str) -> Call {
        self.call(reqwest::Method::POST, path)
    }

    pub fn put(&self, path: &str) -> Call {
        self.call(reqwest::Method::PUT, path)
    }

    pub fn delete(&self, path: &str) -> Call {
        self.call(reqwest::Method::DELETE, path)
    }

    pub fn call(&self, method: reqwest::Method, path: &str) -> Call {
        Call(self.http.request(method, format!("{}{path}", self.base)))
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.state.stopping.cancel();
        self.state.service.close_bots();
        if let Some(server) = self.server.take() {
            server.abort();
        }
    }
}

/// A client that takes no connection again which the service may be closing just then.
fn client() -> reqwest::ClientBuilder {
    reqwest::Client::builder().no_proxy().pool_idle_timeout(std::time::Duration::from_secs(1))
}
