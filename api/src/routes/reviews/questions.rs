//! One choice of a reviewed game.

use crate::routes::prelude::*;

use tapis_review::{Choice, Tried};

use super::EXAMPLE_ID;

/// What of a choice is asked.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct DecisionQuery {
    /// Why not this move; the one that was played when absent.
    #[param(example = "take 3R")]
    why: Option<String>,
}

/// Get a choice of a reviewed game.
///
/// All moves with the values of the hint that the seat could have had, why not the one that was played or asked about, where hidden
/// pieces could have lain; and `hindsight`, what every move was worth as the cards lay. What the service played for a person is nobody's
/// choice. Searches as a hint does, and is counted as one.
#[utoipa::path(
    tag = "reviews", operation_id = "getReviewDecision", security(()),
    params(
        ("id" = String, Path, description = "The review.", example = json!(EXAMPLE_ID)),
        ("ply" = u32, Path, description = "The ply of the choice.", minimum = 1, maximum = 1_000_000),
        DecisionQuery,
    ),
    responses(
        (status = 200, description = "The choice in full.", body = Choice),
        QueryProblems, StateProblems, NoSuchReview, ProblemResponses
    )
)]
#[get("/v1/reviews/{id}/decisions/{ply}", wrap = "from_fn(as_hint)")]
pub(super) async fn get_decision(
    state: AppState,
    request: HttpRequest,
    path: web::Path<(String, String)>,
    Query(wanted): Query<DecisionQuery>,
) -> Answer {
    let (id, ply) = path.into_inner();
    let choice = state.service.review_decision(&id, number(&ply), wanted.why, caller(&request)).await;
    let choice: Choice = choice.map_err(in_query)?;
    respond::ok(&choice)
}

/// Try a choice again.
///
/// Says what another move would have been, by the same hint: `right`, `as_good`, `not_shown` where it seems to be worse without being
/// shown to be, or a fault, with the line that answers it. Searches as a hint does, and is counted as one.
#[utoipa::path(
    tag = "reviews", operation_id = "tryExercise", security(()),
    params(
        ("id" = String, Path, description = "The review.", example = json!(EXAMPLE_ID)),
        ("ply" = u32, Path, description = "The ply of the choice.", minimum = 1, maximum = 1_000_000),
    ),
    request_body(content = ExerciseRequest, description = "The move."),
    responses(
        (status = 200, description = "What the move would have been.", body = Tried),
        BodyProblems, StateProblems, NoSuchReview, ProblemResponses
    )
)]
#[post("/v1/reviews/{id}/exercises/{ply}", wrap = "from_fn(as_hint)")]
pub(super) async fn try_exercise(
    state: AppState,
    request: HttpRequest,
    path: web::Path<(String, String)>,
    Body { value: ExerciseRequest { notation }, .. }: Body<ExerciseRequest>,
) -> Answer {
    let (id, ply) = path.into_inner();
    let tried = state.service.review_exercise(&id, number(&ply), notation, caller(&request)).await?;
    respond::ok(&tried)
}

/// The number of a ply; in what is none nobody chose, as in ply 0.
fn number(text: &str) -> u32 {
    text.parse().unwrap_or(0)
}
