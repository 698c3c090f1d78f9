//! Which of several nodes plays an experiment. The chunks of one are played in order, since what they say may end it early; so it
//! is held as a whole, by a lease that ends with its node. The others look now and then how far it is, and whether it is free.

use std::time::Duration;

use tapis_db::StoreError;

use super::{Laboratory, OpenExperiment, Report, Shared};
use tapis_common::ServiceError;

/// How long a node that died keeps others from going on.
const HELD: Duration = Duration::from_secs(15);
/// How often a node says that it goes on, and looks at what others play.
const EVERY: Duration = Duration::from_secs(3);
/// The newest experiments among which those are looked for that were asked of other nodes.
const MOST_NEW: usize = 200;

impl Laboratory {
    /// The report in memory, where it is newer than what is stored: of several nodes, on the one that plays.
    pub(super) fn open_report(&self, id: &str) -> Option<Report> {
        let open = self.shared.open.lock();
        let is_here = !self.shared.store.is_shared() || open.played.as_deref() == Some(id);
        Some(open.by_id.get(id).filter(|_| is_here)?.report.borrow().clone())
    }
}

impl Shared {
    /// Takes an experiment for this node to play; `false` when another plays it.
    pub(super) fn hold(&self, id: &str) -> Result<bool, StoreError> {
        let is_held = self.store.hold(&work(id), self.node, HELD)?;
        if is_held {
            self.open.lock().played = Some(id.to_owned());
        }
        Ok(is_held)
    }

    /// Whether this node still holds the experiment that it plays.
    pub(super) fn holds(&self, id: &str) -> bool {
        self.open.lock().played.as_deref() == Some(id)
    }

    /// Leaves an experiment to whoever takes it next.
    pub(super) fn release(&self, id: &str) {
        self.open.lock().played = None;
        if let Err(error) = self.store.let_go(self.node) {
            tracing::debug!(id, %error, "others wait before they go on with an experiment");
        }
    }

    /// Takes up what was asked of other nodes, and follows what they do, until the laboratory stops.
    pub(super) fn watch(&self) {
        while !self.stops_by(EVERY) {
            self.renew();
            self.take_up(MOST_NEW);
            for (id, open) in self.elsewhere() {
                if let Err(error) = self.look_at(&id, &open) {
                    tracing::warn!(id, %error, "how far an experiment is cannot be read");
                }
            }
        }
    }

    /// Says that this node goes on with what it plays, and notices when that was ended or taken over.
    fn renew(&self) {
        let Some((id, open)) = self.playing() else { return };
        let asked = || {
            let record = self.store.experiment(&id)?;
            Ok::<_, StoreError>((self.store.hold(&work(&id), self.node, HELD)?, record))
        };
        match asked() {
            Ok((_, record)) if record.as_ref().is_none_or(|record| !record.state.is_open()) => {
                open.control.cancel.cancel();
            }
            Ok((true, _)) => {}
            Ok((false, _)) => {
                let mut open = self.open.lock();
                open.played.take_if(|played| *played == id);
            }
            // The store does not take results either.
            Err(error) => tracing::debug!(id, %error, "the store cannot be told who plays an experiment"),
        }
    }

    fn playing(&self) -> Option<(String, OpenExperiment)> {
        let open = self.open.lock();
        let id = open.played.clone()?;
        let of = open.by_id.get(&id)?.clone();
        Some((id, of))
    }

    /// What is neither played here nor waits here.
    fn elsewhere(&self) -> Vec<(String, OpenExperiment)> {
        let open = self.open.lock();
        let is_here = |id: &String| open.played.as_ref() == Some(id) || open.queue.contains(id);
        open.by_id.iter().filter(|(id, _)| !is_here(id)).map(|(id, of)| (id.clone(), of.clone())).collect()
    }

    /// Shows those who follow an experiment here how far another node is with it, and tries to play it: the other may be gone.
    fn look_at(&self, id: &str, open: &OpenExperiment) -> Result<(), ServiceError> {
        let record = self.store.experiment(id)?;
        let Some(record) = record.filter(|record| record.state.is_open()) else {
            self.say_the_end(id, open);
            return Ok(());
        };
        if open.report.receiver_count() > 0 {
            open.report.send_replace(self.report(&record, &open.experiment)?);
        }
        self.queue_again(id, open);
        Ok(())
    }
}

fn work(id: &str) -> String {
    format!("experiment {id}")
}
