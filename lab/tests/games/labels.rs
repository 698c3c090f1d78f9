//! docs/lab.md has the measures as the program calls and defines them.

use serde_json::json;
use tapis_games::course::infos;

const PAGE: &str = include_str!("../../../docs/lab.md");

#[test]
fn the_page_has_every_measure_with_its_unit_and_its_meaning() {
    for info in infos() {
        let unit = match json!(info.unit).as_str() {
            Some("percent") => "%".to_owned(),
            unit => unit.unwrap_or_default().to_owned(),
        };
        let row = format!("| `{}` | {} | {unit} | {} |", info.name, info.label.en, info.text.en);
        assert!(PAGE.lines().any(|line| line == row), "{row}");
    }
}
