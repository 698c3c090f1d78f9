//! A start that is refused has changed nothing.

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use tapis_api::settings::Settings;
use tapis_api::startup::{Application, StartError};
use tapis_service::sources::Sources;
use tapis_solver::registry::Registry;

/// The version of a database.
fn version(path: &Path) -> i64 {
    let conn = Connection::open(path).unwrap();
    conn.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

/// A database of the first release.
fn old(folder: &Path) -> PathBuf {
    let (path, dumps) =
        (folder.join("tapis.db"), Path::new(env!("CARGO_MANIFEST_DIR")).join("../db/tests/fixtures"));
    let conn = Connection::open(&path).unwrap();
    conn.pragma_update(None, "foreign_keys", false).unwrap();
    conn.execute_batch(&std::fs::read_to_string(dumps.join("0.1.0.sql")).unwrap()).unwrap();
    conn.close().unwrap();
    path
}

/// Whose tokens a database has is written down at the first start.
fn serve_with_another_secret(path: &Path) {
    let conn = Connection::open(path).unwrap();
    let put = "INSERT OR REPLACE INTO token_secret (id, fingerprint) VALUES (1, ?1)";
    conn.execute(put, [[7_u8; 32]]).unwrap();
}

fn build(arguments: &[&str]) -> Result<Application, StartError> {
    let settings = Settings::from_args(arguments.iter().copied()).unwrap();
    Application::build(settings, Sources::system(Registry::standard()))
}

#[tokio::test]
async fn a_refused_start_leaves_the_database_at_its_version() {
    let folder = tempfile::tempdir().unwrap();
    let path = old(folder.path());
    let (url, before) = (format!("sqlite:{}", path.display()), version(&path));
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let missing = folder.path().join("none.json").display().to_string();
    let (one, other) = ("1".repeat(64), "2".repeat(64));
    let base = ["--database", &url, "--admin-token", "an-administrator-s-token", "--secret"];
    let folder_of_keys = folder.path().display().to_string();
    let refusals: [(&str, &[&str]); 5] = [
        ("a port that is taken", &["--port", &port]),
        ("an address of another machine", &["--port", "0", "--host", "192.0.2.7"]),
        (
            "no file of keys",
            &["--port", "0", "--login-jwks", &missing, "--login-issuer", "i", "--login-audience", "a"],
        ),
        (
            "a file of keys that cannot be read",
            &["--port", "0", "--login-jwks", &folder_of_keys, "--login-issuer", "i", "--login-audience", "a"],
        ),
        ("a secret that is not the one of its tokens", &["--port", "0"]),
    ];
    for (why, more) in refusals {
        let secret = if why.starts_with("a secret") {
            serve_with_another_secret(&path);
            &other
        } else {
            &one
        };
        let arguments = [&base[..], &[secret.as_str()], more].concat();
        let file = std::fs::read(&path).unwrap();
        let Err(error) = build(&arguments) else { panic!("it starts with {why}") };
        assert!(std::fs::read(&path).unwrap() == file, "the file was changed by {why}: {error}");
    }
    let arguments = [&base[..], &[one.as_str(), "--port", "0", "--new-secret"]].concat();
    let application = build(&arguments).unwrap_or_else(|error| panic!("{error}"));
    assert!(version(&path) > before, "a start that is not refused brings it up to date");
    application.state().service.close().unwrap();
}
