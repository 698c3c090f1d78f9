//! How much of an answer a caller gets: nudge ⊂ candidates ⊂ move ⊂ full. Each level is a body of its own, built from
//! the answer; what is not in a body cannot leak from it.

use std::collections::HashMap;

use serde::Serialize;
use tapis_games::erased::ShownMove;
use tapis_games::locale::Texts;
use tapis_games::refusal::Text;
use tapis_games::seat::Seat;
use tapis_games::shown::Picks;
pub use tapis_solver::answer::HintLevel;
use tapis_solver::answer::{Answer, Explanation, MoveAdvice, Status, Sure};
use tapis_solver::answer::{Beliefs, WhyNot};
use utoipa::ToSchema;

use crate::ServiceError;

/// The explanation that helps nobody to choose.
const SAYS_NOTHING: &str = "only_move";
/// How many moves `candidates` names.
const CANDIDATES: usize = 3;

/// The members of every hint.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct HintHead {
    /// The version of the game that the hint is for; absent for an analysis.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64)]
    pub version: Option<u64>,
    /// The level asked for.
    pub level: HintLevel,
    /// The kind of the best move. A nudge has none where some kind has a single move: it would name that one, or say that it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "take")]
    pub kind: Option<String>,
    /// The advice in words: from level `move` on, the best move; below it, and in an analysis, its kind. Absent for games
    /// without texts, without `kind`, and for a kind where all moves are of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
}

/// What the levels below `full` tell about the origin of the hint.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Origin)]
pub struct HintOrigin {
    /// The seat advised.
    pub seat: Seat,
    /// Lower-case hex SHA-256 of the canonical JSON of the observation log.
    pub observation_hash: String,
    /// Whether the search was completed.
    pub status: Status,
}

/// The kind of move.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct NudgeHint {
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub head: HintHead,
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub origin: HintOrigin,
    /// Computed facts in words, as far as the level may tell them.
    pub explanation: Vec<Explanation>,
    /// Where hidden pieces may lie, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beliefs: Option<Beliefs>,
}

/// Good moves of the kind.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CandidatesHint {
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub nudge: NudgeHint,
    /// Up to three of the best moves of this kind, in canonical order.
    #[schema(example = json!(["take 1L", "take 2R", "take 4L"]))]
    pub candidates: Vec<String>,
    /// The same with their words and their taps.
    pub named: Vec<NamedMove>,
}

/// A move with its words and its taps.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct NamedMove {
    /// Its notation.
    #[schema(example = "take 2R")]
    pub notation: String,
    /// What its button says; absent for games without texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// The taps that make it; absent for games that are not drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picks: Option<Picks>,
}

/// The best move.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MoveHint {
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub candidates: CandidatesHint,
    /// The best move; the first in canonical order among equals.
    #[serde(rename = "move")]
    #[schema(example = "take 2R")]
    pub best: String,
    /// How sure it is that the move is good.
    pub sure: Sure,
    /// Why not another move, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<WhyNot>,
}

/// The full hint.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct FullHint {
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub head: HintHead,
    /// Up to three of the best moves of this kind, in canonical order.
    pub candidates: Vec<String>,
    /// The same with their words and their taps.
    pub named: Vec<NamedMove>,
    /// The best move; the first in canonical order among equals.
    #[serde(rename = "move")]
    pub best: String,
    /// The weaknesses of the values, in words, in the order of `exactness.caveats`.
    pub caveats: Vec<Caveat>,
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub answer: Answer,
}

/// A known weakness of the values.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Caveat {
    /// Its code, one of `exactness.caveats`.
    #[schema(example = "playouts")]
    pub code: &'static str,
    /// The same in words, as in `exactness.texts`.
    pub text: Text,
}

/// A hint of some level.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum HintBody {
    /// `level: nudge`.
    Nudge(NudgeHint),
    /// `level: candidates`.
    Candidates(Box<CandidatesHint>),
    /// `level: move`.
    Move(Box<MoveHint>),
    /// `level: full`.
    Full(Box<FullHint>),
}

/// Turns answers about one position into bodies of one level.
#[derive(Clone, Debug)]
pub struct Projector {
    level: HintLevel,
    version: Option<u64>,
    /// The legal moves by notation.
    moves: HashMap<String, KnownMove>,
    texts: Option<&'static Texts>,
}

