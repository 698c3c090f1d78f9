//! What tapis does, without HTTP: live games and their events, bots, advice, statistics and rulesets.
//!
//! [`Service`] puts the parts together. [`tables`] are live games and what can happen to them, [`bots`] plays the bots'
//! moves, [`advice`] is hints and analyses, [`lab`] plays bots against bots in memory, [`statistics`] turns
//! counts into figures, [`export`] writes what they were counted from to files, as [`tabular`] data, [`rulesets`] and [`catalogue`] say
//! what is played. Time, ids, randomness, deals and engines are handed in as [`sources`], storage as a
//! [`tapis_db::Store`]. [`ServiceError`] is every refusal.

pub mod advice;
pub mod bots;
pub mod catalogue;
pub mod chart;
mod error;
pub mod export;
mod facts;
pub mod lab;
pub mod language;
pub mod places;
pub mod plain;
pub mod priority;
pub mod report;
pub mod retry;
pub mod rulesets;
mod service;
pub mod settings;
pub mod shapes;
pub mod sources;
pub mod space;
pub mod statistics;
mod stored;
pub mod tables;
pub mod tabular;

pub use error::{Conflict, FieldError, ServiceError, TokenFault};
pub use service::{
    AnalysisRequest, CreateGame, CreatedGame, CreatedSeat, Practice, SeatGrant, SeatWanted, Service,
    StartError, StatisticsRequest, VisibilityName, WantedKind,
};
pub use settings::Settings;
pub use stored::answered;
