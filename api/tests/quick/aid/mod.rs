//! Small faults that people met, each with what fails without its mending.

mod callers;
mod matching;
mod restart;
mod reviews;
mod revoked;
mod seen;
mod start;
mod webhooks;
