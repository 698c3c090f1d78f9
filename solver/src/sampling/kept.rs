//! A search that is kept, so that a later request about the same position goes on with it.
//!
//! Budgets count from the beginning of the search: whoever asks for 50,000 lines after 20,000 gets 30,000 more, and the same answer as
//! whoever asks for 50,000 at once. Where that cannot be, because a longer search would have had other trees or other worlds, or because the
//! clock has decided what an end is worth, the search begins anew. Whoever asks for a time goes on with what there is.

use std::any::Any;
use std::time::Duration;

use tapis_games::game::{Observed, Published};

use super::context::SearchContext;
use super::run::{Paused, Search};
use crate::heuristics::Heuristics;
use crate::request::{Belief, Concept, Objective};
use crate::task::Task;

/// See the module's text. It knows what it is about, and is never continued about anything else.
#[derive(Default)]
pub struct KeptSearch {
    search: Option<Box<dyn Any + Send>>,
    bytes: usize,
}

/// What a search is about, and all else on which its lines depend but their number.
#[derive(Clone, PartialEq)]
pub(super) struct Subject {
    ruleset: String,
    observation: [u8; 32],
    objective: Objective,
    concept: Option<Concept>,
    belief: Belief,
    seed: [u8; 32],
    trees: usize,
    /// The budget of worlds, and those of the pool.
    worlds: (Option<u64>, usize),
    /// Whether time ends it: it need not be the same from run to run.
    timed: bool,
}

struct Begun<G: Observed> {
    subject: Subject,
    search: Paused<G>,
    spent: Duration,
}

impl KeptSearch {
    /// The memory that it takes, about.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.search.is_none()
    }

    /// The search about `subject`, with the time that it has taken. One that has more than this number of `lines` already stays.
    pub(super) fn take<'a, G: Published + Heuristics>(
        &mut self,
        subject: &Subject,
        context: &'a SearchContext<'a, G>,
        lines: u64,
    ) -> Option<(Search<'a, G>, Duration)> {
        self.about::<G>(subject).filter(|kept| kept.serves(subject) && kept.search.lines <= lines)?;
        self.bytes = 0;
        let Begun { search, spent, .. } = *self.search.take()?.downcast::<Begun<G>>().ok()?;
        Some((Search::go_on(context, search), spent))
    }

    /// Keeps a search, unless a longer one about the same is kept.
    pub(super) fn put<G: Published + Heuristics>(
        &mut self,
        subject: Subject,
        search: Search<'_, G>,
        spent: Duration,
    ) {
        if self.about::<G>(&subject).is_some_and(|kept| kept.search.lines > search.lines) {
            return;
        }
        // One of time goes on with as many trees as there are.
        let subject = Subject { trees: search.workers.len(), ..subject };
        let search = search.pause();
        self.bytes = search.bytes();
        self.search = Some(Box::new(Begun { subject, search, spent }));
    }

    /// The search that is kept, if it is about `subject`, whatever ends it.
    fn about<G: Observed>(&self, subject: &Subject) -> Option<&Begun<G>> {
        let begun = self.search.as_ref()?.downcast_ref::<Begun<G>>()?;
        let Subject { trees, timed, .. } = begun.subject;
        (begun.subject == Subject { trees, timed, ..subject.clone() }).then_some(begun)
    }
}

impl<G: Observed> Begun<G> {
    /// Whether what is asked may go on with it.
    fn serves(&self, asked: &Subject) -> bool {
        asked.timed || self.subject.trees == asked.trees && !self.search.is_hurried()
    }
}

impl Subject {
    pub(super) fn of<G: Published>(task: &Task<'_, G>, context: &SearchContext<'_, G>, trees: usize) -> Self {
        Self {
            ruleset: task.ruleset.to_owned(),
            observation: task.observation,
            objective: task.objective,
            concept: task.concept,
            belief: task.request.belief,
            seed: task.request.seed,
            trees,
            worlds: (task.request.budget.worlds, context.determinizer.pool.len()),
            timed: task.request.budget.ms.is_some(),
        }
    }
}
