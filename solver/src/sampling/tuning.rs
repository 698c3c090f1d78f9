//! The parameters of the search. They were tuned in games of bots. Only [`Tuning::lines`] changes what an answer rests on, and the
//! answer says so.

use crate::learned::Network;

/// How a line ends that has left the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lines {
    /// It is played to the end with plausible moves.
    Played,
    /// It is played until the position is quiet; the learned evaluation of the game judges that. Games without one play on.
    Evaluated,
    /// The same with these weights.
    EvaluatedBy(&'static Network),
}

/// How the search explores. Tests and benches vary it; all other callers use the default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// Weight of the exploration term of UCB1.
    pub exploration: f32,
    /// Value of a move never tried (first-play urgency).
    pub urgency: f32,
    /// The initial weight of a heuristic move score (±1000), in utility.
    pub prior_weight: f32,
    /// A playout plays the best of this many random moves by heuristic score; 1: random playouts.
    pub tournament: u32,
    /// A root move is tried further while its paired deficit is below this many standard errors.
    pub patience: f64,
    /// Rounds of every root move in each epoch.
    pub epoch_rounds: u32,
    /// Maximal memory of all trees together, in bytes.
    pub bytes: usize,
    /// Maximal number of positions in an attempt to solve a world; 0 for no attempts.
    pub endgame_nodes: u32,
    /// Candidate worlds from which one is chosen by its likelihood, if the game models that; 1: the deal's
    /// probabilities alone.
    pub belief: u32,
    /// How lines end.
    pub lines: Lines,
    /// For bots: how much utility a move may lack to be chosen e times less often than the best; 0: the best move only.
    pub temperature: f64,
}

impl Tuning {
    /// The search that plays every line to its end.
    pub fn plain() -> Self {
        Self::default()
    }

    /// The search whose lines end in the learned evaluation.
    pub fn learned() -> Self {
        Self { lines: Lines::Evaluated, exploration: 0.25, ..Self::plain() }
    }
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            exploration: 0.5,
            urgency: 1.3,
            prior_weight: 1.0,
            tournament: 4,
            patience: 2.0,
            epoch_rounds: 4,
            bytes: 96 << 20,
            endgame_nodes: 16_384,
            belief: 8,
            lines: Lines::Played,
            temperature: 0.0,
        }
    }
}
