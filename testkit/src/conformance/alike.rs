//! Law: across all games, viewers whose logs are equal see the same and have the same information key.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use tapis_games::game::Published;
use tapis_games::seat::Viewer;

use super::{Trial, json};

/// What was seen after a log, by the log's hash.
#[derive(Default)]
pub(super) struct Logs(HashMap<(Viewer, u64), Seen>);

struct Seen {
    looks: u64,
    info: Option<u64>,
    at: String,
}

impl Logs {
    pub(super) fn check<G: Published>(&mut self, trial: &Trial<G>) {
        for viewer in trial.viewers() {
            let mut hasher = DefaultHasher::new();
            for (ply, seen) in trial.course.log(trial.rules, viewer).iter().enumerate() {
                json(seen).hash(&mut hasher);
                let state = &trial.course.states[ply + 1];
                let mut looks = DefaultHasher::new();
                trial.looks(state, viewer).hash(&mut looks);
                let info = match viewer {
                    Viewer::Seat(seat) => Some(trial.rules.info_key(state, seat)),
                    _ => None,
                };
                let now = || Seen { looks: looks.finish(), info, at: trial.at(ply) };
                let first = self.0.entry((viewer, hasher.finish())).or_insert_with(now);
                assert_eq!(
                    (first.looks, first.info),
                    (looks.finish(), info),
                    "{} and {}: equal logs of {viewer:?}, different sights",
                    first.at,
                    trial.at(ply)
                );
            }
        }
    }
}
