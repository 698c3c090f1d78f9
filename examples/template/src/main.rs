//! The service with the template in it: `cargo run --release -p tapis-template`.

use tapis_solver::registry::Registry;
use tapis_template::Template;

fn main() -> std::process::ExitCode {
    tapis_api::commands::main(Registry::standard().with::<Template>())
}
