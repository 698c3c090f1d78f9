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

/// The words of a text that may be names of measures.
fn measures(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words
        .filter(|word| word.starts_with("tapis_"))
        .map(|word| word.trim_end_matches("_bucket").trim_end_matches("_count"))
}

#[test]
fn what_dashboard_alarms_and_page_name_is_measured() {
    let measured = [
        include_str!("../../src/telemetry/metrics.rs"),
        include_str!("../../src/housekeeping.rs"),
        include_str!("../../../service/src/clocks/mod.rs"),
        include_str!("../../../service/src/clocks/time.rs"),
        include_str!("../../../service/src/tables/trust.rs"),
        include_str!("../../../service/src/service/abandon.rs"),
    ];
    let known: Vec<_> = measured.iter().flat_map(|source| measures(source)).collect();
    let mut named = 0;
    for text in [
        include_str!("../../../deploy/dashboard.json"),
        include_str!("../../../deploy/alarms.yaml"),
        include_str!("../../../docs/operating.md"),
    ] {
        for name in measures(text) {
            assert!(known.contains(&name), "nobody measures {name}");
            named += 1;
        }
    }
    assert!(named > 20, "only {named} names");
    serde_json::from_str::<serde_json::Value>(include_str!("../../../deploy/dashboard.json")).expect("JSON");
    for alarm in include_str!("../../../deploy/alarms.yaml").split("alert: ").skip(1) {
        let name = alarm.lines().next().unwrap_or_default();
        assert!(include_str!("../../../docs/operating.md").contains(name), "{name} is on no page");
    }
}

#[test]
fn all_that_is_measured_is_on_a_panel() {
    let dashboard = include_str!("../../../deploy/dashboard.json");
    let described =
        [include_str!("../../src/telemetry/metrics.rs"), include_str!("../../src/telemetry/process.rs")];
    let texts = described.iter().flat_map(|source| source.split('"').skip(1).step_by(2));
    let names: Vec<_> = texts.filter(|text| !text.contains(' ')).filter(|text| is_a_measure(text)).collect();
    assert!(names.len() > 40, "only {} names", names.len());
    for name in names {
        assert!(dashboard.contains(name), "{name} is on no panel");
    }
}

fn is_a_measure(text: &str) -> bool {
    ["tapis_", "process_"].iter().any(|prefix| text.starts_with(prefix))
}
