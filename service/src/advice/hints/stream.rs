//! A search as a stream: improving answers, then the last one.

use std::sync::Arc;

use futures_util::Stream;
use futures_util::stream::unfold;
use tapis_solver::answer::Answer;
use tapis_solver::control::Control;
use tokio::sync::watch;

use super::{PendingSearch, SearchOutcome};

/// The newest answer of a running search. Whoever is slow misses what was improved on meanwhile, and nothing piles up.
pub struct Improvements(watch::Receiver<Option<Arc<Answer>>>);

/// Lets `control` tell of improving answers.
pub fn improvements(control: &mut Control) -> Improvements {
    let (sender, receiver) = watch::channel(None);
    control.progress = Some(Arc::new(move |answer: &Answer| {
        sender.send_replace(Some(Arc::new(answer.clone())));
    }));
    Improvements(receiver)
}

/// One step of a stream.
#[derive(Debug)]
pub enum Step<P, L> {
    /// A better answer than before.
    Partial(P),
    /// The end.
    Last(L),
}

impl Improvements {
    /// The newest answer so far.
    pub fn newest(&self) -> Option<Arc<Answer>> {
        self.0.borrow().clone()
    }

    /// The improving answers of `searching`, then what came of it. Dropping the stream stops the search.
    pub fn steps(self, searching: PendingSearch) -> impl Stream<Item = Step<Arc<Answer>, SearchOutcome>> {
        unfold(Some((self, Box::pin(searching.answer()))), async |state| {
            let (mut improvements, mut last) = state?;
            tokio::select! {
                biased;
                end = &mut last => Some((Step::Last(end), None)),
                newest = improvements.next() => Some((Step::Partial(newest), Some((improvements, last)))),
            }
        })
    }

    /// The next better answer; never ends when there is none to come.
    async fn next(&mut self) -> Arc<Answer> {
        loop {
            if self.0.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
            if let Some(answer) = self.0.borrow_and_update().clone() {
                return answer;
            }
        }
    }
}
