//! Rules of the tapis card games, pure: no I/O, no clock, no randomness of their own, no HTTP.
//!
//! Read [`game`] first: it is the whole contract between a game and everything that plays, searches, shows or
//! stores it; [`shown`] is how games are drawn. [`erased`] turns a typed game into objects the service can hold side by side.
//!
//! What several games share is there for games outside this crate too: [`prelude`] is what most files name, [`words`] reads
//! notations, [`playing_card`], [`pack`] and [`bits`] are cards and sets of them, [`hidden_hands`] deals them, [`belief`]
//! weighs hypotheses, [`text`] checks what people write, [`bounds`] the numbers of options, [`locale`] says texts in their language, [`rebuild`] plays hidden
//! histories again, [`hash`] makes keys.

pub mod belief;
pub mod bits;
pub mod bounds;
pub mod by_viewer;
pub mod course;
pub mod erased;
pub mod facts;
pub mod feature;
pub mod game;
pub mod hands;
pub mod hash;
pub mod hidden_hands;
pub mod history;
pub mod json;
pub mod lines;
pub mod locale;
pub mod log;
pub mod malin;
mod names;
pub mod open;
pub mod pack;
pub mod parbourg;
mod parts;
pub mod payoff;
pub mod playing_card;
pub mod prelude;
pub mod random;
pub mod rebuild;
pub mod refusal;
pub mod richelieu;
pub mod ruleset;
mod schemas;
pub mod seat;
pub mod sept_blasons;
pub mod shapes;
pub mod shown;
pub mod text;
pub mod turn;
pub mod words;
