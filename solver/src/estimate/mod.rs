//! What a search would cost, from a few random playouts, and which solver it is worth.

mod choice;
mod forecast;

pub use choice::{Choice, choose, estimate};
pub use forecast::{Forecast, forecast};
