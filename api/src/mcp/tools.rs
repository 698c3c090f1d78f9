//! What agents can do: each tool calls what the routes call.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use actix_web::{HttpRequest, web};
use serde_json::{Map, Value, json};
use tapis_db::model::{GameFilter, SeatKind};
use tapis_games::locale::{Languages, said, unread};
use tapis_games::seat::{MAX_SEATS, Viewer};
use tapis_service::retry::RetryKey;
use tapis_service::tables::{Expected, GameId, GameStatus, Snapshot};
use tapis_service::{Access, AskHint, AskUndo, GameNews, GivenHint, Look, PlayMove, ServiceError};
use tokio::time::{Instant, timeout_at};

use super::arguments::Arguments;
use super::message::Asked;
use super::view::View;
use super::words::{Fault, problem};
use crate::allowance::ask;
use crate::extract::{
    Bearer, Designer, GamePath, KeyOwner, SeatPath, account, caller, caller_address, known_version,
    read_typed,
};
use crate::languages;
use crate::problem::ApiError;
use crate::rates::Limit;
use crate::routes::{create, experiments, hints, moves, rematch, seats, statistics};
use crate::state::AppState;
use crate::wire::{MoveRequest, UndoRequest};

/// The tools with the schemas of their arguments. A property that is empty in the file is one that many tools have, and stands in
/// `common`.
pub(super) static LISTED: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let mut file: Value = serde_json::from_str(include_str!("tools.json")).unwrap_or_default();
    let common = file["common"].take();
    let mut tools: Vec<Value> = serde_json::from_value(file["tools"].take()).unwrap_or_default();
    for tool in &mut tools {
        let schema = &mut tool["inputSchema"];
        schema["type"] = "object".into();
        if schema["additionalProperties"].is_null() {
            schema["additionalProperties"] = false.into();
        }
        for (name, property) in schema["properties"].as_object_mut().into_iter().flatten() {
            if *property == json!({}) {
                *property = common[name].clone();
            }
        }
    }
    tools
});

/// Longest and usual wait of `wait_for_turn`, in seconds, and the usual one of `play`, in milliseconds.
const MOST_WAIT_S: u64 = 25;
const USUAL_WAIT_S: u64 = 20;
const USUAL_WAIT_MS: u64 = 10_000;

/// Most games that wait for players in an answer.
const MOST_WAITING: usize = 20;

/// Calls one. What is refused is an answer of the tool: an agent can read it and do better.
pub(super) async fn call(state: &AppState, request: &HttpRequest, asked: &mut Asked) -> Result<Value, Fault> {
    let arguments = match asked.params.remove("arguments") {
        None => Map::new(),
        Some(Value::Object(arguments)) => arguments,
        Some(_) => return Err(Fault::param("arguments")),
    };
    let name = asked.params.get("name").and_then(Value::as_str).ok_or_else(|| Fault::param("name"))?;
    let names: Vec<_> = LISTED.iter().filter_map(|tool| tool["name"].as_str()).collect();
    if !names.contains(&name) {
        return Err(Fault::tool(name, &names.join(", ")));
    }
    let arguments = Arguments::of(arguments);
    let language = arguments.as_ref().ok().and_then(|arguments| arguments.language);
    let language = language.unwrap_or_else(|| languages::asked().one());
    let answer = async {
        let done = match arguments {
            Ok(arguments) => Caller { state, request }.call(name, arguments).await,
            Err(error) => Err(error),
        };
        let unwritten = || ApiError::internal("a problem cannot be written");
        match done {
            Ok(told) => Ok::<_, ApiError>((told, false)),
            Err(error) => Ok((problem(&error.logged()).ok_or_else(unwritten)?, true)),
        }
    };
    let (told, is_error) = languages::answering(Languages::One(language), answer).await?;
    Ok(json!({"content": [{"type": "text", "text": told.to_string()}], "isError": is_error}))
}

type Done = Result<Value, ApiError>;

/// Who calls.
struct Caller<'a> {
    state: &'a AppState,
    request: &'a HttpRequest,
}

