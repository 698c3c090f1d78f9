//! `cargo xtask new-game NAME`: a game of one's own to begin with, a copy of `examples/template` by another name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::project::{files, games, root};

/// The longest name.
const LONGEST: usize = 30;

/// What the game is called.
#[derive(clap::Args)]
pub struct NewGame {
    /// Small letters and digits, words with a hyphen between them: crazy-eights. It is part of every address of the game.
    name: String,
}

/// Makes the game.
///
/// # Errors
/// The name does not do; the files cannot be written. Nothing is left behind then.
pub fn run(game: &NewGame) -> Result<String> {
    let Names { id, .. } = create(&root(), &game.name)?;
    Ok(format!(
        "cargo xtask new-game: {id} is in examples/{id}, and plays the rules of its README.md. Change them, and see docs/agents.md:\n  \
         cargo xtask check-game {id}                      every law of a game\n  \
         cargo run --release -p tapis-{id} -- balance {id}   fair seats, skill, cards\n  \
         cargo run --release -p tapis-{id}                the service with the game in it"
    ))
}

/// What the game is called where.
struct Names {
    /// In addresses: `crazy-eights`.
    id: String,
    /// In paths of Rust: `crazy_eights`.
    module: String,
    /// The type: `CrazyEights`.
    of_type: String,
    /// For people: `Crazy Eights`.
    title: String,
}

impl Names {
    fn of(id: &str) -> Self {
        let word = |word: &str| {
            let (first, rest) = word.split_at(word.len().min(1));
            first.to_uppercase() + rest
        };
        let words: Vec<String> = id.split('-').map(word).collect();
        Self {
            id: id.to_owned(),
            module: id.replace('-', "_"),
            of_type: words.concat(),
            title: words.join(" "),
        }
    }

    /// A text of the template in the words of this game.
    fn put(&self, text: &str) -> String {
        let Self { id, module, of_type, title } = self;
        let pairs = [
            ("examples/template", format!("examples/{id}")),
            ("tapis-template", format!("tapis-{id}")),
            ("tapis_template", format!("tapis_{module}")),
            ("\"template\"", format!("\"{id}\"")),
            ("\"Template\"", format!("\"{title}\"")),
            ("# Template", format!("# {title}")),
            ("the template", title.clone()),
            ("The template", title.clone()),
            ("Template", of_type.clone()),
        ];
        pairs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
    }
}

/// Makes the game under the top folder of a workspace.
fn create(root: &Path, name: &str) -> Result<Names> {
    let game = root.join("examples").join(name);
    let lock = fs::read_to_string(root.join("Cargo.lock")).context("Cargo.lock cannot be read")?;
    let files = files(&root.join("examples/template")).context("examples/template cannot be read")?;
    check_name(root, name, &lock, &files)?;
    let names = Names::of(name);
    // Written elsewhere and then moved: what is half made is never a game.
    let beside = root.join(format!(".new-game-{name}"));
    let made = write(&beside, &files, &names).and_then(|()| {
        fs::rename(&beside, &game).with_context(|| format!("{} cannot be made", game.display()))
    });
    let entered = made.and_then(|()| enter(root, &lock, &names));
    if entered.is_err() {
        let _ = fs::remove_dir_all(&beside);
        let _ = fs::remove_dir_all(&game);
    }
    entered.map(|()| names)
}

/// Refuses a name, with what would be right.
fn check_name(root: &Path, name: &str, lock: &str, files: &BTreeMap<PathBuf, Vec<u8>>) -> Result<()> {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    let starts = name.starts_with(|first: char| first.is_ascii_lowercase());
    ensure!(
        starts && name.split('-').all(is_word) && (2..=LONGEST).contains(&name.len()),
        "'{name}' is no name of a game: 2 to {LONGEST} small letters and digits, a letter first, words with a hyphen between \
         them, like crazy-eights"
    );
    let known = games(root);
    ensure!(
        !known.iter().any(|game| game == name),
        "there is a game '{name}' already; there are {}",
        known.join(", ")
    );
    let package = format!("name = \"tapis-{name}\"");
    ensure!(
        !lock.lines().any(|line| line == package),
        "tapis-{name} is a part of this project already: choose another name, like {name}-game"
    );
    let of_type = Names::of(name).of_type;
    // Comments and texts may have the word: hearts are trumps.
    for (_, text) in files.iter().filter(|(file, _)| file.extension().is_some_and(|suffix| suffix == "rs")) {
        let text = String::from_utf8_lossy(text);
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let mut code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let has = |line: &str| line.split(|letter| !is_part(letter)).any(|word| word == of_type);
        if of_type != "Template" && code.any(has) {
            bail!(
                "the type of '{name}' would be {of_type}, which is something else in the template: choose another name, like {name}-game"
            );
        }
    }
    Ok(())
}

