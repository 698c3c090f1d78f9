//! What the floods ask for: games of all kinds, tokens, an analysis, reviews, experiments, a deck.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use serde_json::{Value, json};
use tapis_solver::registry::Registry;

use super::recipes::Recipe;
use crate::client::{Connection, request};
use crate::host::{AS_ADMIN, Server};
use crate::script::{Script, scripts};
use crate::table::{MoveAnswer, Table};

/// Small games for what can be done once in each.
const SMALL: usize = 40;
/// Between two looks at whether something is done.
const PAUSE: Duration = Duration::from_millis(20);

/// A game and the header lines that open its seats.
pub(super) struct Made {
    pub path: String,
    pub bearers: Vec<String>,
}

impl Made {
    /// Creates a game.
    pub(super) async fn ask(ask: &mut Connection, body: &str) -> Result<Self> {
        let created = ask.ask(&request("POST", "/v1/games", "", body)).await?.json(201)?;
        let tokens = created["seats"].as_array().context("no seats")?.iter();
        let tokens = tokens.filter_map(|seat| seat["token"].as_str());
        let bearers = tokens.map(|token| format!("Authorization: Bearer {token}\r\n")).collect();
        Ok(Self { path: format!("/v1/games/{}", text(&created["id"])?), bearers })
    }
}

/// What is there.
pub(super) struct World {
    /// A finished game, for everybody to look at.
    pub finished: String,
    /// A long game of four people at Parbourg, of the seat to move, its first legal move and its log.
    pub long: Made,
    pub legal: Value,
    pub log: Value,
    pub versions: u64,
    /// Games of two people, games that are over, games that wait for a guest.
    pub small: Vec<Made>,
    pub over: Vec<Made>,
    pub waiting: Vec<Made>,
    /// A hundred tokens: as many as fit into a usual body.
    pub tokens: Vec<String>,
    /// The hash of the ruleset of the long game; the options of a deck.
    pub hash: String,
    pub deck: Value,
    /// Ids: an analysis, an experiment that is over, the file of a page.
    pub analysis: String,
    pub experiment: String,
    pub reviewed: Reviewed,
    /// The scripts of games that are played.
    pub scripts: Arc<[Arc<Script>]>,
    calls: BTreeSet<String>,
}

