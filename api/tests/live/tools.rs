//! `tapis copy`, `export` and `prune` on both engines, and what the samples of `deploy/` set.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use crate::server::shared;

fn tapis(place: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tapis")).args(arguments).current_dir(place).output().unwrap()
}

/// What a command says that has to go well.
fn said(place: &Path, arguments: &[&str]) -> String {
    let output = tapis(place, arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The lines of a table without the numbers of its games, sorted.
fn without_numbers(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines: Vec<_> =
        text.lines().skip(1).map(|line| line.split_once(',').unwrap().1.to_owned()).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn results_are_copied_there_and_back_exported_alike_and_deleted() {
    let (server, directory) = (shared(), tempfile::tempdir().unwrap());
    let (place, url) = (directory.path(), server.database());
    said(place, &["simulate", "--seats", "greedy,random", "--games", "12"]);
    let copied = said(place, &["copy", "--from", "sqlite:lab.db", "--to", &url]);
    assert!(copied.contains("0 games with 0 events, 12 results"), "{copied}");
    assert_eq!(
        said(place, &["copy", "--from", "sqlite:lab.db", "--to", &url]),
        copied,
        "done again, it is there"
    );
    said(place, &["copy", "--from", &url, "--to", "sqlite:back.db"]);

    let export = |database: &str, to: &str| said(place, &["export", "--database", database, "--to", to]);
    let bytes = |name: &str| std::fs::read(place.join(name)).unwrap();
    for table in ["games", "seats", "features", "measures"] {
        for form in ["csv", "ndjson", "parquet"] {
            let file = |of: &str| format!("{of}/{table}.{form}");
            ["lab", "there", "back"].iter().for_each(|of| std::fs::create_dir_all(place.join(of)).unwrap());
            export("sqlite:lab.db", &file("lab"));
            let there = export(&url, &file("there"));
            assert_eq!(there.replace("there/", "back/"), export("sqlite:back.db", &file("back")));
            assert_eq!(bytes(&file("there")), bytes(&file("back")), "{table}.{form}");
            if form == "csv" {
                assert_eq!(
                    without_numbers(&place.join(file("there"))),
                    without_numbers(&place.join(file("lab")))
                );
            }
        }
    }
    let none = tapis(place, &["export", "--database", &server.database(), "--to", "none.csv"]);
    assert!(String::from_utf8(none.stderr).unwrap().contains("there is nothing in it"));

    let prune = |more: &[&str]| {
        said(place, &[&["prune", "--before", "2100-01-01", "--database", &url], more].concat())
    };
    assert!(prune(&["--experiments", "--dry-run"]).contains("12 results"));
    assert!(prune(&["--experiments"]).contains("12 results"));
    assert!(export(&url, "after.csv").contains("0 finished games"));
}

/// Each variable that the samples set is one of an option.
#[test]
fn what_the_samples_set_is_an_option() {
    let place = Path::new(env!("CARGO_MANIFEST_DIR"));
    let help = said(place, &["--help"]);
    let mut set = BTreeSet::new();
    for file in std::fs::read_dir(place.join("../deploy")).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let words = text.split(|c: char| !(c.is_ascii_uppercase() || c == '_'));
        set.extend(words.filter(|word| word.starts_with("TAPIS_")).map(str::to_owned));
    }
    assert!(set.contains("TAPIS_DATABASE") && set.contains("TAPIS_SECRET"), "{set:?}");
    for name in set {
        // What is secret is named without its value.
        let is_option = [']', '='].iter().any(|end| help.contains(&format!("[env: {name}{end}")));
        assert!(is_option, "{name} is no option");
    }
}

/// What holds data is its owner's alone, whatever the mask of who starts the program.
#[test]
fn every_file_with_data_is_its_owner_s_alone() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path();
    let program = env!("CARGO_BIN_EXE_tapis");
    for command in [
        "simulate --seats greedy,random --games 4",
        "export --to seats.csv",
        "export --to seats.ndjson",
        "export --to seats.parquet",
        "report --to report.html",
        "backup --database sqlite:lab.db backup.db",
        "copy --from sqlite:lab.db --to sqlite:copy.db",
    ] {
        let shell = format!("umask 0000 && exec {program} {command}");
        let output = Command::new("sh").args(["-c", &shell]).current_dir(place).output().unwrap();
        assert!(output.status.success(), "{command}: {output:?}");
    }
    let mut seen = 0;
    for file in std::fs::read_dir(place).unwrap().map(Result::unwrap) {
        let mode = file.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode & 0o077, 0, "{:?} is {mode:o}", file.file_name());
        seen += 1;
    }
    assert!(seen >= 7, "{seen} files");
}