fn write(to: &Path, files: &BTreeMap<PathBuf, Vec<u8>>, names: &Names) -> Result<()> {
    for (file, text) in files {
        let path = to.join(file);
        path.parent().map(fs::create_dir_all).transpose()?;
        fs::write(&path, names.put(&String::from_utf8_lossy(text)))
            .with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(())
}

/// Enters the package in `Cargo.lock`, as cargo would: the folder alone makes it a part of the workspace.
fn enter(root: &Path, lock: &str, names: &Names) -> Result<()> {
    let mut blocks: Vec<&str> = lock.trim_end().split("\n\n").collect();
    let package = |block: &str| {
        let name = block.lines().find_map(|line| line.strip_prefix("name = "));
        block.starts_with("[[package]]").then(|| name.unwrap_or_default().trim_matches('"').to_owned())
    };
    let template = blocks.iter().find(|block| package(block).as_deref() == Some("tapis-template"));
    let template = template.context("Cargo.lock has no package tapis-template")?;
    let own = names.put(template);
    let name = package(&own).unwrap_or_default();
    let after = blocks.iter().position(|block| package(block).is_some_and(|other| other > name));
    blocks.insert(after.unwrap_or(blocks.len()), &own);
    let (path, beside) = (root.join("Cargo.lock"), root.join(".Cargo.lock.new"));
    fs::write(&beside, blocks.join("\n\n") + "\n").context("Cargo.lock cannot be written")?;
    fs::rename(&beside, &path).context("Cargo.lock cannot be written")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::copy;

    /// The part of this workspace that a new game is made of.
    fn workspace() -> tempfile::TempDir {
        let place = tempfile::tempdir().unwrap();
        let template = "examples/template";
        copy(&root().join(template), &place.path().join(template)).unwrap();
        fs::copy(root().join("Cargo.lock"), place.path().join("Cargo.lock")).unwrap();
        place
    }

    #[test]
    fn a_new_game_is_the_template_by_another_name() {
        let place = workspace();
        create(place.path(), "go-fish").unwrap();
        let folder = place.path().join("examples/go-fish");
        let template = place.path().join("examples/template");
        assert_eq!(files(&folder).unwrap().len(), files(&template).unwrap().len());
        for (path, text) in files(&folder).unwrap() {
            let text = String::from_utf8(text).unwrap();
            assert!(!text.to_lowercase().contains("template"), "{}", path.display());
        }
        let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap();
        assert!(read("Cargo.toml").contains("name = \"tapis-go-fish\""));
        assert!(read("src/main.rs").contains("use tapis_go_fish::GoFish;"));
        assert!(read("src/published.rs").contains("const ID: &'static str = \"go-fish\";"));
        assert!(read("src/published.rs").contains("title: \"Go Fish\","));
        assert!(read("README.md").starts_with("# Go Fish: "));
        let back = |text: String| {
            let pairs = [("go-fish", "template"), ("go_fish", "template"), ("GoFish", "Template")];
            pairs.iter().fold(text, |text, (from, to)| text.replace(from, to))
        };
        let rules = fs::read_to_string(template.join("src/rules.rs")).unwrap();
        assert_eq!(back(read("src/rules.rs")), rules, "rules that compile there compile here");
    }

    #[test]
    fn the_lock_is_as_cargo_would_write_it() {
        let place = workspace();
        let before = fs::read_to_string(place.path().join("Cargo.lock")).unwrap();
        create(place.path(), "go-fish").unwrap();
        let after = fs::read_to_string(place.path().join("Cargo.lock")).unwrap();
        let names = |lock: &str| -> Vec<String> {
            lock.lines().filter_map(|line| line.strip_prefix("name = ")).map(str::to_owned).collect()
        };
        let (names, had) = (names(&after), names(&before));
        assert!(
            names.is_sorted()
                && names.len() == had.len() + 1
                && names.contains(&"\"tapis-go-fish\"".to_owned())
        );
        let own = after.split("\n\n").find(|block| block.contains("\"tapis-go-fish\"")).unwrap();
        assert_eq!(after.replace(&format!("{own}\n\n"), ""), before);
    }

    #[test]
    fn words_of_comments_and_texts_are_names_of_games() {
        let place = workspace();
        for name in ["hearts", "trumps", "tricks"] {
            create(place.path(), name).unwrap();
        }
    }

    #[test]
    fn bad_names_are_refused_in_a_sentence_and_leave_nothing_behind() {
        let place = workspace();
        let before = files(place.path()).unwrap();
        for (name, why) in [
            ("Whist", "no name of a game"),
            ("", "no name of a game"),
            ("8-ball", "no name of a game"),
            ("a--b", "no name of a game"),
            ("../up", "no name of a game"),
            ("pêche", "no name of a game"),
            ("a-name-that-is-far-too-long-for-it", "no name of a game"),
            ("template", "there is a game 'template' already"),
            ("richelieu", "there is a game 'richelieu' already"),
            ("api", "a part of this project already"),
            ("state", "would be State"),
            ("card", "would be Card"),
        ] {
            let error = create(place.path(), name).err().unwrap().to_string();
            assert!(error.contains(why) && !error.contains('\n'), "{name}: {error}");
        }
        assert_eq!(files(place.path()).unwrap(), before);
    }

    #[test]
    fn what_cannot_be_finished_is_taken_back() {
        let place = workspace();
        let lock = place.path().join("Cargo.lock");
        let without = fs::read_to_string(&lock).unwrap().replace("tapis-template", "tapis-other");
        fs::write(&lock, without).unwrap();
        let before = files(place.path()).unwrap();
        assert!(create(place.path(), "whist").is_err());
        assert_eq!(files(place.path()).unwrap(), before);
        assert!(!place.path().join("examples/whist").exists());
    }
}
