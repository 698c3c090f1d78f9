//! Reviews of games that are over.

#![allow(unused_qualifications, reason = "the route macros name parameters with their path")]

use actix_web::http::{StatusCode, header};
use actix_web::middleware::from_fn;
use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use tapis_db::model::Json;
use tapis_games::locale::Languages;
use tapis_service::reviews::ReviewReport;
use tapis_service::{BegunReview, ReviewNow};
use utoipa_actix_web::service_config::ServiceConfig;

use super::respond::{self, AnswerKind};
use crate::allowance::as_hint;
use crate::extract::{Administrator, Bearer, GamePath, OptionalBody, caller};
use crate::languages;
use crate::problem::{
    ApiError, BodyProblems, GameProblems, NoSuchReview, ProblemResponses, ReviewProblems, SpaceProblems,
    StateProblems,
};
use crate::state::AppState;
use crate::wire::{ReviewJob, ReviewRequest};

mod questions;

pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .service(review_game)
        .service(get_review)
        .service(delete_review)
        .service(questions::get_decision)
        .service(questions::try_exercise);
}

/// Review a game.
///
/// Takes the result of a game that is over apart: luck, own play, the play of others; and judges every choice by what its seat could
/// know. The same game, effort and version of the service is the same review: it is made once, and goes with its game. A review is
/// made at the lowest priority; addresses take turns.
#[utoipa::path(
    tag = "reviews", operation_id = "reviewGame", security((), ("seat_token" = [])),
    params(("id" = String, Path, description = "The game.", format = Uuid)),
    request_body(content = Option<ReviewRequest>, description = "How much work."),
    responses(
        (status = 200, description = "The review, which was made before.", body = ReviewJob,
            headers(("Location" = String, description = "The review."))),
        (status = 202, description = "It is being made: see `Location`.", body = ReviewJob,
            headers(("Location" = String, description = "The review.")), example = json!(example!("review"))),
        BodyProblems, StateProblems, GameProblems, SpaceProblems, ProblemResponses
    )
)]
#[post("/v1/games/{id}/reviews", wrap = "from_fn(as_hint)")]
async fn review_game(
    state: AppState,
    request: HttpRequest,
    path: GamePath,
    bearer: Bearer,
    body: OptionalBody<ReviewRequest>,
) -> Result<HttpResponse, ApiError> {
    let asked = caller(&request);
    let effort = body.value.effort.unwrap_or_default();
    begun(state.service.review_game(path.0, bearer.token(), effort, asked, written).await?)
}

/// Get a review.
///
/// How far it is, and what it says so far; in the end the whole review.
#[utoipa::path(
    tag = "reviews", operation_id = "getReview", security(()),
    params(("id" = String, Path, description = "The review.", example = json!(EXAMPLE_ID))),
    responses(
        (status = 200, description = "The review as it is now.", body = ReviewJob, example = json!(example!("review"))),
        NoSuchReview, ProblemResponses
    )
)]
#[get("/v1/reviews/{id}")]
async fn get_review(state: AppState, id: web::Path<String>) -> Result<HttpResponse, ApiError> {
    let body = text(state.service.review(&id).await?)?;
    Ok(respond::no_store_bytes(StatusCode::OK, body.into(), AnswerKind::First))
}

/// Delete a review.
///
/// Stops it if it is still being made. It is deleted by whoever began it, from the same address, unless it is the finished review of a
/// game; by those who have a seat in its game; or with the admin token.
#[utoipa::path(
    tag = "reviews", operation_id = "deleteReview", security((), ("seat_token" = []), ("admin_token" = [])),
    params(("id" = String, Path, description = "The review.", example = json!(EXAMPLE_ID))),
    responses((status = 204, description = "The review is deleted."), ReviewProblems, NoSuchReview, ProblemResponses)
)]
#[delete("/v1/reviews/{id}")]
async fn delete_review(
    state: AppState,
    request: HttpRequest,
    id: web::Path<String>,
    bearer: Bearer,
    operator: Option<Administrator>,
) -> Result<HttpResponse, ApiError> {
    if operator.is_none() {
        state.service.may_delete_review(&id, bearer.token(), caller(&request)).await?;
    }
    state.service.delete_review(&id).await?;
    Ok(HttpResponse::NoContent().finish())
}

fn begun(begun: BegunReview) -> Result<HttpResponse, ApiError> {
    let (id, over) = match &begun.now {
        ReviewNow::Report(report) => (report.id.clone(), report.progress.is_none()),
        ReviewNow::Written(body) => {
            (body["id"].as_str().unwrap_or_default().to_owned(), body["progress"].is_null())
        }
    };
    let status = if begun.known && over { StatusCode::OK } else { StatusCode::ACCEPTED };
    let response = respond::no_store_bytes(status, text(begun.now)?.into(), AnswerKind::First);
    Ok(respond::with(response, header::LOCATION, &format!("/v1/reviews/{id}")))
}

/// The body of a review, in the languages that are asked for.
fn text(now: ReviewNow) -> Result<Vec<u8>, ApiError> {
    let text = match now {
        ReviewNow::Report(report) => languages::json(&ReviewJob::from(*report)),
        ReviewNow::Written(mut body) => {
            languages::asked().leave(&mut body);
            languages::json(&body)
        }
    };
    text.map_err(ApiError::internal)
}

/// A review as other nodes tell of it: they choose the language.
fn written(report: ReviewReport) -> Json {
    languages::answering_now(Languages::All, || Languages::All.writing(|| Json::of(&ReviewJob::from(report))))
}

const EXAMPLE_ID: &str = "rev_5f0c4e7b9d3a48e1a6c2b7d80f13e9c4";
