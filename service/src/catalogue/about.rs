//! The description of one game.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use tapis_games::feature::FeatureInfo;
use tapis_games::locale::Language;
use tapis_games::refusal::Text;
use tapis_games::ruleset::Ruleset;
use tapis_solver::answer::Level;
use tapis_solver::bots::{BotRatings, Grades};
use tapis_solver::engine::BotLevel;
use tapis_solver::registry::RegisteredGame;
use tapis_solver::request::{Concept, Objective, SolverKind};
use tapis_solver::words;
use utoipa::ToSchema;

use super::schema::{listed_values, moves_schema, options_schema, set_words};
use crate::advice::hints::{HintLevel, MAX_ITERATIONS, MAX_NODES, MAX_WORLDS};
use crate::settings::AdviceSettings;

/// The games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RulesetList {
    /// All games, in the order in which they are shown.
    pub items: Vec<GameItem>,
}

/// A game in short.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameItem {
    /// Its id, as used in paths.
    #[schema(example = "richelieu")]
    pub game: &'static str,
    /// The title as printed.
    #[schema(example = "Richelieu")]
    pub title: &'static str,
    /// A short description.
    pub text: Text,
    /// The version of the rules text implemented.
    #[schema(example = 1)]
    pub rules_version: u32,
    /// The possible numbers of players.
    pub players: Players,
    /// The hash of the default ruleset.
    pub default_hash: String,
}

/// The possible numbers of players.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Players {
    /// The minimum.
    #[schema(example = 2)]
    pub min: u8,
    /// The maximum.
    #[schema(example = 4)]
    pub max: u8,
}

/// A game in full.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameAbout {
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub item: GameItem,
    /// JSON Schema (2020-12) of the options, as a self-contained document, each option with its default.
    #[schema(value_type = Object)]
    pub options: Value,
    /// JSON Schema (2020-12) of `kind` and `args` of a legal move, likewise.
    #[schema(value_type = Object)]
    pub moves: Value,
    /// The complete ruleset of a game created without options.
    pub default_ruleset: Ruleset,
    /// The options with few possible values: the variants of the game.
    pub variants: Vec<Variant>,
    /// The options that are data, with their defaults: decks and starting positions.
    #[schema(value_type = Object)]
    pub decks: BTreeMap<String, Value>,
    /// Where to read the rules; absent for a game that was registered without their text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = "uri-reference", example = "/v1/rulesets/richelieu/rules")]
    pub rules: Option<String>,
    /// The forms of notation, one each.
    #[schema(example = json!(["take 2L", "take 2L pay reserve", "stop", "skip"]))]
    pub notation: Vec<&'static str>,
    /// What statistics count.
    pub features: Vec<FeatureInfo>,
    /// What hints and analyses can be asked for.
    pub solver: SolverInfo,
}

/// An option with few possible values.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Variant {
    /// The option's name.
    #[schema(example = "variant")]
    pub option: String,
    /// The possible values.
    #[schema(value_type = Vec<OptionValue>, example = json!(["standard", "three_rows"]))]
    pub values: Vec<Value>,
    /// Whether the value is a list of these, each at most once; absent if it is one of them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub several: bool,
    /// The default.
    #[schema(value_type = OptionDefault, example = "standard")]
    pub default: Value,
}

/// The default of an option.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "describes values in the document")]
pub enum OptionDefault {
    /// A name.
    Name(String),
    /// A number.
    Number(i32),
    /// On or off.
    Switch(bool),
    /// The names of an option with several values; the list may be empty.
    Several(Vec<String>),
}

/// One value of an option.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "describes values in the document")]
pub enum OptionValue {
    /// A name.
    Name(String),
    /// A number.
    Number(i32),
    /// On or off.
    Switch(bool),
}

/// What hints and analyses can be asked for.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SolverInfo {
    /// The solvers.
    pub solvers: Vec<SolverKind>,
    /// What can be maximised.
    pub objectives: Vec<Objective>,
    /// The solution concepts where three or more play.
    pub concepts: Vec<Concept>,
    /// The levels of an answer; each contains the previous one.
    pub levels: Vec<HintLevel>,
    /// The bounds of budgets.
    pub budget: BudgetBounds,
    /// What answers may claim, weakest first.
    pub exactness: Vec<ExactnessLevel>,
    /// The bots: those that do not search, then the graded ones, weakest first.
    pub bots: Vec<BotLevel>,
    /// A description of each of them, in the same order.
    pub bot_levels: Vec<BotAbout>,
    /// The strength of bots at the default ruleset; absent if it was not measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratings: Option<BotRatings>,
}

/// A description of a bot.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BotAbout {
    /// The bot's level.
    pub level: BotLevel,
    /// Lines of search a move; 0 for bots that do not search. A bot's moves do not depend on the machine.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 6_000)]
    pub lines: u64,
    /// What it does, and what it ignores.
    pub text: Text,
}

