//! The binary `tapis`.

use std::process::ExitCode;

use clap::Parser;

// A request makes and gives back a hundred small things, and what one thread makes another often gives back.
#[cfg(not(debug_assertions))]
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match tapis_api::commands::Cli::parse().run() {
        Ok(status) => status,
        Err(error) => {
            // One line, whatever the environment says about backtraces.
            eprintln!("tapis: {error:#}");
            ExitCode::FAILURE
        }
    }
}
