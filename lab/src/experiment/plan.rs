//! An experiment as it is written down.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use tapis_games::locale::{Said, said};
use tapis_games::ruleset::Fault;
use tapis_games::text;
use tapis_solver::bots::{Bot, UnknownBot};
use utoipa::ToSchema;

use crate::Metric;
use tapis_common::FieldError;
use tapis_games::shapes::AnyOptions;

/// The most arms that are written down.
pub(super) const MOST_ARMS: usize = 16;
/// The most arms a search may make.
pub(super) const MOST_SEARCHED: usize = 64;
/// The most options a search may change together.
const MOST_PARAMETERS: usize = 16;
/// A longer value stands in the name of an arm by its number.
const LONGEST_SHOWN: usize = 60;
/// The most earlier plans.
const MOST_EXTENDED: usize = 1_000;
/// The most characters of an arm's name, and of an option that a search changes.
const LONGEST_NAME: usize = 100;
const LONGEST_PARAMETER: usize = 200;
/// The most bytes of a seed.
const LONGEST_SEED: usize = 1_000;
/// The most games of an arm.
const MOST_GAMES: u64 = 100_000_000;

/// An experiment: bots play arms (a ruleset with a line-up each) on the same deals. With one arm it is a simulation. With
/// several, each is compared with the first, or every two. A search makes arms from one arm and drops the losers on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExperimentPlan)]
pub struct Plan {
    /// The game's id.
    #[schema(example = "richelieu")]
    pub game: String,
    /// What to play. For a `search`, one arm from which the search makes the others.
    #[schema(min_items = 1, max_items = 16)]
    pub arms: Vec<PlannedArm>,
    /// Strengths in which every arm is played: bots, each for all seats. Then the arms name no `seats`. Arms are compared within
    /// each strength, and it is tested whether their difference depends on the strength. At most 16 arms in all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, max_items = 16, example = json!(["random", "greedy"]))]
    pub levels: Vec<String>,
    /// Values to try, by option; every combination is an arm. A key is the name of an option, or a JSON pointer into the
    /// complete options: `/deck/cards/0/values/red`. At most 64 combinations of at most 16 options. The name of an arm has the
    /// number of a value, from 1, if the value has more than 60 characters: `/deck=#2`.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = Object, example = json!({"first_seat": [0, 1]}))]
    pub search: Map<String, Value>,
    /// What a search looks for; `highest` when absent.
    #[serde(default)]
    pub goal: Goal,
    /// The maximum number of games of an arm, rounded up to whole deals in all seatings.
    #[schema(minimum = 1, maximum = 100_000_000, example = 2000)]
    pub games: u64,
    /// 64 hex digits, or any words, which are hashed; `tapis` when absent. The same seed gives the same deals.
    #[serde(default = "usual_seed")]
    #[schema(max_length = 1000, example = "tapis")]
    pub seed: String,
    /// What to measure: `seat_share:<seat>`, `first_share` (of the seat that began), `win_share:<bot>`, `ties`, `length`,
    /// `margin`, `lift:<feature>=<value>` (the lift of a value, as the statistics have
    /// it), `balance` (1 less the largest difference between the win shares of two places in the order of play),
    /// `feature:<name>` (a feature of numbers, the mean over the seats), `measure:<name>` (of the course of the game) or
    /// `course:<name>` (of the course by win probabilities: `lead_changes`, `drama`, `behind`, `decided_after` or
    /// `uncertainty`; every position is worth 50 lines of the reference player).
    #[schema(value_type = String, example = "seat_share:0")]
    pub metric: Metric,
    /// The smallest difference that matters, in the unit of the metric; 0 for any.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1_000_000, example = 0.05)]
    pub minimum_effect: f64,
    /// The probability with which all comparisons hold simultaneously, however often you look; 0.95 when absent.
    #[serde(default = "usual_confidence")]
    #[schema(minimum = 0.5, maximum = 0.9999, example = 0.95)]
    pub confidence: f64,
    /// When to stop.
    #[serde(default)]
    pub stop: Stop,
    /// Which arms are compared; `first` when absent. In a search all of them race.
    #[serde(default, skip_serializing_if = "Compare::is_usual")]
    #[schema(required = false)]
    pub compare: Compare,
    /// The `games` of earlier plans that ask the same of the same deals, in the order in which they were posted. The program
    /// fills it in. Earlier plans used up part of the error budget; this one may use the rest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 1000, example = json!([1000]))]
    pub extends: Vec<u64>,
}

/// An arm of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedArm {
    /// Its name.
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
    /// One bot for all seats, or one for each: `random`, `greedy`, `novice`, `beginner`, `apprentice`, `casual`, `club`, `expert`, `solver:N` with N playouts a
    /// move, or `plain:N` for the same without guidance by move scores. Every deal is played in all different seatings. Absent
    /// just where the plan has `levels`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, max_items = 7, example = json!(["greedy"]))]
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

