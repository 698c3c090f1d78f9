//! Hints for a seat.

use super::prelude::*;

use tapis_service::advice::hints::{HintBody, HintRequest};
use tapis_service::{AskHint, GivenHint};

mod events;

/// A stream of improving answers.
const EXAMPLE_STREAM: &str = "event: partial\ndata: {\"version\":17,\"level\":\"move\",\"kind\":\"take\",…}\n\n\
    event: final\ndata: {\"version\":17,\"level\":\"move\",\"kind\":\"take\",…}\n\n";

/// Give a hint.
///
/// Advises the caller's seat, on its turn, only from what that seat has observed. With `Accept: text/event-stream`, improving
/// answers come as `partial` events, the last one as `final` (or `problem`). Disconnecting stops the search. A hint is counted
/// when it is given; a game with a hint is an assisted game. All hints for a seat about one version count once, and a nudge
/// that says nothing is free. The result of the search is kept for the version: every level is a view of the same search.
///
/// Asked longer, the search goes on: a budget counts from its beginning, whoever began it. Nothing more is searched where a
/// time was not used up: the first move is proved, or good with a probability of 0.995. A search is forgotten when the game
/// moves on, two minutes after it was used, and when others need its memory; then the next one begins anew. With
/// a budget in iterations, everything except `timing` is reproducible: 20000 after 5000 get what 20000 at once get.
#[utoipa::path(
    tag = "hints", operation_id = "createHint", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the state that the hint is for."),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry safe: the hint is not counted again."),
        ("Accept" = Option<String>, Header, description = "`text/event-stream` for improving answers."),
    ),
    request_body(content = Option<HintRequest>, description = "What to search."),
    responses(
        (status = 200, description = "The hint.", headers(
            ("Idempotency-Replayed" = Option<String>, description = "`true` when this is the answer to a retry.")),
            content((HintBody = "application/json", example = json!(example!("hint"))),
                (String = "text/event-stream", example = json!(EXAMPLE_STREAM)))),
        HintProblems, BodyProblems, GameProblems, SpaceProblems, ProblemResponses
    )
)]
#[post("/v1/games/{id}/hints", wrap = "from_fn(as_hint)")]
pub(super) async fn create_hint(
    (state, request, path, bearer): At<GamePath>,
    ask: Decided<HintRequest, true>,
) -> Answer {
    let player = state.service.player(path.0, bearer.token()).await?;
    let expects = ask.expects(player.seat());
    let (address, improving) = (caller_address(&request), wants_event_stream(&request));
    let ask = AskHint { expects, retry: ask.retry, wanted: ask.body, address, improving };
    let account = state.quotas.of(account(&request));
    let hint = state.service.hint(&player, ask, &account).await?;
    let heartbeat = state.settings.tuning.heartbeat();
    let languages = languages::asked();
    Ok(match hint {
        GivenHint::Whole(text) => whole(spoken(text, languages)?),
        GivenHint::Improving(stream) => events::of_search(stream, languages, heartbeat),
        GivenHint::Again(text) if improving => respond::again(events::only(&spoken(text, languages)?)),
        GivenHint::Again(text) => respond::again(whole(spoken(text, languages)?)),
    })
}

/// A hint as it was made and kept, in the languages that are asked for.
///
/// # Errors
/// It is no JSON: a fault of this program.
pub(crate) fn spoken(text: String, languages: Languages) -> Result<String, ApiError> {
    if languages == Languages::All {
        return Ok(text);
    }
    let mut hint = serde_json::from_str(&text).map_err(ApiError::internal)?;
    languages.leave(&mut hint);
    Ok(hint.to_string())
}

/// A hint as a whole answer.
fn whole(text: String) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::VARY, "Authorization, Accept"))
        .content_type("application/json")
        .body(text)
}
