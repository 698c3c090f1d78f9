//! A table and the people at it: seats, events, taking back, and what a restart leaves as it was.

mod clocks;
mod events;
mod from_seats;
mod lookup;
mod memory;
mod pace;
mod presence;
mod rematch;
mod resign;
mod restart;
mod seats;
mod shares;
mod together;
mod undo;
mod validation;
mod waiting;
