//! What tapis does at its tables, without HTTP: live games and their events, bots and advice.
//!
//! [`Service`] puts the parts together. [`tables`] are live games and what can happen to them, [`bots`] plays the bots'
//! moves, [`advice`] is hints and analyses, [`catalogue`] says what is played. Time, ids, randomness, deals and engines are
//! handed in as [`sources`], storage as a [`tapis_db::Store`]. [`ServiceError`] is every refusal.

pub mod advice;
pub mod answers;
pub mod bots;
pub mod catalogue;
pub mod charge;
pub mod clocks;
mod jobs;
pub mod pool;
pub mod retry;
pub mod reviews;
mod service;
pub mod settings;
mod stored;
pub mod tables;

pub use jobs::Retry;
pub use service::*;
pub use settings::ServiceSettings;
pub use stored::answered;
pub use tapis_common::{
    FieldError, Reason, ServiceError, TokenFault, facts, kept, priority, process, rulesets, serving, sources,
    space,
};
