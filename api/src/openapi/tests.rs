//! One name, one shape: what is collected by name would otherwise be one of two, silently.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use tapis_lab::statistics;
use tapis_service::advice::hints;
use tapis_service::{catalogue, tables};

use crate::webhooks::WebhookMessage;
use crate::{problem, routes, wire};

type Named = Vec<(String, RefOr<Schema>)>;

fn add<T: ToSchema>(all: &mut Named) -> String {
    let name = T::name().into_owned();
    all.push((name.clone(), T::schema()));
    T::schemas(all);
    name
}

/// Everything that paths refer to, by its name in the document.
fn bodies(all: &mut Named) -> BTreeSet<String> {
    let names = [
        add::<tapis_service::CreateGame>(all),
        add::<wire::CreatedGame>(all),
        add::<wire::EventPage>(all),
        add::<wire::GameList>(all),
        add::<tables::replay::GameReplay>(all),
        add::<wire::GameState>(all),
        add::<wire::JoinSeat>(all),
        add::<wire::LeftSeat>(all),
        add::<wire::RematchToken>(all),
        add::<wire::RotateToken>(all),
        add::<tapis_service::Resigned>(all),
        add::<routes::rulesets::PiecesOfRuleset>(all),
        add::<wire::MoveRequest>(all),
        add::<wire::SeatSettings>(all),
        add::<wire::SeatToken>(all),
        add::<wire::StreamTicket>(all),
        add::<wire::UndoRequest>(all),
        add::<tapis_games::log::ObservationLog>(all),
        add::<tapis_games::ruleset::Ruleset>(all),
        add::<catalogue::GameAbout>(all),
        add::<catalogue::RulesetList>(all),
        add::<hints::HintBody>(all),
        add::<statistics::Features>(all),
        add::<statistics::Summary>(all),
        add::<problem::Problem>(all),
        add::<wire::AnalysisJob>(all),
        add::<wire::ReviewJob>(all),
        add::<wire::ReviewRequest>(all),
        add::<wire::ExerciseRequest>(all),
        add::<tapis_review::Choice>(all),
        add::<tapis_review::Tried>(all),
        add::<tapis_service::advice::analyses::AnalysisRequest>(all),
        add::<tapis_service::AnalysisEstimate>(all),
        add::<routes::docs::OpenApiDocument>(all),
        add::<routes::health::Health>(all),
        add::<hints::HintRequest>(all),
        add::<routes::rulesets::OptionsBody>(all),
        add::<routes::rulesets::Validation>(all),
        // In queries.
        add::<tables::GameStatus>(all),
        add::<wire::SeatLookup>(all),
        add::<wire::FoundSeats>(all),
        add::<wire::MoveVerdict>(all),
        add::<statistics::Series>(all),
        add::<statistics::Crossed>(all),
        add::<tapis_lab::Plan>(all),
        add::<tapis_lab::Report>(all),
        add::<routes::experiments::ExperimentList>(all),
        add::<routes::experiments::games::ReplayShape>(all),
    ];
    names.into_iter().collect()
}

/// Likewise of webhooks and their messages, of Web Push, of players and of those who look for others.
fn told_and_named(all: &mut Named) -> [String; 8] {
    [
        add::<tapis_service::WantedMatch>(all),
        add::<wire::MatchedGame>(all),
        add::<wire::PutWebhook>(all),
        add::<wire::WebhookView>(all),
        add::<WebhookMessage>(all),
        add::<wire::PutPush>(all),
        add::<wire::PushView>(all),
        add::<wire::PlayerGames>(all),
    ]
}

/// Likewise of ratings.
fn ratings(all: &mut Named) -> [String; 2] {
    [add::<wire::PlayerRatings>(all), add::<wire::Ladder>(all)]
}

#[test]
fn one_name_is_one_shape() {
    let mut all = Named::new();
    let mut bodies = bodies(&mut all);
    bodies.extend(told_and_named(&mut all));
    bodies.extend(ratings(&mut all));
    let mut seen: BTreeMap<String, RefOr<Schema>> = BTreeMap::new();
    for (name, schema) in all {
        let first = seen.entry(name.clone()).or_insert_with(|| schema.clone());
        assert!(*first == schema, "{name} names two shapes");
    }
    let document = serde_json::to_value(crate::openapi()).unwrap_or_default();
    let mut found = referred(&document["paths"]);
    found.extend(referred(&document["components"]["responses"]));
    found.extend(referred(&document["x-webhooks"]));
    assert_eq!(bodies, found, "one the test does not know of, or one that is gone");
}

/// The names of the schemas that a part of the document refers to.
fn referred(value: &Value) -> BTreeSet<String> {
    let own = value["$ref"].as_str().and_then(|text| text.strip_prefix("#/components/schemas/"));
    let below: Vec<&Value> = match value {
        Value::Object(members) => members.values().collect(),
        Value::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    own.map(str::to_owned).into_iter().chain(below.into_iter().flat_map(referred)).collect()
}

/// What generators of clients make of it compiles: in Go the values of all named enums share one scope, and the code for
/// TypeScript's fetch imports no shape that has a text beside its name.
#[test]
fn enums_and_choices_are_what_generators_can_take() {
    let document = serde_json::to_value(crate::openapi()).unwrap_or_default();
    let mut owners = BTreeMap::new();
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        for value in schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let other = owners.insert(value.to_uppercase(), name);
            assert_eq!(other, None, "{name} has `{value}`, too: write one of the enums out");
        }
        for shape in schema["oneOf"].as_array().into_iter().flatten().filter_map(Value::as_object) {
            assert!(!shape.contains_key("$ref") || shape.len() == 1, "{name}: {shape:?}");
        }
    }
    assert!(owners.len() > 100, "{}", owners.len());
}

#[test]
fn every_schema_that_is_referred_to_is_there() {
    let document = serde_json::to_value(crate::openapi()).unwrap_or_default();
    let mut found = referred(&document);
    found.retain(|name| document["components"]["schemas"].get(name).is_none());
    assert_eq!(found, BTreeSet::new());
}
