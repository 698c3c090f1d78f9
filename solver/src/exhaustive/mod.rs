//! The exhaustive solver: it searches every consistent world to the end of the game.
//!
//! * [`solve`](mod@solve) turns a task into an answer; [`findings`] turns an analysis into findings;
//! * [`run`](mod@run) runs a search over worlds and depths within a budget; [`analysis`] has its result;
//! * [`search_to_depth`] searches a single position to a fixed depth;
//! * [`minimax`] serves two sides, [`maxn`] three and more seats; both use [`context`], [`table`] and [`ordering`];
//! * [`objective`] says where a line ends and what its end is worth.

pub mod objective;
mod table_growth;
pub mod tuning;

mod analysis;
mod context;
mod findings;
mod fixed_depth;
mod limits;
mod maxn;
mod minimax;
mod ordering;
mod parallel;
mod problem;
mod run;
mod sample;
mod searcher;
mod solve;
mod table;
mod worlds;

pub use analysis::{Analysis, AnalysisOf, Line, OnProgress, SearchBudget};
pub use findings::full_level;
pub use fixed_depth::search_to_depth;
pub(crate) use objective::final_value;
pub use problem::{Problem, World};
pub use run::{NODES_PER_SECOND, run};
pub use solve::solve;
pub use tuning::Tuning;
