//! What the service tells its operators: log lines and numbers.

mod logs;
mod measured;
mod metrics;
mod process;

pub use logs::init;
pub use measured::RequestMeter;
pub use metrics::Metrics;
