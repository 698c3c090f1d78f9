//! Problems in the OpenAPI document, in groups that operations share.

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, HeaderBuilder, Ref, RefOr, Response, ResponseBuilder};

use super::PROBLEM_JSON;

/// A response whose body is a problem.
fn problem(description: &str) -> ResponseBuilder {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    ResponseBuilder::new().description(description).content(PROBLEM_JSON, body)
}

macro_rules! groups {
    ($($(#[doc = $about:literal])* $group:ident { $($status:literal: $description:literal,)* })*) => {$(
        $(#[doc = $about])*
        pub struct $group;

        impl IntoResponses for $group {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                BTreeMap::from([$(($status.to_string(), RefOr::T(problem($description).build()))),*])
            }
        }
    )*};
}

/// What every operation may answer besides the refusals that it names.
pub struct ProblemResponses;

impl IntoResponses for ProblemResponses {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(86_400));
        let said = "Seconds after which the same request may succeed: of every 429 and 503.";
        let header = HeaderBuilder::new().schema(Some(seconds)).description(Some(said)).build();
        let refusal = problem(
            "Any other refusal: a header (400) or `lang` (422) cannot be read, the `Tapis-Key` is unknown or revoked (401), \
            the resource has no media type that `Accept` allows (406), the body did not arrive in time (408), there are too \
            many requests, or too many at once from one address (429), the server has a fault (500), or it is overloaded, \
            shuts down or has no store (503; nothing was applied).",
        );
        BTreeMap::from([("default".to_owned(), RefOr::T(refusal.header("Retry-After", header).build()))])
    }
}

groups! {
    /// What operations that store something other than a move may answer beside [`ProblemResponses`].
    SpaceProblems {
        507: "The disk is nearly full: only moves are still accepted; see `Retry-After`. Nothing was applied.",
    }
    /// What operations with a JSON body may answer beside [`ProblemResponses`].
    BodyProblems {
        400: "The body or a header cannot be read: a syntax error, a duplicate member, too deep nesting, or an invalid header.",
        413: "The body is too large.",
        415: "The body is not `application/json`, or it is compressed.",
        422: "A member is unknown, missing, of the wrong type or out of range.",
    }
    /// What operations on one game may answer beside [`ProblemResponses`].
    GameProblems {
        401: "The token is missing or not valid here.",
        403: "The seat is not that of the token or login.",
        404: "No such game, or the caller may not know of it.",
    }
    /// What operations below a game's id may answer beside [`ProblemResponses`].
    NoSuchGame {
        404: "The service has no game with this id.",
    }
    /// What a move may answer beside the others.
    MoveProblems {
        409: "It is not your turn, the game waits or is over, or the rules forbid the move: with the reason, the rule and the legal moves.",
        412: "`If-Match` or `version` is not the current version, or the ETag belongs to another caller. The answer has the current version.",
        428: "Neither `If-Match` nor `version` was sent.",
    }
    /// What operations that may name a version answer beside the others.
    StaleProblems {
        412: "`If-Match` or `version` is not the current version.",
    }
    /// What operations that depend on how far a game is may answer beside the others.
    StateProblems {
        409: "The state of the game does not allow it.",
    }
    /// What operations on one analysis may answer beside [`ProblemResponses`].
    NoSuchAnalysis {
        404: "No such analysis: it was never made, has expired, or was cancelled.",
    }
    /// What operations on one review may answer beside [`ProblemResponses`].
    NoSuchReview {
        404: "No such review, or no such choice of its game: it was never made, has expired, was deleted, or went with its game.",
    }
    /// What deleting a review may answer beside the others.
    ReviewProblems {
        401: "Others began it, or it is the finished review of a game: this takes the token of a seat there.",
        403: "Others began it, and the token is of no seat of its game.",
    }
    /// What operations on a key's webhook may answer beside [`ProblemResponses`].
    WebhookProblems {
        401: "No `Tapis-Key` was sent, or it is not valid.",
    }
    /// What operations on a key's players may answer beside [`ProblemResponses`], and those that may name one.
    PlayerProblems {
        401: "It takes a `Tapis-Key` to name a player or ask for one: none was sent, or it is not valid.",
    }
    /// What operations on one player of a key may answer beside the others.
    NoSuchPlayer {
        404: "The path has no id of a player.",
    }
    /// What operations on the webhook that a key has may answer beside the others.
    NoSuchWebhook {
        404: "The key has no webhook.",
    }
    /// What operations on one experiment may answer beside [`ProblemResponses`].
    NoSuchExperiment {
        404: "No such experiment, or no such game of it.",
        409: "The experiment is of a rules version that is no longer supported.",
    }
    /// What operations with query parameters may answer beside [`ProblemResponses`].
    QueryProblems {
        422: "A parameter is unknown, of the wrong type or out of range.",
    }
    /// What asking for a hint may answer beside [`GameProblems`] and [`ProblemResponses`].
    HintProblems {
        409: "It is not the caller's turn, or the game is not running.",
        412: "`If-Match` names another version than the current one.",
    }
    /// What operations for the administrator may answer beside [`ProblemResponses`].
    AdminProblems {
        401: "The admin token is missing or wrong.",
        403: "A key was sent in place of the admin token; no key opens this.",
    }
    /// What operations for designers may answer beside [`ProblemResponses`].
    DesignerProblems {
        401: "The admin token or the key is missing or wrong.",
        403: "The key is not of scope `lab`.",
    }
}
