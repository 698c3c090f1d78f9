//! An experiment as it is written down.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::FieldError;
use crate::lab::Metric;
use crate::shapes::AnyOptions;

/// The most arms that are written down.
pub(super) const MOST_ARMS: usize = 16;
/// The most arms a search may make.
pub(super) const MOST_SEARCHED: usize = 64;
/// The most games of an arm.
const MOST_GAMES: u64 = 100_000_000;

/// An experiment: bots play arms (a ruleset with a line-up each) on the same deals. One arm is a simulation; of more, each is
/// compared with the first; a search makes arms from one and drops the losers as it goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExperimentPlan)]
pub struct Plan {
    /// The game's id.
    #[schema(example = "richelieu")]
    pub game: String,
    /// What is played. With `search` one arm, from which the search makes the others.
    #[schema(min_items = 1, max_items = 16)]
    pub arms: Vec<PlannedArm>,
    /// Values to try, by option: every combination is an arm. The name of an option, or a JSON pointer into the complete
    /// options: `/deck/cards/0/values/red`.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = Object, example = json!({"first_seat": [0, 1]}))]
    pub search: Map<String, Value>,
    /// What a search looks for; `highest` when absent.
    #[serde(default)]
    pub goal: Goal,
    /// The most games of an arm, rounded up to whole deals in all seatings.
    #[schema(minimum = 1, maximum = 100_000_000, example = 2000)]
    pub games: u64,
    /// 64 hex digits, or any words, which are hashed; `tapis` when absent. The same seed gives the same deals.
    #[serde(default = "usual_seed")]
    #[schema(max_length = 1000, example = "tapis")]
    pub seed: String,
    /// What is measured: `seat_share:<seat>`, `first_share` (of the seat that began), `win_share:<bot>`, `ties`, `length`,
    /// `margin`, `feature:<name>` (a feature of numbers, the mean over the seats) or `measure:<name>` (of the course of the game).
    #[schema(value_type = String, example = "seat_share:0")]
    pub metric: Metric,
    /// The least difference that matters, in the unit of the metric; 0 for any.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1_000_000, example = 0.05)]
    pub minimum_effect: f64,
    /// The probability with which all comparisons hold together, however often one looks; 0.95 when absent.
    #[serde(default = "usual_confidence")]
    #[schema(minimum = 0.5, maximum = 0.9999, example = 0.95)]
    pub confidence: f64,
    /// When to stop.
    #[serde(default)]
    pub stop: Stop,
}

/// An arm as it is written down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedArm {
    /// What it is called.
    #[schema(min_length = 1, max_length = 100, example = "standard")]
    pub name: String,
    /// Options of the ruleset; missing ones take their defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<AnyOptions>)]
    pub options: Option<Value>,
    /// The hash of a ruleset the service knows, instead of options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub ruleset: Option<String>,
    /// One bot for all seats, or one for each: `random`, `greedy`, `casual`, `club`, `expert`, `solver:N` with N lines a
    /// move that end in the learned evaluation, or `plain:N` with N lines played to the end. Every deal is played in all different seatings.
    #[schema(min_items = 1, max_items = 7, example = json!(["greedy"]))]
    pub seats: Vec<String>,
}

/// When an experiment stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ExperimentStop)]
pub enum Stop {
    /// After all games.
    #[default]
    Fixed,
    /// As soon as every comparison has found a difference, or a search has one arm left.
    Effect,
    /// As soon as every comparison has found a difference, or that there is none that matters.
    EffectOrFutility,
}

/// What a search looks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SearchGoal)]
pub enum Goal {
    /// The arm with the most of it.
    #[default]
    Highest,
    /// The arm with the least of it.
    Lowest,
    /// The arm that is nearest to a value: for a fair seat one in the number of players.
    Nearest(f64),
}

fn usual_seed() -> String {
    "tapis".to_owned()
}

fn usual_confidence() -> f64 {
    0.95
}

/// The seed of words: 64 hex digits as they are, anything else by its SHA-256.
pub fn seed_of(words: &str) -> [u8; 32] {
    let mut seed = [0; 32];
    match hex::decode_to_slice(words, &mut seed) {
        Ok(()) => seed,
        Err(_) => Sha256::digest(words).into(),
    }
}

