//! What takes games to measure: luck, and the course by win probabilities.

#![allow(unused_qualifications, reason = "the route macros name parameters with their path")]

use std::ops::RangeInclusive;
use std::sync::Arc;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use serde_json::{Value, json};
use tapis_db::model::Assisted;
use tapis_games::locale::said;
use tapis_lab::chart::{of_course, svg};
use tapis_lab::statistics::StatisticsRequest;
use tapis_lab::{Course, LabError, Laboratory, Luck, MeasuredLuck, Simulation, seed_of};
use tapis_service::ServiceError;
use tapis_service::catalogue::Document;
use tapis_service::pool::Caller;
use tapis_solver::bots::{Bot, UnknownBot};
use tapis_solver::control::Control;
use utoipa::IntoParams;

use super::{question, with_laboratory};
use crate::extract::{Designer, Query, caller_address};
use crate::languages;
use crate::problem::{ApiError, DesignerProblems, NoSuchGame, ProblemResponses, QueryProblems};
use crate::routes::respond::{STANDALONE, public, with};
use crate::state::AppState;

/// The most games that an answer is waited for; of bots that search fewer.
const MOST_GAMES: u64 = 20_000;
const MOST_SEARCHED: u64 = 400;
/// The most lines of an answer, a position of a game counting as one.
const MOST_LINES: u64 = 20_000;
const LONGEST_SEED: usize = 1_000;
const DEALS: RangeInclusive<u64> = 2..=10_000;
const REPLAYS: RangeInclusive<u64> = 2..=100;
const GAMES: RangeInclusive<u64> = 2..=1_000;
const LINES: RangeInclusive<u64> = 10..=1_000;

/// Parameters with those of everything that is played.
macro_rules! played_query {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize, IntoParams)]
        #[serde(deny_unknown_fields)]
        #[into_params(parameter_in = Query)]
        struct $name {
            $($(#[$field_doc])* $field: $type,)*
            /// Hash of a ruleset of this game; the game's default ruleset when absent.
            #[param(
                pattern = "^[0-9a-f]{64}$",
                example = "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988"
            )]
            ruleset: Option<String>,
            /// The bots, comma-separated: one for all seats, or one for each; `greedy` when absent.
            #[param(example = "greedy", max_length = 1000)]
            seats: Option<String>,
            /// 64 hex digits, or any words, which are hashed; `tapis` when absent. The same seed gives the same games.
            #[param(example = "tapis", max_length = 1000)]
            seed: Option<String>,
        }

        impl $name {
            fn wanted(&self) -> Wanted {
                let Self { ruleset, seats, seed, .. } = self.clone();
                Wanted { ruleset, seats, seed }
            }
        }
    };
}

played_query! {
    /// What to play, and how often.
    LuckQuery {
        /// The number of deals; 100 when absent. Below 20 there are no intervals.
        #[param(minimum = 2, maximum = 10_000)]
        deals: Option<u64>,
        /// How often each deal is played in each seating; 4 when absent.
        #[param(minimum = 2, maximum = 100)]
        replays: Option<u64>,
    }
}

played_query! {
    /// What to play, and how many lines each position is worth.
    CourseQuery {
        /// The number of games; 50 when absent.
        #[param(minimum = 2, maximum = 1_000)]
        games: Option<u64>,
        /// The number of lines from each position; 50 when absent.
        #[param(minimum = 10, maximum = 1_000)]
        lines: Option<u64>,
    }
}

/// What is played.
struct Wanted {
    ruleset: Option<String>,
    seats: Option<String>,
    seed: Option<String>,
}

/// Measure luck.
///
/// Bots play each deal several times, in all seatings: how much of what makes results differ is the deal, who plays, and how it happens to
/// be played, each with its 95 % interval. The same request gives the same answer. At most 20,000 games are played for an answer, or 400
/// of bots that search, at the lowest priority; they end when the client disconnects. `tapis luck` plays as many as you like. Needs the
/// admin token or a key of scope `lab`.
#[utoipa::path(
    tag = "statistics", operation_id = "getLuck", security(("admin_token" = []), ("api_key" = [])),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu"), LuckQuery),
    responses(
        (status = 200, description = "The shares of the variance.", body = MeasuredLuck, example = json!(example_luck())),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        DesignerProblems, NoSuchGame, QueryProblems, ProblemResponses
    )
)]
#[get("/v1/stats/{game}/luck")]
pub(super) async fn get_luck(
    state: AppState,
    _: Designer,
    game: web::Path<String>,
    Query(query): Query<LuckQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let deals = within("deals", query.deals.unwrap_or(100), DEALS)?;
    let replays = within("replays", query.replays.unwrap_or(4), REPLAYS)?;
    let simulation = simulation(&state, &game, query.wanted()).await?;
    check("deals", deals * replays * simulation.seatings() as u64, &simulation)?;
    let key = format!("luck {} {deals} {replays}", simulation.id());
    let played = played(&state, &request, key, move |control| {
        let luck = Luck::measure(&simulation, deals, replays, control, &|_| {})?;
        Ok(serde_json::to_vec(&MeasuredLuck::of(&simulation, luck)))
    });
    public(&request, &played.await?, "application/json", None)
}