/// A legal move.
#[derive(Clone, Debug)]
struct KnownMove {
    /// Its place in canonical order.
    at: usize,
    kind: String,
    /// What its button says.
    text: Option<Text>,
}

impl Projector {
    /// A projector for the position with these legal moves, of a game with these texts.
    pub fn new(
        level: HintLevel,
        version: Option<u64>,
        legal_moves: &[ShownMove],
        texts: Option<&'static Texts>,
    ) -> Self {
        let named = |(at, ShownMove { legal, text, .. }): (usize, &ShownMove)| {
            let kind = legal.parts["kind"].as_str().unwrap_or_default().to_owned();
            (legal.notation.clone(), KnownMove { at, kind, text: text.clone() })
        };
        Self { level, version, moves: legal_moves.iter().enumerate().map(named).collect(), texts }
    }

    /// The body for `answer`; `None` for an answer without moves.
    pub fn project(&self, mut answer: Answer) -> Option<HintBody> {
        answer.explanation.retain(|explanation| explanation.is_shown_at(self.level));
        let best = answer.moves.first()?.notation.clone();
        let candidates = self.candidates(&answer, self.kind(&best));
        let named = candidates.iter().map(|notation| named(&answer, notation)).collect();
        let head = self.head(&best, &answer.moves);
        if self.level == HintLevel::Full {
            let exactness = &answer.exactness;
            let texts = exactness.caveats.iter().zip(exactness.texts.iter().cloned());
            let caveats = texts.map(|(&code, text)| Caveat { code, text }).collect();
            let full = FullHint { head, candidates, named, best, caveats, answer };
            return Some(HintBody::Full(Box::new(full)));
        }
        let Answer { seat, observation_hash, status, sure, explanation, why_not, beliefs, .. } = answer;
        let origin = HintOrigin { seat, observation_hash, status };
        let nudge = NudgeHint { head, origin, explanation, beliefs };
        if self.level == HintLevel::Nudge {
            return Some(HintBody::Nudge(nudge));
        }
        let candidates = CandidatesHint { nudge, candidates, named };
        Some(match self.level {
            HintLevel::Candidates => HintBody::Candidates(Box::new(candidates)),
            _ => HintBody::Move(Box::new(MoveHint { candidates, best, sure, why_not })),
        })
    }

    /// As [`Projector::project`], for an answer that has moves.
    ///
    /// # Errors
    /// It names no move; does not happen.
    pub fn body(&self, answer: &Answer) -> Result<HintBody, ServiceError> {
        self.project(answer.clone()).ok_or_else(|| ServiceError::internal("an answer without moves"))
    }

    /// Whether a body says nothing that its seat does not know: a nudge that tells no kind, or the one of all moves, and no fact.
    pub fn says_nothing(&self, body: &HintBody) -> bool {
        let HintBody::Nudge(nudge) = body else { return false };
        let told = |one: &Explanation| one.code != SAYS_NOTHING;
        let no_kind = nudge.head.kind.as_ref().is_none_or(|kind| self.are_all(kind));
        nudge.beliefs.is_none() && no_kind && !nudge.explanation.iter().any(told)
    }

    /// The head of a hint whose best move is `best` of `moves`.
    fn head(&self, best: &str, moves: &[MoveAdvice]) -> HintHead {
        let is_told = self.level > HintLevel::Nudge || !self.has_kind_of_one(moves);
        let kind = is_told.then(|| self.kind(best).to_owned());
        let text = self.text(best).filter(|_| is_told);
        HintHead { version: self.version, level: self.level, kind, text }
    }

    /// Whether some kind has a single move. That is so whichever move is best: what is not told tells nothing.
    fn has_kind_of_one(&self, moves: &[MoveAdvice]) -> bool {
        let mut kinds: HashMap<&str, usize> = HashMap::new();
        moves.iter().for_each(|advice| *kinds.entry(self.kind(&advice.notation)).or_default() += 1);
        kinds.into_values().any(|moves| moves == 1)
    }

    /// Whether all moves are of this kind.
    fn are_all(&self, kind: &str) -> bool {
        self.moves.values().all(|known| known.kind == kind)
    }

    /// The kind of a move. Set-valued moves are not listed one by one; they begin with it.
    fn kind<'a>(&'a self, notation: &'a str) -> &'a str {
        let first = notation.split(' ').next().unwrap_or_default();
        self.moves.get(notation).map_or(first, |known| &known.kind)
    }

