//! What takes too long for every change: `cargo test -p tapis-laws --features nightly --test nightly`.

mod conformance;
mod parbourg;
