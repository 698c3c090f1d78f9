//! The exhaustive solver: every consistent world, every line to its end.
//!
//! * [`solve`](mod@solve): from a task to an answer; [`findings`] and [`fusion`]: what an analysis allows to be said;
//! * [`run`](mod@run): the course of a search over worlds and depths, within an allowance;
//! * [`look`](mod@look): a single position to a fixed depth;
//! * [`minimax`] for two sides, [`maxn`] for three and more seats, both on [`table`] and [`order`];
//! * [`plan`]: the best single plan for all worlds, beside the average over them;
//! * [`goal`]: what a finished line is worth, and where lines end.

pub mod goal;
mod growth;
pub mod tuning;

mod family;
mod findings;
mod fusion;
mod limits;
mod look;
mod maxn;
mod minimax;
mod order;
mod parallel;
mod plan;
mod problem;
mod run;
mod solve;
mod spread;
mod table;
mod worlds;

pub use findings::full_level;
pub use look::{Look, look};
pub use maxn::Line;
pub use plan::Planned;
pub use problem::{Problem, World};
pub use run::{Allowance, Analysis, AnalysisOf, SPEED, Watch, run};
pub use solve::{solve, solve_with};
pub use tuning::Tuning;
