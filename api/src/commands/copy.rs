//! `tapis copy`: everything of a database in another, of any engine.

use anyhow::Context;
use clap::Args;
use tapis_db::{Copied, DatabaseUrl};

/// Copies a database into another: games, results, experiments, rulesets, keys of callers. It compares every game after copying
/// it. No service may run on either database. Repeat an interrupted command to continue it. Idempotency keys are not copied.
#[derive(Debug, Args)]
pub(super) struct CopyArgs {
    /// The source: `sqlite:<path>` or `postgres://user:password@host/database`.
    #[arg(long)]
    from: DatabaseUrl,
    /// The target, created if it is missing: `postgres://user:password@host/database` or `sqlite:<path>`.
    #[arg(long)]
    to: DatabaseUrl,
}

/// Copies the database and says what was copied.
///
/// # Errors
/// One of them cannot be used, or the target has something else; what was copied until then stays.
pub(super) fn run(args: &CopyArgs) -> anyhow::Result<()> {
    let CopyArgs { from, to } = args;
    let source = from.open_copy_source().with_context(|| format!("cannot read {from}"))?;
    let target = to.open_alone().with_context(|| format!("cannot open {to}"))?;
    let mut said = 0;
    let mut progress = |copied: &Copied| {
        if copied.games >= said + 10_000 {
            said = copied.games;
            eprintln!("{} games", copied.games);
        }
    };
    let copied = tapis_db::copy(&*source, &*target, &mut progress);
    let copied = copied.with_context(|| format!("cannot copy {from} to {to}"))?;
    target.close().with_context(|| format!("cannot close {to}"))?;
    let Copied { games, events, results, experiments, rulesets, keys } = copied;
    println!(
        "{to}: {games} games with {events} events, {results} results, {experiments} experiments, {rulesets} rulesets, \
         {keys} keys of {from}, compared"
    );
    println!(
        "Start it with the secret of {from} in TAPIS_SECRET: without it the tokens of its games are worthless."
    );
    Ok(())
}
