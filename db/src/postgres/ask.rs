//! Work on the engine's threads, and its answer.
//!
//! A request is a future of a type of its own. It is boxed at once, and its answer is put into a place: a task, a time limit and a
//! queue are then compiled once, not for each request.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use super::PostgresStore;
use super::error::Outcome;
use super::node::{self, Node};
use crate::engine::answer::answer;
use crate::error::{Result, StoreError};
use crate::model::GameId;
use crate::store::{Reply, wait};

/// Some work that puts its answer into a place.
pub(super) type Asked = Pin<Box<dyn Future<Output = Outcome<()>> + Send>>;

/// Where an answer is put.
type Place<T> = Arc<Mutex<Option<T>>>;

impl PostgresStore {
    /// Does something on the engine's threads and waits for it.
    pub(super) fn ask<T, F>(&self, work: impl FnOnce(Arc<Node>) -> F) -> Result<T>
    where
        T: Send + 'static,
        F: Future<Output = Outcome<T>> + Send + 'static,
    {
        self.ask_within(self.node.options.call, work)
    }

    pub(super) fn ask_within<T, F>(&self, limit: Duration, work: impl FnOnce(Arc<Node>) -> F) -> Result<T>
    where
        T: Send + 'static,
        F: Future<Output = Outcome<T>> + Send + 'static,
    {
        let (work, place) = placed(work(Arc::clone(&self.node)));
        self.read_here(limit, work)?;
        take(&place)
    }

    /// Asks for something without waiting for it.
    pub(super) fn ask_then<T, F>(&self, work: impl FnOnce(Arc<Node>) -> F, reply: Reply<T>)
    where
        T: Send + 'static,
        F: Future<Output = Outcome<T>> + Send + 'static,
    {
        let (work, place) = placed(work(Arc::clone(&self.node)));
        self.begin(self.node.options.call, work, from(place, reply));
    }

    /// Writes, after the writes about the same game.
    pub(super) fn write_on<T, F>(
        &self,
        game: Option<GameId>,
        work: impl FnOnce(Arc<Node>) -> F,
        reply: Reply<T>,
    ) where
        T: Send + 'static,
        F: Future<Output = Outcome<T>> + Send + 'static,
    {
        let (work, place) = placed(work(Arc::clone(&self.node)));
        self.write_in_turn(game, work, from(place, reply));
    }

    fn read_here(&self, limit: Duration, work: Asked) -> Result<()> {
        wait(|reply| self.begin(limit, work, reply))
    }

    fn begin(&self, limit: Duration, work: Asked, reply: Reply<()>) {
        if self.node.queue.is_closed() {
            return answer(reply, Err(StoreError::Closed));
        }
        self.handle.spawn(async move { answer(reply, node::within(limit, work).await) });
    }

    fn write_in_turn(&self, game: Option<GameId>, work: Asked, reply: Reply<()>) {
        let permit = match self.node.enter() {
            Ok(permit) => permit,
            Err(refusal) => return answer(reply, Err(refusal)),
        };
        let node = Arc::clone(&self.node);
        let work = Box::pin(async move {
            let work = async {
                let _place = node.enter_write().await?;
                work.await
            };
            let done = node::within(node.options.call, work).await;
            node.count(&done);
            drop(permit);
            answer(reply, done);
        });
        match game {
            Some(game) => self.lanes.enter(&self.handle, game, work),
            None => drop(self.handle.spawn(work)),
        }
    }
}

/// Work whose answer is put into a place.
fn placed<T, F>(work: F) -> (Asked, Place<T>)
where
    T: Send + 'static,
    F: Future<Output = Outcome<T>> + Send + 'static,
{
    let place = Place::default();
    let filled = Arc::clone(&place);
    let work = async move {
        let done = work.await?;
        *filled.lock() = Some(done);
        Ok(())
    };
    (Box::pin(work), place)
}

/// What is in the place once the work is done.
fn take<T>(place: &Place<T>) -> Result<T> {
    place.lock().take().ok_or(StoreError::Closed)
}

/// Hands on what is in the place.
fn from<T: Send + 'static>(place: Place<T>, reply: Reply<T>) -> Reply<()> {
    Box::new(move |done| reply(done.and_then(|()| take(&place))))
}