    /// What is advised: what the button of the best move says, or as much of it as the level tells.
    fn text(&self, best: &str) -> Option<Text> {
        let button = self.moves.get(best).and_then(|known| known.text.clone());
        let button = button.filter(|_| self.level >= HintLevel::Move);
        let kind = self.kind(best);
        let key = format!("hint-{kind}");
        let says = |texts: &&'static Texts| texts.has(&key) && !self.are_all(kind);
        button.or_else(|| self.texts.filter(says).map(|texts| texts.both(&key, &[])))
    }

    /// The first few moves of `kind`, in canonical order, which tells nothing about their rank.
    fn candidates(&self, answer: &Answer, kind: &str) -> Vec<String> {
        let of_kind = answer.moves.iter().map(|advice| &advice.notation).filter(|one| self.kind(one) == kind);
        let mut candidates: Vec<String> = of_kind.take(CANDIDATES).cloned().collect();
        candidates.sort_by_key(|notation| self.moves.get(notation).map(|known| known.at));
        candidates
    }
}

fn named(answer: &Answer, notation: &str) -> NamedMove {
    let advice = answer.moves.iter().find(|advice| advice.notation == notation);
    NamedMove {
        notation: notation.to_owned(),
        text: advice.and_then(|advice| advice.text.clone()),
        picks: advice.and_then(|advice| advice.picks.clone()),
    }
}

#[cfg(test)]
mod tests {
    use tapis_games::erased::LegalMove;

    use super::*;

    fn legal(notation: &str, kind: &str) -> ShownMove {
        let parts = serde_json::json!({"kind": kind});
        LegalMove { notation: notation.to_owned(), parts }.into()
    }

    /// Neither the one that is alone of its kind nor, by its silence, another one.
    #[test]
    fn a_nudge_names_no_move_by_its_kind() {
        let told = |level, moves: &[ShownMove], best: &str| {
            let advice = |of: &ShownMove| {
                let notation = of.legal.notation.clone();
                MoveAdvice { notation, ..MoveAdvice::default() }
            };
            let ranked: Vec<MoveAdvice> = moves.iter().map(advice).collect();
            Projector::new(level, None, moves, None).head(best, &ranked).kind
        };
        let takes = [legal("take 1L", "take"), legal("take 2R", "take")];
        let with_stop = [&takes[..], &[legal("stop", "stop")]].concat();
        let take = Some("take".to_owned());
        assert_eq!(told(HintLevel::Nudge, &takes, "take 2R"), take);
        assert_eq!(told(HintLevel::Nudge, &with_stop, "take 2R"), None);
        assert_eq!(told(HintLevel::Nudge, &with_stop, "stop"), None);
        assert_eq!(told(HintLevel::Candidates, &with_stop, "take 2R"), take);
    }

    #[test]
    fn a_nudge_says_nothing_where_no_kind_and_no_fact_is_told() {
        let nudge = |kind: Option<&str>, codes: &[&str]| {
            let one =
                |code: &&str| Explanation::new(*code, Text::new("", ""), HintLevel::Nudge, HintLevel::Full);
            let kind = kind.map(str::to_owned);
            let head = HintHead { version: None, level: HintLevel::Nudge, kind, text: None };
            let origin = HintOrigin { seat: Seat(0), observation_hash: String::new(), status: Status::Final };
            HintBody::Nudge(NudgeHint {
                head,
                origin,
                explanation: codes.iter().map(one).collect(),
                beliefs: None,
            })
        };
        let of = |moves: &[ShownMove]| Projector::new(HintLevel::Nudge, None, moves, None);
        let one_kind = of(&[legal("take 1L", "take"), legal("take 2R", "take")]);
        let kinds = of(&[legal("take 1L", "take"), legal("pass", "pass")]);
        let take = Some("take");
        let one = |kind, codes: &[&str]| one_kind.says_nothing(&nudge(kind, codes));
        assert!(one(take, &[]) && one(take, &["only_move"]) && !one(take, &["what_matters"]));
        let several = |kind, codes: &[&str]| kinds.says_nothing(&nudge(kind, codes));
        assert!(!several(take, &[]) && several(None, &[]) && !several(None, &["what_matters"]));
    }
}
