//! Phrases that do not read as English, which must not come back into anything a stranger reads.

use std::fs;
use std::path::{Path, PathBuf};

/// Sentences turned round, and words beside the technical term.
const BANNED: [&str; 16] = [
    "to who ",
    "for who ",
    "of before",
    "whose eyes",
    "loses its patience",
    "that wish it",
    "to who it",
    "as it was got",
    "is got ",
    "are got ",
    "perhaps none",
    "by whom.",
    "so many",
    "merely",
    "what came of",
    "without a token one is",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The documents a stranger reads.
fn documents() -> Vec<PathBuf> {
    let mut files = vec![root().join("openapi/openapi.json")];
    for folder in [root(), root().join("docs")] {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        files.extend(entries.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    }
    files
}

fn found(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace(['\n', '\r'], " ").replace("\\n", " ");
    BANNED.iter().filter(|phrase| text.contains(*phrase)).map(|phrase| (*phrase).to_owned()).collect()
}

#[test]
fn no_document_has_a_phrase_that_must_not_come_back() {
    let documents = documents();
    assert!(documents.len() > 10, "{documents:?}");
    let faults: Vec<_> = documents
        .iter()
        .flat_map(|path| {
            found(&fs::read_to_string(path).unwrap()).into_iter().map(|phrase| (path.clone(), phrase))
        })
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_phrase_is_found_over_the_end_of_a_line_and_in_json() {
    assert_eq!(found("sent To\nwho prefers that"), ["to who "]);
    assert_eq!(found(r#"{"description": "rows of\nbefore"}"#), ["of before"]);
    assert!(found("sent to a reader").is_empty());
}
