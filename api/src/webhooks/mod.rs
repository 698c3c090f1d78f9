//! Webhooks: front ends are told what happens in their games. A row for each game and key says how far it was (`WatchedGame`), so
//! nothing is written beside a move.

mod message;
mod signature;
mod teller;

pub(crate) use message::{WebhookEvent, WebhookMessage, all_of, told_at};
pub(crate) use signature::shown;
pub(crate) use teller::tell;
