//! `tapis admin`: the token of who administrates, on the server's own machine.

use std::io::{Write, stdout};

use anyhow::bail;
use clap::Args;

use crate::settings::{self, Database, Security};

/// Whose token.
#[derive(Debug, Args)]
pub(super) struct AdminArgs {
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    security: Security,
}

/// Prints the token alone, so that a script can send it.
///
/// # Errors
/// There is none that is kept, or it cannot be read.
pub(super) fn run(args: &AdminArgs) -> anyhow::Result<()> {
    let AdminArgs { database, security } = args;
    let url = &database.url;
    let Some(token) = settings::known_admin_token(security, database)? else {
        bail!(
            "there is no admin token of {url}: TAPIS_ADMIN_TOKEN is not set, and no service has made one for this database yet"
        );
    };
    writeln!(stdout(), "{}", token.exposed())?;
    Ok(())
}
