//! What the service tells its operators: log lines, numbers and traces.

mod logs;
mod measured;
mod metrics;
mod process;
mod repeats;
pub mod traces;

pub use logs::init;
pub use measured::RequestMeter;
pub use metrics::Metrics;
