//! The table of flags in `docs/configuration.md` is what the program says of itself.

use clap::{Arg, CommandFactory};
use tapis_api::commands::Cli;

const BEGIN: &str = "<!-- flags -->\n";
const END: &str = "<!-- end of flags -->\n";

/// A row a flag: name, environment variable, default, help.
fn table() -> String {
    let command = Cli::command();
    let mut text = String::from("| flag | variable | default | |\n| --- | --- | --- | --- |\n");
    for flag in command.get_arguments().filter(|flag| flag.get_env().is_some()) {
        text += &row(flag);
    }
    text
}

fn row(flag: &Arg) -> String {
    let name = flag.get_long().unwrap_or_default();
    let variable = flag.get_env().unwrap_or_default().to_string_lossy();
    let defaults = flag.get_default_values().iter().map(|value| format!("`{}`", value.to_string_lossy()));
    let help = flag.get_help().map(ToString::to_string).unwrap_or_default();
    let help = help.replace('|', "\\|");
    format!("| `--{name}` | `{variable}` | {} | {help} |\n", defaults.collect::<Vec<_>>().join(" "))
}

#[test]
fn the_configuration_page_lists_every_flag() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/configuration.md");
    let page = std::fs::read_to_string(path).expect("there is a page");
    let (before, rest) = page.split_once(BEGIN).expect("the table's begin is marked");
    let (listed, after) = rest.split_once(END).expect("the table's end is marked");
    if std::env::var_os("TAPIS_BLESS").is_some() {
        std::fs::write(path, format!("{before}{BEGIN}{}{END}{after}", table())).expect("it can be written");
    } else {
        assert_eq!(listed, table(), "run `cargo xtask bless`");
    }
    assert!(table().lines().count() > 10, "the program has flags");
}
