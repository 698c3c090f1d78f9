//! Web Push: whoever has closed the page of a game is told when it is their turn. A row for each browser says how far it was
//! (`PushSubscription`), so nothing is written beside an event.

mod browser;
mod encryption;
mod message;
mod teller;

pub(crate) use browser::read;
pub(crate) use teller::{attended, pass_over, tell};
