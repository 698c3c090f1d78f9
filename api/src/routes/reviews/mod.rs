//! Reviews of games that are over.

use super::prelude::*;

use tapis_service::{BegunReview, ReviewNow};

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
/// know, except those that the service made for a person. The same game, effort and version of the service is the same review: it is
/// made once, and goes with its game. A review is made at the lowest priority; addresses take turns.
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
    (state, request, path, bearer): At<GamePath>,
    body: OptionalBody<ReviewRequest>,
) -> Answer {
    let (asked, by) = (caller(&request), identity(&request, None));
    let effort = body.value.effort.unwrap_or_default();
    begun(
        state
            .service
            .review_game(path.0, bearer.token(), effort, (asked, &by), respond::shown_job::<_, ReviewJob>)
            .await?,
    )
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
async fn get_review(state: AppState, id: web::Path<String>) -> Answer {
    respond::job::<_, ReviewJob>(StatusCode::OK, state.service.review(&id).await?)
}

/// Delete a review.
///
/// Stops it if it is still being made. It is deleted by whoever began it (known by the login, or else by the address), unless it is the
/// finished review of a game; by those who have a seat in its game; or with the admin token.
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
) -> Answer {
    if operator.is_none() {
        state.service.may_delete_review(&id, bearer.token(), &identity(&request, None)).await?;
    }
    state.service.delete_review(&id).await?;
    Ok(HttpResponse::NoContent().finish())
}

fn begun(begun: BegunReview) -> Answer {
    let (id, over) = match &begun.now {
        ReviewNow::Report(report) => (report.id.clone(), report.progress.is_none()),
        ReviewNow::Written(body) => {
            (body["id"].as_str().unwrap_or_default().to_owned(), body["progress"].is_null())
        }
    };
    let status = if begun.known && over { StatusCode::OK } else { StatusCode::ACCEPTED };
    let response = respond::job::<_, ReviewJob>(status, begun.now)?;
    Ok(respond::with(response, header::LOCATION, &format!("/v1/reviews/{id}")))
}

const EXAMPLE_ID: &str = "rev_5f0c4e7b9d3a48e1a6c2b7d80f13e9c4";