/// Which arms are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ExperimentCompare)]
pub enum Compare {
    /// The first with each of the others.
    #[default]
    First,
    /// Every two. The intervals are a little wider, because there are more of them.
    All,
}

impl Compare {
    fn is_usual(&self) -> bool {
        *self == Self::First
    }
}

/// What a search looks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SearchGoal)]
pub enum Goal {
    /// The arm with the highest metric.
    #[default]
    Highest,
    /// The arm with the lowest metric.
    Lowest,
    /// The arm nearest to a value; for a fair seat, the value is 1 divided by the number of players.
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
        let text = serde_json::to_vec(self).expect("a plan has JSON");
        let digest = Sha256::new().chain_update(env!("CARGO_PKG_VERSION")).chain_update(text).finalize();
        format!("exp_{}", hex::encode(&digest[..16]))
    }

    /// How many arms are played: those written down, or the combinations of the search. Makes none of them.
    ///
    /// # Errors
    /// A search with no values, or with too many combinations.
    pub(super) fn number_of_arms(&self) -> Result<usize, Vec<FieldError>> {
        let fault = |pointer: String, detail: Said| Err(vec![FieldError::new(pointer, detail)]);
        if self.search.is_empty() {
            return Ok(self.arms.len() * self.levels.len().max(1));
        }
        if self.search.len() > MOST_PARAMETERS {
            let detail = said("some_options").with("n", self.search.len()).with("most", MOST_PARAMETERS);
            return fault("/search".to_owned(), detail);
        }
        let mut combinations = 1_usize;
        for (parameter, values) in &self.search {
            match values.as_array().map(Vec::len) {
                None | Some(0) => return fault(at(parameter), said("a_value")),
                Some(values) => combinations = combinations.saturating_mul(values),
            }
        }
        if combinations > MOST_SEARCHED {
            let detail = said("combinations").with("n", combinations).with("most", MOST_SEARCHED);
            return fault("/search".to_owned(), detail);
        }
        Ok(combinations)
    }

    /// One of the arms that are played: one written down, or a combination of the search, made from the first arm with these
    /// options. The values of the last option change first.
    ///
    /// # Errors
    /// The options have no place that the search changes; there are not so many arms.
    pub(super) fn arm(&self, number: usize, complete: &Value) -> Result<PlannedArm, Vec<FieldError>> {
        let missing = || vec![FieldError::new("/arms", said("not_so_many"))];
        let arm = self.arms.get(self.written(number)).ok_or_else(missing)?;
        if let Some(level) = self.levels.get(number % self.levels.len().max(1)) {
            let name = format!("{}, {level}", arm.name);
            return Ok(PlannedArm { name, seats: vec![level.clone()], ..arm.clone() });
        }
        if self.search.is_empty() {
            return Ok(arm.clone());
        }
        if number >= self.number_of_arms()? {
            return Err(missing());
        }
        let mut arm = PlannedArm { options: Some(complete.clone()), ruleset: None, ..arm.clone() };
        for (parameter, chosen, value) in self.chosen(number) {
            arm = arm.with(parameter, chosen, value).ok_or_else(|| {
                let detail = said("no_place");
                vec![FieldError::new(at(parameter), detail)]
            })?;
        }
        Ok(arm)
    }

    /// Which value of each option of the search makes the arm of this number, with its place among the values.
    fn chosen(&self, number: usize) -> Vec<(&str, usize, &Value)> {
        let mut left = number;
        let chosen = self.search.iter().rev().filter_map(|(parameter, values)| {
            let values = values.as_array()?;
            let at = left % values.len().max(1);
            left /= values.len().max(1);
            Some((parameter.as_str(), at, values.get(at)?))
        });
        let mut chosen: Vec<_> = chosen.collect();
        chosen.reverse();
        chosen
    }

    /// Which of the written arms one that is played is: those of a search are all made from the first.
    fn written(&self, number: usize) -> usize {
        if self.search.is_empty() { number / self.levels.len().max(1) } else { 0 }
    }

    /// A fault of an arm, where it stands in the plan: in a search at the value that made it, if one did.
    pub(super) fn placed(&self, number: usize, fault: FieldError) -> FieldError {
        let made = self.chosen(number).into_iter().find(|(parameter, ..)| {
            let place = format!("/options/{}", parameter.strip_prefix('/').unwrap_or(parameter));
            let rest = fault.pointer.strip_prefix(&place);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        match made {
            Some((parameter, chosen, _)) => {
                FieldError { pointer: format!("{}/{chosen}", at(parameter)), ..fault }
            }
            None => fault.below(&format!("/arms/{}", self.written(number))),
        }
    }

    /// The texts of the plan that cannot be taken, see [`text`]. Plans that were stored before they were checked are played
    /// all the same.
    pub fn faults_of_texts(&self) -> Vec<FieldError> {
        let field = |fault: Fault| FieldError::new(fault.pointer, fault.detail);
        let mut faults = Vec::new();
        for (at, arm) in self.arms.iter().enumerate() {
            if let Err(error) = text::check(&arm.name, LONGEST_NAME) {
                faults.push(FieldError::new(format!("/arms/{at}/name"), error));
            }
            if let Some(options) = &arm.options {
                faults.extend(text::faults(options, &format!("/arms/{at}/options")).into_iter().map(field));
            }
        }
        for (parameter, values) in &self.search {
            faults.extend(text::faults(values, &at(parameter)).into_iter().map(field));
            if let Err(error) = text::check(parameter, LONGEST_PARAMETER) {
                faults.push(FieldError::new("/search", error));
            }
        }
        faults
    }

    /// What is wrong with the plan itself, whatever the game.
    pub(super) fn faults(&self) -> Vec<FieldError> {
        let outside = |number: f64, least: f64, most: f64| !(least..=most).contains(&number);
        let (arms, games, extends) = (self.arms.len(), self.games, self.extends.len());
        let base = !self.search.is_empty() && arms != 1;
        let crossed = !self.search.is_empty() && !self.levels.is_empty();
        let played = arms.saturating_mul(self.levels.len());
        let effect = outside(self.minimum_effect, 0.0, 1e6);
        let confidence = outside(self.confidence, 0.5, 0.9999);
        let faults = [
            (!(1..=MOST_ARMS).contains(&arms), "/arms", between(said("arms"), 1, MOST_ARMS)),
            (base, "/arms", said("search_base")),
            (crossed, "/levels", said("search_levels")),
            (played > MOST_ARMS, "/levels", said("strengths").with("most", MOST_ARMS)),
            (!(1..=MOST_GAMES).contains(&games), "/games", between(said("games"), 1, MOST_GAMES)),
            (extends > MOST_EXTENDED, "/extends", said("earlier_plans").with("most", MOST_EXTENDED)),
            (self.seed.len() > LONGEST_SEED, "/seed", said("at_most_bytes").with("most", LONGEST_SEED)),
            (effect, "/minimum_effect", said("at_least_at_most").with("least", 0)),
            (confidence, "/confidence", between(said("bounds"), "0.5", "0.9999")),
        ];
        let mut faults = those_of("", faults);
        for (at, level) in self.levels.iter().enumerate() {
            if let Err(UnknownBot(name)) = level.parse::<Bot>() {
                faults.push(FieldError::new(format!("/levels/{at}"), said("no_bot").with("name", name)));
            }
            if self.levels[..at].contains(level) {
                faults.push(FieldError::new(format!("/levels/{at}"), said("level_same")));
            }
        }
        faults.extend(self.arms.iter().enumerate().flat_map(|(at, arm)| self.faults_of_arm(at, arm)));
        faults
    }

    /// What is wrong with an arm, whatever the game.
    fn faults_of_arm(&self, at: usize, arm: &PlannedArm) -> Vec<FieldError> {
        let named = (1..=LONGEST_NAME).contains(&text::length(&arm.name));
        let again = self.arms[..at].iter().any(|other| other.name == arm.name);
        let (no_levels, no_seats) = (self.levels.is_empty(), arm.seats.is_empty());
        let both = arm.options.is_some() && arm.ruleset.is_some();
        let faults = [
            (!named, "/name", between(said("arm_name"), 1, LONGEST_NAME)),
            (again, "/name", said("arm_same")),
            (no_levels && no_seats, "/seats", said("no_seats")),
            (!no_levels && !no_seats, "/seats", said("seats_and_levels")),
            (both, "/ruleset", said("options_or_ruleset")),
        ];
        those_of(&format!("/arms/{at}"), faults)
    }
}

impl PlannedArm {
    /// The arm with one option changed to one of its values; `None` where the options have no such place.
    fn with(mut self, parameter: &str, number: usize, value: &Value) -> Option<Self> {
        let options = self.options.get_or_insert_with(|| Value::Object(Map::new()));
        let option = parameter.strip_prefix('/').unwrap_or(parameter);
        // A number that is as printed does not stand in the complete options. What is no option the game refuses.
        match option.contains('/') {
            true => *options.pointer_mut(parameter)? = value.clone(),
            false => drop(options.as_object_mut()?.insert(option.to_owned(), value.clone())),
        }
        let shown = value.to_string();
        let shown = if shown.len() > LONGEST_SHOWN { format!("#{}", number + 1) } else { shown };
        self.name = format!("{} {parameter}={shown}", self.name);
        Some(self)
    }
}

/// The faults of these places below `place` that are there.
fn those_of<const N: usize>(place: &str, faults: [(bool, &str, Said); N]) -> Vec<FieldError> {
    let there = faults.into_iter().filter(|(is_there, ..)| *is_there);
    there.map(|(_, pointer, detail)| FieldError::new(format!("{place}{pointer}"), detail)).collect()
}

/// A sentence about two bounds.
fn between(sentence: Said, least: impl ToString, most: impl ToString) -> Said {
    sentence.with("least", least).with("most", most)
}

/// Where a parameter of the search stands in the plan.
fn at(parameter: &str) -> String {
    format!("/search/{}", parameter.replace('~', "~0").replace('/', "~1"))
}
