//! The binary `tapis`.

use clap::Parser;

/// What a request allocates on one thread the writer frees on another; this allocator is quick at that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> anyhow::Result<()> {
    tapis_api::cli::Cli::parse().run()
}