/// A limit that ends the process without a word is told of before.
#[test]
fn a_limited_address_space_is_told_of() {
    let shell = format!("ulimit -v 16000000 && exec {} --version", env!("CARGO_BIN_EXE_tapis"));
    let output = Command::new("sh").args(["-c", &shell]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("ulimit -v unlimited") && said.contains("15625 MiB"), "{said}");
    let said = Command::new(env!("CARGO_BIN_EXE_tapis")).arg("--version").output().unwrap().stderr;
    assert_eq!(String::from_utf8(said).unwrap(), "");
}

/// A sample of `deploy/` without its comments.
fn read(name: &str) -> String {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(name));
    let text = text.unwrap();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#')).map(str::to_owned);
    lines.collect::<Vec<_>>().join("\n")
}

/// The samples of proxies log no query, which may have a ticket in it, and send nothing twice that changes something.
#[test]
fn the_samples_of_proxies_log_no_tickets_and_repeat_reads_alone() {
    let nginx = read("nginx.conf");
    let format = nginx.split("log_format without_queries").nth(1).unwrap().split(';').next().unwrap();
    for whole in
        ["$request ", "$request\"", "$request_uri", "$args", "$query_string", "$arg_", "$http_referer"]
    {
        assert!(!format.contains(whole), "{whole} in {format}");
    }
    assert!(nginx.contains("\"~^(?<plain>[^?%]*)\" $plain;") && format.contains("$logged"), "{format}");
    let logs: Vec<_> = nginx.lines().filter(|line| line.contains("_log ")).map(str::trim).collect();
    assert_eq!(logs, ["error_log stderr crit;", "access_log /dev/stdout without_queries;"]);
    let (reads, changes) = nginx.split_once("location @once").unwrap();
    assert!(reads.contains("proxy_next_upstream error timeout;") && reads.contains("return 418;"));
    assert!(changes.contains("proxy_next_upstream off;"));
    let again = nginx.split("map $request_method").nth(1).unwrap().split('}').next().unwrap();
    assert_eq!(again.matches("again;").count(), 2, "{again}");
    assert!(again.contains("GET ") && again.contains("HEAD ") && again.contains("default once;"), "{again}");

    let caddy = read("Caddyfile");
    assert_eq!(caddy.matches("log default {").count(), 1);
    assert_eq!(caddy.matches("request>uri regexp [?%].* \"\"").count(), 2, "access log and errors");
    assert_eq!(caddy.matches("request>headers delete").count(), 2);
    assert_eq!(caddy.matches("fields {").count(), 2, "Caddy 2.6 refuses the fields of a filter without it");
    assert!(caddy.contains("lb_retry_match method GET HEAD"));
}

/// With no node ready a client is told when to ask again: a 503 counts against no node, so that one is left to say it.
#[test]
fn the_samples_of_proxies_pass_on_when_to_ask_again_and_speak_http_2() {
    let nginx = read("nginx.conf");
    let first = nginx.split("location / {").nth(1).unwrap().split_once("location").unwrap().0;
    assert!(first.contains("error_page 502 503 504 = @others;") && !first.contains("http_503"), "{first}");
    let others = nginx.split("upstream others {").nth(1).unwrap().split('}').next().unwrap();
    let left_out = others.lines().filter(|line| line.contains("server ") && !line.contains("max_fails=0;"));
    assert_eq!(left_out.count(), 0, "{others}");
    // Six event streams stop a browser over HTTP/1.1. Caddy speaks HTTP/2 by itself.
    assert!(nginx.contains("listen 443 ssl http2;"));
    let caddy = read("Caddyfile");
    assert!(caddy.contains("health_uri /readyz") && caddy.contains("header @away Retry-After 2"));
}

/// The metrics are the administrator's: whoever scrapes them sends the token, and nothing has them scraped without.
#[test]
fn the_samples_scrape_with_the_token() {
    let (prometheus, kubernetes) = (read("prometheus.yaml"), read("kubernetes.yaml"));
    assert!(prometheus.contains("job_name: tapis") && prometheus.contains("credentials_file:"));
    assert!(!kubernetes.contains("prometheus.io/scrape"));
}
