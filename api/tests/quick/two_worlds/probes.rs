//! Everything a viewer can ask a running game for, questions that must be refused included.

use reqwest::Method;
use serde_json::{Value, json};
use tapis_games::seat::Viewer;
use tapis_solver::registry::Registry;

use crate::two_worlds::alike::observation;
use crate::two_worlds::ears::Ears;
use crate::two_worlds::game::{Game, player};
use crate::two_worlds::tools;
use crate::two_worlds::world::{KEY, World};

/// Playouts of a hint: enough to look into the worlds, few enough to ask a thousand times.
const ITERATIONS: u64 = 48;

/// The bank of a game with a clock.
pub const CLOCK_S: i64 = 3_600;

/// Asks everything, as `viewer`.
pub async fn ask_everything(world: &World, game: &Game, viewer: Viewer, ears: &mut Ears) {
    observe(world, game, viewer, ears).await;
    list_games_of_players(world, game, ears).await;
    ask_advice(world, game, viewer, ears).await;
    tools::call_all(world, game, viewer, ears).await;
    provoke(world, game, viewer, ears).await;
    go(world, game, viewer, ears).await;
    run_out_of_time(world, game, ears).await;
    list_games_of_players(world, game, ears).await;
    let mut others = ears.heard.iter().filter(|told| !told.starts_with("rated"));
    let named = others.find(|told| told.contains(&player(0)[..8]));
    assert_eq!(named, None, "whom the front end names is told");
}

/// The front end asks for the games and ratings of those whom it has named; others ask for them in vain.
async fn list_games_of_players(world: &World, game: &Game, ears: &mut Ears) {
    for seat in 0..game.tokens.len() {
        let path = format!("players/{}/games?limit=50", player(seat));
        let refused = ears.hear(&format!("{seat} without a key"), world.call(Method::GET, &path)).await;
        assert_eq!(refused["code"], "key_required");
        let request = world.call(Method::GET, &path).header("Tapis-Key", KEY);
        let page = ears.hear(&format!("games of {seat}"), request).await;
        assert!(page["items"].is_array(), "{page}");
        let request = world.call(Method::GET, &format!("{path}&turn=mine")).header("Tapis-Key", KEY);
        ears.hear(&format!("turns of {seat}"), request).await;
        // The player of another seat, and nobody's: what is refused tells nothing of who sits there.
        for other in [player((seat + 1) % game.tokens.len()), "nobody".to_owned()] {
            let secure = world.call(Method::POST, &format!("games/{}/seats/{seat}/token", game.id));
            let secure = secure.header("Tapis-Key", KEY).json(&json!({"player": other}));
            let refused = ears.hear(&format!("seat {seat} for another"), secure).await;
            assert!(refused["code"].is_string() && refused["token"].is_null(), "{refused}");
        }
        let rating = format!("players/{}/rating", player(seat));
        let nobodys = world.call(Method::GET, &rating);
        let refused = ears.hear(&format!("rating of {seat} without a key"), nobodys).await;
        assert_eq!(refused["code"], "key_required");
        let request = world.call(Method::GET, &rating).header("Tapis-Key", KEY);
        ears.hear(&format!("rated, {seat}"), request).await;
    }
    for known in Registry::standard().games() {
        let ladder = format!("ladder/{}?limit=7", known.id());
        let refused = ears.hear("ladder without a key", world.call(Method::GET, &ladder)).await;
        assert_eq!(refused["code"], "key_required");
        ears.hear("rated, all", world.call(Method::GET, &ladder).header("Tapis-Key", KEY)).await;
    }
}