/// Measure the course of games.
///
/// Bots play a sample of games, and every position of them is worth what the reference player, who does not search, makes of it: changes of
/// the lead, drama, uncertainty, when games are decided, and curves over the game, each with its 95 % interval. The same request gives
/// the same answer. Games times lines are at most 20,000, games of bots that search at most 400, at the lowest priority; they end when the
/// client disconnects. `tapis course` plays as many as you like. Needs the admin token or a key of scope `lab`.
#[utoipa::path(
    tag = "statistics", operation_id = "getCourse", security(("admin_token" = []), ("api_key" = [])),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu"), CourseQuery),
    responses(
        (status = 200, description = "Measures and curves.", body = Course, example = json!(example_course())),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        DesignerProblems, NoSuchGame, QueryProblems, ProblemResponses
    )
)]
#[get("/v1/stats/{game}/course")]
pub(super) async fn get_course(
    state: AppState,
    _: Designer,
    game: web::Path<String>,
    Query(query): Query<CourseQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let document =
        course(&state, &game, &query, &request, |course| languages::json(course).map_err(ApiError::internal));
    public(&request, &document.await?, "application/json", None)
}

/// Draw the course of games.
///
/// The curves of `/v1/stats/{game}/course` as SVG: lead, uncertainty, and the win probability of who wins in the end. It includes a
/// description in words, in the requested language or else in English. Needs the admin token or a key of scope `lab`.
#[utoipa::path(
    tag = "statistics", operation_id = "getCourseChart", security(("admin_token" = []), ("api_key" = [])),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu"), CourseQuery),
    responses(
        (status = 200, description = "The chart.", body = String, content_type = "image/svg+xml",
            example = json!("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"><title>Richelieu: the course of the games</title></svg>")),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        DesignerProblems, NoSuchGame, QueryProblems, ProblemResponses
    )
)]
#[get("/v1/stats/{game}/course.svg")]
pub(super) async fn get_course_chart(
    state: AppState,
    _: Designer,
    game: web::Path<String>,
    Query(query): Query<CourseQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let language = languages::asked().one();
    let document = course(&state, &game, &query, &request, move |course| {
        Ok(svg::draw(&of_course::curves(course, language), "chart", language).into_bytes())
    });
    let response = public(&request, &document.await?, "image/svg+xml", Some("Accept-Language"))?;
    Ok(with(response, header::CONTENT_SECURITY_POLICY, STANDALONE))
}

/// The course as `write` writes it; measured once for all forms.
async fn course(
    state: &AppState,
    game: &str,
    query: &CourseQuery,
    request: &HttpRequest,
    write: impl FnOnce(&Course) -> Result<Vec<u8>, ApiError>,
) -> Result<Document, ApiError> {
    let games = within("games", query.games.unwrap_or(50), GAMES)?;
    let lines = within("lines", query.lines.unwrap_or(50), LINES)?;
    let simulation = simulation(state, game, query.wanted()).await?;
    check("games", games, &simulation)?;
    if games * lines > MOST_LINES {
        let detail = said("too_many_lines").with("lines", games * lines).with("most", MOST_LINES);
        return Err(ApiError::query("lines", detail));
    }
    let key = format!("course {} {games} {lines}", simulation.id());
    let measured = match state.courses.get(&key) {
        Some(known) => known,
        None => {
            let measure =
                move |control: &Control| Course::measure(&simulation, games, lines as u32, control, &|_| {});
            let made = Arc::new(play(state, request, measure).await?);
            state.courses.keep(key, Arc::clone(&made), WEIGHT_OF_COURSE);
            made
        }
    };
    Ok(Document::of_bytes(write(&measured)?))
}

