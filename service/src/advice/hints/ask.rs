//! The fields in which a caller says what to search, checked.

use std::time::Duration;
use tapis_games::locale::said;

use serde::Deserialize;
use tapis_games::refusal::Text;
use tapis_solver::aside;
use tapis_solver::request::{Belief, Budget, Concept, Objective, Request, SolverKind};
use utoipa::ToSchema;

use super::HintLevel;
use crate::FieldError;
use crate::pool::Units;

/// Playouts of a hint that names no budget, whatever its level: all levels are views of one search. A number of playouts, not a time:
/// the same position then always gets the same hint.
const DEFAULT_ITERATIONS: u64 = 20_000;
/// Time of a budget that names a confidence only.
const DEFAULT_CONFIDENCE_MS: u64 = 2_000;
/// The most playouts that may be asked for.
pub const MAX_ITERATIONS: u64 = 5_000_000;
/// The most worlds that may be asked for.
pub const MAX_WORLDS: u64 = 100_000;
/// The most positions that may be asked for.
pub const MAX_NODES: u64 = 2_000_000_000;
const CONFIDENCE: std::ops::RangeInclusive<f64> = 0.5..=0.9999;
/// A time budget is the search's own business; this much later it is stopped from outside.
const LATENESS: Duration = Duration::from_millis(500);
/// A free hint is counted on disk before the end of its time budget. This is the time reserved for it, at most three quarters
/// of the budget: slow disks need up to 200 ms.
const COUNTING: Duration = Duration::from_millis(200);

/// What to search, and how much of the answer to give. `{}` asks for a full hint at the default budget.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"budget": {"iterations": 20000}, "level": "full"}))]
pub struct HintRequest {
    /// The family of solvers; `auto` when absent.
    pub solver: Option<SolverKind>,
    /// The search budget; 20000 iterations when absent.
    pub budget: Option<Budget>,
    /// What to maximise; the share of the win when absent.
    pub objective: Option<Objective>,
    /// The solution concept for three or more seats; `maxn` when absent.
    pub concept: Option<Concept>,
    /// How sampled worlds are weighted; `weighed` when absent.
    pub belief: Option<Belief>,
    /// How much of the answer to give; `full` when absent.
    pub level: Option<HintLevel>,
    /// Seed of the sampling, 1 to 64 hex digits; derived from the observation when absent.
    #[schema(min_length = 1, max_length = 64, pattern = "^[0-9a-fA-F]+$")]
    pub seed: Option<String>,
    /// The notation of a legal move to compare with the best one, for a hint that names that one: see `why_not` of the answer.
    #[schema(max_length = 512, example = "take 1L")]
    pub why_not: Option<String>,
    /// Whether to say where hidden pieces may lie: see `beliefs` of the answer.
    pub beliefs: Option<bool>,
}

/// The fields, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchRequest {
    /// What the solver is asked. Without a seed in the fields, [`SearchRequest::request`] derives one.
    request: Request,
    seed: Option<[u8; 32]>,
    /// How much of the answer to give.
    pub level: HintLevel,
    /// When to stop it from outside.
    pub limit: Duration,
    /// What it costs.
    pub price: Units,
}

impl HintRequest {
    /// Checks the fields.
    ///
    /// # Errors
    /// Every fault, with its pointer.
    pub fn check(self, max_ms: u64) -> Result<SearchRequest, Vec<FieldError>> {
        let mut faults = Vec::new();
        let level = self.level.unwrap_or_default();
        let budget = check_budget(self.budget, max_ms, &mut faults);
        let seed = self.seed.as_deref().map(|text| {
            read_seed(text).unwrap_or_else(|| {
                faults.push(FieldError::new("/seed", said("hex_seed")));
                [0; 32]
            })
        });
        if self.why_not.is_some() && level < HintLevel::Move {
            faults.push(FieldError::in_words("/why_not", aside::needs_the_move()));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let longest = Duration::from_millis(max_ms);
        let limit = budget.ms.map_or(longest, Duration::from_millis) + LATENESS;
        // How many lines a world takes is known of the sampling solver alone: the exhaustive one goes on until the world is solved.
        let worlds = budget.worlds.filter(|_| self.solver == Some(SolverKind::Sampling));
        let price = Units::of(&Budget { ms: Some(budget.ms.unwrap_or(max_ms)), worlds, ..budget });
        let request = Request {
            solver: self.solver.unwrap_or_default(),
            budget,
            objective: self.objective,
            concept: self.concept,
            belief: self.belief.unwrap_or_default(),
            why_not: self.why_not,
            beliefs: self.beliefs.unwrap_or_default(),
            ..Request::default()
        };
        Ok(SearchRequest { request, seed, level, limit, price })
    }
}

impl SearchRequest {
    /// Whether something is asked beside the best move.
    pub fn asks_more(&self) -> bool {
        self.request.why_not.is_some() || self.request.beliefs
    }

