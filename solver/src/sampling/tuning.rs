//! The constants of the search. Measured in the arena; none changes what an answer means.

/// How the search explores. Tests and benches vary it; everybody else takes the default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// Weight of the exploration term of UCB1.
    pub exploration: f32,
    /// Worth of a move never tried (first-play urgency).
    pub urgency: f32,
    /// How much a game's opinion of a move (±1000) counts in utility, at first.
    pub opinion: f32,
    /// In playouts the best of this many random moves is played, by the game's opinion; 1: random playouts.
    pub tournament: u32,
    /// A root move stays in the race while its paired deficit is below this many standard errors.
    pub patience: f64,
    /// Rounds that every root move gets in each epoch.
    pub audition: u32,
    /// Bytes of all trees together, at most.
    pub bytes: usize,
    /// Positions that an attempt to solve a world to its end may visit at most; 0 for no attempts.
    pub ends: u32,
    /// Worlds drawn for each that is used, which is chosen among them by how well it explains what the others did, where
    /// the game has an opinion of that; 1: worlds as likely as the cards make them.
    pub belief: u32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            exploration: 0.5,
            urgency: 1.3,
            opinion: 1.0,
            tournament: 4,
            patience: 2.0,
            audition: 4,
            bytes: 96 << 20,
            ends: 16_384,
            belief: 8,
        }
    }
}
