//! The binary `tapis`.

use clap::Parser;

fn main() -> anyhow::Result<()> {
    tapis_api::cli::Cli::parse().run()
}