impl Caller<'_> {
    async fn call(&self, name: &str, arguments: Arguments) -> Done {
        match name {
            "list_games" => self.list_games(arguments).await,
            "new_game" => self.new_game(arguments).await,
            "look" => self.look(arguments).await,
            "play" => self.play(arguments).await,
            "wait_for_turn" => self.wait_for_turn(arguments).await,
            "log" => self.log(arguments).await,
            "undo" => self.undo(arguments).await,
            "resign" => self.resign(arguments).await,
            "rematch" => self.rematch(arguments).await,
            "hint" => self.hint(arguments).await,
            "statistics" => self.statistics(arguments).await,
            "run_experiment" => self.run_experiment(arguments).await,
            _ => Err(ApiError::internal("a tool that is listed is not there")),
        }
    }

    /// What `tell` tells of a game, made where nobody is served.
    async fn told(
        &self,
        (snapshot, viewer): (Arc<Snapshot>, Viewer),
        past: bool,
        tell: impl FnOnce(&View) -> Value + Send + 'static,
    ) -> Done {
        let view = View { snapshot, viewer, language: languages::asked().one(), past };
        Ok(self.state.service.answers().make(caller(self.request), move || tell(&view)).await?)
    }

    async fn list_games(&self, mut arguments: Arguments) -> Done {
        let game = arguments.take::<String>("game")?;
        arguments.end()?;
        let (languages, catalogue) = (languages::asked(), self.state.service.catalogue());
        if let Some(game) = game {
            let about = catalogue.game(&game).ok_or(ServiceError::NotFound { what: "game_played" })?;
            return read(&about.in_languages(languages).body);
        }
        let games = read(&catalogue.list().in_languages(languages).body)?["items"].take();
        let open = GameFilter { status: None, game: None, open_seats: Some(true) };
        let open = self.state.service.list(open, None, MOST_WAITING).await?;
        let waiting = open.games.iter().map(|game| {
            let seats = game.seats.iter().enumerate().filter(|(_, seat)| seat.kind == SeatKind::Open);
            let open: Vec<usize> = seats.map(|(at, _)| at).collect();
            let names: Vec<_> = game.seats.iter().filter_map(|seat| seat.name.as_deref()).collect();
            json!({"game_id": game.id.to_string(), "game": game.game, "open_seats": open, "names": names})
        });
        Ok(without_hashes(json!({"games": games, "waiting_for_players": waiting.collect::<Vec<_>>()})))
    }

    async fn new_game(&self, mut arguments: Arguments) -> Done {
        if let Some(id) = arguments.take::<String>("game_id")? {
            return self.join(&id, arguments).await;
        }
        ask(Limit::Create, self.request)?;
        let mut body = arguments.body();
        self.fill_seats(&mut body);
        let body = body.to_string();
        let wanted = read_typed(&body)?;
        let attempt = arguments.attempt("/v1/games", None, &body);
        let made = create::create(self.state, self.request, wanted, attempt).await?;
        Ok(json!({"id": made.snapshot.info.id.to_string(), "seats": made.seats}))
    }

    /// Where nobody says who sits where, the caller plays against bots, as many as the game usually has.
    fn fill_seats(&self, body: &mut Value) {
        if body.get("seats").is_some() {
            return;
        }
        let games = self.state.service.rulesets().games();
        let usual = || games.game(body["game"].as_str()?)?.ruleset("{}").ok().map(|rules| rules.seats());
        let said = body["options"]["players"].as_u64().and_then(|players| usize::try_from(players).ok());
        let seats = said.or_else(usual).unwrap_or(2).clamp(2, MAX_SEATS);
        let bots = std::iter::repeat_n(json!({"kind": "bot", "level": "casual"}), seats - 1);
        body["seats"] = std::iter::once(json!({"kind": "mine"})).chain(bots).collect();
    }

    async fn join(&self, id: &str, mut arguments: Arguments) -> Done {
        ask(Limit::Changes, self.request)?;
        let path = SeatPath::read(id, &arguments.take::<u8>("seat")?.unwrap_or(0).to_string())?;
        let (bearer, body) = (arguments.bearer(self.request)?, arguments.body().to_string());
        let call = format!("/v1/games/{}/seats/{}", path.game, path.seat.0);
        let attempt = arguments.attempt(&call, Some(path.game), &body);
        let wanted = read_typed(&body)?;
        let grant = seats::join(self.state, self.request, (&path, &bearer), &wanted, attempt).await?;
        Ok(json!({"id": path.game.to_string(), "seats": [{"seat": path.seat, "token": grant.secret}]}))
    }

    async fn look(&self, mut arguments: Arguments) -> Done {
        let (game, bearer) = self.to_read(&mut arguments).await?;
        let version = arguments.take::<u64>("version")?;
        arguments.end()?;
        let Look { snapshot, viewer, .. } = self.state.service.look(game, bearer.token()).await?;
        let newest = snapshot.version();
        let snapshot = match version {
            Some(version) => {
                self.state.service.earlier(snapshot, version, (viewer, caller(self.request))).await?
            }
            None => snapshot,
        };
        let past = snapshot.version() < newest;
        self.told((snapshot, viewer), past, View::whole).await
    }

    async fn play(&self, mut arguments: Arguments) -> Done {
        ask(Limit::Moves, self.request)?;
        let (game, bearer) = self.of_game(&mut arguments)?;
        let body = arguments.body();
        let (version, text) = (known_version(&body)?, body.to_string());
        let mut wanted: MoveRequest = read_typed(&text)?;
        if body.get("wait_ms").is_none() {
            wanted.wait_ms = USUAL_WAIT_MS;
        }
        let player = self.state.service.mover(game, bearer.token()).await?.from(caller(self.request));
        let (retry, mut wanted) =
            (self.retry(&arguments, &bearer, (game, "moves"), &text)?, moves::wanted(wanted)?);
        let _place = moves::place_to_wait(self.state, self.request, &mut wanted);
        let ask = PlayMove { retry, expects: expects(version), wanted };
        let played = self.state.service.play(&player, ask).await?.snapshot().await?;
        let since = version.unwrap_or(0);
        self.told((played, Viewer::Seat(player.seat())), false, move |view| view.since(since, true)).await
    }

    /// Waits for the versions as they come, at a place as a stream has. How long it took is not told; whoever goes away ends it.
    async fn wait_for_turn(&self, mut arguments: Arguments) -> Done {
        let (game, bearer) = self.to_read(&mut arguments).await?;
        let since = arguments.take::<u64>("since")?;
        let wait_s = arguments.take("wait_s")?.unwrap_or(USUAL_WAIT_S);
        if wait_s > MOST_WAIT_S {
            return Err(ApiError::field("/wait_s", said("at_most").with("most", MOST_WAIT_S)));
        }
        arguments.end()?;
        let until = Instant::now() + Duration::from_secs(wait_s);
        let mut reader = self.state.service.follow(game, Access::Token(bearer.token())).await?;
        let (mut snapshot, viewer) = (reader.newest(), reader.viewer());
        let known = since.map_or(Ok(0), |since| known_position(since, snapshot.version()))?;
        let language = languages::asked().one();
        let mut place = None;
        loop {
            let over = !matches!(snapshot.status, GameStatus::Running | GameStatus::Waiting);
            let view = View { snapshot: snapshot.clone(), viewer, language, past: false };
            if over || view.is_turn() {
                break;
            }
            if place.is_none() && wait_s > 0 {
                place = Some(self.state.streams.take(caller(self.request))?);
            }
            match timeout_at(until, reader.next(snapshot.version())).await {
                Ok(GameNews::Newer(newer)) => snapshot = newer,
                Ok(GameNews::Unwelcome(why)) => return Err(why.into()),
                Ok(GameNews::Over) | Err(_) => break,
            }
        }
        self.state.service.still_follows(&reader).await;
        let tell = move |view: &View| if since.is_some() { view.since(known, false) } else { view.whole() };
        self.told((snapshot, viewer), false, tell).await
    }

    async fn log(&self, mut arguments: Arguments) -> Done {
        let (game, bearer) = self.to_read(&mut arguments).await?;
        let since = arguments.take::<u64>("since")?.unwrap_or(0);
        arguments.end()?;
        let Look { snapshot, viewer, .. } = self.state.service.look(game, bearer.token()).await?;
        let since = known_position(since, snapshot.version())?;
        self.told((snapshot, viewer), false, move |view| view.log(since)).await
    }

    async fn undo(&self, mut arguments: Arguments) -> Done {
        ask(Limit::Changes, self.request)?;
        let (game, bearer) = self.of_game(&mut arguments)?;
        let body = arguments.body();
        let (version, text) = (known_version(&body)?, body.to_string());
        read_typed::<UndoRequest>(&text)?;
        let player = self.state.service.player(game, bearer.token()).await?.from(caller(self.request));
        let retry = self.retry(&arguments, &bearer, (game, "undo"), &text)?;
        let asked = self.state.service.undo(&player, AskUndo { retry, expects: expects(version) }).await?;
        self.told((asked.snapshot, Viewer::Seat(player.seat())), false, View::whole).await
    }

    async fn resign(&self, mut arguments: Arguments) -> Done {
        ask(Limit::Changes, self.request)?;
        let (game, bearer) = self.of_game(&mut arguments)?;
        arguments.end()?;
        let retry = self.retry(&arguments, &bearer, (game, "resign"), "{}")?;
        let (resigned, _) = self.state.service.resign(game, bearer.token(), retry.as_ref()).await?;
        Ok(json!({"seat": resigned.seat, "status": resigned.status, "version": resigned.version}))
    }

    async fn rematch(&self, mut arguments: Arguments) -> Done {
        ask(Limit::Create, self.request)?;
        let (game, bearer) = self.of_game(&mut arguments)?;
        arguments.end()?;
        let next = rematch::rematch(self.state, self.request, (game, bearer.token())).await?;
        Ok(json!({"id": next.game.to_string(), "seats": [{"seat": next.seat, "token": next.token}]}))
    }

    async fn hint(&self, mut arguments: Arguments) -> Done {
        ask(Limit::Hints, self.request)?;
        let (game, bearer) = self.of_game(&mut arguments)?;
        let (version, text) = (arguments.take::<u64>("version")?, arguments.body().to_string());
        let wanted = read_typed(&text)?;
        let player = self.state.service.player(game, bearer.token()).await?;
        let retry = self.retry(&arguments, &bearer, (game, "hints"), &text)?;
        let (address, expects) = (caller_address(self.request), expects(version));
        let ask = AskHint { retry, expects, wanted, address, improving: false };
        let account = self.state.quotas.of(account(self.request));
        match self.state.service.hint(&player, ask, &account).await? {
            GivenHint::Whole(text) | GivenHint::Again(text) => {
                read(hints::spoken(text, languages::asked())?.as_bytes()).map(without_hashes)
            }
            GivenHint::Improving(_) => Err(ApiError::internal("a hint that was asked for whole")),
        }
    }

    async fn statistics(&self, mut arguments: Arguments) -> Done {
        let game = arguments.needed("game")?;
        let part = arguments.take::<String>("part")?.unwrap_or_else(|| statistics::PARTS[0].to_owned());
        let format = arguments.take::<String>("format")?.unwrap_or_else(|| "json".to_owned());
        one_of("/part", &part, &statistics::PARTS)?;
        one_of("/format", &format, &["json"])?;
        let query = arguments.body();
        let mut members = query.as_object().into_iter().flatten();
        if let Some((name, _)) = members.find(|(_, value)| value.is_array() || value.is_object()) {
            let message = unread("invalid type: map, expected a string");
            return Err(ApiError::field(format!("/{name}"), message));
        }
        let query = serde_urlencoded::to_string(&query).map_err(ApiError::internal)?;
        let at = (self.state.clone(), web::Path::from(game), self.request.clone());
        read(&statistics::part(&at, &part, &query).await?)
    }

    async fn run_experiment(&self, mut arguments: Arguments) -> Done {
        let designer = Designer::of(self.request, arguments.bearer(self.request))?;
        let report = if let Some(id) = arguments.take::<String>("experiment_id")? {
            arguments.end()?;
            experiments::report(self.state, id).await?
        } else {
            let plan = read_typed(&arguments.body().to_string())?;
            experiments::submit(self.state, plan, designer).await?
        };
        read(&languages::json(&report).map_err(ApiError::internal)?)
    }

    /// How a retry of the same change of a game is known: that of the call which a tool makes in its place.
    fn retry(
        &self,
        arguments: &Arguments,
        bearer: &Bearer,
        (game, part): (GameId, &str),
        body: &str,
    ) -> Result<Option<RetryKey>, ApiError> {
        let Some(token) = bearer.token() else { return Ok(None) };
        let path = format!("/v1/games/{game}/{part}");
        arguments.attempt(&path, Some(game), body).retry(self.state, self.request, KeyOwner::Holder(token))
    }

    fn of_game(&self, arguments: &mut Arguments) -> Result<(GameId, Bearer), ApiError> {
        let GamePath(game) = GamePath::read(&arguments.needed("game_id")?)?;
        Ok((game, arguments.bearer(self.request)?))
    }

    /// As [`Caller::of_game`], of whoever only reads.
    async fn to_read(&self, arguments: &mut Arguments) -> Result<(GameId, Bearer), ApiError> {
        let GamePath(game) = GamePath::read(&arguments.needed("game_id")?)?;
        Ok((game, arguments.reader(self.request, game).await?))
    }
}

