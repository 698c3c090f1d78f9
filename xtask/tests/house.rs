//! The ceilings of the house, and what its tests can be told.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The most lines of a file.
const LINES: usize = 400;
/// Files that are longer today. The list may only shrink, as may each of its numbers.
const LONGER: [(&str, usize); 0] = [];

/// The Rust files of the workspace by their paths in it.
fn sources() -> BTreeMap<String, String> {
    files(|path| path.ends_with(".rs"))
}

/// These files of the workspace by their paths in it.
fn files(is_wanted: impl Fn(&str) -> bool) -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let (mut folders, mut found) = (vec![PathBuf::new()], BTreeMap::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            let name = entry.file_name().into_string().unwrap();
            if entry.file_type().unwrap().is_dir() {
                let other = name.starts_with('.') || ["target", "node_modules"].contains(&name.as_str());
                folders.extend((!other).then_some(path));
            } else if is_wanted(path.to_str().unwrap()) {
                found.insert(path.to_str().unwrap().to_owned(), fs::read_to_string(entry.path()).unwrap());
            }
        }
    }
    found
}

#[test]
fn no_file_is_too_long() {
    let long: BTreeMap<String, usize> = sources()
        .into_iter()
        .map(|(path, text)| (path, text.lines().count()))
        .filter(|(_, lines)| *lines > LINES)
        .collect();
    let listed: BTreeMap<String, usize> = LONGER.map(|(path, lines)| (path.to_owned(), lines)).into();
    assert_eq!(
        long, listed,
        "a file of more than {LINES} lines is split; one that shrank is listed as it is"
    );
}

/// What the modules of a crate name of one another, tests and comments left out.
fn uses(sources: &BTreeMap<String, String>, package: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in sources {
        let Some(path) = path.strip_prefix(&format!("{package}/src/")) else { continue };
        let module = path.split('/').next().unwrap().trim_end_matches(".rs");
        if !["lib", "main"].contains(&module) && !path.ends_with("tests.rs") && !path.contains("/tests/") {
            let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap();
            let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let code = code.collect::<Vec<_>>().join("\n");
            let named = code.split("crate::").skip(1).map(|after| {
                let end = after.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
                after[..end.unwrap_or(after.len())].to_owned()
            });
            found.entry(module.to_owned()).or_default().extend(named.filter(|name| name != module));
        }
    }
    let known: BTreeSet<String> = found.keys().cloned().collect();
    found.values_mut().for_each(|named| named.retain(|name| known.contains(name)));
    found
}

#[test]
fn modules_need_one_another_in_one_direction() {
    let sources = sources();
    for package in ["games", "solver", "service", "api"] {
        let mut left = uses(&sources, package);
        assert!(left.len() > 3, "{package}: {left:?}");
        loop {
            let free: Vec<String> =
                left.iter().filter(|(_, named)| named.is_empty()).map(|(module, _)| module.clone()).collect();
            if free.is_empty() {
                break;
            }
            left.retain(|module, _| !free.contains(module));
            left.values_mut().for_each(|named| named.retain(|name| !free.contains(name)));
        }
        assert!(left.is_empty(), "{package}: in a circle, or above one: {left:#?}");
    }
}

/// The names of environment variables in a text.
fn variables(text: &str) -> BTreeSet<String> {
    let is_part = |letter: char| letter.is_ascii_uppercase() || letter == '_';
    let starts = text.match_indices("TAPIS_").map(|(at, _)| &text[at..]);
    let names = starts.map(|text| text.split(|letter| !is_part(letter)).next().unwrap_or_default());
    names.filter(|name| !name.ends_with('_')).map(str::to_owned).collect()
}

#[test]
fn every_knob_of_the_tests_is_told() {
    let settings = variables(include_str!("../../docs/configuration.md"));
    let told = [include_str!("../../CONTRIBUTING.md"), include_str!("../src/suites.txt")];
    let told: BTreeSet<String> = told.into_iter().flat_map(variables).collect();
    let used: BTreeSet<String> = sources().values().flat_map(|text| variables(text)).collect();
    let untold: Vec<_> = used.difference(&settings).filter(|name| !told.contains(*name)).collect();
    assert_eq!(
        untold, [""; 0],
        "a variable is a setting of docs/configuration.md, the size of a suite of the night, or stands in CONTRIBUTING.md"
    );
    let unused: Vec<_> = told.difference(&used).collect();
    assert_eq!(unused, [""; 0], "CONTRIBUTING.md tells of a variable that nothing reads");
}

