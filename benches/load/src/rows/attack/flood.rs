//! A flood of one call from one address, within its limits.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use futures_util::future::try_join_all;

use super::super::durable::Player;
use super::forms::Form;
use super::recipes::{Recipe, Requests};
use crate::client::Connection;
use crate::drive::Work;
use crate::table::MoveAnswer;

/// Connections of the address that floods.
const CONNECTIONS: usize = 16;
/// Between two looks at whether the flood is to stop.
const MOMENT: Duration = Duration::from_millis(20);
/// What stands for an answer that did not come, as the service closed the connection (it reads no body that it refuses), and for a
/// move that was refused.
const FAILED: u16 = 0;
/// How long whoever was not told when to come back waits after that.
const PAUSE_S: u64 = 1;

pub(super) struct Flood<'a> {
    recipe: &'a Recipe,
    form: Form,
    address: SocketAddr,
    /// Where it comes from.
    from: IpAddr,
    /// Requests sent.
    number: Cell<usize>,
    /// How many answers of each status there were.
    answers: RefCell<BTreeMap<u16, usize>>,
}

impl<'a> Flood<'a> {
    /// The flood of this number: each comes from another address, so that it has all that its limits allow.
    pub(super) fn new(number: usize, (recipe, form): (&'a Recipe, Form), address: SocketAddr) -> Self {
        let from = Ipv4Addr::new(127, 0, 1 + (number / 250) as u8, 1 + (number % 250) as u8).into();
        Self { recipe, form, address, from, number: Cell::default(), answers: RefCell::default() }
    }

    /// Floods until it is to stop.
    pub(super) async fn go_on(&self, stop: &AtomicBool) -> Result<()> {
        try_join_all((0..CONNECTIONS).map(|at| self.ask(at, stop))).await?;
        let answers = self.answers.borrow();
        let wrong = answers.keys().find(|status| **status >= 500 && !matches!(status, 503 | 507));
        ensure!(wrong.is_none(), "answers {answers:?}");
        Ok(())
    }

    async fn ask(&self, at: usize, stop: &AtomicBool) -> Result<()> {
        let mut connection = Connection::open_from(self.address, self.from).await?;
        let mut player = self.recipe.scripts().map(|scripts| Player::new(scripts, at, MoveAnswer::State));
        while !stop.load(Relaxed) {
            let number = self.number.replace(self.number.get() + 1);
            let answered = match (&self.recipe.requests, &mut player) {
                (_, Some(player)) => {
                    player.once(&mut connection).await.map_or((FAILED, PAUSE_S), |_| (200, 0))
                }
                (Requests::Numbered(make), None) => {
                    self.answered(&mut connection, &make(number), number).await
                }
                (Requests::Same(request), None) => self.answered(&mut connection, request, number).await,
                (Requests::Moves(_), None) => break,
            };
            let (status, wait_s) = answered;
            *self.answers.borrow_mut().entry(status).or_default() += 1;
            if status == FAILED {
                connection = Connection::open_from(self.address, self.from).await?;
            }
            // Whoever keeps to its limits comes back when it is told to.
            let again = Instant::now() + Duration::from_secs(wait_s);
            while Instant::now() < again && !stop.load(Relaxed) {
                tokio::time::sleep(MOMENT).await;
            }
        }
        Ok(())
    }

    /// The status of an answer, and for how many seconds it sends the caller away.
    async fn answered(&self, connection: &mut Connection, request: &[u8], number: usize) -> (u16, u64) {
        match connection.ask(&self.form.of(request, number)).await {
            Ok(answer) => {
                let wait = answer.header("retry-after").and_then(|seconds| seconds.parse().ok());
                (answer.status, wait.unwrap_or(0))
            }
            Err(_) => (FAILED, 0),
        }
    }

    /// What it asks.
    pub(super) fn name(&self) -> String {
        format!("{}, {}", self.recipe.name(), self.form.name())
    }

    /// How it was answered.
    pub(super) fn said(&self) -> String {
        let answers = self.answers.borrow();
        let of = |(status, times): (&u16, &usize)| match *status {
            FAILED => format!("{times} × none"),
            status => format!("{times} × {status}"),
        };
        answers.iter().map(of).collect::<Vec<_>>().join(", ")
    }
}