impl Plan {
    /// The id of the experiment: `exp_` and 32 hex digits, made of everything in the plan and the version of this program. The
    /// same plan is the same experiment.
    pub fn id(&self) -> String {
        let text = serde_json::to_vec(self).unwrap_or_default();
        let digest = Sha256::new().chain_update(env!("CARGO_PKG_VERSION")).chain_update(text).finalize();
        format!("exp_{}", hex::encode(&digest[..16]))
    }

    /// The arms that are played: those written down, or those of the search, made from the first with these options.
    ///
    /// # Errors
    /// A search with no values, or with too many combinations.
    pub(super) fn arms(&self, complete: Value) -> Result<Vec<PlannedArm>, Vec<FieldError>> {
        let mut arms = self.arms.clone();
        if let Some(base) = arms.first_mut().filter(|_| !self.search.is_empty()) {
            *base = PlannedArm { options: Some(complete), ruleset: None, ..base.clone() };
        }
        for (parameter, values) in &self.search {
            let pointer = format!("/search/{}", parameter.replace('~', "~0").replace('/', "~1"));
            let Some(values) = values.as_array().filter(|values| !values.is_empty()) else {
                return Err(vec![FieldError::new(pointer, "a list of at least one value")]);
            };
            let made = arms.iter().flat_map(|arm| values.iter().map(|value| arm.with(parameter, value)));
            arms = made.collect::<Option<_>>().ok_or_else(|| {
                vec![FieldError::new(pointer, "the options have no such place: an option or a JSON pointer")]
            })?;
            if arms.len() > MOST_SEARCHED {
                let detail = format!("more than {MOST_SEARCHED} combinations");
                return Err(vec![FieldError::new("/search", detail)]);
            }
        }
        Ok(arms)
    }

    /// What is wrong with the plan itself, whatever the game.
    pub(super) fn faults(&self) -> Vec<FieldError> {
        let wrong = |is: bool, pointer: &str, detail: &str| is.then(|| FieldError::new(pointer, detail));
        let outside = |number: f64, least: f64, most: f64| !(least..=most).contains(&number);
        let base = !self.search.is_empty() && self.arms.len() != 1;
        let mut faults: Vec<FieldError> = [
            wrong(self.arms.is_empty() || self.arms.len() > MOST_ARMS, "/arms", "1 to 16 arms"),
            wrong(base, "/arms", "a search makes its arms from one"),
            wrong(!(1..=MOST_GAMES).contains(&self.games), "/games", "1 to 100000000 games"),
            wrong(self.seed.len() > 1000, "/seed", "at most 1000 bytes"),
            wrong(outside(self.minimum_effect, 0.0, 1e6), "/minimum_effect", "0 or more, at most a million"),
            wrong(outside(self.confidence, 0.5, 0.9999), "/confidence", "0.5 to 0.9999"),
        ]
        .into_iter()
        .flatten()
        .collect();
        for (at, arm) in self.arms.iter().enumerate() {
            let named = (1..=100).contains(&arm.name.chars().count());
            faults.extend(wrong(!named, &format!("/arms/{at}/name"), "1 to 100 characters"));
            let again = self.arms[..at].iter().any(|other| other.name == arm.name);
            faults.extend(wrong(again, &format!("/arms/{at}/name"), "the name of another arm"));
            let both = arm.options.is_some() && arm.ruleset.is_some();
            faults.extend(wrong(both, &format!("/arms/{at}/ruleset"), "options or ruleset, not both"));
        }
        faults
    }
}

impl PlannedArm {
    /// The arm with one option changed; `None` where the options have no such place.
    fn with(&self, parameter: &str, value: &Value) -> Option<Self> {
        let mut options = self.options.clone().unwrap_or_else(|| Value::Object(Map::new()));
        match parameter.starts_with('/') {
            true => *options.pointer_mut(parameter)? = value.clone(),
            false => drop(options.as_object_mut()?.insert(parameter.to_owned(), value.clone())),
        }
        let name = format!("{} {parameter}={value}", self.name);
        Some(Self { name, options: Some(options), ..self.clone() })
    }
}
