//! The roles of an evening. Each repeats one kind of request: play moves, read the state, wait for events, read statistics, ask for hints.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::time::sleep;

use super::Evening;
use super::tally::Kind;
use crate::client::{Connection, hint_of, request};
use crate::script::Script;
use crate::table::{MoveAnswer, Table};

/// The pause between two checks whether a new game has begun.
const MOMENT: Duration = Duration::from_millis(5);

/// The game that is played at a table now, shared by everybody there.
pub(super) struct Round(RefCell<Game>);

#[derive(Clone, PartialEq)]
struct Game {
    path: String,
    /// The `Authorization` header line of each seat.
    bearers: Vec<String>,
}

impl Round {
    pub(super) fn of(table: &Table) -> Self {
        Self(RefCell::new(Game::of(table)))
    }

    fn game(&self) -> Game {
        self.0.borrow().clone()
    }
}

impl Game {
    fn of(table: &Table) -> Self {
        let bearers = (0_u8..).take(table.tokens.len()).map(|seat| table.bearer(seat)).collect();
        Self { path: table.path.clone(), bearers }
    }
}

/// Plays one game after the other, beginning with `table`.
pub(super) async fn play(
    connection: &mut Connection,
    (mut table, round): (Table, &Round),
    mut scripts: impl Iterator<Item = &Arc<Script>>,
    evening: &Evening,
) -> Result<()> {
    while evening.goes_on() {
        sleep(evening.pause).await;
        let asked = Instant::now();
        table.play(connection, MoveAnswer::State).await?;
        evening.tally.add(Kind::Move, asked.elapsed());
        if table.is_over() {
            table.check_log(connection).await?;
            let asked = Instant::now();
            table = Table::create(connection, scripts.next().context("no more games")?).await?;
            evening.tally.add(Kind::Create, asked.elapsed());
            round.0.replace(Game::of(&table));
        }
    }
    table.check_log(connection).await
}

/// Reads the state as a seat sees it, again and again, with the known entity tag in `If-None-Match`. Checks that versions only rise.
pub(super) async fn look(
    connection: &mut Connection,
    round: &Round,
    seat: usize,
    evening: &Evening,
) -> Result<()> {
    let (mut game, mut known, mut version) = (round.game(), String::new(), 0);
    while evening.goes_on() {
        sleep(evening.pause / 2).await;
        if round.game() != game {
            (game, known, version) = (round.game(), String::new(), 0);
        }
        let bearer = game.bearers.get(seat).context("no such seat")?;
        let headers =
            if known.is_empty() { bearer.clone() } else { format!("{bearer}If-None-Match: {known}\r\n") };
        let asked = Instant::now();
        let answer = connection.ask(&request("GET", &game.path, &headers, "")).await?;
        let etag = answer.header("etag").context("no entity tag")?;
        if answer.status == 304 {
            ensure!((etag, answer.body.len()) == (&*known, 0), "304 for {etag} instead of {known}");
            evening.tally.add(Kind::Unchanged, asked.elapsed());
            continue;
        }
        answer.expect(200)?;
        let shown = etag.strip_prefix("\"v").and_then(|etag| etag.split('-').next()).unwrap_or_default();
        let shown = shown.parse::<u64>()?;
        ensure!(shown > version && answer.body.len() > 500, "version {shown} after {version}");
        (known, version) = (etag.to_owned(), shown);
        evening.tally.add(Kind::View, asked.elapsed());
    }
    Ok(())
}

/// Waits for events, page after page. Checks that every version comes once and in order.
pub(super) async fn listen(connection: &mut Connection, round: &Round, evening: &Evening) -> Result<()> {
    let (mut game, mut version) = (round.game(), 0_u64);
    while evening.goes_on() {
        let path = format!("{}/events?after={version}&wait=1", game.path);
        let asked = Instant::now();
        let answer = connection.ask(&request("GET", &path, &game.bearers[0], "")).await?;
        evening.tally.add(Kind::Events, asked.elapsed());
        if answer.status == 204 {
            // The game is over: wait for the next one.
            while round.game() == game && evening.goes_on() {
                sleep(MOMENT).await;
            }
            (game, version) = (round.game(), 0);
            continue;
        }
        let page = answer.json(200)?;
        for event in page["items"].as_array().context("no events")? {
            ensure!(event["version"] == version + 1, "{} after {version}", event["version"]);
            version += 1;
        }
    }
    Ok(())
}

/// Asks for the statistics again and again until `then` or the end.
pub(super) async fn statistics(connection: &mut Connection, then: Instant, evening: &Evening) -> Result<()> {
    let ask = request("GET", "/v1/stats/richelieu/summary?source=practice", "", "");
    let mut games = 0;
    while Instant::now() < then.min(evening.until) {
        sleep(evening.pause * 4).await;
        let asked = Instant::now();
        let answer = connection.ask(&ask).await?;
        evening.tally.add(Kind::Statistics, asked.elapsed());
        let summary = answer.json(200)?;
        let counted = summary["games"].as_u64().with_context(|| format!("no number of games: {summary}"))?;
        ensure!(counted >= games, "{counted} games after {games}");
        games = counted;
    }
    Ok(())
}

/// Asks for one hint. If the service is busy (503), waits as long as `Retry-After` says.
pub(super) async fn hint(connection: &mut Connection, table: &Table, evening: &Evening) -> Result<()> {
    let bearer = table.bearer(table.turn().context("the game is over")?);
    let body = hint_of(50);
    let asked = Instant::now();
    let answer = connection.ask(&request("POST", &format!("{}/hints", table.path), &bearer, &body)).await?;
    if answer.status == 503 {
        evening.tally.add(Kind::HintRefused, asked.elapsed());
        let seconds: u64 = answer.header("retry-after").context("no Retry-After")?.parse()?;
        sleep(Duration::from_secs(seconds)).await;
        return Ok(());
    }
    let hint = answer.json(200)?;
    ensure!(hint["moves"].as_array().is_some_and(|moves| !moves.is_empty()), "no move in {hint}");
    evening.tally.add(Kind::Hint, asked.elapsed());
    Ok(())
}
