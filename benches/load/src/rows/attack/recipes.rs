//! What each flood asks.

use std::sync::Arc;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::forms::Form;
use super::receiver::browser;
use super::world::{Made, Reviewed, World};
use crate::client::request;
use crate::host::AS_ADMIN;
use crate::script::Script;

/// How a call is asked for again and again.
pub(super) struct Recipe {
    /// The call, as the document names it.
    pub call: &'static str,
    /// Which of its uses; empty where it has one.
    how: &'static str,
    pub requests: Requests,
}

pub(super) enum Requests {
    /// The same request each time.
    Same(Vec<u8>),
    /// One made of its number.
    Numbered(Box<dyn Fn(usize) -> Vec<u8>>),
    /// Whole games, move by move.
    Moves(Arc<[Arc<Script>]>),
}

impl Recipe {
    pub(super) fn name(&self) -> String {
        if self.how.is_empty() {
            format!("`{}`", self.call)
        } else {
            format!("`{}`, {}", self.call, self.how)
        }
    }

    /// The forms in which it is asked for. What plays whole games makes its own requests.
    pub(super) fn forms(&self) -> &'static [Form] {
        if self.scripts().is_some() { &[Form::Small] } else { &Form::ALL }
    }

    pub(super) fn scripts(&self) -> Option<&Arc<[Arc<Script>]>> {
        if let Requests::Moves(scripts) = &self.requests { Some(scripts) } else { None }
    }

    /// Whether what it begins goes on by itself when the flood is over.
    pub(super) fn goes_on(&self) -> bool {
        matches!((self.call, self.how), ("createGame", "of bots") | ("createExperiment", _))
    }

    fn how(self, how: &'static str) -> Self {
        Self { how, ..self }
    }
}

fn same(call: &'static str, method: &str, path: &str, headers: &str, body: &str) -> Recipe {
    let is_admin_s = path == "/metrics" || path.starts_with("/v1/experiments");
    let headers = format!("{}{headers}", if is_admin_s { AS_ADMIN } else { "" });
    Recipe { call, how: "", requests: Requests::Same(request(method, path, &headers, body)) }
}

fn get(call: &'static str, path: &str) -> Recipe {
    same(call, "GET", path, "", "")
}

fn post(call: &'static str, path: &str, headers: &str, body: &Value) -> Recipe {
    same(call, "POST", path, headers, &body.to_string())
}

fn numbered(call: &'static str, make: impl Fn(usize) -> Vec<u8> + 'static) -> Recipe {
    Recipe { call, how: "", requests: Requests::Numbered(Box::new(make)) }
}

/// Asks one game after the other, with the token of its seat `seat`, at a path below the game's.
fn in_turn(
    call: &'static str,
    method: &str,
    games: &[Made],
    (seat, path): (usize, &str),
    body: &str,
) -> Recipe {
    let ask = |game: &Made| {
        let bearer = game.bearers.get(seat).map_or("", String::as_str);
        request(method, &format!("{}{path}", game.path), bearer, body)
    };
    let requests: Vec<_> = games.iter().map(ask).collect();
    numbered(call, move |number| requests[number % requests.len()].clone())
}

/// A flood of each call, of some in several ways.
pub(super) fn all(world: &World) -> Result<Vec<Recipe>> {
    let mut recipes = pages();
    recipes.extend(games(world)?);
    recipes.extend(rulesets(world));
    recipes.extend(seats(world));
    recipes.extend(advice(world));
    recipes.extend(reviews(world));
    recipes.extend(experiments(world));
    recipes.extend(statistics());
    Ok(recipes)
}

fn pages() -> Vec<Recipe> {
    vec![
        get("getHealth", "/healthz"),
        get("getReadiness", "/readyz"),
        get("getMetrics", "/metrics"),
        get("getOpenApi", "/openapi.json"),
    ]
}

