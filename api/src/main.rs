//! The binary `tapis`.

use clap::Parser;

// A request makes and gives back a hundred small things, and what one thread makes another often gives back.
#[cfg(not(debug_assertions))]
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> anyhow::Result<()> {
    tapis_api::cli::Cli::parse().run()
}