impl BotAbout {
    fn of(level: BotLevel, grades: &Grades) -> Self {
        let lines = level.grade(grades).map_or(0, |grade| grade.lines);
        Self { level, lines, text: level.text(grades) }
    }
}

/// The bounds of budgets.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BudgetBounds {
    /// Milliseconds of a hint.
    pub ms: Range,
    /// Milliseconds of an analysis.
    pub analysis_ms: Range,
    /// Playouts, or positions of an exhaustive search.
    pub iterations: Range,
    /// Worlds.
    pub worlds: Range,
    /// Positions of an exhaustive search.
    pub nodes: Range,
}

/// Bounds, both included.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Range {
    /// The minimum.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 1)]
    pub min: u64,
    /// The maximum.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 30_000)]
    pub max: u64,
}

/// What an answer may claim.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExactnessLevel {
    /// The level.
    pub level: Level,
    /// What it means.
    pub text: Text,
}

impl GameAbout {
    /// Describes `game`; `None` if its own defaults made no ruleset, which a test of the game rules out.
    pub(super) fn of(game: &dyn RegisteredGame, settings: &AdviceSettings) -> Option<Self> {
        let rules = game.ruleset("{}").ok()?;
        let engine = game.engine(&*rules)?;
        let default_ruleset = rules.ruleset().clone();
        let defaults = &default_ruleset.options;
        let mut options = options_schema(game, defaults);
        if let Some(texts) = rules.texts() {
            set_words(&mut options, texts);
        }
        let about = game.about();
        Some(Self {
            item: GameItem {
                game: game.id(),
                title: about.title,
                text: (about.text)(),
                rules_version: game.rules_version(),
                players: Players { min: about.min_players, max: about.max_players },
                default_hash: default_ruleset.hash.clone(),
            },
            variants: variants(&options, defaults),
            decks: decks(defaults),
            options,
            moves: moves_schema(game),
            rules: game.rules_text(Language::English).map(|_| format!("/v1/rulesets/{}/rules", game.id())),
            notation: about.notation.to_vec(),
            features: rules.feature_infos(),
            solver: SolverInfo::of(about.max_players, &default_ruleset.hash, &engine.grades(), settings),
            default_ruleset,
        })
    }
}

fn variants(schema: &Value, defaults: &Value) -> Vec<Variant> {
    let names = schema["properties"].as_object().into_iter().flat_map(|properties| properties.keys());
    names
        .filter_map(|name| {
            let property = &schema["properties"][name];
            let (values, several) = match listed_values(schema, property) {
                Some(values) => (values, false),
                None if property["type"] == "array" => (listed_values(schema, &property["items"])?, true),
                None => return None,
            };
            Some(Variant { option: name.clone(), values, several, default: defaults.get(name)?.clone() })
        })
        .collect()
}

fn decks(defaults: &Value) -> BTreeMap<String, Value> {
    let all = defaults.as_object().into_iter().flatten();
    let data = all.filter(|(_, value)| value.is_array() || value.is_object());
    data.map(|(name, value)| (name.clone(), value.clone())).collect()
}

impl SolverInfo {
    fn of(max_players: u8, default_hash: &str, grades: &Grades, settings: &AdviceSettings) -> Self {
        let up_to = |max| Range { min: 1, max };
        Self {
            solvers: vec![SolverKind::Auto, SolverKind::Exhaustive, SolverKind::Sampling],
            objectives: vec![Objective::WinShare, Objective::RoundPayoff],
            concepts: if max_players > 2 { vec![Concept::Maxn, Concept::Paranoid] } else { Vec::new() },
            levels: vec![HintLevel::Nudge, HintLevel::Candidates, HintLevel::Move, HintLevel::Full],
            budget: BudgetBounds {
                ms: up_to(settings.max_ms),
                analysis_ms: up_to(settings.analysis_max_ms),
                iterations: up_to(MAX_ITERATIONS),
                worlds: up_to(MAX_WORLDS),
                nodes: up_to(MAX_NODES),
            },
            exactness: ladder(),
            bots: BotLevel::ALL.into(),
            bot_levels: BotLevel::ALL.map(|level| BotAbout::of(level, grades)).into(),
            ratings: BotRatings::of(default_hash),
        }
    }
}

fn ladder() -> Vec<ExactnessLevel> {
    const RUNGS: [Level; 7] = [
        Level::Heuristic,
        Level::Sampled,
        Level::SampledWorlds,
        Level::AllWorlds,
        Level::ExactConcept,
        Level::ExactChance,
        Level::Exact,
    ];
    RUNGS.into_iter().map(|level| ExactnessLevel { level, text: words::level(level) }).collect()
}
