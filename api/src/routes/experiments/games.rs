//! The games of an experiment, to look at.

use crate::routes::prelude::*;

use tapis_solver::control::Control;

use super::{experiment, report};

/// A simulated game with everything that was hidden.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "the schema of a type whose fields are described here only")]
#[schema(as = SimulatedReplay, example = json!(example!("simulated-replay")))]
pub struct ReplayShape {
    /// Its number in the arm.
    number: u64,
    /// The deal. All arms play the same deals.
    deal: u64,
    /// The seating of the deal.
    seating: u64,
    /// The bot of each seat.
    seats: Vec<String>,
    /// The ruleset.
    ruleset: Ruleset,
    /// The deals of the game in order.
    #[schema(value_type = Vec<tapis_service::tables::replay::Round>)]
    rounds: Vec<serde_json::Value>,
    /// The plies from 1 on.
    #[schema(value_type = Vec<tapis_service::tables::replay::ShownPly>)]
    plies: Vec<serde_json::Value>,
    /// The final scores.
    scores: Vec<i32>,
    /// The final ranks.
    ranks: Vec<u8>,
}

/// Replay a game of an experiment.
///
/// Plays the game once more: the same bots make the same moves. The replay shows everything, including the moves that were
/// legal. At most two replays are played at a time, at the lowest priority. A replay is stopped when its client disconnects.
/// Needs the admin token or a key of scope `lab`.
#[utoipa::path(
    tag = "experiments", operation_id = "getExperimentGame", security(("admin_token" = []), ("api_key" = [])),
    params(
        ("id" = String, Path, description = "The experiment.", example = json!(super::EXAMPLE_ID)),
        ("arm" = usize, Path, description = "The arm, from 0.", example = 0),
        ("number" = u64, Path, description = "The number of the game in its arm, from 0.", example = 17),
    ),
    responses(
        (status = 200, description = "The whole game.", body = ReplayShape),
        DesignerProblems, NoSuchExperiment, ProblemResponses
    )
)]
#[get("/v1/experiments/{id}/games/{arm}/{number}")]
pub(super) async fn get_experiment_game(
    state: AppState,
    _: Designer,
    path: web::Path<(String, String, String)>,
    request: HttpRequest,
) -> Answer {
    let (id, arm, number) = path.into_inner();
    let no_game = || ServiceError::NotFound { what: "experiment_game" };
    let played = report(&state, id.clone()).await?.outcome.arms;
    let (Ok(arm), Ok(number)) = (arm.parse::<usize>(), number.parse::<u64>()) else {
        return Err(no_game().into());
    };
    if played.get(arm).is_none_or(|figures| number >= figures.games) {
        return Err(no_game().into());
    }
    let experiment = experiment(&state, id).await?;
    let play = move |control: &Control| experiment.replay(arm, number, control);
    let replay = state.service.replays().watched(caller(&request), play).await??;
    respond::ok(&replay)
}
