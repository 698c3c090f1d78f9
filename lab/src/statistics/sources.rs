//! Where finished games come from: which groups of them there are to be asked about.

use std::collections::BTreeMap;

use serde::Serialize;
use tapis_db::model::CountedPopulation;
use utoipa::ToSchema;

/// The most groups, and the most line-ups of one, that are listed.
const MOST_SOURCES: usize = 200;
const MOST_LINE_UPS: usize = 10;

/// Finished games of one ruleset and source: they may be counted together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CountedSource {
    /// The `source` to ask for: `played`, `bots`, `practice` or `experiment:<id>`.
    #[schema(example = "experiment:0123456789abcdef")]
    pub source: String,
    /// The `ruleset` to ask for.
    pub ruleset: String,
    /// The number of players.
    #[schema(example = 2)]
    pub players: u8,
    /// The line-ups with the most games, at most ten.
    #[schema(example = json!(["greedy,random"]))]
    pub lineups: Vec<String>,
    /// The number of games, assisted ones too.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64, example = 400)]
    pub games: u64,
}

/// The groups of a game, those with the most games first.
pub fn sources(populations: &[CountedPopulation], game: &str) -> Vec<CountedSource> {
    let mut groups: BTreeMap<(String, String, u8), Vec<&CountedPopulation>> = BTreeMap::new();
    for of in populations.iter().filter(|of| of.game == game) {
        groups.entry((of.source.to_string(), of.ruleset.to_string(), of.players)).or_default().push(of);
    }
    let counted = |((source, ruleset, players), mut of): (_, Vec<&CountedPopulation>)| {
        of.sort_by_key(|one| std::cmp::Reverse(one.games));
        let mut lineups: Vec<String> = of.iter().map(|one| one.line_up.to_string()).collect();
        lineups.dedup();
        lineups.truncate(MOST_LINE_UPS);
        CountedSource { source, ruleset, players, lineups, games: of.iter().map(|one| one.games).sum() }
    };
    let mut all: Vec<CountedSource> = groups.into_iter().map(counted).collect();
    all.sort_by_key(|one| std::cmp::Reverse(one.games));
    all.truncate(MOST_SOURCES);
    all
}
