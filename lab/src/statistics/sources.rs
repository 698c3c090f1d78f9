//! Where finished games come from: which groups of them there are to be asked about.

use std::collections::{BTreeMap, HashSet};

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
        // Assisted games of a line-up are a population of their own.
        let mut seen = HashSet::new();
        let lineups = of.iter().map(|one| one.line_up.to_string()).filter(|name| seen.insert(name.clone()));
        let lineups = lineups.take(MOST_LINE_UPS).collect();
        CountedSource { source, ruleset, players, lineups, games: of.iter().map(|one| one.games).sum() }
    };
    let mut all: Vec<CountedSource> = groups.into_iter().map(counted).collect();
    all.sort_by_key(|one| std::cmp::Reverse(one.games));
    all.truncate(MOST_SOURCES);
    all
}

#[cfg(test)]
mod tests {
    use tapis_db::model::{Digest, LineUp, Source};

    use super::*;

    #[test]
    fn a_line_up_of_which_some_games_are_assisted_is_named_once() {
        let of = |line_up: &str, assisted: bool, games: u64| CountedPopulation {
            game: "g".to_owned(),
            ruleset: Digest([0; 32]),
            source: Source::Played,
            assisted,
            players: 2,
            line_up: line_up.parse::<LineUp>().unwrap(),
            games,
        };
        let all = [of("human,club", false, 9), of("human,club", true, 2), of("club,human", false, 4)];
        let found = sources(&all, "g");
        let [one] = &found[..] else { panic!("{found:?}") };
        assert_eq!((one.lineups.join(" "), one.games), ("human,club club,human".to_owned(), 15));
    }
}
