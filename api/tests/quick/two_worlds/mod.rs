//! Two deals that look alike to a viewer are served to it byte for byte alike.
//!
//! A game is played on one service; from what one viewer saw of it, other deals are drawn that would have looked the
//! same; each is served by a service of its own, and the same moves are played there. Whatever the viewer can ask for
//! must then be the same everywhere: observations, logs, events, hints, analyses, refusals, headers included. After the end the same
//! holds for how its own choices are judged.

mod alike;
mod dealer;
mod ears;
mod game;
mod probes;
mod reviewed;
mod tools;
mod waiting;
mod world;
