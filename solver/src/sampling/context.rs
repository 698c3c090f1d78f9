//! What all trees of a search share.

use tapis_games::game::Observed;

use super::determinization::Determinizer;
use super::goal::Goal;
use super::tuning::Tuning;
use crate::value::Net;

/// See the module's text.
pub(crate) struct SearchContext<'a, G: Observed> {
    pub rules: &'a G,
    pub knowledge: &'a G::Knowledge,
    /// Provides the worlds.
    pub determinizer: Determinizer<G::State>,
    /// Legal moves of the seat advised, in canonical order.
    pub moves: &'a [G::Move],
    pub goal: Goal,
    pub tuning: Tuning,
    /// Whether move scores guide the search; see [`Policy::Guided`](super::tuning::Policy).
    pub guided: bool,
    /// Learned values in place of playouts.
    pub net: Option<&'static Net>,
    /// The plies that lines have from here on, on average; only known where learned values end them.
    pub plies: u32,
    /// Whether nothing is known privately. A solved world is then the truth.
    pub open: bool,
    /// Whether also no chance is left. Nodes can then be proved.
    pub provable: bool,
    /// Whether the game scores moves.
    pub has_move_scores: bool,
    /// What nobody minds losing, see `Heuristics::trifle`.
    pub trifle: Option<f64>,
}

impl<G: Observed> SearchContext<'_, G> {
    /// What a move score adds to the log-odds of a prior, or to a bias.
    pub(super) fn odds(&self, score: i32) -> f32 {
        let tuning = &self.tuning;
        score as f32 * if self.guided { 1.0 / tuning.temperature } else { tuning.prior_weight / 1000.0 }
    }
}