/// What a line of TypeScript shows: its strings, and its templates without what is put into them.
fn shown(line: &str) -> String {
    let (mut texts, mut code) = (String::new(), String::new());
    for (at, part) in line.split('"').enumerate() {
        if at % 2 == 1 { texts.extend([part, "\n"]) } else { code.push_str(part) }
    }
    while let Some(end) = code.find('}') {
        let start = code[..end].rfind('{').unwrap_or(end);
        code.replace_range(start..=end, "…");
    }
    texts.extend(code.split('`').skip(1).step_by(2));
    texts
}

/// Whether a wide space stands where French has a narrow one.
fn is_wide(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let is_space = |letter: char| letter == ' ' || letter == '\u{a0}';
    letters
        .windows(2)
        .any(|two| is_space(two[0]) && ":;!?»%".contains(two[1]) || two[0] == '«' && is_space(two[1]))
}

/// Texts of pages in French.
fn is_of_pages(path: &str) -> bool {
    path.starts_with("web/src/") && (path.ends_with("fr.ts") || path.starts_with("web/src/rules/how/how-"))
}

fn french() -> BTreeMap<String, String> {
    let all = files(|path| path.contains("/text/fr") && path.ends_with(".ftl") || is_of_pages(path));
    assert!(all.len() >= 25, "{:?}", all.keys());
    all
}

#[test]
fn french_texts_have_narrow_spaces() {
    let mut wide = Vec::new();
    for (path, text) in french() {
        let lines = text.lines().filter(|line| !line.starts_with(['#', '/']));
        let shown = lines.map(|line| if is_of_pages(&path) { shown(line) } else { line.to_owned() });
        wide.extend(shown.filter(|line| is_wide(line)).map(|line| format!("{path}: {line}")));
    }
    assert_eq!(wide, [""; 0], "before : ; ! ? % and inside « » French has U+202F");
}

/// French words that lose their vowel before another.
const ELIDED: [&str; 9] = ["de", "que", "le", "la", "ne", "se", "je", "lorsque", "jusque"];
/// What may follow them: numbers, what is written in digits, and nouns whose texts say whether they elide.
const NO_NAMES: [&str; 24] = [
    "confidence",
    "contract",
    "deals",
    "effect",
    "first",
    "from",
    "gain",
    "game",
    "hash",
    "least",
    "limit",
    "low",
    "min",
    "most",
    "n",
    "newest",
    "noun",
    "points",
    "share",
    "size",
    "tested",
    "value",
    "version",
    "within",
];

/// What stands after words that elide in a line.
fn after_elided(line: &str) -> Vec<String> {
    let (mut before, mut found) = ("", Vec::new());
    for piece in line.split(['{', '$']) {
        let name: String =
            piece.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let word = before.strip_suffix(' ').and_then(|text| text.rsplit([' ', '\u{202f}', '`', '’']).next());
        if !name.is_empty() && word.is_some_and(|word| ELIDED.contains(&word.to_lowercase().as_str())) {
            found.push(name);
        }
        if !piece.trim().is_empty() {
            before = piece;
        }
    }
    found
}

/// "De Ada" is no French: where a name may follow, the sentence is made otherwise.
#[test]
fn no_french_word_elides_before_a_name() {
    let mut wrong = Vec::new();
    for (path, text) in french() {
        for line in text.lines().filter(|line| !line.starts_with(['#', '/'])) {
            let names = after_elided(line).into_iter().filter(|name| !NO_NAMES.contains(&name.as_str()));
            wrong.extend(names.map(|name| format!("{path}: {name}: {line}")));
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert_eq!(after_elided("part de { $who } et de `${name}`, à { $n }"), ["who"]);
    assert_eq!(after_elided("`Statistiques de ${arm}`"), ["arm"]);
}
