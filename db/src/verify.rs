//! Checks a whole database, beside the nodes or the process that serve it.

use crate::copy::CopySource;
use crate::engine::tables::check::{self, Check};
use crate::error::{Result, StoreError};
use crate::model::{GameId, Verification};
use crate::postgres::PostgresStore;
use crate::store::ServedStore;

/// Games and results that are read at once.
const PAGE: usize = 256;

/// Reads every table of a PostgreSQL database, loads every game, and adds up the statistics again. What is written or deleted meanwhile
/// may be left out.
pub(crate) fn verify(store: &PostgresStore) -> Result<Verification> {
    let mut report = Verification::default();
    let ids = |before| store.game_ids(before, PAGE).map(|ids| (ids, Vec::new()));
    check(store, &mut report, &|table| store.unreadable(table), &ids)?;
    let results = store.for_each_results(PAGE, &mut |page| {
        report.results += page.len() as u64;
        Ok(())
    });
    undamaged(&mut report, "the results", results)?;
    if undamaged(&mut report, "the statistics", store.verify_rollups())? == Some(false) {
        report.findings.push("the statistics: the results add up to something else".to_owned());
    }
    Ok(report)
}

/// The ids of games behind one, ascending, and what of them cannot be read. There is none behind the last.
type Ids<'a> = &'a dyn Fn(Option<GameId>) -> Result<(Vec<GameId>, Vec<String>)>;

/// Reads every table, and loads every game, so that its chain of events is compared.
pub(crate) fn check(
    source: &dyn CopySource,
    report: &mut Verification,
    unreadable: &dyn Fn(Check) -> Result<Vec<String>>,
    ids: Ids<'_>,
) -> Result<()> {
    for table in check::ALL {
        let unreadable = undamaged(report, "a table", unreadable(table))?;
        report.findings.extend(unreadable.into_iter().flatten());
    }
    let mut before = None;
    while let Some((ids, wrong)) = undamaged(report, "the games", ids(before))? {
        report.findings.extend(wrong);
        if ids.is_empty() {
            break;
        }
        for id in ids {
            check_game(source, report, (before, id))?;
            before = Some(id);
        }
    }
    Ok(())
}

/// Checks the game that comes next after `before`.
fn check_game(
    source: &dyn CopySource,
    report: &mut Verification,
    (before, id): (Option<GameId>, GameId),
) -> Result<()> {
    let game = match source.load_game(id) {
        // Old games are deleted beside this.
        Err(StoreError::NotFound) if source.game_ids(before, 1)?.first() != Some(&id) => return Ok(()),
        Err(StoreError::NotFound) => Err(StoreError::Corrupt("its row cannot be found".to_owned())),
        game => game,
    };
    report.games += 1;
    let game = undamaged(report, &format!("game {id}"), game)?;
    report.events += game.map_or(0, |game| game.events.len() as u64);
    Ok(())
}

/// What was read, or nothing when it is damaged: then that is a finding.
pub(crate) fn undamaged<T>(report: &mut Verification, what: &str, read: Result<T>) -> Result<Option<T>> {
    match read {
        Err(StoreError::Corrupt(text)) => {
            report.findings.push(format!("{what}: {text}"));
            Ok(None)
        }
        read => read.map(Some),
    }
}
