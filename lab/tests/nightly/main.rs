//! What takes too long for every change: `cargo test -p tapis-lab --features nightly --test nightly`. Causes and no others are found,
//! and bots are rated in their order.

mod causes;
mod rated;
