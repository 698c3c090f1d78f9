//! The tables that both engines have alike: their part of the contract, once.

pub(crate) mod check;
pub(crate) mod experiments;
pub(crate) mod games;
pub(crate) mod idempotency;
pub(crate) mod keys;
pub(crate) mod players;
pub(crate) mod prune;
pub(crate) mod push;
pub(crate) mod ratings;
pub(crate) mod reviews;
pub(crate) mod rulesets;
pub(crate) mod webhooks;
