//! What a replay says was taken back, played again where it stood.

use serde_json::{Value, json};
use tapis_games::erased::{AnyRuleset, AnyTable, StoredPly};
use tapis_games::game::Turn;
use tapis_games::random::Seed;

use crate::verified::{Difference, differs, members, same, step};

/// Plies that were taken back together.
struct Undone<'a> {
    /// The number of the first.
    first: u32,
    plies: &'a [Value],
    version: &'a Value,
}

/// Checks `undone` of a game whose plies that stand are those of `end`. From the last one backwards: what stood before it was taken
/// back follows from what stood after.
pub(crate) fn check(
    ruleset: &dyn AnyRuleset,
    seed: &Seed,
    end: &dyn AnyTable,
    undone: &Value,
) -> Result<(), Difference> {
    let undone = match undone {
        Value::Null => &[][..],
        Value::Array(undone) => undone.as_slice(),
        other => return Err(differs(0, "plies taken back", json!("a list"), other)),
    };
    let undone = undone.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let mut after = end.fork();
    for taken in undone.iter().rev() {
        let mut before = rewound(ruleset, &*after, taken)?;
        for (n, ply) in (taken.first..).zip(taken.plies) {
            taken_back(&mut *before, seed, n, ply)?;
        }
        if !matches!(before.turn(), Turn::Player(_)) {
            let last = before.plies().len() as u32 - 1;
            return Err(differs(last, "ply taken back", json!("none that ends the game"), &taken.plies[0]));
        }
        after = before;
    }
    versions(&undone)
}

fn read(undone: &Value) -> Result<Undone<'_>, Difference> {
    let plies = undone["plies"].as_array().map_or(&[][..], Vec::as_slice);
    let first = plies.first().and_then(|ply| u32::try_from(ply["n"].as_u64()?).ok());
    let first = first.filter(|first| *first > 0);
    let first = first.ok_or_else(|| differs(0, "plies taken back", json!("numbered from 1 on"), undone))?;
    // Whoever asks takes back a ply of their own, and all that followed.
    same(first, "seat that took back", plies[0]["seat"].clone(), &undone["by"])?;
    Ok(Undone { first, plies, version: &undone["version"] })
}

/// The game before the first ply that was taken back, which stood then too.
fn rewound(
    ruleset: &dyn AnyRuleset,
    after: &dyn AnyTable,
    taken: &Undone<'_>,
) -> Result<Box<dyn AnyTable>, Difference> {
    let stood = taken.first as usize;
    if stood > after.plies().len() {
        let most = format!("a ply up to {}", after.plies().len());
        return Err(differs(taken.first, "first ply taken back", json!(most), &taken.plies[0]));
    }
    if let Some(table) = after.rewound(stood) {
        return Ok(table);
    }
    let log: Vec<StoredPly> = after.plies().iter().take(stood).map(|ply| (*ply.stored).clone()).collect();
    ruleset.restore(&log).map_err(|error| differs(error.ply, "ply", json!(error.reason), &Value::Null))
}

/// Plays a ply that was taken back. One after which chance decided, or in which somebody learned something, never is.
fn taken_back(table: &mut dyn AnyTable, seed: &Seed, n: u32, ply: &Value) -> Result<(), Difference> {
    let played = step(table, seed, n, ply)?;
    let stored = &played.stored;
    let expected = json!({
        "n": n, "seat": stored.seat, "notation": stored.notation, "state_hash": hex::encode(played.state_hash),
    });
    if played.discloses || !stored.chance.is_empty() {
        return Err(differs(
            n,
            "ply taken back",
            json!("one without chance, that shows nothing hidden"),
            ply,
        ));
    }
    members(n, "ply taken back", &expected, ply)
}

/// Every ply makes a version, and so does taking back; other events may lie between.
fn versions(undone: &[Undone<'_>]) -> Result<(), Difference> {
    let (mut least, mut stand) = (1, 0);
    for Undone { first, plies, version } in undone {
        let before = u64::from(*first) - 1 + plies.len() as u64;
        least = u64::saturating_add(least, before - stand + 1);
        let said = version.as_u64().filter(|said| *said >= least);
        let wanted = || json!(format!("at least {least}"));
        let said = said.ok_or_else(|| differs(*first, "version that took back", wanted(), version))?;
        (least, stand) = (said, u64::from(*first) - 1);
    }
    Ok(())
}
