//! What documents show of code is what the code is.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The excerpts of a document, each with the file it is from: blocks after a comment which names a file, as
/// `<!-- clients/typescript/src/draw.ts -->` does.
fn excerpts(document: &str) -> Vec<(&str, &str)> {
    let parts = document.split("<!-- ").skip(1).filter_map(|part| part.split_once(" -->\n```"));
    parts
        .map(|(file, rest)| {
            let code = rest.split_once('\n').unwrap().1;
            (file, code.split_once("\n```").unwrap().0)
        })
        .collect()
}

#[test]
fn excerpts_are_what_stands_in_the_files_they_name() {
    let document = fs::read_to_string(root().join("docs/draw-a-table.md")).unwrap();
    let excerpts = excerpts(&document);
    assert!(excerpts.len() >= 7, "{excerpts:?}");
    for (file, code) in excerpts {
        let source = fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(source.contains(code), "{file} does not have:\n{code}");
    }
}

#[test]
fn an_excerpt_has_its_file_and_its_lines() {
    let document = "Text.\n\n<!-- a/b.ts -->\n```ts\nlet a;\nlet b;\n```\n\n```json\n{}\n```\n";
    assert_eq!(excerpts(document), [("a/b.ts", "let a;\nlet b;")]);
}
