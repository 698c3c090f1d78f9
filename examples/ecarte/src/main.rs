//! The whole service, with Écarté beside the published games.

use std::process::ExitCode;

use tapis_ecarte::Ecarte;
use tapis_solver::registry::Registry;

fn main() -> ExitCode {
    tapis_api::commands::main(Registry::standard().with::<Ecarte>())
}
