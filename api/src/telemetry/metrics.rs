//! Numbers for a Prometheus scraper.

use std::sync::OnceLock;

use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};

use strum::VariantArray as _;
use tapis_service::Load;
use tapis_service::tables::DoubtName;

/// Upper bounds of the buckets of times, in seconds.
const SECONDS: [f64; 15] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

/// Where all numbers of the process go. There is one a process: services in one process share it.
static METRICS: OnceLock<Result<PrometheusHandle, String>> = OnceLock::new();

/// Where the numbers can be read.
#[derive(Clone)]
pub struct Metrics(PrometheusHandle);

impl Metrics {
    /// Begins to take numbers, at the first call.
    ///
    /// # Errors
    /// Somebody else takes the numbers of this process.
    pub fn install() -> Result<Self, String> {
        let installed = METRICS.get_or_init(|| {
            let handle = install().map_err(|error| error.to_string())?;
            describe();
            Ok(handle)
        });
        installed.clone().map(Self)
    }

    /// Folds up what was measured since; to be called now and then, whether anybody reads it or not.
    pub fn upkeep(&self) {
        self.0.run_upkeep();
    }

    /// All numbers as text, those that are only looked up when somebody asks included.
    pub fn render(&self, load: Load, streams: usize) -> String {
        render(&self.0, load, streams)
    }
}

fn install() -> Result<PrometheusHandle, BuildError> {
    PrometheusBuilder::new().set_buckets(&SECONDS)?.install_recorder()
}

fn render(handle: &PrometheusHandle, load: Load, streams: usize) -> String {
    let Load { is_ready, games: usage, bots_waiting, writer, doubts, long_while_serving, .. } = load;
    gauge!("tapis_ready").set(f64::from(u8::from(is_ready)));
    gauge!("tapis_games_in_memory").set(usage.games as f64);
    gauge!("tapis_game_bytes", "games" => "running").set(usage.running_bytes as f64);
    gauge!("tapis_game_bytes", "games" => "ended").set(usage.ended_bytes as f64);
    for &name in DoubtName::VARIANTS {
        let is_doubtful = doubts.iter().any(|doubt| doubt.name() == name);
        gauge!("tapis_clock_doubtful", "reason" => <&str>::from(name)).set(f64::from(u8::from(is_doubtful)));
    }
    counter!("tapis_games_evicted_total").absolute(usage.evicted);
    counter!("tapis_long_work_while_serving_total").absolute(long_while_serving);
    gauge!("tapis_bot_games_waiting").set(bots_waiting as f64);
    gauge!("tapis_event_streams").set(streams as f64);
    gauge!("tapis_store_queued").set(writer.queued as f64);
    gauge!("tapis_database_connections").set(writer.connections as f64);
    gauge!("tapis_database_waiting").set(writer.waiting as f64);
    gauge!("tapis_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    super::process::collect();
    for (name, value) in [
        ("tapis_store_committed_requests_total", writer.committed_requests),
        ("tapis_store_failed_requests_total", writer.failed_requests),
        ("tapis_store_rejected_requests_total", writer.rejected_requests),
        ("tapis_store_commits_total", writer.commits),
        ("tapis_store_failed_commits_total", writer.failed_commits),
        ("tapis_store_reopened_total", writer.reopened),
    ] {
        counter!(name).absolute(value);
    }
    handle.render()
}

/// Says what each metric is, as Prometheus reads it.
macro_rules! described {
    ($($kind:ident $name:literal: $what:literal;)*) => {
        fn describe() {
            $($kind!($name, $what);)*
            super::process::describe();
        }
    };
}

described! {
    describe_histogram "tapis_http_seconds": "Time from a request's head to its answer's";
    describe_gauge "tapis_http_in_flight": "Requests being worked on";
    describe_counter "tapis_http_abandoned_total": "Requests whose client went away before the answer";
    describe_counter "tapis_key_requests_total": "Requests with a key";
    describe_counter "tapis_key_refusals_total": "Of these, requests refused: too many, revoked, not of its scope";
    describe_counter "tapis_unknown_keys_total": "Requests with a key that is none";
    describe_counter "tapis_logins_total": "Requests with the login of an app, by whether it was taken";
    describe_counter "tapis_push_messages_total": "Messages sent to browsers, by whether they were taken; gone are those to a browser that does not wish them any more";
    describe_counter "tapis_webhook_messages_total": "Messages sent to webhooks, by whether they were taken";
    describe_counter "tapis_games_created_total": "Games created";
    describe_counter "tapis_moves_total": "Moves of people played";
    describe_gauge "tapis_games_in_memory": "Games in memory";
    describe_gauge "tapis_game_bytes": "Bytes of games in memory, about";
    describe_gauge "tapis_clock_doubtful": "Whether the clock is doubtful, by reason";
    describe_gauge "tapis_clock_set_seconds": "The machine's clock less the service's time";
    describe_counter "tapis_games_evicted_total": "Games that left memory to make room";
    describe_counter "tapis_long_work_while_serving_total": "Long work that was done on threads that serve: nought, or others waited for it";
    describe_gauge "tapis_bot_games_waiting": "Games that wait for a bot's move";
    describe_histogram "tapis_bot_late_seconds": "Time from when a bot's reply was due to when it is made";
    describe_histogram "tapis_timeout_late_seconds": "Time from a deadline to its timeout";
    describe_histogram "tapis_follow_late_seconds": "Time from a move of another node to when it is known here";
    describe_gauge "tapis_event_streams": "Event streams open";
    describe_gauge "tapis_ready": "Whether the node takes requests: the last answer about readiness, to a balancer or to itself";
    describe_counter "tapis_refusals_total": "Requests refused, by the code of the problem";
    describe_counter "tapis_rate_limited_total": "Requests refused because too many came, by policy";
    describe_gauge "tapis_build_info": "The version of the program";
    describe_counter "tapis_solver_searches_total": "Searches ended";
    describe_counter "tapis_solver_cancelled_total": "Of these, searches that were cancelled";
    describe_counter "tapis_solver_failed_total": "Of these, searches that panicked";
    describe_counter "tapis_solver_overrun_total": "Searches stopped at their limit";
    describe_counter "tapis_solver_nodes_total": "Positions and playouts searched";
    describe_histogram "tapis_solver_seconds": "Time a search ran";
    describe_gauge "tapis_solver_in_flight": "Searches running";
    describe_gauge "tapis_solver_queued": "Searches waiting";
    describe_gauge "tapis_store_queued": "Writes waiting";
    describe_histogram "tapis_database_seconds": "Time of work with the database, by part of the program";
    describe_histogram "tapis_database_connection_seconds": "Time until a connection was free";
    describe_gauge "tapis_database_connections": "Connections in use";
    describe_gauge "tapis_database_waiting": "Requests that wait for a connection";
    describe_counter "tapis_store_committed_requests_total": "Writes whose effect is durable";
    describe_counter "tapis_store_failed_requests_total": "Writes refused or failed";
    describe_counter "tapis_store_rejected_requests_total": "Writes turned away because too many waited";
    describe_counter "tapis_store_commits_total": "Transactions committed, each with one sync of the disk";
    describe_counter "tapis_store_failed_commits_total": "Transactions whose commit failed";
    describe_counter "tapis_store_reopened_total": "Times the writer's connection was opened anew";
}