    /// Using a budget of time to its end, even where hardly any doubt is left.
    #[must_use]
    pub fn to_the_end(mut self) -> Self {
        self.request.whole_time = true;
        self
    }

    /// With what the seats are called in words.
    #[must_use]
    pub fn named(mut self, names: Vec<Text>) -> Self {
        self.request.names = names;
        self
    }

    /// The solver's request for the observation of this hash. Without a seed of the caller's it gets one derived from
    /// the observation, never from anything hidden: the same log then gives the same hint.
    pub fn request(&self, observation_hash: &[u8; 32]) -> Request {
        let derived = || blake3::derive_key("tapis 2026 hint seed of an observation", observation_hash);
        Request { seed: self.seed.unwrap_or_else(derived), ..self.request.clone() }
    }

    /// After how much of a time budget a free hint is counted although its search goes on. What a nudge says is known at the end.
    pub fn counted_after(&self) -> Option<Duration> {
        let time =
            self.request.budget.ms.map(Duration::from_millis).filter(|_| self.level > HintLevel::Nudge)?;
        Some(time - COUNTING.min(time * 3 / 4))
    }
}

fn check_budget(budget: Option<Budget>, max_ms: u64, faults: &mut Vec<FieldError>) -> Budget {
    let Some(mut budget) = budget else {
        return Budget { iterations: Some(DEFAULT_ITERATIONS), ..Budget::default() };
    };
    let forms = [
        budget.iterations.is_some(),
        budget.worlds.is_some(),
        budget.nodes.is_some(),
        budget.ms.is_some() || budget.confidence.is_some(),
    ];
    if forms.iter().filter(|given| **given).count() != 1 {
        let detail = said("budget_forms");
        faults.push(FieldError::new("/budget", detail));
    }
    if budget.confidence.is_some() {
        budget.ms = budget.ms.or(Some(DEFAULT_CONFIDENCE_MS.min(max_ms)));
    }
    for (name, value, most) in [
        ("ms", budget.ms, max_ms),
        ("iterations", budget.iterations, MAX_ITERATIONS),
        ("worlds", budget.worlds, MAX_WORLDS),
        ("nodes", budget.nodes, MAX_NODES),
    ] {
        if value.is_some_and(|value| !(1..=most).contains(&value)) {
            faults.push(FieldError::new(
                format!("/budget/{name}"),
                said("from_to").with("least", 1).with("most", most),
            ));
        }
    }
    if budget.confidence.is_some_and(|confidence| !CONFIDENCE.contains(&confidence)) {
        let detail = said("from_to").with("least", CONFIDENCE.start()).with("most", CONFIDENCE.end());
        faults.push(FieldError::new("/budget/confidence", detail));
    }
    budget
}

/// Reads a hex number of up to 256 bits.
fn read_seed(text: &str) -> Option<[u8; 32]> {
    if !(1..=64).contains(&text.len()) || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut seed = [0; 32];
    hex::decode_to_slice(format!("{text:0>64}"), &mut seed).ok()?;
    Some(seed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: u64 = 30_000;

    fn check(json: &str) -> Result<SearchRequest, Vec<String>> {
        let budget = serde_json::from_str(json).unwrap();
        HintRequest { budget: Some(budget), ..HintRequest::default() }
            .check(BOUNDS)
            .map_err(|faults| faults.into_iter().map(|fault| fault.pointer).collect())
    }

    #[test]
    fn takes_each_form_of_budget() {
        for (json, units, limit_ms) in [
            (r#"{"ms":500}"#, 500, 1_000),
            (r#"{"iterations":20000}"#, 800, 30_500),
            (r#"{"worlds":200}"#, 30_000, 30_500),
            (r#"{"nodes":2000000000}"#, 30_000, 30_500),
            (r#"{"confidence":0.99,"ms":700}"#, 700, 1_200),
            (r#"{"confidence":0.99}"#, 2_000, 2_500),
        ] {
            let ask = check(json).unwrap();
            assert_eq!((ask.price.get(), ask.limit.as_millis()), (units, limit_ms), "{json}");
        }
    }

    #[test]
    fn worlds_that_are_solved_to_the_end_stand_before_no_short_search() {
        let price = |solver| {
            let budget = Some(Budget { worlds: Some(1), ..Budget::default() });
            HintRequest { solver, budget, ..HintRequest::default() }.check(BOUNDS).unwrap().price.get()
        };
        let solvers = [Some(SolverKind::Sampling), Some(SolverKind::Exhaustive), None];
        assert_eq!(solvers.map(price), [5, BOUNDS, BOUNDS]);
    }

    #[test]
    fn refuses_the_rest_with_pointers() {
        for (json, pointers) in [
            (r#"{}"#, &["/budget"][..]),
            (r#"{"ms":500,"iterations":5}"#, &["/budget"]),
            (r#"{"worlds":5,"confidence":0.9}"#, &["/budget"]),
            (r#"{"ms":0}"#, &["/budget/ms"]),
            (r#"{"ms":30001}"#, &["/budget/ms"]),
            (r#"{"iterations":5000001}"#, &["/budget/iterations"]),
            (r#"{"nodes":0,"worlds":0}"#, &["/budget", "/budget/worlds", "/budget/nodes"]),
            (r#"{"confidence":1.0}"#, &["/budget/confidence"]),
            (r#"{"confidence":0.49,"ms":99999999}"#, &["/budget/ms", "/budget/confidence"]),
        ] {
            assert_eq!(check(json).unwrap_err(), pointers, "{json}");
        }
    }

    #[test]
    fn without_a_budget_the_hint_is_reproducible() {
        let ask = HintRequest::default().check(BOUNDS).unwrap();
        let request = ask.request(&[1; 32]);
        assert_eq!(request.budget, Budget { iterations: Some(20_000), ..Budget::default() });
        let nudge = HintRequest { level: Some(HintLevel::Nudge), ..HintRequest::default() };
        assert_eq!(nudge.check(BOUNDS).unwrap().request(&[1; 32]), request, "levels are views of one search");
    }

    #[test]
    fn seeds() {
        let with =
            |seed: &str| HintRequest { seed: Some(seed.to_owned()), ..HintRequest::default() }.check(BOUNDS);
        let mut expected = [0; 32];
        expected[31] = 0x2a;
        assert_eq!(with("2A").unwrap().request(&[9; 32]).seed, expected);
        assert_eq!(with(&"f".repeat(64)).unwrap().request(&[9; 32]).seed, [0xff; 32]);
        for wrong in ["", "0x2a", "é", &"0".repeat(65)] {
            assert_eq!(with(wrong).unwrap_err()[0].pointer, "/seed", "{wrong}");
        }
    }

    #[test]
    fn a_free_hint_is_counted_before_its_time_is_up() {
        let after = |json: &str| check(json).unwrap().counted_after().map(|time| time.as_millis());
        assert_eq!(after(r#"{"ms":500}"#), Some(300));
        assert_eq!(after(r#"{"confidence":0.9,"ms":20}"#), Some(5));
        assert_eq!(after(r#"{"iterations":20}"#), None);
    }

    #[test]
    fn a_derived_seed_depends_on_the_observation_only() {
        let ask = HintRequest::default().check(BOUNDS).unwrap();
        assert_eq!(ask.request(&[1; 32]).seed, ask.request(&[1; 32]).seed);
        assert_ne!(ask.request(&[1; 32]).seed, ask.request(&[2; 32]).seed);
        assert_ne!(ask.request(&[1; 32]).seed, [1; 32]);
    }
}
