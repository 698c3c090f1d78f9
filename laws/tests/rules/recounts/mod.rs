//! Random games of the server's rules, recounted; and what a recount must not let pass.
#![allow(clippy::unwrap_used, reason = "tests")]

mod course;
mod documents;
mod malin;
mod numbers;
mod parbourg;
mod richelieu;
mod sept_blasons;
mod spoilt;
