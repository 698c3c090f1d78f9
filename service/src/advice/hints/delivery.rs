//! From an admitted question to a hint in its seat's hands: searched, counted, kept for retries.

use std::pin::{Pin, pin};
use std::sync::Arc;

use futures_util::{Stream, StreamExt};
use tapis_db::model::{Json, Time};
use tapis_db::{Store, StoreError};
use tapis_games::seat::{Seat, Viewer};
use tapis_solver::answer::Answer;
use tapis_solver::control::Control;
use tapis_solver::engine::{Engine, HintError};
use tapis_solver::request::Budget;

use super::{
    HintBody, HintKey, HintLevel, Improvements, KeyTurn, Meter, PendingSearch, Position, Prior, Projector,
    SearchOutcome, SearchQuestion, SearchRequest, Searches, Shelf, Step, hint_error,
};
use crate::pool::{Caller, SolverPools};
use crate::retry::RetryKey;
use crate::tables::{HintPolicy, LiveGame, Snapshot, reading_generation};
use crate::{ServiceError, answered};

/// The steps of a search as they come.
type Steps = Pin<Box<dyn Stream<Item = Step<Arc<Answer>, SearchOutcome>>>>;

/// A hint on its way to a seat.
pub(crate) struct HintDelivery {
    /// Where hints are counted and kept.
    pub store: Arc<dyn Store>,
    /// Counts hints.
    pub meter: Arc<Meter>,
    /// What was found before, and what searches can go on.
    pub searches: Arc<Searches>,
    /// What is asked, but for how long to search.
    pub asked: HintKey,
    /// How long to search.
    pub budget: Budget,
    /// The game.
    pub game: Arc<LiveGame>,
    /// Its version the hint is for.
    pub snapshot: Arc<Snapshot>,
    /// The seat advised.
    pub seat: Seat,
    /// The identity of the request.
    pub retry: Option<RetryKey>,
    /// Other requests with the same key wait until this one is answered.
    pub _turn: Option<KeyTurn>,
    /// So do others who ask the same, and get what this one finds.
    pub _first: KeyTurn,
    /// When the hint was asked for.
    pub now: Time,
}

/// Improving answers, the hint last. Dropping them stops the search.
pub struct HintStream {
    delivery: HintDelivery,
    projector: Projector,
    first: Option<Shown>,
    rest: Steps,
    /// The last improving answer, so that nothing is said twice.
    sent: Option<HintBody>,
}

/// A step of a stream as it is shown.
type Shown = Step<HintBody, Result<HintBody, ServiceError>>;

/// What a stream of answers tells.
pub enum HintEvent {
    /// A better answer than before.
    Partial(HintBody),
    /// The JSON of the hint; nothing follows.
    Final(String),
    /// Why there is no hint after all; nothing follows.
    Refused(ServiceError),
}

impl HintStream {
    /// The next event.
    pub async fn next(&mut self) -> Option<HintEvent> {
        loop {
            match self.step().await? {
                Step::Partial(hint) if self.sent.as_ref() == Some(&hint) => {}
                Step::Partial(hint) => {
                    self.sent = Some(hint.clone());
                    return Some(HintEvent::Partial(hint));
                }
                Step::Last(Ok(hint)) => {
                    let kept = self.delivery.keep(&hint).await;
                    return Some(kept.map_or_else(HintEvent::Refused, HintEvent::Final));
                }
                Step::Last(Err(error)) => return Some(HintEvent::Refused(error)),
            }
        }
    }

    async fn step(&mut self) -> Option<Shown> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        let step = tokio::select! {
            biased;
            step = self.rest.next() => Some(step?),
            () = self.delivery.turned_away() => None,
        };
        if let Err(refusal) = self.delivery.welcome() {
            // Nothing more comes, and the search stops.
            self.rest = Box::pin(futures_util::stream::empty());
            return Some(Step::Last(Err(refusal)));
        }
        Some(match step? {
            Step::Partial(answer) => match self.projector.body(&answer) {
                Ok(hint) => Step::Partial(hint),
                Err(error) => Step::Last(Err(error)),
            },
            Step::Last(searched) => Step::Last(self.delivery.hint(&self.projector, searched)),
        })
    }
}

impl HintDelivery {
    /// Refuses whose token was replaced while the search went on.
    ///
    /// # Errors
    /// It was.
    fn welcome(&self) -> Result<(), ServiceError> {
        let newest = self.game.snapshot();
        let generation = |snapshot: &Snapshot| snapshot.seat(self.seat).and_then(reading_generation);
        let is_welcome = generation(&newest) == generation(&self.snapshot);
        is_welcome.then_some(()).ok_or_else(|| newest.replaced(self.seat))
    }

