//! What weakens the values of a hint, in words.

use serde::Serialize;
use tapis_games::refusal::Text;
use utoipa::ToSchema;

/// A known weakness of the values.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Caveat {
    /// Its code, one of `exactness.caveats`.
    #[schema(example = "playouts")]
    pub code: &'static str,
    /// The same in words.
    pub text: Text,
}

/// The caveats of these codes.
pub(super) fn of(codes: &[&'static str]) -> Vec<Caveat> {
    codes
        .iter()
        .filter_map(|code| said(code).map(|(en, fr)| Caveat { code, text: Text::new(en, fr) }))
        .collect()
}

/// A caveat in English and French; `None` of a code that nobody has put into words.
fn said(code: &str) -> Option<(&'static str, &'static str)> {
    Some(match code {
        "strategy_fusion" => (
            "The values are averages over worlds that you cannot tell apart; one plan for all of them may be worth less.",
            "Les valeurs sont des moyennes sur des mondes que vous ne pouvez pas distinguer ; un seul plan pour tous peut valoir \
             moins.",
        ),
        "horizon" => (
            "Lines end with the round; what comes after it is not counted.",
            "Les suites s’arrêtent à la fin de la manche ; ce qui vient après n’est pas compté.",
        ),
        "depth_limited" => {
            ("Lines end before the round does.", "Les suites s’arrêtent avant la fin de la manche.")
        }
        "concepts_disagree" => (
            "The best move depends on how the others are supposed to play.",
            "Le meilleur coup dépend de la façon dont on suppose que les autres jouent.",
        ),
        "playouts" => ("Lines end in simulated play.", "Les suites se terminent par des parties simulées."),
        "open_ends" => (
            "Some lines end in worlds that were solved with all cards open.",
            "Certaines suites se terminent dans des mondes résolus cartes sur table.",
        ),
        "weighed_worlds" => (
            "Worlds are weighed by how well they explain what the others announced.",
            "Les mondes sont pondérés selon qu’ils expliquent bien ce que les autres ont annoncé.",
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_caveat_that_the_solver_knows_is_said() {
        let known = [
            "strategy_fusion",
            "horizon",
            "depth_limited",
            "concepts_disagree",
            "playouts",
            "open_ends",
            "weighed_worlds",
        ];
        let said = of(&known);
        assert_eq!(said.iter().map(|caveat| caveat.code).collect::<Vec<_>>(), known);
        assert!(said.iter().all(|Caveat { text, .. }| text.en.ends_with('.') && text.fr.ends_with('.')));
        assert_eq!(of(&["of_a_later_solver"]), []);
    }
}
