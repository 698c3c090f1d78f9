//! Hints for a seat, on its turn, from what it has observed.

use std::net::IpAddr;
use std::sync::Arc;

use tapis_games::seat::Viewer;
use tapis_solver::answer::Answer;
use tapis_solver::control::Control;

use super::{Player, Service};
use crate::ServiceError;
use crate::advice::hints::{
    HintDelivery, HintKey, HintRequest, HintStream, KeyTurn, SearchRequest, improvements,
};
use crate::charge::{Account, Stored};
use crate::pool::Caller;
use crate::retry::{FirstResponse, RetryKey};
use crate::tables::{Expected, Snapshot};

/// A hint that somebody asks for.
pub struct AskHint {
    /// The identity of the request, for retries.
    pub retry: Option<RetryKey>,
    /// The state it is wanted for: every condition must hold.
    pub expects: Vec<Expected>,
    /// What to search.
    pub wanted: HintRequest,
    /// The caller's address, among which the solver is shared.
    pub address: Option<IpAddr>,
    /// Whether improving answers are wanted.
    pub improving: bool,
}

/// A hint that is given.
pub enum GivenHint {
    /// The JSON of a hint that an earlier try of the same request was given.
    Again(String),
    /// The JSON of a hint.
    Whole(String),
    /// Improving answers, the hint last.
    Improving(Box<HintStream>),
}

impl Service {
    /// Searches a hint, counts it and keeps it for retries. The order of the checks: the player's token, an earlier try of
    /// the same request, the game's policy, the version, the fields, the turn. `account` is charged for what is kept; where it has
    /// nothing left the hint is given and not kept.
    ///
    /// # Errors
    /// The first check that fails; with a key, no space for what is kept; or why the search gave no hint.
    pub async fn hint(
        &self,
        player: &Player,
        ask: AskHint,
        account: &dyn Account,
    ) -> Result<GivenHint, ServiceError> {
        let AskHint { retry, expects, wanted, address, improving } = ask;
        let (seat, snapshot) = (player.seat, player.game.snapshot());
        player.holds(&snapshot)?;
        let turn = match &retry {
            Some(retry) => Some(self.meter.turn(&retry.id()).await),
            None => None,
        };
        if let Some(retry) = &retry
            && let Some(first) = self.live_games.first_try(retry).await?
        {
            return Ok(GivenHint::Again(text(&first)?));
        }
        self.meter.check(snapshot.info.hints, player.game.id(), snapshot.version(), seat)?;
        Expected::check_all(&expects, &snapshot, seat)?;
        let search =
            wanted.check(self.settings.max_ms).map_err(ServiceError::Invalid)?.named(snapshot.names());
        snapshot.own_turn(seat)?;
        if retry.is_some() {
            // It is kept for a day: what is left of the disk is for moves.
            self.space.admit()?;
        }
        let retry = retry.filter(|_| account.take(Stored::Hint).is_ok());
        let is_kept = retry.is_some();
        let delivery = self.delivery(player, snapshot, &search, (retry, turn)).await;
        let given = self.given(delivery, &search, address, improving).await;
        if is_kept && given.is_err() {
            account.give_back(Stored::Hint);
        }
        given
    }

    /// The hint that was found before, or is searched now.
    async fn given(
        &self,
        delivery: HintDelivery,
        search: &SearchRequest,
        address: Option<IpAddr>,
        improving: bool,
    ) -> Result<GivenHint, ServiceError> {
        let found = delivery.found();
        Ok(match found {
            found if search.asks_more() => self.search(delivery, (search, found), address, improving).await?,
            Some(found) if improving => {
                GivenHint::Improving(Box::new(delivery.stream_again(search.level, &found).await?))
            }
            Some(found) => GivenHint::Whole(delivery.again(search.level, &found).await?),
            None => self.search(delivery, (search, None), address, improving).await?,
        })
    }

    /// What gives the hint, once nobody else searches the same.
    async fn delivery(
        &self,
        player: &Player,
        snapshot: Arc<Snapshot>,
        search: &SearchRequest,
        (retry, turn): (Option<RetryKey>, Option<KeyTurn>),
    ) -> HintDelivery {
        let request = search.request(&snapshot.observation_log(Viewer::Seat(player.seat)).sha256());
        let asked = HintKey::of(player.game.id(), snapshot.version(), player.seat, &request);
        HintDelivery {
            store: self.store.clone(),
            meter: self.meter.clone(),
            searches: self.searches.clone(),
            _first: self.meter.turn(asked.key()).await,
            asked,
            budget: request.search_budget(),
            game: player.game.clone(),
            snapshot,
            seat: player.seat,
            retry,
            _turn: turn,
            now: self.now(),
        }
    }

    async fn search(
        &self,
        delivery: HintDelivery,
        (search, found): (&SearchRequest, Option<Arc<Answer>>),
        address: Option<IpAddr>,
        improving: bool,
    ) -> Result<GivenHint, ServiceError> {
        let engine = self.sources.engines.engine(&**delivery.snapshot.rules()?);
        let engine = engine.ok_or_else(|| ServiceError::internal("a ruleset without an engine"))?;
        let who = (delivery.game.id().as_u128() as u64).wrapping_add(u64::from(delivery.seat.0));
        let mut control = Control::default();
        let improving = improving.then(|| improvements(&mut control));
        let caller = Caller::new(address, who);
        let searching = delivery.search(engine, &self.solving, caller, (search, found), control)?;
        match improving {
            None => delivery.answer(search, searching).await.map(GivenHint::Whole),
            Some(improving) => {
                let stream = delivery.stream(search.level, improving, searching).await?;
                Ok(GivenHint::Improving(Box::new(stream)))
            }
        }
    }
}

/// The hint that was given to the same request before.
fn text(first: &FirstResponse) -> Result<String, ServiceError> {
    let kept = first.0.response.as_ref().map(|text| text.as_str().to_owned());
    kept.ok_or_else(|| ServiceError::internal("a kept hint has no text"))
}
