//! One choice of a reviewed game: in full, and tried again.

use std::sync::Arc;
use std::time::Duration;

use tapis_games::locale::said;
use tapis_review::{Choice, Decision, Depth, FinishedGame, ReviewError, Reviewer, Tried, Watch, Work};
use tapis_solver::control::Control;

use super::Service;
use super::review::Reviewed;
use crate::ServiceError;
use crate::pool::{Caller, Task, Units};
use crate::reviews::refused;

/// A choice that somebody asks about.
struct AskedPly {
    finished: FinishedGame,
    decision: Decision,
    depth: Depth,
    reviewer: Reviewer,
    /// What the answer costs.
    price: Units,
}

impl Service {
    /// The choice of `ply` in full, by the hint that its seat could have had: all moves, why not `why` or else the one that was played,
    /// what could be believed; and what every move was worth as the cards lay.
    ///
    /// # Errors
    /// There is no such review, it is not finished, or nobody had a choice there; `why` was not legal; no room.
    pub async fn review_decision(
        self: &Arc<Self>,
        id: &str,
        ply: u32,
        why: Option<String>,
        caller: Caller,
    ) -> Result<Choice, ServiceError> {
        let asked = self.asked(id, ply, caller).await?;
        let work = move |AskedPly { finished, decision, depth, reviewer, .. }: AskedPly, watch: Watch<'_>| {
            reviewer.choice(&finished, &decision, why.as_deref(), depth, watch)
        };
        self.look_again(asked, caller, work).await
    }

    /// What `notation` would have been in the place of the move of `ply`.
    ///
    /// # Errors
    /// As [`Service::review_decision`].
    pub async fn review_exercise(
        self: &Arc<Self>,
        id: &str,
        ply: u32,
        notation: String,
        caller: Caller,
    ) -> Result<Tried, ServiceError> {
        let asked = self.asked(id, ply, caller).await?;
        let work = move |AskedPly { finished, decision, depth, reviewer, .. }: AskedPly, watch: Watch<'_>| {
            reviewer.verdict(&finished, &decision, &notation, depth, watch)
        };
        let tried = self.look_again(asked, caller, work).await?;
        tried.ok_or_else(|| ServiceError::field("/move", said("not_legal_there").with("ply", ply)))
    }

    async fn asked(self: &Arc<Self>, id: &str, ply: u32, caller: Caller) -> Result<AskedPly, ServiceError> {
        let Reviewed { finished, review, effort } = self.reviewed(id, caller).await?;
        let decision = review.decisions.into_iter().find(|of| of.ply == ply);
        let decision = decision.ok_or(ServiceError::NotFound { what: "choice" })?;
        let reviewer = Reviewer::of(&self.sources.games, finished.ruleset()).map_err(refused)?;
        let pace = self.pace_of(&finished, &reviewer, caller).await?;
        let depth = effort.depth();
        let price = Units::new(Work::of_choice(&finished, &decision, depth, pace) as u64);
        Ok(AskedPly { finished, decision, depth, reviewer, price })
    }

    /// Answers a question about a choice where hints of that length are searched.
    async fn look_again<T: Send + 'static>(
        &self,
        asked: AskedPly,
        caller: Caller,
        work: impl FnOnce(AskedPly, Watch<'_>) -> Result<T, ReviewError> + Send + 'static,
    ) -> Result<T, ServiceError> {
        let (control, price) = (Control::default(), asked.price);
        let watched = control.clone();
        let work = move || work(asked, Watch { control: &watched, done: &|| {} });
        let limit = Duration::from_millis(self.settings.analysis_max_ms);
        let patience = Some(self.solving.patience(price));
        let task = Task { caller, price, limit, patience, control, work };
        let answer = self.solving.of(price).submit(task)?.within_limit().await?.answer;
        answer.map_err(refused)
    }
}