fn expects(version: Option<u64>) -> Vec<Expected> {
    version.map(|known| Expected::OneOf(vec![known])).into_iter().collect()
}

/// A version that was told before.
fn known_position(asked: u64, newest: u64) -> Result<u64, ApiError> {
    let unknown = ApiError::UnknownPosition { pointer: "/since", asked, newest };
    if asked <= newest { Ok(asked) } else { Err(unknown) }
}

fn read(json: &[u8]) -> Done {
    serde_json::from_slice(json).map_err(ApiError::internal)
}

/// What an agent neither reads nor sends back is left out: hashes, and taps on a drawn table.
fn without_hashes(json: Value) -> Value {
    match json {
        Value::Array(items) => items.into_iter().map(without_hashes).collect(),
        Value::Object(members) => {
            let read = members.into_iter().filter(|(name, _)| name != "picks" && !name.ends_with("hash"));
            read.map(|(name, value)| (name, without_hashes(value))).collect()
        }
        other => other,
    }
}

fn one_of(pointer: &str, name: &str, known: &[&str]) -> Result<(), ApiError> {
    if known.contains(&name) {
        return Ok(());
    }
    let name: String = name.chars().take(64).collect();
    Err(ApiError::field(pointer, said("none_of").with("name", name).with("known", known.join(", "))))
}
