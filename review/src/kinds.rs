//! How much each kind of decision mattered.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Decision;

/// What choices of one kind lost, over some reviews.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Kind {
    /// The game.
    pub game: String,
    /// The first word of the moves.
    pub kind: String,
    /// How often one was made where there were others.
    pub choices: usize,
    /// What they lost, in shares of the win: the sum of the means.
    pub loss: f64,
    /// How many were faults.
    pub faults: usize,
}

/// The kinds of decisions in these games, each the id of a game and what was decided in it; of each game what lost most comes first.
pub fn kinds<'a>(games: impl IntoIterator<Item = (&'a str, &'a [Decision])>) -> Vec<Kind> {
    let mut kinds: BTreeMap<(&str, &str), Kind> = BTreeMap::new();
    for (game, decisions) in games {
        for of in decisions {
            let kind = of.notation.split(' ').next().unwrap_or_default();
            let found = kinds.entry((game, kind)).or_insert_with(|| Kind {
                game: game.to_owned(),
                kind: kind.to_owned(),
                ..Kind::default()
            });
            found.choices += 1;
            found.loss += of.behind.mean;
            found.faults += usize::from(of.grade.is_fault());
        }
    }
    let mut kinds: Vec<Kind> = kinds.into_values().collect();
    kinds.sort_by(|one, other| one.game.cmp(&other.game).then(other.loss.total_cmp(&one.loss)));
    kinds
}
