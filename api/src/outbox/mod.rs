//! Sending messages about games to front ends and browsers: one bound of what is under way, one rule of pauses.

mod places;
mod sender;

pub(crate) use places::{Claim, Lane, Place, Whom};
pub(crate) use sender::{ASKED_EVERY, Again, Failure, Outbox};
