//! The OpenAPI document, made from the route list.

use std::collections::BTreeMap;

use actix_web::App;
use utoipa::Modify;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{OpenApi, RefOr, Schema};
use utoipa_actix_web::AppExt;

use crate::fallback::GONE;
use crate::routes;

mod absent;
mod choices;
mod enums;
mod parameters;
mod shapes;
mod shared;
#[cfg(test)]
mod tests;
mod variants;
mod webhooks;

/// The schemas of the document, by name.
type Schemas = BTreeMap<String, RefOr<Schema>>;

/// The whole document. What belongs to single games (options, decks, arguments of moves) are objects in it, whose JSON Schemas
/// `getRuleset` answers.
pub fn openapi() -> OpenApi {
    let mut document = collected();
    webhooks::tell(&mut document);
    let schemas = &mut document.components.get_or_insert_default().schemas;
    variants::name(schemas);
    choices::nest_hints(schemas);
    choices::mend(schemas);
    shapes::state(&mut document);
    enums::write_out(&mut document.components.get_or_insert_default().schemas);
    shared::share(&mut document);
    document
}

/// The JSON of an example; a test holds it against its schema.
pub(crate) fn read_example(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// What the handlers say.
fn collected() -> OpenApi {
    App::new().into_utoipa_app().openapi(base()).configure(routes::configure).split_for_parts().1
}

/// What no handler says: the service as a whole, its parts, and who may call.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "tapis",
        description = include_str!("about.md"),
        contact(name = "The people who run this service"),
    ),
    external_docs(url = "/docs/guide", description = "How to draw a table, for any game, without its rules."),
    servers((url = "/", description = "The service that this document comes from.")),
    security(("seat_token" = [])),
    tags(
        (name = "rulesets", description = "The games, their options and decks."),
        (name = "games", description = "Create, find and look at games."),
        (name = "seats", description = "Take, leave and secure a seat."),
        (name = "play", description = "Moves, events, taking back, replays."),
        (name = "hints", description = "Advice to a seat of a game."),
        (name = "analyses", description = "Advice on any position."),
        (name = "reviews", description = "Games that are over: what was luck, and what was play."),
        (name = "experiments", description = "Simulations and comparisons of rulesets and line-ups."),
        (name = "statistics", description = "Statistics of finished games."),
        (name = "operation", description = "Running the service, and reading about it."),
    ),
    modifiers(&Credentials)
)]
struct BaseDocument;

struct Credentials;

impl Modify for Credentials {
    fn modify(&self, document: &mut OpenApi) {
        let bearer = |about| HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(about));
        let seat = bearer("The token of a seat, or the ticket of an invitation.");
        let admin =
            bearer("The admin token, from `TAPIS_ADMIN_TOKEN` or else from the file `<database>.admin`.");
        let login =
            bearer("The login of an app whose public keys the service has: its `sub` names the player.");
        let components = document.components.get_or_insert_default();
        for (name, scheme) in
            [("seat_token", seat), ("admin_token", admin), ("login", login.bearer_format("JWT"))]
        {
            components.add_security_scheme(name, SecurityScheme::Http(scheme.build()));
        }
        let key = "The key of a front end or a designer, sent in addition to any token. Requests are counted by key instead of by address. A key of scope `lab` also opens experiments.";
        let key = ApiKeyValue::with_description("Tapis-Key", key);
        components.add_security_scheme("api_key", SecurityScheme::ApiKey(ApiKey::Header(key)));
    }
}

fn base() -> OpenApi {
    let mut base = <BaseDocument as utoipa::OpenApi>::openapi();
    let gone = GONE.iter().map(|(path, instead)| format!("- `{path}`: {instead}\n"));
    let told = format!(
        "\n**Calls of 0.1.0 that are gone** answer 404 and name what takes their place:\n\n{}",
        gone.collect::<String>()
    );
    base.info.description.get_or_insert_default().push_str(&told);
    base
}
