//! Estimates the cost of a search from a few random playouts, and chooses the solver.

mod choice;
mod forecast;

pub use choice::{Choice, choose, estimate};
pub use forecast::{Forecast, forecast};
