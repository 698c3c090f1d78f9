//! What can be read: the rules of each game, and the replays of games that are over.

use actix_web::HttpRequest;
use serde_json::{Value, json};
use tapis_games::locale::Language;

use super::message::Asked;
use super::words::Fault;
use crate::extract::{Bearer, GamePath, caller};
use crate::languages;
use crate::problem::ApiError;
use crate::state::AppState;

const RULES: &str = "tapis://rules/";
const REPLAYS: &str = "tapis://replays/";

/// The rules of each game. Replays are too many to be listed, and private ones are not listed at all.
pub(super) fn list(state: &AppState) -> Value {
    let language = languages::asked().one();
    let games = state.service.rulesets().games().games();
    let rules = games.filter(|game| game.rules_text(Language::English).is_some()).map(|game| {
        let title = game.about().title;
        let name = format!("{title}: {}", language.say("the rules", "les règles"));
        json!({"uri": format!("{RULES}{}", game.id()), "name": name, "mimeType": "text/markdown"})
    });
    json!({"resources": rules.collect::<Vec<_>>()})
}

/// How resources are named.
pub(super) fn templates() -> Value {
    json!({"resourceTemplates": [
        {"uriTemplate": format!("{RULES}{{game}}"), "name": "rules", "mimeType": "text/markdown",
            "description": "The rules of a game, in the language that Accept-Language asks for."},
        {"uriTemplate": format!("{REPLAYS}{{game_id}}"), "name": "replay", "mimeType": "application/json",
            "description": "Everything of a game that is over: the deal and every move. A private game is read with a seat's token, or a player's login, in Authorization."},
    ]})
}

/// Reads one.
pub(super) async fn read(state: &AppState, request: &HttpRequest, asked: &Asked) -> Result<Value, Fault> {
    let uri = asked.params.get("uri").and_then(Value::as_str).ok_or_else(|| Fault::param("uri"))?;
    let (media, text) = if let Some(id) = uri.strip_prefix(RULES) {
        let game = state.service.rulesets().games().game(id).ok_or_else(|| Fault::resource(uri))?;
        let text = game.rules_text(languages::asked().one()).or_else(|| game.rules_text(Language::English));
        ("text/markdown", text.ok_or_else(|| Fault::resource(uri))?.to_owned())
    } else if let Some(id) = uri.strip_prefix(REPLAYS) {
        let GamePath(game) = GamePath::read(id)?;
        let bearer = Bearer::reading(request, game).await?;
        let replay = state.service.replay(game, bearer.token(), caller(request)).await;
        let json = replay.map_err(ApiError::from)?.json;
        ("application/json", String::from_utf8_lossy(&json).into_owned())
    } else {
        return Err(Fault::resource(uri));
    };
    Ok(json!({"contents": [{"uri": uri, "mimeType": media, "text": text}]}))
}
