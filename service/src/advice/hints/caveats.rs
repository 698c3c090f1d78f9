//! What weakens the values of a hint, in words.

use serde::Serialize;
use tapis_games::refusal::Text;
use tapis_solver::answer::Exactness;
use utoipa::ToSchema;

/// A known weakness of the values.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Caveat {
    /// Its code, one of `exactness.caveats`.
    #[schema(example = "playouts")]
    pub code: &'static str,
    /// The same in words, as in `exactness.texts`.
    pub text: Text,
}

/// The caveats of an answer, each with the words that the solver has for it.
pub(super) fn of(exactness: &Exactness) -> Vec<Caveat> {
    let texts = exactness.texts.iter().cloned();
    exactness.caveats.iter().zip(texts).map(|(&code, text)| Caveat { code, text }).collect()
}
