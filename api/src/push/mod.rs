//! Web Push: whoever has closed the page of a game is told when it is their turn. The events of a game are what waits to be told; a
//! row for each browser says how far it was (`PushSubscription`), so nothing is written beside an event.

mod browser;
mod encryption;
mod message;
mod teller;
mod worker;

pub(crate) use browser::read;
pub(crate) use worker::run;
