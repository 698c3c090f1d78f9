//! Engines: the search of one ruleset behind an object, for callers that do not know the game's types.

use tapis_games::log::ObservationLog;

use crate::answer::{Answer, Estimate};
use crate::control::Control;
use crate::grades::Grades;
use crate::request::Request;

mod typed;

pub use crate::bots::Odds;
pub use crate::error::HintError;
pub use crate::grades::BotLevel;
pub use crate::sampling::KeptSearch;
pub use typed::TypedEngine;

/// Solves positions of one ruleset, from observation logs.
pub trait Engine: Send + Sync {
    /// A hint for the seat of `log`, without what is asked beside the best move. Blocks; runs on the calling thread and the rayon pool it is in.
    ///
    /// # Errors
    /// See [`HintError`].
    fn hint(&self, log: &ObservationLog, request: &Request, control: &Control) -> Result<Answer, HintError>;

    /// As [`Engine::hint`], going on with the search that was `kept` where that is one about the same, and keeping it. Budgets count
    /// from the beginning of that search. An engine that keeps none searches anew.
    ///
    /// # Errors
    /// See [`HintError`].
    fn go_on(
        &self,
        log: &ObservationLog,
        request: &Request,
        control: &Control,
        kept: &mut KeptSearch,
    ) -> Result<Answer, HintError> {
        *kept = KeptSearch::default();
        self.hint(log, request, control)
    }

    /// `answer`, a hint for the seat of `log`, with what `request` asks beside the best move. Once `control` is cancelled it has no more
    /// words than it had by then.
    ///
    /// # Errors
    /// See [`HintError`].
    fn more(
        &self,
        log: &ObservationLog,
        request: &Request,
        answer: Answer,
        control: &Control,
    ) -> Result<Answer, HintError>;

    /// What `request` would cost.
    ///
    /// # Errors
    /// See [`HintError`].
    fn estimate(&self, log: &ObservationLog, request: &Request) -> Result<Estimate, HintError>;

    /// How the graded bots search.
    fn grades(&self) -> Grades;

    /// A bot's move for the seat of `log`, in notation.
    ///
    /// # Errors
    /// See [`HintError`].
    fn choose(
        &self,
        level: BotLevel,
        log: &ObservationLog,
        seed: [u8; 32],
        control: &Control,
    ) -> Result<String, HintError>;

    /// By level, how likely its bot is to play each move for the seat of `log`, by one search with this seed. An engine that does not know
    /// says what each [chooses](Engine::choose) with it.
    ///
    /// # Errors
    /// See [`HintError`].
    fn odds(
        &self,
        levels: &[BotLevel],
        log: &ObservationLog,
        seed: [u8; 32],
        control: &Control,
    ) -> Result<Vec<Odds>, HintError> {
        let odds = |level: &BotLevel| Ok(vec![(self.choose(*level, log, seed, control)?, 1.0)]);
        levels.iter().map(odds).collect()
    }
}
