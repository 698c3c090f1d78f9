//! A disk whose syncs fail: nothing is acknowledged from then on, and what was acknowledged is there.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::crash::{WRITERS, check, said, worker};

/// The library that makes the disk fail, compiled as SQLite is.
pub fn failing(directory: &Path) -> PathBuf {
    let library = directory.join("fail_disk.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sqlite/fail_disk.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-o"]).args([&library, &source]);
    assert!(compiler.status().unwrap().success());
    library
}

#[test]
#[cfg(target_os = "linux")]
fn after_a_failed_sync_nothing_is_acknowledged() {
    let tools = tempfile::tempdir().unwrap();
    let library = failing(tools.path());
    let mut acknowledging = 0;
    // From the syncs of the creation on into those of the moves.
    for good in [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
        let directory = tempfile::tempdir().unwrap();
        let wrapper = format!(
            "export LD_PRELOAD='{}' TAPIS_TEST_GOOD_SYNCS={good}; exec \"$0\" \"$@\"",
            library.display()
        );
        let mut child = worker(directory.path(), &wrapper);
        let (mut acknowledged, mut failed) = (vec![0; WRITERS as usize], 0);
        for line in BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok) {
            if let Some((n, version)) = said(&line, "acknowledged") {
                acknowledged[n] = version.max(acknowledged[n]);
            }
            failed += u64::from(said(&line, "failed").is_some());
        }
        child.wait().unwrap();
        let written: u64 = acknowledged.iter().sum();
        // Every acknowledgement rests on a sync that succeeded; a group has one for all.
        assert!(written <= (WRITERS + 1) * good, "{written} acknowledged after {good} syncs");
        if written > 0 {
            assert_eq!(failed, WRITERS, "{good} good syncs, {acknowledged:?}");
            acknowledging += 1;
        }
        if directory.path().join("games.db").exists() {
            // With a good disk again everything goes on.
            check(&directory.path().join("games.db"), &acknowledged);
        }
    }
    assert!(acknowledging >= 3, "the syncs failed before anything was written: {acknowledging}");
}
