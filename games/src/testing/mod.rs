//! Small reference games with known values, for tests and benches (feature `testing`).
//!
//! | game | kind | known |
//! | --- | --- | --- |
//! | [`connect_four`] | two seats, perfect information | perft counts, first player wins |
//! | [`nim`] | two seats, perfect information | Bouton's theorem |
//! | [`dice_race`] | two seats, enumerable chance | a recursion over distances |
//! | [`three_pile`] | two to seven seats, perfect information, many ties | small values by hand |
//! | [`script`] | two to seven seats, chance | the tree on the page |
//! | [`kuhn`] | two seats, hidden cards | value −1/18 for the first seat, optimal play in closed form |
//! | [`leduc`] | two seats, hidden cards, chance | 936 information sets, value −0.0856 for the first seat |
//! | [`oh_hell`] | four seats, hidden cards, tricks | counts of deals and games by hand |
//! | [`finesse`] | two seats, hidden cards, chance | clairvoyant average 1, best plan ½ |
//!
//! Games in which everybody sees everything implement [`open::Open`] and get the rest of the contract from it.

pub mod conformance;
pub mod connect_four;
pub mod course;
pub mod dice_race;
pub mod finesse;
pub mod golden;
pub mod kuhn;
pub mod leduc;
mod mix;
pub mod nim;
pub mod oh_hell;
pub mod open;
pub mod perft;
pub mod script;
pub mod three_pile;
mod words;
