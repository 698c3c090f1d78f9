//! The parameters of the search. They were tuned in games of bots; none changes the meaning of an answer.

use crate::value::Values;

/// How the search spends its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// UCB1 in the tree. At the root, rounds of moves on the same worlds.
    Plain,
    /// PUCT in the tree and at the root, guided by move scores: promising moves first, and most lines to the best. The search falls back
    /// to [`Policy::Plain`] in games that are not [guided](crate::heuristics::Heuristics::is_guided) or score no moves, and when the
    /// objective is the points of the round.
    Guided,
}

/// How the search explores. Tests and benches vary it; all other callers use the default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// How the search spends its lines.
    pub policy: Policy,
    /// Guided: weight of the exploration term of PUCT.
    pub puct: f32,
    /// Guided: how far the value of a move never tried lies below the mean of its node.
    pub reduction: f32,
    /// Guided: the difference of move scores that makes one move e times more likely than another before the search.
    pub temperature: f32,
    /// Guided: the least share of the lines whose first move the tree policy chooses; 1 for bots, which need no claims. The other lines
    /// compare the moves on the same worlds, while that settles anything.
    pub guided_share: f64,
    /// Guided: learned values in place of playouts.
    pub values: Values,
    /// For bots that err: a loss of utility. A move that is worse than the best by this much is chosen e times less often than the best,
    /// and a move that is worse by more than three times this much never. 0: always the best move.
    pub noise: f64,
    /// Plain: weight of the exploration term of UCB1.
    pub exploration: f32,
    /// Plain: value of a move never tried (first-play urgency).
    pub urgency: f32,
    /// Plain: the initial weight of a heuristic move score (±1000), in utility.
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
}

impl Tuning {
    /// The search of bots, which need a move and no values.
    pub fn bot() -> Self {
        Self { guided_share: 1.0, ..Self::default() }
    }

    /// The search without priors. Its lines go on to the end of the game where those of the guided search end with the round.
    pub fn plain() -> Self {
        Self { policy: Policy::Plain, values: Values::Off, ..Self::bot() }
    }
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            policy: Policy::Guided,
            puct: 0.8,
            reduction: 0.1,
            temperature: 50.0,
            guided_share: 0.8,
            values: Values::Shipped,
            noise: 0.0,
            exploration: 0.5,
            urgency: 1.3,
            prior_weight: 1.0,
            tournament: 4,
            patience: 2.0,
            epoch_rounds: 4,
            bytes: 96 << 20,
            endgame_nodes: 16_384,
            belief: 8,
        }
    }
}
