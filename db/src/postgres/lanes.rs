//! Writes about one game, one after the other in the order they came; those of different games side by side.

use std::collections::{HashMap, VecDeque};
use std::pin::Pin;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::runtime::Handle;

use crate::model::GameId;

/// A write and its answer. It does not panic.
pub(super) type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

/// What waits for each game with a write under way.
#[derive(Default)]
pub(super) struct Lanes(Mutex<HashMap<GameId, VecDeque<Work>>>);

impl Lanes {
    /// Does a write after those about the same game.
    pub(super) fn enter(self: &Arc<Self>, runtime: &Handle, game: GameId, work: Work) {
        let mut lanes = self.0.lock();
        if let Some(waiting) = lanes.get_mut(&game) {
            waiting.push_back(work);
            return;
        }
        lanes.insert(game, VecDeque::new());
        runtime.spawn(Arc::clone(self).go(game, work));
    }

    async fn go(self: Arc<Self>, game: GameId, first: Work) {
        let mut work = first;
        loop {
            work.await;
            let mut lanes = self.0.lock();
            match lanes.get_mut(&game).and_then(VecDeque::pop_front) {
                Some(next) => work = next,
                None => {
                    lanes.remove(&game);
                    return;
                }
            }
        }
    }
}
