//! Parbourg over HTTP: seats that pass by themselves, decks of designers, refusals.

mod auto_pass;
mod decks;
mod refusals;
mod stacked;
