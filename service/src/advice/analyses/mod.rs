//! Analyses: the same search as a hint, for any observation somebody posts, as a job when it takes long.
//!
//! What is posted is never compared with a running game. Jobs live in memory: bounded in number, forgotten some time
//! after they end, found only by their unguessable ids. Where several nodes share the store, those that last are told of in it.

mod job;
mod question;

pub use crate::jobs::JobState;
pub(crate) use job::AnalysisWork;
pub use job::{AnalysisProgress, JobReport};
pub use question::{AnalysisRequest, RulesetChoice};
pub(crate) use question::{PostedPosition, read};