/// What can be read.
async fn observe(world: &World, game: &Game, viewer: Viewer, ears: &mut Ears) {
    // From no seat but one's own a running game can be looked at.
    let seats = ["?seat=0", "?seat=1", "?seat=9", "?seat=0&version=1", "?seat=1&version=2"];
    let parts = ["", "?include=ruleset", "/moves", "/moves?include=ruleset", "/replay"];
    let events = ["/events?after=0&wait=0", "/events?after=0&wait=0&include=legal_moves"];
    for rest in parts.into_iter().chain(events).chain(seats) {
        ears.hear(&format!("HEAD {rest}"), game.call(world, Method::HEAD, rest, viewer)).await;
        ears.hear(&format!("GET {rest}"), game.call(world, Method::GET, rest, viewer)).await;
    }
    let stream =
        game.call(world, Method::GET, "/events?after=0", viewer).header("Accept", "text/event-stream");
    ears.hear_stream("stream", stream, game.version).await;
    let resumed = game.call(world, Method::GET, "/events", viewer).header("Accept", "text/event-stream");
    let resumed = resumed.header("Last-Event-ID", (game.version - 1).to_string());
    ears.hear_stream("resumed stream", resumed, game.version).await;
    follow_together(world, game, ears).await;
    let seen = game.call(world, Method::GET, "", viewer).header("If-None-Match", etag(game, viewer));
    ears.hear("GET again", seen).await;
    let about = ["summary", "features"].map(|part| format!("stats/richelieu/{part}?assisted=include"));
    let games = ["games?limit=3", "games?status=running&open_seats=false"];
    for path in games.into_iter().chain(about.iter().map(String::as_str)) {
        ears.hear(path, world.call(Method::GET, path)).await;
    }
    ears.hear("ticket", game.call(world, Method::POST, "/events/ticket", viewer)).await;
}

/// The streams of all games of a person, from the beginning: by the tokens of all seats, and of whom the front end has named where it is
/// the turn. The last that is told is the turn.
async fn follow_together(world: &World, game: &Game, ears: &mut Ears) {
    let Some((seat, _)) = game.turn(world).await else { return };
    let end = format!("\"game\":\"{}\",\"version\":{},\"seat\":{seat}", game.id, game.version);
    let everybody = world.call(Method::POST, "seats/lookup").header("Accept", "text/event-stream");
    let mut tokens = game.tokens.clone();
    tokens.rotate_left(seat + 1);
    let everybody = everybody.header("Last-Event-ID", "p").json(&json!({"tokens": tokens}));
    ears.hear_until("stream of all seats", everybody, &end).await;
    let named = world.call(Method::GET, &format!("players/{}/events", player(seat)));
    let named = named.header("Tapis-Key", KEY).header("Last-Event-ID", "p");
    ears.hear_until("stream of a player", named, &end).await;
}

/// Hints and analyses, all levels, by iterations.
async fn ask_advice(world: &World, game: &Game, viewer: Viewer, ears: &mut Ears) {
    let budget = json!({"iterations": ITERATIONS});
    let seed = "11".repeat(32);
    for level in ["full", "nudge"] {
        let body = json!({"solver": "sampling", "budget": budget, "level": level, "seed": seed});
        let request = game.call(world, Method::POST, "/hints", viewer).json(&body);
        ears.hear(&format!("{level} hint"), request).await;
    }
    // Why not each of some moves, and what may lie where.
    for (why_not, beliefs) in [("take 1L", true), ("take 1R", false), ("stop", false)] {
        let body = json!({"solver": "sampling", "budget": budget, "seed": seed, "why_not": why_not, "beliefs": beliefs});
        let request = game.call(world, Method::POST, "/hints", viewer).json(&body);
        ears.hear(&format!("why not {why_not}"), request).await;
    }
    // A solver of its own choice, its answers as they improve: the last one is reproducible.
    let body = json!({"budget": budget, "level": "move", "seed": seed});
    let improving = game.call(world, Method::POST, "/hints", viewer).header("Accept", "text/event-stream");
    ears.hear_last("improving hint", improving.json(&body)).await;
    let log: Value =
        game.call(world, Method::GET, "/moves", viewer).send().await.unwrap().json().await.unwrap();
    let mut body = observation(&log);
    body["budget"] = budget;
    body["seed"] = json!(seed);
    for rest in ["", "/estimate"] {
        let request = world.call(Method::POST, &format!("analyses{rest}")).json(&body);
        ears.hear(&format!("analysis {rest}"), request).await;
    }
}

