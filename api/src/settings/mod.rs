//! Configuration: flags, environment and defaults, one struct per concern.

use clap::{Args, Parser};

mod bounded;
mod database;
mod limits;
mod logging;
mod login;
mod push;
mod secret;
mod security;
mod server;
mod solver;
mod tuning;
mod webhooks;

pub(crate) use bounded::within;
pub use database::Database;
pub use limits::Limits;
pub use logging::Logging;
pub(crate) use login::key_name;
pub use login::{KeySource, LoginSettings};
pub use push::PushSettings;
pub use secret::{SecretError, admin_token, check_secret, known_admin_token, secret};
pub use security::{AdminToken, Origin, Security};
pub use server::{ForwardedHeader, Network, Server};
pub use solver::Solver;
pub use tuning::Tuning;
pub use webhooks::WebhookSettings;

/// Everything that can be configured. Every flag has an environment variable of the same name in capitals with the
/// prefix `TAPIS_`.
#[derive(Clone, Debug, Args)]
pub struct Settings {
    /// Listening and connections.
    #[command(flatten)]
    pub server: Server,
    /// Where games are kept.
    #[command(flatten)]
    pub database: Database,
    /// Secrets and origins.
    #[command(flatten)]
    pub security: Security,
    /// Search.
    #[command(flatten)]
    pub solver: Solver,
    /// Bounds on what callers may ask.
    #[command(flatten)]
    pub limits: Limits,
    /// Logins of an app.
    #[command(flatten)]
    pub logins: LoginSettings,
    /// Messages to front ends.
    #[command(flatten)]
    pub webhooks: WebhookSettings,
    /// Messages to browsers.
    #[command(flatten)]
    pub push: PushSettings,
    /// Logs.
    #[command(flatten)]
    pub logging: Logging,
    /// Constants that tests change.
    #[command(flatten)]
    pub tuning: Tuning,
}

impl Settings {
    /// What of it concerns the service behind HTTP.
    pub fn service(&self) -> tapis_service::ServiceSettings {
        tapis_service::ServiceSettings {
            advice: self.solver.advice(&self.tuning),
            bots: self.solver.bots(&self.tuning),
            space: tapis_service::space::Space {
                database: self.database.url.clone(),
                reserve: self.limits.reserve_bytes,
            },
            cache_bytes: self.limits.cache_bytes,
            answers: self.server.worker_count(),
        }
    }

    /// Reads settings from arguments, as `tapis serve` would (environment variables included).
    ///
    /// # Errors
    /// An argument or variable that does not parse.
    pub fn from_args<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Result<Self, clap::Error> {
        #[derive(Parser)]
        struct Alone {
            #[command(flatten)]
            settings: Settings,
        }
        Alone::try_parse_from(std::iter::once("tapis").chain(arguments)).map(|alone| alone.settings)
    }
}
