//! Why there is no review, in words.

use serde_json::Value;
use tapis_games::locale::{Said, said};
use tapis_review::{Difference, ReviewError, Unverified};

use crate::advice::hints::hint_error;
use crate::{FieldError, ServiceError};

/// The longest piece of a replay that a refusal repeats.
const SHOWN: usize = 120;

/// Why a posted replay is not believed: which ply, and what of it.
pub(crate) fn unverified(error: Unverified) -> ServiceError {
    let (place, what) = match error {
        Unverified::UnknownGame { game, known } => {
            ("/ruleset/game".to_owned(), said("no_game_of").with("game", cut(&game)).with("games", known))
        }
        Unverified::OtherRules { known, .. } => {
            ("/ruleset/rules_version".to_owned(), said("plays_version").with("played", known))
        }
        Unverified::Options(text) => ("/ruleset/options".to_owned(), Said::foreign(text)),
        Unverified::Differs(difference) => (place(&difference), differs(&difference)),
    };
    ServiceError::Invalid(vec![FieldError::new(format!("/replay{place}"), what)])
}

/// Why a question about a choice has no answer.
pub(crate) fn refused(error: ReviewError) -> ServiceError {
    match error {
        ReviewError::Hint(error) => match hint_error(error) {
            ServiceError::Invalid(faults) => {
                let why = faults.into_iter().map(|fault| FieldError { pointer: "/why".to_owned(), ..fault });
                ServiceError::Invalid(why.collect())
            }
            other => other,
        },
        other => ServiceError::internal(other),
    }
}

fn place(difference: &Difference) -> String {
    match difference.ply.checked_sub(1) {
        Some(index) => format!("/plies/{index}"),
        None => String::new(),
    }
}

fn differs(of: &Difference) -> Said {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    said("replay_differs")
        .with("ply", of.ply)
        .around("fault_what", part(of.what))
        .with("expected", cut(&text(&of.expected)))
        .with("found", cut(&text(&of.found)))
}

/// What of a replay differs.
fn part(what: &str) -> Said {
    match what {
        "commitment" => said("replay-commitment"),
        "hash of the ruleset" => said("replay-ruleset"),
        "end of the game" => said("replay-end"),
        "seat to move" => said("replay-seat"),
        "move" => said("replay-move"),
        "number of rounds" => said("replay-rounds"),
        "deal" | "deal from the seed" => said("replay-deal"),
        "number of the ply" => said("replay-number"),
        "legal moves" => said("replay-legal"),
        "outcome" => said("replay-outcome"),
        "hash of the state" => said("replay-state"),
        "scores" => said("replay-scores"),
        "ranks" => said("replay-ranks"),
        "seed" => said("replay-the_seed"),
        "nonce" => said("replay-nonce"),
        _ => said("replay-ply"),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