fn games(world: &World) -> Result<Vec<Recipe>> {
    let World { long, finished, versions, .. } = world;
    let (path, bearer) = (&long.path, &long.bearers[0]);
    let looks = |query: &'static str| same("getGame", "GET", &format!("{path}{query}"), bearer, "");
    let (earlier, from, holder) = (path.clone(), *versions, bearer.clone());
    let earlier = move |number: usize| {
        let version = 2 + number as u64 % (from - 1);
        request("GET", &format!("{earlier}?version={version}"), &holder, "")
    };
    let events = format!("{finished}/events?after=0");
    let bots = vec![json!({"kind": "bot", "level": "greedy"}); 4];
    let people = vec![json!({"kind": "mine"}); 4];
    let deck = world.deck.clone();
    let with_deck = move |number: usize| {
        let body = json!({"game": "parbourg", "options": varied(&deck, number), "seats": people});
        request("POST", "/v1/games", "", &body.to_string())
    };
    let notation = world.legal["notation"].as_str().context("no legal move")?;
    Ok(vec![
        get("listGames", "/v1/games?limit=200"),
        looks(""),
        looks("?include=ruleset").how("the ruleset too"),
        numbered("getGame", earlier).how("earlier versions"),
        same("listMoves", "GET", &format!("{path}/moves?include=ruleset"), bearer, ""),
        same("streamEvents", "GET", &events, "Accept: application/json\r\n", "").how("a page"),
        same("streamEvents", "GET", &events, "Accept: text/event-stream\r\n", "").how("a stream"),
        same("streamEvents", "GET", &format!("{path}/events?after=0&wait=0"), bearer, "")
            .how("a running game"),
        post("createEventTicket", &format!("{path}/events/ticket"), bearer, &json!({})),
        get("getReplay", &format!("{finished}/replay")),
        post("createGame", "/v1/games", "", &json!({"game": "parbourg", "seats": bots})).how("of bots"),
        numbered("createGame", with_deck).how("with a deck"),
        post("matchPlayers", "/v1/match", "", &json!({"game": "parbourg"})),
        post("validateMove", &format!("{path}/moves/validation"), bearer, &json!({"move": notation})),
        Recipe { call: "playMove", how: "", requests: Requests::Moves(Arc::clone(&world.scripts)) },
        post("playMove", &format!("{path}/moves"), bearer, &json!({"move": notation, "version": 1}))
            .how("too late"),
    ])
}

fn rulesets(world: &World) -> Vec<Recipe> {
    let of_hash = format!("/v1/rulesets/parbourg/{}", world.hash);
    let deck = |call, method: &'static str, path: &'static str| {
        let deck = world.deck.clone();
        numbered(call, move |number| {
            request(method, path, "", &json!({"options": varied(&deck, number)}).to_string())
        })
    };
    vec![
        get("listRulesets", "/v1/rulesets"),
        get("getRuleset", "/v1/rulesets/parbourg"),
        get("getRules", "/v1/rulesets/parbourg/rules"),
        get("getRulesetByHash", &of_hash),
        get("getPieces", &format!("{of_hash}/pieces")),
        get("getPicture", &format!("{of_hash}/pieces/yellow.svg")),
        get("getBack", &format!("{of_hash}/backs/card.svg")),
        deck("validateRuleset", "POST", "/v1/rulesets/parbourg/validation"),
        deck("storeRuleset", "PUT", "/v1/rulesets/parbourg/custom"),
    ]
}

/// The options with a deck that is another for each number.
fn varied(options: &Value, number: usize) -> Value {
    let mut options = options.clone();
    options["deck"]["henchmen"][0]["name"] = json!(format!("Compagnon {number}"));
    options
}

