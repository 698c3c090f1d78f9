//! Problems in the OpenAPI document, in groups that operations share.

use utoipa::IntoResponses;

use super::Problem;

/// What every operation may answer.
#[derive(IntoResponses)]
pub enum ProblemResponses {
    /// Too many requests, or too much at once for one address; see `Retry-After`.
    #[response(status = 429, content_type = "application/problem+json")]
    TooManyRequests(Problem),
    /// A fault of the server.
    #[response(status = 500, content_type = "application/problem+json")]
    Internal(Problem),
    /// What is left of the disk is for people's moves; see `Retry-After`. Nothing was applied.
    #[response(status = 507, content_type = "application/problem+json")]
    NoSpace(Problem),
    /// Overloaded, shutting down, or the store is not available; see `Retry-After`. Nothing was applied.
    #[response(status = 503, content_type = "application/problem+json")]
    Unavailable(Problem),
}

/// What operations with a JSON body may answer beside [`ProblemResponses`].
#[derive(IntoResponses)]
pub enum BodyProblems {
    /// Not readable: syntax, a key twice, nested too deep, a bad header.
    #[response(status = 400, content_type = "application/problem+json")]
    Unreadable(Problem),
    /// The body did not arrive in time.
    #[response(status = 408, content_type = "application/problem+json")]
    Timeout(Problem),
    /// Too large.
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(Problem),
    /// Not `application/json`, or compressed.
    #[response(status = 415, content_type = "application/problem+json")]
    UnsupportedMediaType(Problem),
    /// Fields unknown, missing, of the wrong type or out of range.
    #[response(status = 422, content_type = "application/problem+json")]
    Invalid(Problem),
}

/// What operations on one game may answer beside [`ProblemResponses`].
#[derive(IntoResponses)]
pub enum GameProblems {
    /// The token is missing or not valid here.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthorized(Problem),
    /// The token is another seat's.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(Problem),
    /// No such game, or none this caller may know of.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(Problem),
}

/// What operations below a game's id may answer beside [`ProblemResponses`].
#[derive(IntoResponses)]
pub enum NoSuchGame {
    /// The service plays no game of this id.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(Problem),
}

/// What a move may answer beside the others.
#[derive(IntoResponses)]
pub enum MoveProblems {
    /// Not your turn, the game waits or is over, or the rules forbid the move: reason, rule and the legal moves.
    #[response(status = 409, content_type = "application/problem+json")]
    Refused(Problem),
    /// `If-Match` or `version` is not the current version, or the ETag is not one of the caller's; the current one is told.
    #[response(status = 412, content_type = "application/problem+json")]
    Stale(Problem),
    /// Neither `If-Match` nor `version` says what was decided on.
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
    /// No such analysis: never made, forgotten, or cancelled.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(Problem),
}

/// What operations on one experiment may answer beside [`ProblemResponses`].
#[derive(IntoResponses)]
pub enum NoSuchExperiment {
    /// No such experiment, or no such game of it.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(Problem),
    /// The experiment is of rules that are no longer played.
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
    /// Not the caller's turn, or the game does not run.
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
    /// There is a key in place of the token: no key opens this.
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
