//! Building and running the service.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use actix_web::dev::{Server, ServerHandle};
use tapis_db::model::Digest;
use tapis_db::{Store, StoreError};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use tapis_lab::Laboratory;
use tapis_service::Service;
use tapis_service::catalogue::Document;
use tapis_service::kept::Kept;
use tapis_service::sources::Sources;
use tapis_service::tables::ServerSecret;

use crate::allowance::UNREAD_BYTES;
use crate::fallback::Fallback;
use crate::keys::Keyring;
use crate::login::{KeysError, Logins};
use crate::openapi;
use crate::places::Places;
use crate::push_keys::PushKeys;
use crate::quotas::Quotas;
use crate::rates::Rates;
use crate::settings::{self, SecretError, Settings};
use crate::state::{AppState, Shared};
use crate::telemetry::Metrics;
use crate::{dispatch, housekeeping, serve};

/// Why the service does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Whoever administrates from elsewhere has to know the token.
    #[error("listening on {0} needs an admin token: set TAPIS_ADMIN_TOKEN, or listen on a loopback address")]
    NoAdminToken(std::net::IpAddr),
    /// Likewise.
    #[error("trusted proxies need an admin token: set TAPIS_ADMIN_TOKEN, or leave --trusted-proxies out")]
    ProxiesWithoutAdminToken,
    /// An origin that is listed twice, or beside `*`, says that something else was meant.
    #[error("--cors-origins lists {0} in vain: each origin once, and * alone")]
    IdleOrigin(settings::Origin),
    /// The database cannot be used; it was left as it is.
    #[error("cannot use the database {url}: {error}")]
    Database {
        /// Where it is.
        url: String,
        /// Why.
        error: StoreError,
    },
    /// A part of the service cannot be started.
    #[error(transparent)]
    Service(#[from] tapis_service::ServiceStartError),
    /// The threads of the laboratory cannot be started.
    #[error("cannot start the threads of the laboratory")]
    Laboratory(#[from] rayon::ThreadPoolBuildError),
    /// There is no secret to derive tokens from.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// The numbers of the process cannot be taken.
    #[error("cannot take metrics: {0}")]
    Metrics(String),
    /// The keys of logins cannot be used.
    #[error("cannot use the keys of --login-jwks")]
    LoginKeys(#[from] KeysError),
    /// The address cannot be bound.
    #[error("cannot listen on {address}: {error}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
}

/// What of a start can be refused and needs no database.
struct Ready {
    listener: TcpListener,
    address: SocketAddr,
    logins: Option<Logins>,
    metrics: Metrics,
}

impl Ready {
    /// Refuses a start whose settings do not fit together, whose files are not there or whose address is not free.
    fn of(settings: &Settings) -> Result<Self, StartError> {
        check(settings)?;
        let logins = Logins::new(&settings.logins)?;
        let metrics = Metrics::install().map_err(StartError::Metrics)?;
        let address = settings.server.address();
        let bind = |error| StartError::Bind { address, error };
        let listener = TcpListener::bind(address).map_err(bind)?;
        let address = listener.local_addr().map_err(bind)?;
        Ok(Self { listener, address, logins, metrics })
    }
}

/// The service, listening and ready to run.
pub struct Application {
    server: Server,
    address: SocketAddr,
    state: AppState,
}

impl Application {
    /// Binds the address, opens the store and starts the workers.
    ///
    /// # Errors
    /// See [`StartError`]. Nothing has happened to the database then, unless the system refused a thread.
    pub fn build(settings: Settings, sources: Sources) -> Result<Self, StartError> {
        let ready = Ready::of(&settings)?;
        let database = &settings.database;
        let unusable = |error| StartError::Database { url: database.url.to_string(), error };
        database.url.look().map_err(unusable)?;
        let known = database.was_served();
        let is_new = settings.security.new_secret;
        let ours = settings::check_secret(&settings, known)?.filter(|_| !is_new);
        // From here on the database is brought up to date: whatever can be refused was refused before.
        let ours = ours.map(|secret| Digest(secret.fingerprint()));
        let store = database.url.open_with(ours).map_err(unusable)?;
        let secret = settings::secret(&settings, known, &*sources.entropy)?;
        store.claim(&Digest(secret.fingerprint()), is_new).map_err(unusable)?;
        Self::build_with(ready, store, secret, (settings, sources))
    }

    /// As [`Application::build`], on a store that is open already.
    ///
    /// # Errors
    /// See [`StartError`].
    pub fn build_on(store: Arc<dyn Store>, settings: Settings, sources: Sources) -> Result<Self, StartError> {
        let ready = Ready::of(&settings)?;
        let secret = settings::secret(&settings, false, &*sources.entropy)?;
        Self::build_with(ready, store, secret, (settings, sources))
    }

    fn build_with(
        ready: Ready,
        store: Arc<dyn Store>,
        secret: ServerSecret,
        (settings, sources): (Settings, Sources),
    ) -> Result<Self, StartError> {
        let Ready { listener, address, logins, metrics } = ready;
        let state = share(store, secret, (settings, sources), (logins, metrics))?;
        let bind = |error| StartError::Bind { address, error };
        let server = serve::listen(state.clone(), listener).map_err(bind)?;
        Ok(Self { server, address, state })
    }

    /// Where the service listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What its handlers share.
    pub fn state(&self) -> &AppState {
        &self.state
    }

    /// Stops the service from elsewhere.
    pub fn stopper(&self) -> Stopper {
        Stopper { handle: self.server.handle(), state: self.state.clone() }
    }

    /// Serves until [`Stopper::stop`].
    ///
    /// # Errors
    /// The workers failed.
    pub async fn run(self) -> io::Result<()> {
        let follower = tokio::spawn(housekeeping::follow(self.state.clone()));
        let successor = tokio::spawn(housekeeping::take_over(self.state.clone()));
        let sender = tokio::spawn(dispatch::run(self.state.clone()));
        let counter = tokio::spawn(housekeeping::count_quotas(self.state.clone()));
        let housekeeping = tokio::spawn(housekeeping::run(self.state.clone()));
        let served = self.server.await;
        counter.abort();
        housekeeping::leave_quotas(&self.state).await;
        housekeeping.abort();
        follower.abort();
        sender.abort();
        successor.abort();
        served
    }

    /// Serves until a signal says to end, then closes the store: what is left is one file.
    ///
    /// # Errors
    /// The workers failed.
    pub async fn run_until(self, signals: Signals) -> io::Result<()> {
        let stopper = self.stopper();
        tokio::spawn(async move {
            signals.until_end().await;
            stopper.stop().await;
        });
        let state = self.state.clone();
        let served = self.run().await;
        close(state).await;
        served
    }
}

/// The signals to end, listened to from before anybody knows that the service is there.
pub struct Signals([Signal; 4]);

impl Signals {
    /// Listens to SIGTERM, SIGINT, SIGHUP and SIGQUIT, and passes over those by which nothing is asked for: unheard they would end
    /// the process at once.
    ///
    /// # Errors
    /// They cannot be listened to.
    pub fn listen() -> io::Result<Self> {
        for unused in [SignalKind::user_defined1(), SignalKind::user_defined2(), SignalKind::alarm()] {
            drop(signal(unused)?);
        }
        let [terminate, interrupt] = [SignalKind::terminate(), SignalKind::interrupt()];
        let [hang_up, quit] = [SignalKind::hangup(), SignalKind::quit()];
        Ok(Self([signal(terminate)?, signal(interrupt)?, signal(hang_up)?, signal(quit)?]))
    }

    /// One of them has come.
    async fn until_end(self) {
        let Self([mut terminate, mut interrupt, mut hang_up, mut quit]) = self;
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            _ = hang_up.recv() => {}
            _ = quit.recv() => {}
        }
    }
}

/// Waits for the laboratory and the bots, then closes the store. What fails now is told to the log: every answer was given.
async fn close(state: AppState) {
    let closed = tokio::task::spawn_blocking(move || {
        state.laboratory.stop();
        state.service.close()
    });
    match closed.await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::error!(%error, "the store could not be closed tidily"),
        Err(error) => tracing::error!(%error, "the store was not closed"),
    }
}

