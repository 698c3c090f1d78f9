//! Analyses: the same search as a hint, for any observation somebody posts, as a job when it takes long.
//!
//! What is posted is never compared with a running game. Jobs live in memory: bounded in number, forgotten some time
//! after they end, found only by their unguessable ids.

mod job;
mod jobs;
mod question;

pub use job::{Job, JobReport, JobState, Progress};
pub use jobs::{Jobs, JobsSettings, RepeatedAnalysis, Retry};
pub use question::{Observation, Position, RulesetChoice, read};
