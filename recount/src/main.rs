//! Recounts finished games from files: `cargo run -p tapis-recount -- replay.json …`.

use std::process::ExitCode;

use serde_json::Value;

fn main() -> ExitCode {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let agree = paths.iter().map(|path| match checked(path) {
        Ok(scores) => {
            println!("{path}: agrees; scores {scores}");
            true
        }
        Err(difference) => {
            eprintln!("{path}: {difference}");
            false
        }
    });
    // Every file is read, also after one that differs.
    let differing = agree.filter(|agrees| !agrees).count();
    if paths.is_empty() {
        eprintln!("usage: tapis-recount REPLAY.json … (answers of GET /v1/games/{{id}}/replay)");
    }
    if paths.is_empty() || differing > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The scores of a replay that agrees with the rules, else the first difference.
fn checked(path: &str) -> Result<Value, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let replay: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    tapis_recount::recount(&replay).map_err(|difference| difference.to_string())?;
    Ok(replay["scores"].clone())
}
