//! How much is played, and under which rules.

/// One round of self-play.
pub struct Round {
    /// Games.
    pub games: u64,
    /// Lines a move of the bots that search.
    pub lines: u64,
}

/// The plan of a game.
pub struct Plan {
    /// The options of the rulesets played, in turn. A ruleset that is listed twice is played twice as often.
    pub rulesets: &'static [&'static str],
    /// The rounds, weak and quick ones first.
    pub rounds: &'static [Round],
}

pub fn richelieu() -> Plan {
    Plan {
        rulesets: &[
            r#"{"players":2}"#,
            r#"{"players":2}"#,
            r#"{"players":2}"#,
            r#"{"players":2}"#,
            r#"{"players":3}"#,
            r#"{"players":4}"#,
        ],
        rounds: &[
            Round { games: 3_000, lines: 16 },
            Round { games: 5_000, lines: 60 },
            Round { games: 8_000, lines: 150 },
        ],
    }
}

pub fn sept_blasons() -> Plan {
    Plan {
        rulesets: &[
            r#"{"players":3}"#,
            r#"{"players":4}"#,
            r#"{"players":4}"#,
            r#"{"players":5}"#,
            r#"{"players":6}"#,
            r#"{"players":7}"#,
        ],
        rounds: &[
            Round { games: 1_500, lines: 16 },
            Round { games: 2_000, lines: 40 },
            Round { games: 3_000, lines: 60 },
        ],
    }
}

pub fn malin() -> Plan {
    Plan {
        rulesets: &[
            r#"{"players":3}"#,
            r#"{"players":4}"#,
            r#"{"players":4}"#,
            r#"{"players":5}"#,
            r#"{"players":6}"#,
        ],
        rounds: &[
            Round { games: 600, lines: 16 },
            Round { games: 1_500, lines: 40 },
            Round { games: 2_000, lines: 80 },
        ],
    }
}

pub fn parbourg() -> Plan {
    Plan {
        rulesets: &[
            r#"{"players":2}"#,
            r#"{"players":2}"#,
            r#"{"players":3}"#,
            r#"{"players":4}"#,
            r#"{"players":4}"#,
            r#"{"players":5}"#,
            r#"{"players":6}"#,
        ],
        rounds: &[
            Round { games: 1_000, lines: 16 },
            Round { games: 2_000, lines: 60 },
            Round { games: 3_000, lines: 120 },
        ],
    }
}
