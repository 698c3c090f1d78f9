//! Learns what positions are worth: plays games, keeps their positions, and fits [nets](crate::value::Net) to what came of them.

mod experience;
mod fit;

pub(crate) use experience::experience;
pub use experience::{Experience, Play};
pub use fit::{Fit, fit, squared_error};

#[cfg(test)]
mod tests;
