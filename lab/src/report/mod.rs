//! A report: what some games say, on one page that needs nothing else. It begins with what somebody asks who decides about the game; then come all verdicts in
//! words, charts and tables, then how everything was computed and the commands that compute it again.

mod experiment;
mod first;
mod headline;
mod methods;
mod page;
mod tables;
mod verdicts;

use tapis_db::model::Json;

use crate::Luck;
use crate::statistics::{Advantage, Features, Summary};
use tapis_games::locale::Language;

pub use experiment::experiment_html;
pub use page::{POLICY, html};
pub use verdicts::verdicts;
pub(crate) use verdicts::{DEALT, one};

/// What a report is made of.
#[derive(Clone, Debug)]
pub struct Report {
    /// What came of the games.
    pub summary: Summary,
    /// Who is better off in them.
    pub advantage: Advantage,
    /// What went with a win in them.
    pub features: Features,
    /// How much of a result is luck, where that was measured.
    pub luck: Option<Luck>,
    /// The options of their ruleset.
    pub options: Json,
    /// The database, as it was named; absent where a service answers.
    pub database: Option<String>,
    /// The command that plays the games again, with its seed, where that is known.
    pub simulation: Option<String>,
    /// The language it is written in.
    pub language: Language,
}

#[cfg(test)]
mod tests;