impl World {
    pub(super) async fn make(service: &dyn Server, time: Duration) -> Result<Self> {
        let mut connection = Connection::open(service.address()).await?;
        let ask = &mut connection;
        let scripts: Arc<[_]> = scripts("parbourg", r#"{"players":4}"#, 16)?.into();
        let mut table = Table::create(ask, &scripts[0]).await?;
        // As far as there is time: tests have little.
        let brief = time < Duration::from_millis(100);
        let played = if brief { 20 } else { table.remaining() * 3 / 4 };
        for _ in 0..played {
            table.play(ask, MoveAnswer::Tag).await?;
        }
        let seat = table.turn().context("the script is over")?;
        let long = Made { path: table.path.clone(), bearers: vec![table.bearer(seat)] };
        let state = ask.ask(&table.look(seat)).await?.json(200)?;
        let log = request("GET", &format!("{}/moves", table.path), &long.bearers[0], "");
        let mut log = ask.ask(&log).await?.json(200)?;
        (log["budget"], log["wait_ms"]) = (json!({"iterations": 200}), json!(0));
        let analysis = ask.ask(&request("POST", "/v1/analyses", "", &log.to_string())).await?.json(202)?;
        let small = games(ask, "mine").await?;
        let over = games(ask, "mine").await?;
        for game in &over {
            let resign = request("POST", &format!("{}/resign", game.path), &game.bearers[0], "{}");
            ask.ask(&resign).await?.expect(200)?;
        }
        let waiting = games(ask, "open").await?;
        let tokens = small.iter().chain(&over).flat_map(|game| &game.bearers).filter_map(|line| token(line));
        let finished = finished(ask, if brief { "richelieu" } else { "parbourg" }).await?;
        Ok(Self {
            reviewed: Reviewed::make(ask, &finished).await?,
            finished,
            tokens: tokens.cycle().take(100).collect(),
            versions: table.version(),
            legal: state["legal_moves"][0].clone(),
            hash: text(&state["ruleset"]["hash"])?,
            analysis: text(&analysis["id"])?,
            experiment: experiment(ask).await?,
            calls: calls(ask).await?,
            deck: deck()?,
            long,
            log,
            small,
            over,
            waiting,
            scripts,
        })
    }

    /// Refuses to measure less than everything that the document has.
    pub(super) fn check_that_all_are_there(&self, recipes: &[Recipe]) -> Result<()> {
        let asked: BTreeSet<_> = recipes.iter().map(|recipe| recipe.call.to_owned()).collect();
        let missing: Vec<_> = self.calls.difference(&asked).collect();
        ensure!(missing.is_empty(), "no flood asks for {missing:?}: give each a recipe");
        let unknown: Vec<_> = asked.difference(&self.calls).collect();
        ensure!(unknown.is_empty(), "the document has no {unknown:?}");
        Ok(())
    }
}

fn text(value: &Value) -> Result<String> {
    Ok(value.as_str().context("a text is missing")?.to_owned())
}

/// The token of a header line.
fn token(line: &str) -> Option<String> {
    Some(line.strip_prefix("Authorization: Bearer ")?.trim_end().to_owned())
}

/// Games of two at Richelieu, one of them the caller.
async fn games(ask: &mut Connection, other: &str) -> Result<Vec<Made>> {
    let body = json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": other}]}).to_string();
    let mut made = Vec::with_capacity(SMALL);
    for _ in 0..SMALL {
        made.push(Made::ask(ask, &body).await?);
    }
    Ok(made)
}

/// The path of a game that was played to its end.
pub(super) async fn finished(ask: &mut Connection, game: &str) -> Result<String> {
    let script = scripts(game, "{}", 1)?.pop().context("no script")?;
    let mut table = Table::create(ask, &script).await?;
    while !table.is_over() {
        table.play(ask, MoveAnswer::Tag).await?;
    }
    Ok(table.path)
}

/// The id of an experiment that is over.
async fn experiment(ask: &mut Connection) -> Result<String> {
    let arm = |name: &str, bot: &str| json!({"name": name, "seats": [bot]});
    let arms = [arm("a", "greedy"), arm("b", "random")];
    let plan = json!({"game": "richelieu", "arms": arms, "games": 4, "metric": "length"}).to_string();
    let begun = ask.ask(&request("POST", "/v1/experiments", AS_ADMIN, &plan)).await?.json(202)?;
    let id = text(&begun["id"])?;
    let path = format!("/v1/experiments/{id}");
    while matches!(
        ask.ask(&request("GET", &path, AS_ADMIN, "")).await?.json(200)?["state"].as_str(),
        Some("queued" | "running")
    ) {
        tokio::time::sleep(PAUSE).await;
    }
    Ok(id)
}

/// All calls of the document.
async fn calls(ask: &mut Connection) -> Result<BTreeSet<String>> {
    let document = ask.ask(&request("GET", "/openapi.json", "", "")).await?.json(200)?;
    let paths = document["paths"].as_object().context("a document without paths")?;
    let calls = paths.values().filter_map(Value::as_object).flat_map(|path| path.values());
    Ok(calls.filter_map(|call| call["operationId"].as_str().map(str::to_owned)).collect())
}

/// The options of a deck, whole.
fn deck() -> Result<Value> {
    let registry = Registry::standard();
    let game = registry.game("parbourg").context("no Parbourg")?;
    let rules = game.ruleset(r#"{"players":4}"#).map_err(|faults| anyhow!("{faults:?}"))?;
    let options = rules.ruleset().options.clone();
    ensure!(options["deck"]["cards"][0].is_object(), "a ruleset without its deck: {options}");
    Ok(options)
}

/// A review of a game, with one of its choices.
pub(super) struct Reviewed {
    pub review: String,
    pub ply: u64,
    pub played: String,
}

impl Reviewed {
    /// Has the finished game at this path reviewed.
    pub(super) async fn make(ask: &mut Connection, game: &str) -> Result<Self> {
        let effort = json!({"effort": "quick"});
        let review = review(ask, &format!("{game}/reviews"), &effort).await?;
        let choice = &review["review"]["decisions"][0];
        Ok(Self {
            review: text(&review["id"])?,
            ply: choice["ply"].as_u64().context("a game without a choice")?,
            played: text(&choice["notation"])?,
        })
    }
}

/// A review once it is finished.
pub(super) async fn review(ask: &mut Connection, path: &str, body: &Value) -> Result<Value> {
    let begun = ask.ask(&request("POST", path, "", &body.to_string())).await?;
    let begun = begun.json(if begun.status == 200 { 200 } else { 202 })?;
    let path = format!("/v1/reviews/{}", text(&begun["id"])?);
    loop {
        let review = ask.ask(&request("GET", &path, "", "")).await?.json(200)?;
        if review.get("progress").is_none() {
            return Ok(review);
        }
        tokio::time::sleep(PAUSE).await;
    }
}
