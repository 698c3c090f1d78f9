//! The binary `tapis`.

use std::process::ExitCode;

use tapis_solver::registry::Registry;

// A request makes and gives back a hundred small things, and what one thread makes another often gives back.
#[cfg(not(debug_assertions))]
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    tapis_api::commands::main(Registry::standard())
}
