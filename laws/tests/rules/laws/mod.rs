//! The laws of the games: the contract, what is shown, the texts, the numbers, two deals that look alike, and what is on record.

mod conformance;
mod drawn;
mod printed;
mod recorded;
mod texts;
mod two_worlds;