fn seats(world: &World) -> Vec<Recipe> {
    let World { small, over, waiting, .. } = world;
    // At an address that leads nowhere.
    let browser = browser("https://push.invalid/1");
    vec![
        post("lookUpSeats", "/v1/seats/lookup", "", &json!({"tokens": world.tokens})),
        in_turn("getSeatSettings", "GET", small, (0, "/seats/0/settings"), ""),
        in_turn("putSeatSettings", "PUT", small, (0, "/seats/0/settings"), r#"{"auto_pass":"off"}"#),
        in_turn("putPush", "PUT", small, (0, "/seats/0/push"), &browser),
        in_turn("deletePush", "DELETE", small, (0, "/seats/0/push"), ""),
        get("getPush", "/v1/push"),
        in_turn("undoMove", "POST", small, (0, "/undo"), "{}"),
        in_turn("refuseUndo", "DELETE", small, (1, "/undo"), ""),
        in_turn("resignGame", "POST", small, (0, "/resign"), "{}"),
        in_turn("joinSeat", "POST", waiting, (9, "/seats/1"), "{}"),
        in_turn("leaveSeat", "DELETE", waiting, (0, "/seats/0"), ""),
        in_turn("rotateSeatToken", "POST", small, (1, "/seats/1/token"), "{}"),
        in_turn("rematchGame", "POST", over, (1, "/rematch"), "{}"),
        // A key is made beside the service: what everybody may ask is to be refused.
        post("putWebhook", "/v1/webhook", "", &json!({"url": "https://example.com/"})).how("without a key"),
        get("getWebhook", "/v1/webhook").how("without a key"),
        get("getPlayerRating", "/v1/players/u-17/rating").how("without a key"),
        get("getLadder", "/v1/ladder/richelieu").how("without a key"),
        same("deleteWebhook", "DELETE", "/v1/webhook", "", "").how("without a key"),
        get("listPlayerGames", "/v1/players/u-17/games").how("without a key"),
        get("streamPlayerEvents", "/v1/players/u-17/events").how("without a key"),
        same("deletePlayer", "DELETE", "/v1/players/u-17", "", "").how("without a key"),
    ]
}

fn advice(world: &World) -> Vec<Recipe> {
    let (path, bearer) = (&world.long.path, &world.long.bearers[0]);
    let analysis = format!("/v1/analyses/{}", world.analysis);
    let hint = json!({"budget": {"iterations": 200}});
    vec![
        post("createHint", &format!("{path}/hints"), bearer, &hint),
        post("estimateAnalysis", "/v1/analyses/estimate", "", &world.log),
        get("getAnalysis", &analysis),
        post("createAnalysis", "/v1/analyses", "", &world.log),
        same("cancelAnalysis", "DELETE", &analysis, "", ""),
    ]
}

fn reviews(world: &World) -> Vec<Recipe> {
    let Reviewed { review, ply, played } = &world.reviewed;
    let of = |below: &str| format!("/v1/reviews/{review}{below}");
    let effort = json!({"effort": "quick"});
    let tried = json!({"move": played});
    vec![
        post("reviewGame", &format!("{}/reviews", world.finished), "", &effort),
        get("getReview", &of("")),
        get("getReviewDecision", &of(&format!("/decisions/{ply}"))),
        post("tryExercise", &of(&format!("/exercises/{ply}")), "", &tried),
        same("deleteReview", "DELETE", &of(""), "", "").how("without a token"),
    ]
}

fn experiments(world: &World) -> Vec<Recipe> {
    let path = format!("/v1/experiments/{}", world.experiment);
    let of = |call, below: &str| get(call, &format!("{path}{below}"));
    let plan = json!({"game": "richelieu", "arms": [{"name": "a", "seats": ["greedy"]}], "games": 2, "metric": "length"});
    vec![
        get("listExperiments", "/v1/experiments"),
        of("getExperiment", ""),
        of("getExperimentReport", "/report"),
        same("getExperiment", "GET", &path, "Accept: text/event-stream\r\n", "").how("a stream"),
        of("exportExperiment", "/export"),
        of("getExperimentGame", "/games/0/0"),
        post("createExperiment", "/v1/experiments", "", &plan),
        same("cancelExperiment", "DELETE", &path, "", ""),
    ]
}

fn statistics() -> Vec<Recipe> {
    let of = |call, what: &str| get(call, &format!("/v1/stats/parbourg/{what}"));
    vec![
        of("getSummary", "summary?source=bots"),
        of("getFeatures", "features?source=bots"),
        of("getSeries", "series?source=bots"),
        of("getChart", "chart.svg?of=seats&source=bots"),
        of("getReport", "report?source=bots"),
        of("getCrossed", "crossed?feature=card_played&by=player&source=bots"),
        of("exportFacts", "facts/games.csv?source=bots"),
    ]
}
