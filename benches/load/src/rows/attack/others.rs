//! What another caller asks for beside a flood: a match, a statistic, a review, a message to a browser, a new game with a bot.

use std::cell::Cell;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::person::seated;
use super::receiver::Receiver;
use super::world::{Made, finished, review};
use crate::client::{Connection, request};
use crate::host::{AS_ADMIN, Server};

/// Where it comes from, and who is matched with it.
const FROM: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 3));
const MATCHED: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 4));
/// How much longer than in quiet each may take.
const LONGER: Duration = Duration::from_secs(2);
/// How often each is asked for in quiet.
const QUIET: usize = 3;
/// The most moves before it is another's turn.
const MOVES: usize = 20;

/// One of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Match,
    Statistic,
    Review,
    Push,
    Bot,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Match, Self::Statistic, Self::Review, Self::Push, Self::Bot];
}

/// Another caller.
pub(super) struct Others {
    address: SocketAddr,
    receiver: Receiver,
    /// A finished game, and how many browsers were subscribed.
    finished: String,
    browsers: Cell<usize>,
    /// How long each takes in quiet, at most.
    own: Vec<Duration>,
}

/// How long each took; nothing for what took too long or was refused.
pub(super) struct Waits(Vec<Option<Duration>>);

impl Others {
    /// Asks for each in quiet.
    pub(super) async fn sit(service: &dyn Server) -> Result<Self> {
        let address = service.address();
        let mut connection = Connection::open_from(address, FROM).await?;
        let (finished, receiver) = (finished(&mut connection, "richelieu").await?, Receiver::start().await?);
        let mut others = Self { address, receiver, finished, browsers: Cell::default(), own: Vec::new() };
        for kind in Kind::ALL {
            let mut longest = Duration::ZERO;
            for _ in 0..QUIET {
                longest = longest.max(others.once(kind).await.with_context(|| format!("{kind:?} in quiet"))?);
            }
            others.own.push(longest);
        }
        Ok(others)
    }

    /// Asks for all at the same time.
    pub(super) async fn ask(&self) -> Waits {
        let each =
            Kind::ALL.into_iter().zip(&self.own).map(async |(kind, own)| {
                match tokio::time::timeout(*own + LONGER, self.once(kind)).await {
                    Ok(Ok(took)) => Some(took),
                    Ok(Err(error)) => {
                        eprintln!("{kind:?}: {error:#}");
                        None
                    }
                    Err(_) => None,
                }
            });
        Waits(join_all(each).await)
    }

    /// What each takes in quiet.
    pub(super) fn said(&self) -> String {
        Waits(self.own.iter().copied().map(Some).collect()).said()
    }

    async fn once(&self, kind: Kind) -> Result<Duration> {
        let asked = Instant::now();
        match kind {
            Kind::Match => self.matched().await?,
            Kind::Statistic => self.statistic().await?,
            Kind::Review => return self.reviewed().await,
            Kind::Push => self.pushed().await?,
            Kind::Bot => self.replied().await?,
        }
        Ok(asked.elapsed())
    }

    async fn open(&self) -> Result<Connection> {
        Connection::open_from(self.address, FROM).await
    }

    async fn matched(&self) -> Result<()> {
        let wanted = request("POST", "/v1/match", "", r#"{"game":"richelieu"}"#);
        for from in [FROM, MATCHED] {
            let mut connection = Connection::open_from(self.address, from).await?;
            connection.ask(&wanted).await?.expect(200)?;
        }
        Ok(())
    }

    async fn statistic(&self) -> Result<()> {
        let summary = request("GET", "/v1/stats/richelieu/summary", "", "");
        self.open().await?.ask(&summary).await?.expect(200)
    }

    /// A review is made anew each time: it is deleted, which does not count.
    async fn reviewed(&self) -> Result<Duration> {
        let (asked, mut connection) = (Instant::now(), self.open().await?);
        let path = format!("{}/reviews", self.finished);
        let review = review(&mut connection, &path, &json!({"effort": "quick"})).await?;
        let took = asked.elapsed();
        let path = format!("/v1/reviews/{}", review["id"].as_str().context("no id")?);
        connection.ask(&request("DELETE", &path, AS_ADMIN, "")).await?.expect(204)?;
        Ok(took)
    }

    async fn pushed(&self) -> Result<()> {
        let mut connection = self.open().await?;
        let (game, state) = seated(&mut connection, "mine").await?;
        let number = self.browsers.replace(self.browsers.get() + 1);
        let path = format!("{}/seats/1/push", game.path);
        let browser = self.receiver.browser(number);
        connection.ask(&request("PUT", &path, &game.bearers[1], &browser)).await?.expect(204)?;
        move_on(&mut connection, &game, state, 0).await?;
        self.receiver.until(number).await;
        Ok(())
    }

    /// A new game, and the bot's first reply.
    async fn replied(&self) -> Result<()> {
        let mut connection = self.open().await?;
        let (game, state) = seated(&mut connection, "bot").await?;
        move_on(&mut connection, &game, state, 10_000).await
    }
}

/// Plays the first legal move until it is another's turn, or the other one has replied within the wait.
async fn move_on(connection: &mut Connection, game: &Made, mut state: Value, wait_ms: u64) -> Result<()> {
    for _ in 0..MOVES {
        let version = state["version"].as_u64().context("no version")?;
        let notation = &state["legal_moves"][0]["notation"];
        let body = json!({"move": notation, "version": state["version"], "wait_ms": wait_ms});
        let request = request("POST", &format!("{}/moves", game.path), &game.bearers[0], &body.to_string());
        state = connection.ask(&request).await?.json(200)?;
        if state["turn"]["seat"] != 0 || state["version"].as_u64() > Some(version + 1) {
            return Ok(());
        }
    }
    bail!("it is the caller's turn after {MOVES} moves")
}

impl Waits {
    /// Whether each came in time.
    pub(super) fn are_within(&self) -> bool {
        self.0.iter().all(Option::is_some)
    }

    /// Milliseconds, in the order of [`Kind::ALL`].
    pub(super) fn said(&self) -> String {
        let said =
            |wait: &Option<Duration>| wait.map_or("**no**".to_owned(), |wait| wait.as_millis().to_string());
        self.0.iter().map(said).collect::<Vec<_>>().join(", ")
    }
}
