//! What a check of a whole database found.

/// What was checked in a database, and everything in it that is not what was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// Games checked: the row, the secrets, the ruleset and the chain of events of each.
    pub games: u64,
    /// Events of undamaged games.
    pub events: u64,
    /// Results of finished and simulated games, from which all statistics were added up again.
    pub results: u64,
    /// What is damaged, one sentence each, naming the game, the rollup or the table.
    pub findings: Vec<String>,
}

impl Verification {
    /// Whether nothing is damaged.
    pub fn is_sound(&self) -> bool {
        self.findings.is_empty()
    }
}