/// About how many bytes a course has.
const WEIGHT_OF_COURSE: usize = 16 << 10;

/// The document that was made before, or that is played now.
async fn played(
    state: &AppState,
    request: &HttpRequest,
    key: String,
    make: impl FnOnce(&Control) -> Result<Result<Vec<u8>, serde_json::Error>, LabError> + Send + 'static,
) -> Result<Document, ApiError> {
    if let Some(known) = state.luck.get(&key) {
        return Ok(known);
    }
    let made = Document::of_bytes(play(state, request, make).await?.map_err(ApiError::internal)?);
    state.luck.keep(key, made.clone(), made.body.len());
    Ok(made)
}

/// Plays when it is the turn of the caller, of whom only the address counts.
async fn play<T: Send + 'static>(
    state: &AppState,
    request: &HttpRequest,
    play: impl FnOnce(&Control) -> Result<T, LabError> + Send + 'static,
) -> Result<T, ApiError> {
    let caller = Caller::new(caller_address(request), 0);
    let played = state.service.replays().play(caller, play).await?;
    Ok(played.map_err(ServiceError::from)?)
}

/// The bots that play.
async fn simulation(state: &AppState, game: &str, wanted: Wanted) -> Result<Simulation, ApiError> {
    let seats = wanted.seats.as_deref().unwrap_or("greedy");
    let bots: Result<Vec<Bot>, UnknownBot> = seats.split(',').map(str::parse).collect();
    let bots = bots.map_err(|unknown| ApiError::query("seats", said("no_bot").with("name", unknown.0)))?;
    let which = StatisticsRequest {
        source: None,
        assisted: Assisted::Exclude,
        ruleset: wanted.ruleset,
        players: None,
        line_up: None,
        skill: None,
        from: None,
        to: None,
    };
    let question = question(state, game, which).await?;
    let words = wanted.seed.as_deref().unwrap_or("tapis");
    if words.chars().count() > LONGEST_SEED {
        return Err(ApiError::query("seed", said("at_most_characters").with("most", LONGEST_SEED)));
    }
    let seed = seed_of(words);
    let simulated = move |laboratory: &Laboratory| laboratory.simulation(&question, &bots, seed);
    with_laboratory(state, simulated).await
}

fn within(name: &'static str, number: u64, bounds: RangeInclusive<u64>) -> Result<u64, ApiError> {
    if bounds.contains(&number) {
        return Ok(number);
    }
    Err(ApiError::query(name, said("from_to").with("least", *bounds.start()).with("most", *bounds.end())))
}

/// Refuses more games than an answer can be waited for.
fn check(name: &'static str, games: u64, simulation: &Simulation) -> Result<(), ApiError> {
    let most = if simulation.searches() { MOST_SEARCHED } else { MOST_GAMES };
    if games <= most {
        return Ok(());
    }
    Err(ApiError::query(name, said("too_many_replays").with("games", games).with("most", most)))
}

const EXAMPLE_SEED: &str = "8a6f0e5c3b7d91428a6f0e5c3b7d91428a6f0e5c3b7d91428a6f0e5c3b7d9142";
const EXAMPLE_RULESET: &str = "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988";

fn example_luck() -> Value {
    let share = |value: f64| json!({"value": value, "low": value - 0.06, "high": value + 0.06});
    let components = json!({"deal": share(0.31), "play": share(0.69)});
    json!({
        "game": "richelieu", "ruleset": EXAMPLE_RULESET, "seats": ["greedy", "greedy"], "seed": EXAMPLE_SEED,
        "deals": 100, "seatings": 1, "replays": 4, "win_share": components, "score": components
    })
}

fn example_course() -> Value {
    let mean = |value: f64| {
        json!({"n": 50, "value": value, "low": value - 0.05, "high": value + 0.05, "method": "student_t",
            "confidence": 0.95, "minimum_n": 2})
    };
    json!({
        "game": "richelieu", "ruleset": EXAMPLE_RULESET, "seats": ["greedy", "greedy"], "seed": EXAMPLE_SEED,
        "games": 50, "lines": 50,
        "measures": [{"name": "drama", "label": {"en": "drama", "fr": "suspense"},
            "text": {"en": "how far the winner was behind", "fr": "de combien le vainqueur était derrière"}, "mean": mean(0.18)}],
        "curve": [{"at": 0.5, "lead": mean(0.31), "uncertainty": mean(0.82), "winner": mean(0.63)}]
    })
}
