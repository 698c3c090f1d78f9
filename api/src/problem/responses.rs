//! Problems in the OpenAPI document, in groups that operations share.

use utoipa::IntoResponses;

use super::Problem;

/// What every operation may answer.
#[derive(IntoResponses)]
pub enum ProblemResponses {
    /// Too many requests, or too many at once from one address; see `Retry-After`.
    #[response(status = 429, content_type = "application/problem+json")]
    TooManyRequests(Problem),
    /// A fault of the server.
    #[response(status = 500, content_type = "application/problem+json")]
    Internal(Problem),
    /// Overloaded, shutting down, or the store is not available; see `Retry-After`. Nothing was applied.
    #[response(status = 503, content_type = "application/problem+json")]
    Unavailable(Problem),
}

/// What operations that store something other than a move may answer beside [`ProblemResponses`].
#[derive(IntoResponses)]
pub enum SpaceProblems {
    /// The disk is nearly full: only moves are still accepted; see `Retry-After`. Nothing was applied.
    #[response(status = 507, content_type = "application/problem+json")]
    NoSpace(Problem),
}

/// What operations with a JSON body may answer beside [`ProblemResponses`].
#[derive(IntoResponses)]
pub enum BodyProblems {
    /// The body or a header cannot be read: a syntax error, a duplicate member, too deep nesting, or an invalid header.
    #[response(status = 400, content_type = "application/problem+json")]
    Unreadable(Problem),
    /// The body did not arrive in time.
    #[response(status = 408, content_type = "application/problem+json")]
    Timeout(Problem),
    /// The body is too large.
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(Problem),
    /// The body is not `application/json`, or it is compressed.
    #[response(status = 415, content_type = "application/problem+json")]
    UnsupportedMediaType(Problem),
    /// A member is unknown, missing, of the wrong type or out of range.
    #[response(status = 422, content_type = "application/problem+json")]
    Invalid(Problem),
}

/// What operations on one game may answer beside [`ProblemResponses`].
#[derive(IntoResponses)]
pub enum GameProblems {
    /// The token is missing or not valid here.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthorized(Problem),
    /// The token belongs to another seat.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(Problem),
    /// No such game, or the caller may not know of it.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(Problem),
}

/// What operations below a game's id may answer beside [`ProblemResponses`].
#[derive(IntoResponses)]
pub enum NoSuchGame {
    /// The service has no game with this id.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(Problem),
}

/// What a move may answer beside the others.
#[derive(IntoResponses)]
pub enum MoveProblems {
    /// It is not your turn, the game waits or is over, or the rules forbid the move: with the reason, the rule and the legal
    /// moves.
    #[response(status = 409, content_type = "application/problem+json")]
    Refused(Problem),
    /// `If-Match` or `version` is not the current version, or the ETag belongs to another caller. The answer has the current
    /// version.
    #[response(status = 412, content_type = "application/problem+json")]
    Stale(Problem),
    /// Neither `If-Match` nor `version` was sent.
    #[response(status = 428, content_type = "application/problem+json")]
    VersionRequired(Problem),
}

/// What operations that depend on how far a game is may answer beside the others.
#[derive(IntoResponses)]
pub enum StateProblems {
    /// The state of the game does not allow it.
    #[response(status = 409, content_type = "application/problem+json")]
    Conflict(Problem),
}

/// What operations on one analysis may answer beside [`ProblemResponses`].
#[derive(IntoResponses)]
pub enum NoSuchAnalysis {
    /// No such analysis: it was never made, has expired, or was cancelled.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(Problem),
}

/// What operations on one review may answer beside [`ProblemResponses`].
#[derive(IntoResponses)]
pub enum NoSuchReview {
    /// No such review, or no such choice of its game: it was never made, has expired, was deleted, or went with its game.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(Problem),
}

/// What deleting a review may answer beside the others.
#[derive(IntoResponses)]
pub enum ReviewProblems {
    /// Others began it, or it is the finished review of a game: this takes the token of a seat there.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthorized(Problem),
    /// Others began it, and the token is of no seat of its game.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(Problem),
}

/// What operations on a key's webhook may answer beside [`ProblemResponses`].
#[derive(IntoResponses)]
pub enum WebhookProblems {
    /// No `Tapis-Key` was sent, or it is not valid.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthorized(Problem),
}

/// What operations on a key's players may answer beside [`ProblemResponses`], and those that may name one.
#[derive(IntoResponses)]
pub enum PlayerProblems {
    /// It takes a `Tapis-Key` to name a player or ask for one: none was sent, or it is not valid.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthorized(Problem),
}

/// What operations on one player of a key may answer beside the others.
#[derive(IntoResponses)]
pub enum NoSuchPlayer {
    /// The path has no id of a player.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(Problem),
}

/// What operations on the webhook that a key has may answer beside the others.
#[derive(IntoResponses)]
pub enum NoSuchWebhook {
    /// The key has no webhook.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(Problem),
}

/// What operations on one experiment may answer beside [`ProblemResponses`].
#[derive(IntoResponses)]
pub enum NoSuchExperiment {
    /// No such experiment, or no such game of it.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(Problem),
    /// The experiment is of a rules version that is no longer supported.
    #[response(status = 409, content_type = "application/problem+json")]
    Retired(Problem),
}

/// What operations with query parameters may answer beside [`ProblemResponses`].
#[derive(IntoResponses)]
pub enum QueryProblems {
    /// A parameter is unknown, of the wrong type or out of range.
    #[response(status = 422, content_type = "application/problem+json")]
    Invalid(Problem),
}

/// What asking for a hint may answer beside [`GameProblems`] and [`ProblemResponses`].
#[derive(IntoResponses)]
pub enum HintProblems {
    /// It is not the caller's turn, or the game is not running.
    #[response(status = 409, content_type = "application/problem+json")]
    Conflict(Problem),
    /// `If-Match` names another version than the current one.
    #[response(status = 412, content_type = "application/problem+json")]
    Stale(Problem),
}

/// What operations for the administrator may answer beside [`ProblemResponses`].
#[derive(IntoResponses)]
pub enum AdminProblems {
    /// The admin token is missing or wrong.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthorized(Problem),
    /// A key was sent in place of the admin token; no key opens this.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(Problem),
}

/// What operations for designers may answer beside [`ProblemResponses`].
#[derive(IntoResponses)]
pub enum DesignerProblems {
    /// The admin token or the key is missing or wrong.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthorized(Problem),
    /// The key is not of scope `lab`.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(Problem),
}
