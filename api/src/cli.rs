//! The command line.

use clap::{Args, Parser, Subcommand};

use crate::settings::Settings;
use crate::startup::Application;
use tapis_service::sources::Sources;

use crate::telemetry;

/// A card-table server: four published games over HTTP, hints and balance statistics.
#[derive(Debug, Parser)]
#[command(version, name = "tapis", args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Serve,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve (the default).
    Serve(Box<Serve>),
    /// Print the OpenAPI document.
    Openapi,
    /// Pit two line-ups of bots against each other.
    Arena(crate::arena_cli::ArenaArgs),
}

#[derive(Debug, Args)]
struct Serve {
    #[command(flatten)]
    settings: Settings,
}

impl Cli {
    /// Does what the command line says.
    ///
    /// # Errors
    /// What went wrong, for people to read.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command.unwrap_or(Command::Serve(Box::new(self.serve))) {
            Command::Serve(arguments) => serve(arguments.settings),
            Command::Arena(arguments) => crate::arena_cli::run(arguments),
            Command::Openapi => {
                println!("{}", serde_json::to_string_pretty(&crate::openapi())?);
                Ok(())
            }
        }
    }
}

fn serve(settings: Settings) -> anyhow::Result<()> {
    telemetry::init(&settings.logging)?;
    actix_web::rt::System::new().block_on(async {
        let application = Application::build(settings, Sources::system())?;
        println!("listening on http://{}", application.address());
        Ok(application.run_until_signal().await?)
    })
}
