//! What every handler shares.

use std::sync::Arc;

use actix_web::{HttpRequest, web};
use tapis_db::model::Digest;
use tapis_games::locale::{Language, Languages};
use tapis_lab::Laboratory;
use tapis_service::Service;
use tapis_service::catalogue::Document;
use tapis_service::kept::Kept;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::fallback::Fallback;
use crate::keys::Keyring;
use crate::login::Logins;
use crate::pictures::{Pictures, Theme};
use crate::places::Places;
use crate::problem::ApiError;
use crate::push_keys::PushKeys;
use crate::quotas::Quotas;
use crate::rates::{Account, Rates};
use crate::settings::{AdminToken, Settings};
use crate::telemetry::Metrics;

/// What every handler shares; cheap to clone. As an extractor it is what `startup` put there.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

/// What a document is, of which game and ruleset, and in which languages.
pub type ConstantKey = (&'static str, String, Languages);

/// The parts of [`AppState`].
pub struct Shared {
    /// The configuration.
    pub settings: Settings,
    /// What tapis does at its tables, without HTTP.
    pub service: Arc<Service>,
    /// The experiments.
    pub laboratory: Laboratory,
    /// The places for event streams.
    pub streams: Places,
    /// Bytes of bodies of requests that are being answered.
    pub bodies: Places,
    /// Bytes of answers that are being sent and are of one caller alone.
    pub answers: Places,
    /// The administrator's token.
    pub admin: AdminToken,
    /// The keys that callers may present.
    pub keys: Keyring,
    /// Whose logins name players, where an app's do.
    pub(crate) logins: Option<Logins>,
    /// How often callers without a key may ask.
    pub rates: Rates,
    /// How much one caller may store.
    pub quotas: Quotas,
    /// Where the numbers of the process can be read.
    pub metrics: Metrics,
    /// What depends on the program, a ruleset and languages only.
    pub constants: Kept<ConstantKey, Document>,
    /// The pictures of a ruleset's pieces, by its game and hash.
    pub pictures: Kept<(String, Language, Theme), Arc<Pictures>>,
    /// The OpenAPI document.
    pub openapi: Document,
    /// What no route answers.
    pub fallback: Fallback,
    /// What browsers are told with.
    pub push: Option<PushKeys>,
    /// Told when a webhook is another than before.
    pub webhooks_changed: Notify,
    /// Set when the server begins to stop: not ready any more, streams end.
    pub stopping: CancellationToken,
    /// Set when nobody is let in any more: connections on which nothing is being served are closed.
    pub closing: CancellationToken,
}

impl AppState {
    /// Shares the parts.
    pub fn new(shared: Shared) -> Self {
        Self(Arc::new(shared))
    }

    /// The state behind a request.
    ///
    /// # Errors
    /// Never in an application built by [`crate::startup`].
    pub fn of(request: &HttpRequest) -> Result<&Self, ApiError> {
        let data = request.app_data::<web::ThinData<Self>>();
        data.map(|data| &data.0).ok_or_else(|| ApiError::internal("the application has no state"))
    }
}

impl Shared {
    /// Whose messages those are that an account has asked for: a hash by which nobody finds the caller.
    pub(crate) fn creator(&self, account: Option<&Account>) -> Digest {
        self.service.quota_id("messages", &account.map(Account::name).unwrap_or_default())
    }
}

impl std::ops::Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

at_once!(AppState, request => Self::of(request).cloned());
