//! What games are tested with: the reference games keep the laws, and a game that breaks one is caught.

mod conformance;
mod conformance_catches;
mod hands;
mod late;
mod recorded;
mod shown_catches;