/// Stops a running [`Application`].
#[derive(Clone)]
pub struct Stopper {
    handle: ServerHandle,
    state: AppState,
}

impl Stopper {
    /// Not ready any more, streams end, requests in flight are answered, then the server ends.
    pub async fn stop(&self) {
        self.state.service.begin_to_stop();
        self.state.laboratory.begin_to_stop();
        let stopped = self.handle.stop(true);
        self.state.closing.cancel();
        stopped.await;
        let state = self.state.clone();
        let stopped = tokio::task::spawn_blocking(move || {
            state.service.stop_bots();
            state.laboratory.stop();
        });
        if stopped.await.is_err() {
            tracing::error!("the bots or the laboratory could not be stopped");
        }
    }
}

/// Bytes of documents, and of pictures, that are kept after they were made.
const KEPT_BYTES: usize = 16 << 20;

/// Puts the parts together and starts their threads.
fn share(
    store: Arc<dyn Store>,
    secret: ServerSecret,
    (settings, sources): (Settings, Sources),
    (logins, metrics): (Option<Logins>, Metrics),
) -> Result<AppState, StartError> {
    let openapi = openapi();
    let push = push_keys(&*store, &secret, &settings);
    let service = Arc::new(Service::start(store, &settings.service(), sources, secret)?);
    let stopping = service.stopping().clone();
    let laboratory = Laboratory::start(
        &settings.tuning.lab(),
        settings.service().space,
        Arc::clone(service.store()),
        Arc::clone(service.rulesets()),
        service.sources().clone(),
    )?;
    let (limits, tuning) = (&settings.limits, &settings.tuning);
    let of_address = match tuning.max_streams_per_address {
        0 => limits.streams.div_ceil(8),
        most => most as usize,
    };
    let streams = Places::new(["event_streams", "the_events"], limits.streams, of_address);
    // What is read of a body uses up to forty times as many bytes.
    let bodies = Places::new(["bodies", "the_answers"], usize::MAX, 2 * tuning.max_body_bytes as usize);
    let answers = Places::new(["unread_answers", "the_answers"], usize::MAX, UNREAD_BYTES);
    let rates = Rates::new(&settings.limits);
    let quotas =
        Quotas::new([limits.games_a_day, tuning.rulesets_a_day as u32, tuning.kept_hints_a_day as u32]);
    let admin = settings::admin_token(&settings, &*service.sources().entropy)?;
    let keys = Keyring::default();
    let unusable = |error| StartError::Database { url: settings.database.url.to_string(), error };
    keys.refresh(&**service.store(), limits).map_err(unusable)?;
    if let Some(name) = settings.logins.key.as_deref().filter(|name| !keys.has(name)) {
        tracing::warn!("the key {name} of --login-key is not in force: tapis keys add {name} makes it");
    }
    Ok(AppState::new(Shared {
        settings,
        service,
        laboratory,
        streams,
        bodies,
        answers,
        admin,
        keys,
        logins,
        rates,
        quotas,
        metrics,
        constants: Kept::new(KEPT_BYTES),
        pictures: Kept::new(KEPT_BYTES),
        openapi: Document::of(&openapi),
        fallback: Fallback::new(&openapi),
        push,
        webhooks_changed: Notify::new(),
        stopping,
        closing: CancellationToken::new(),
    }))
}

/// What browsers are told with. A service whose store does not take it (its disk is full) does all else.
fn push_keys(store: &dyn Store, secret: &ServerSecret, settings: &Settings) -> Option<PushKeys> {
    if settings.push.contact.is_none() {
        tracing::warn!(
            "Apple's browsers are told of no turn: --push-contact names nobody whom its push service could ask"
        );
    }
    let keys = PushKeys::of(store, secret.push_sealing(), settings.push.contact.clone());
    keys.inspect_err(|error| tracing::error!(%error, "browsers cannot be told until the next start")).ok()
}

/// Refuses settings that contradict each other, and those of a service for others whose administrator would have to look into a file
/// for the token.
fn check(settings: &Settings) -> Result<(), StartError> {
    let host = settings.server.host;
    if !host.is_loopback() && settings.security.admin_token.is_none() {
        return Err(StartError::NoAdminToken(host));
    }
    if !settings.server.trusted_proxies.is_empty() && settings.security.admin_token.is_none() {
        return Err(StartError::ProxiesWithoutAdminToken);
    }
    match settings.security.idle_origin() {
        Some(origin) => Err(StartError::IdleOrigin(origin.clone())),
        None => Ok(()),
    }
}
