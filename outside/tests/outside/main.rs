//! A game from outside, served, drawn and searched as the published ones are: the template. Its laws are in its own tests.

mod guide;
mod hints;
mod http;
mod served;
mod shown;