/// What must be refused, and as the same words.
async fn provoke(world: &World, game: &Game, viewer: Viewer, ears: &mut Ears) {
    for notation in ["recover", "take 1L", "take 1R pay reserve", "stop", "mark 1c01", "pass", "take 7X", ""]
    {
        let request = game.call(world, Method::POST, "/moves", viewer);
        // Version 0 is never current, so that nothing is played; the refusals come in their fixed order.
        let stale = request.header("If-Match", "\"v0-s0\"").json(&json!({"move": notation}));
        ears.hear(&format!("stale {notation}"), stale).await;
    }
    for what in [
        json!({"move": "take 1L"}),
        json!({"move": "recover"}),
        json!({"move": "take 7X", "version": 0}),
        json!({"picks": ["hand:0/17", "!pass"]}),
        json!({"picks": []}),
        json!({"kind": "take", "args": {"row": 1}}),
    ] {
        let request = game.call(world, Method::POST, "/moves/validation", viewer).json(&what);
        ears.hear(&format!("would {what} be legal"), request).await;
    }
    for notation in ["take 7X", "move 1c01 1c01", "mark 9c99"] {
        let request = game.call(world, Method::POST, "/moves", viewer).header("If-Match", etag(game, viewer));
        ears.hear(&format!("impossible {notation}"), request.json(&json!({"move": notation}))).await;
    }
    let unmatched = game.call(world, Method::POST, "/moves", viewer).json(&json!({"move": "take 1L"}));
    ears.hear("no If-Match", unmatched).await;
    ears.hear("review", game.call(world, Method::POST, "/reviews", viewer).json(&json!({"effort": "quick"})))
        .await;
    let undo = game.call(world, Method::POST, "/undo", viewer).header("If-Match", etag(game, viewer));
    ears.hear("undo", undo.header("Idempotency-Key", "undo-it-16-chars").json(&json!({}))).await;
    ears.hear("refuse undo", game.call(world, Method::DELETE, "/undo", viewer)).await;
    ears.hear("take a taken seat", game.call(world, Method::POST, "/seats/0", viewer).json(&json!({}))).await;
}

/// What a seat may do to itself; for a spectator, refusals. The last questions, since they end what the viewer is.
async fn go(world: &World, game: &Game, viewer: Viewer, ears: &mut Ears) {
    let own = match viewer {
        Viewer::Seat(seat) => seat.0,
        Viewer::Spectator | Viewer::Replay => 0,
    };
    let leave = format!("/seats/{own}?successor=invite");
    let request =
        game.call(world, Method::DELETE, &leave, viewer).header("Idempotency-Key", "leave-16-chars-on");
    ears.hear("leave", request).await;
    come_after(world, game, viewer, ears, (own, &leave)).await;
    let public = "/events?after=0&wait=0";
    ears.hear("as a spectator", game.call(world, Method::GET, public, Viewer::Spectator)).await;
}

/// Who takes the seat after the viewer, and what that one reads; and what the viewer's token still opens.
async fn come_after(world: &World, game: &Game, viewer: Viewer, ears: &mut Ears, (own, leave): (u8, &str)) {
    let again =
        game.call(world, Method::DELETE, leave, viewer).header("Idempotency-Key", "leave-16-chars-on");
    let left: Value = again.send().await.unwrap().json().await.unwrap();
    let Some(ticket) = left["ticket"].as_str() else { return };
    let join =
        game.call(world, Method::POST, &format!("/seats/{own}"), Viewer::Spectator).bearer_auth(ticket);
    let joined: Value = join.send().await.unwrap().json().await.unwrap();
    let token = joined["token"].as_str().unwrap();
    for rest in ["", "/moves", "/events?after=0&wait=0", "?version=1", "?version=1&seat=0", "/replay"] {
        let read = game.call(world, Method::GET, rest, Viewer::Spectator).bearer_auth(token);
        ears.hear(&format!("who came after reads {rest}"), read).await;
        ears.hear(&format!("who left reads {rest}"), game.call(world, Method::GET, rest, viewer)).await;
    }
}

/// What everybody is told when a time is up. What is told of the end that follows depends on what was hidden.
async fn run_out_of_time(world: &World, game: &Game, ears: &mut Ears) {
    let call = |rest: &str| game.call(world, Method::GET, rest, Viewer::Spectator).send();
    let state: Value = call("").await.unwrap().json().await.unwrap();
    if state.get("clock").is_none() {
        return;
    }
    world.pass(2 * CLOCK_S);
    let version = state["version"].as_u64().unwrap();
    let news: Value = call(&format!("/events?after={version}&wait=30")).await.unwrap().json().await.unwrap();
    assert_eq!(news["items"][0]["kind"], "timeout", "{news}");
    ears.heard.push(format!("time is up: {}", news["items"][0]));
}

fn etag(game: &Game, viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => format!("\"v{}-s{}\"", game.version, seat.0),
        Viewer::Spectator | Viewer::Replay => format!("\"v{}-spectator\"", game.version),
    }
}
