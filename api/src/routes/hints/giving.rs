//! From an admitted question to a hint in its seat's hands.

use std::pin::pin;
use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use futures_util::StreamExt;
use tapis_db::StoreError;
use tapis_db::model::{GameId, Json};
use tapis_games::seat::{Seat, Viewer};
use tapis_solver::answer::Answer;
use tapis_solver::control::Control;
use tapis_solver::engine::HintError;

use super::{answer, events};
use crate::hints::{
    Ask, HintBody, HintLevel, Improvements, Projector, Question, Searching, Step, Turn, improvements,
};
use crate::problem::ApiError;
use crate::retry::Retry;
use crate::sessions::{HintPolicy, LiveGame, Session};
use crate::solving::Caller;
use crate::state::{AppState, answered};

/// What came of a search, or why it could not run.
pub(super) type Searched = Result<Result<Answer, HintError>, ApiError>;

/// A hint on its way to a seat.
pub(super) struct Giving {
    state: AppState,
    game: Arc<LiveGame>,
    session: Arc<Session>,
    seat: Seat,
    retry: Option<Retry>,
    /// Other requests with the same key wait until this one is answered.
    _turn: Option<Turn>,
    projector: Projector,
}

impl Giving {
    /// A hint for the seat to move.
    pub(super) fn new(
        state: AppState,
        game: Arc<LiveGame>,
        session: Arc<Session>,
        seat: Seat,
        retry: Option<Retry>,
        turn: Option<Turn>,
        level: HintLevel,
    ) -> Self {
        let legal_moves = session.legal_moves(Viewer::Seat(seat)).unwrap_or_default();
        let projector = Projector::new(level, Some(session.version()), &legal_moves);
        Self { state, game, session, seat, retry, _turn: turn, projector }
    }

    /// Searches, counts the hint and answers.
    pub(super) async fn give(
        self,
        request: &HttpRequest,
        ask: &Ask,
        streaming: bool,
    ) -> Result<HttpResponse, ApiError> {
        let engine = self.state.sources.engines.engine(self.session.rules()?);
        let engine = engine.ok_or_else(|| ApiError::internal("a ruleset without an engine"))?;
        let log = Arc::new(self.session.observation_log(Viewer::Seat(self.seat)));
        let mut control = Control::default();
        let improving = streaming.then(|| improvements(&mut control));
        let caller = caller(request, self.session.info.id, self.seat);
        let question = Question { log, engine };
        let searching = question.search(&self.state.solving.hints, caller, ask, control)?;
        match improving {
            Some(improving) => self.stream(request, improving, searching).await,
            None => self.answer(ask, searching).await,
        }
    }

    async fn answer(self, ask: &Ask, searching: Searching) -> Result<HttpResponse, ApiError> {
        let searching = searching.started().await?;
        let mut search = pin!(searching.answer());
        // Where hints are free nobody is charged for one that does not come.
        let metered = matches!(self.session.info.hints, HintPolicy::Metered(_));
        let early = match ask.counted_after().filter(|_| !metered) {
            None => Some(search.as_mut().await),
            Some(time) => tokio::time::timeout(time, &mut search).await.ok(),
        };
        // Counting waits for the disk: where it is known when the search will end, while it does.
        let (searched, counted) = match early {
            Some(searched) => (searched, None),
            None => {
                let (searched, counted) = tokio::join!(search, self.count());
                (searched, Some(counted))
            }
        };
        let hint = self.hint(searched)?;
        match counted {
            Some(counted) => counted?,
            None => self.count().await?,
        }
        let text = self.keep(&hint).await?;
        Ok(answer::json(text))
    }

    /// Answers with a stream once there is something to say; until then a refusal is an ordinary answer.
    async fn stream(
        self,
        request: &HttpRequest,
        improving: Improvements,
        searching: Searching,
    ) -> Result<HttpResponse, ApiError> {
        let mut steps: events::Steps =
            Box::pin(improving.steps(searching, async |searching: Searching| searching.answer().await));
        let first = match steps.next().await {
            Some(Step::Partial(answer)) => Step::Partial(self.partial(&answer)?),
            Some(Step::Last(searched)) => Step::Last(self.hint(searched)?),
            None => return Err(ApiError::internal("a search without an end")),
        };
        self.count().await?;
        let heartbeat = self.state.settings.server.heartbeat();
        Ok(events::respond(request, heartbeat, events::of_search(self, first, steps)))
    }

    /// The hint that came of a search.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn hint(&self, searched: Searched) -> Result<HintBody, ApiError> {
        let answer = searched?.map_err(|error| match error {
            HintError::Unsupported(detail) => ApiError::field("/solver", detail),
            HintError::NotYourTurn => ApiError::NotYourTurn { turn: self.session.turn().map(|seat| seat.0) },
            HintError::Inconsistent(_) => ApiError::internal(error),
        })?;
        self.partial(&answer)
    }

    /// What an answer is at this hint's level.
    ///
    /// # Errors
    /// It names no move; does not happen.
    pub(super) fn partial(&self, answer: &Answer) -> Result<HintBody, ApiError> {
        let hint = self.projector.project(answer.clone());
        hint.ok_or_else(|| ApiError::internal("an answer without moves"))
    }

    /// Counts the hint, which is about to be given.
    async fn count(&self) -> Result<(), ApiError> {
        self.state.meter.count(&self.state, &self.game, self.seat).await
    }

    /// The hint as it is sent, kept for retries.
    ///
    /// # Errors
    /// It does not serialise; does not happen.
    pub(super) async fn keep(&self, hint: &HintBody) -> Result<String, ApiError> {
        let text = serde_json::to_string(hint).map_err(ApiError::internal)?;
        let Some(retry) = &self.retry else { return Ok(text) };
        let (game, version) = (self.session.info.id, self.session.version());
        let record = retry.record(StatusCode::OK, game, version, Some(Json::from(text.as_str())));
        let now = self.state.sources.clock.now().into();
        match answered(|reply| self.state.store.put_idempotency_then(record, now, reply)).await {
            Ok(()) | Err(StoreError::KeyUsed(_)) => {}
            // The hint is counted and here; only a retry would be counted again.
            Err(error) => tracing::warn!(%error, "a hint is not kept for retries"),
        }
        Ok(text)
    }
}

/// Whose share of the solver a seat's hints use.
fn caller(request: &HttpRequest, game: GameId, seat: Seat) -> Caller {
    let who = (game.as_u128() as u64).wrapping_add(u64::from(seat.0));
    Caller::new(request.peer_addr().map(|address| address.ip()), who)
}
