//! Notation: what is legal is played, anything else is refused and changes nothing.

use proptest::prelude::*;
use proptest::sample::Index;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::erased::AnyTable;
use tapis_games::game::Turn;
use tapis_games::random::Seed;

use crate::hostile::runner;
use tapis_solver::registry::Registry;

/// Words of all the games, and what looks like them.
const WORDS: &str = "(take|skip|stop|mark|move|recover|pay|reserve|play|consult|serve|peek|look|value|power|self|draw|\
    reveal|remove|give|swap|none|bid|malheur|pass|bet|event|build|alchemy|ephemeral|keep|initiative|end|fold|s[0-9]|\
    t[0-9]{2}|[0-9]{1,20}|-1|1L|4R|[0-9]c[0-9]{2}|twin|wish|as|,|:|=|\u{e9}|\u{0})";

/// How a notation comes about.
#[derive(Clone, Debug)]
enum Written {
    Legal(Index),
    /// A legal one with a letter changed, left out or put in.
    Near(Index, Index, Option<char>, bool),
    Any(String),
}

fn written() -> impl Strategy<Value = Written> {
    let words = proptest::collection::vec(WORDS, 0..6).prop_map(|words| words.join(" "));
    let text = prop_oneof![3 => words, 1 => "\\PC{0,40}", 1 => "[a-z0-9 ]{5000}"];
    let near = (any::<Index>(), any::<Index>(), proptest::option::of(any::<char>()), any::<bool>());
    prop_oneof![
        4 => any::<Index>().prop_map(Written::Legal),
        2 => near.prop_map(|(legal, at, letter, keep)| Written::Near(legal, at, letter, keep)),
        3 => text.prop_map(Written::Any),
    ]
}

fn text(written: &Written, legal: &[String]) -> String {
    match written {
        Written::Legal(at) => at.get(legal).clone(),
        Written::Any(text) => text.clone(),
        Written::Near(which, at, letter, keep) => {
            let mut letters: Vec<char> = which.get(legal).chars().collect();
            let at = at.index(letters.len());
            letters.splice(at..at + usize::from(!keep), *letter);
            letters.into_iter().collect()
        }
    }
}

/// The notations of a table's legal moves; descriptions of many have none.
fn listed(table: &dyn AnyTable) -> Vec<String> {
    let moves = table.legal_moves().into_iter().map(|legal| legal.notation);
    moves.filter(|notation| !notation.is_empty()).collect()
}

#[test]
fn notation_is_played_or_refused() {
    for game in Registry::standard().games() {
        let rules = game.ruleset("{}").unwrap();
        let run = |(seed, course): ([u8; 32], Vec<Written>)| {
            let mut table = rules.deal(&Seed(seed));
            let mut rng = ChaCha8Rng::from_seed(seed);
            for written in course {
                let Turn::Player(seat) = table.turn() else { break };
                let legal = listed(&*table);
                if legal.is_empty() {
                    break;
                }
                let notation = text(&written, &legal);
                let before = table.document();
                let plies = table.plies().len();
                match table.play(seat, &notation, &mut rng) {
                    Ok(_) => prop_assert_eq!(table.plies().len(), plies + 1),
                    Err(refusal) => {
                        prop_assert!(!legal.contains(&notation), "{}: {refusal:?}", notation);
                        prop_assert!(table.document() == before, "'{}' changed something", notation);
                    }
                }
            }
            Ok(())
        };
        let course = (any::<[u8; 32]>(), proptest::collection::vec(written(), 1..40));
        runner(16).run(&course, run).unwrap();
    }
}
