//! Le Malin: the rules of the booklet one by one, what is refused, what a seat knows.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod docs;
mod features;
mod hidden;
mod logs;
mod malheurs;
mod refusals;
mod rounds;
mod sampler;
mod scene;