    /// Waits until the seat's token is replaced.
    async fn turned_away(&self) {
        let mut news = self.game.news();
        while self.welcome().is_ok() {
            if news.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Turns answers into bodies of this level.
    fn projector(&self, level: HintLevel) -> Projector {
        let legal_moves = self.snapshot.shown_moves(Viewer::Seat(self.seat)).unwrap_or_default();
        let texts = self.snapshot.rules().ok().and_then(|rules| rules.texts());
        Projector::new(level, Some(self.snapshot.version()), &legal_moves, texts)
    }

    /// Admits the search. Its caller shares the solver with the other callers of `caller`'s address.
    ///
    /// # Errors
    /// The pool is full or stopping, or the hint cannot begin in time, see [`SolverPools::patience`].
    pub fn search(
        &self,
        engine: Arc<dyn Engine>,
        solving: &SolverPools,
        caller: Caller,
        (ask, found): (&SearchRequest, Option<Arc<Answer>>),
        control: Control,
    ) -> Result<PendingSearch, ServiceError> {
        let log = Arc::new(self.snapshot.observation_log(Viewer::Seat(self.seat)));
        let patience = solving.patience(ask.price);
        let question = SearchQuestion { log, engine };
        let known = found.map_or_else(|| Prior::Search(self.shelf()), Prior::Answer);
        question.search(solving.of(ask.price), caller, (ask, known), Some(patience), control)
    }

    fn shelf(&self) -> Shelf {
        let position = Position::new(&self.game, self.snapshot.version());
        Shelf { searches: self.searches.clone(), asked: self.asked.clone(), position }
    }

    /// Searches to the end and counts the hint; answers its JSON text.
    ///
    /// # Errors
    /// Why there is no hint.
    pub async fn answer(self, ask: &SearchRequest, searching: PendingSearch) -> Result<String, ServiceError> {
        let projector = self.projector(ask.level);
        let searching = searching.started().await?;
        let mut search = pin!(searching.answer());
        // Where hints are free nobody is charged for one that does not come.
        let metered = matches!(self.snapshot.info.hints, HintPolicy::Metered(_));
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
        let hint = self.hint(&projector, searched)?;
        match counted {
            Some(counted) => counted?,
            None => self.count_unless_empty(&projector, &hint).await?,
        }
        self.keep(&hint).await
    }

    /// What was found before, where that is enough.
    pub fn found(&self) -> Option<Arc<Answer>> {
        self.searches.find(&self.asked, &self.budget)
    }

    /// Gives what was found before: its JSON text.
    ///
    /// # Errors
    /// Why there is no hint.
    pub async fn again(self, level: HintLevel, found: &Answer) -> Result<String, ServiceError> {
        let projector = self.projector(level);
        let hint = projector.body(found)?;
        self.count_unless_empty(&projector, &hint).await?;
        self.keep(&hint).await
    }

    /// As [`HintDelivery::again`], as a stream.
    ///
    /// # Errors
    /// Why there is no hint.
    pub async fn stream_again(self, level: HintLevel, found: &Answer) -> Result<HintStream, ServiceError> {
        let projector = self.projector(level);
        let hint = projector.body(found)?;
        self.count_unless_empty(&projector, &hint).await?;
        let rest = Box::pin(futures_util::stream::empty());
        Ok(HintStream { delivery: self, projector, first: Some(Step::Last(Ok(hint))), rest, sent: None })
    }

    /// Waits for the first answer, counts the hint, and answers the stream of improving ones. Until then a refusal is
    /// an ordinary error.
    ///
    /// # Errors
    /// Why there is no hint.
    pub async fn stream(
        self,
        level: HintLevel,
        improving: Improvements,
        searching: PendingSearch,
    ) -> Result<HintStream, ServiceError> {
        let projector = self.projector(level);
        let mut rest: Steps = Box::pin(improving.steps(searching));
        let first = match rest.next().await {
            Some(Step::Partial(answer)) => Step::Partial(projector.body(&answer)?),
            Some(Step::Last(searched)) => Step::Last(Ok(self.hint(&projector, searched)?)),
            None => return Err(ServiceError::internal("a search without an end")),
        };
        self.count().await?;
        Ok(HintStream { delivery: self, projector, first: Some(first), rest, sent: None })
    }

    /// The hint that came of a search.
    ///
    /// # Errors
    /// Why there is none.
    fn hint(&self, projector: &Projector, searched: SearchOutcome) -> Result<HintBody, ServiceError> {
        self.welcome()?;
        let answer = searched?.map_err(|error| match error {
            HintError::NotYourTurn => {
                ServiceError::NotYourTurn { turn: self.snapshot.turn().map(|seat| seat.0) }
            }
            HintError::Inconsistent(_) => ServiceError::internal(error),
            refused => hint_error(refused),
        })?;
        self.searches.keep(self.asked.clone(), self.budget, &answer);
        projector.body(&answer)
    }

    /// Counts the hint, which is about to be given. One that says nothing is free.
    async fn count_unless_empty(&self, projector: &Projector, hint: &HintBody) -> Result<(), ServiceError> {
        if projector.says_nothing(hint) { Ok(()) } else { self.count().await }
    }

    /// Counts the hint, which is about to be given.
    async fn count(&self) -> Result<(), ServiceError> {
        self.meter.count(&*self.store, &self.game, self.snapshot.version(), self.seat).await
    }

    /// The hint's JSON text, kept for retries.
    ///
    /// # Errors
    /// It does not serialise; does not happen.
    async fn keep(&self, hint: &HintBody) -> Result<String, ServiceError> {
        let text = serde_json::to_string(hint).map_err(ServiceError::internal)?;
        let Some(retry) = &self.retry else { return Ok(text) };
        let (game, version) = (self.snapshot.info.id, self.snapshot.version());
        let record = retry.record(game, version, Some(Json::from(text.as_str())));
        match answered(|reply| self.store.put_idempotency_then(record, self.now, reply)).await {
            Ok(()) | Err(StoreError::KeyUsed(_)) => {}
            // The hint is counted and here; only a retry would be counted again.
            Err(error) => tracing::debug!(%error, "a hint is not kept for retries"),
        }
        Ok(text)
    }
}
