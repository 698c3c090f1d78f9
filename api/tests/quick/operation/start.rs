//! What the service refuses to start with.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tapis_api::settings::Settings;
use tapis_api::startup::{Application, StartError};
use tapis_service::sources::Sources;
use tapis_solver::registry::Registry;
use tempfile::TempDir;

/// Why the service does not start.
fn refusal(arguments: &[&str]) -> StartError {
    let arguments = ["--port", "0"].into_iter().chain(arguments.iter().copied());
    match Application::build(Settings::from_args(arguments).unwrap(), Sources::system(Registry::standard())) {
        Ok(application) => panic!("it listens on {}", application.address()),
        Err(error) => error,
    }
}

fn url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

/// A database that was used and closed.
async fn used(directory: &TempDir) -> std::path::PathBuf {
    let path = directory.path().join("tapis.db");
    let settings = Settings::from_args(["--port", "0", "--database", &url(&path)]).unwrap();
    let application = Application::build(settings, Sources::system(Registry::standard())).unwrap();
    let (stopper, store) = (application.stopper(), application.state().service.store().clone());
    let server = tokio::spawn(application.run());
    stopper.stop().await;
    server.await.unwrap().unwrap();
    store.close().unwrap();
    path
}

/// Files of a folder with their bytes.
fn files(directory: &TempDir) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(directory.path()).unwrap().map(Result::unwrap);
    let mut files: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[tokio::test]
async fn an_open_address_without_an_administrator() {
    for host in ["0.0.0.0", "::", "192.0.2.7"] {
        let error = refusal(&["--host", host, "--database", "sqlite::memory:"]);
        assert!(matches!(error, StartError::NoAdminToken(_)), "{error}");
        assert!(error.to_string().contains("TAPIS_ADMIN_TOKEN"), "{error}");
    }
}

#[tokio::test]
async fn trusted_proxies_without_an_administrator() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("tapis.db");
    let error = refusal(&["--trusted-proxies", "127.0.0.1,10.0.0.0/8", "--database", &url(&path)]);
    assert!(matches!(error, StartError::ProxiesWithoutAdminToken), "{error}");
    assert!(error.to_string().contains("TAPIS_ADMIN_TOKEN"), "{error}");
    assert!(!path.exists(), "nothing was made");
}

#[tokio::test]
async fn a_database_that_is_none_is_left_untouched() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("tapis.db");
    std::fs::write(&path, "My diary. ".repeat(1000)).unwrap();
    let before = files(&directory);
    let error = refusal(&["--database", &url(&path)]);
    assert!(matches!(error, StartError::Database { .. }), "{error}");
    assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
    assert_eq!(files(&directory), before);
}

#[tokio::test]
async fn a_damaged_database_is_left_untouched() {
    let directory = tempfile::tempdir().unwrap();
    let path = used(&directory).await;
    let mut bytes = std::fs::read(&path).unwrap();
    let page = 4096.min(bytes.len() / 2);
    bytes[page..page + 64].fill(0xff);
    bytes[100..164].fill(0xff); // the table of tables
    std::fs::write(&path, &bytes).unwrap();
    let before = files(&directory);
    let error = refusal(&["--database", &url(&path)]);
    assert!(matches!(error, StartError::Database { .. }), "{error}");
    assert_eq!(files(&directory), before);
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_left_untouched() {
    let directory = tempfile::tempdir().unwrap();
    let path = used(&directory).await;
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[60..64].copy_from_slice(&999_u32.to_be_bytes()); // SQLite's user_version, where migrations are counted
    std::fs::write(&path, &bytes).unwrap();
    let before = files(&directory);
    let error = refusal(&["--database", &url(&path)]);
    assert!(error.to_string().contains("schema version 999"), "{error}");
    assert_eq!(files(&directory), before);
}

#[tokio::test]
async fn a_secret_that_others_can_read() {
    let directory = tempfile::tempdir().unwrap();
    let path = used(&directory).await;
    let secret = directory.path().join("tapis.db.secret");
    assert_eq!(std::fs::metadata(&secret).unwrap().permissions().mode() & 0o777, 0o600);
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o644)).unwrap();
    let error = refusal(&["--database", &url(&path)]);
    assert!(matches!(error, StartError::Secret(_)), "{error}");
    let text = std::fs::read_to_string(&secret).unwrap();
    assert!(!error.to_string().contains(text.trim()), "the secret is not told");
}

#[tokio::test]
async fn an_address_that_is_taken() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let arguments = ["--port", &port, "--database", "sqlite::memory:"];
    let settings = Settings::from_args(arguments).unwrap();
    let error = Application::build(settings, Sources::system(Registry::standard())).err().unwrap();
    assert!(matches!(error, StartError::Bind { .. }), "{error}");
    assert!(error.to_string().contains(&port), "{error}");
}

#[tokio::test]
async fn a_database_without_its_secret_is_not_served_with_another_by_mistake() {
    let directory = tempfile::tempdir().unwrap();
    let path = used(&directory).await;
    let secret = directory.path().join("tapis.db.secret");
    let old = std::fs::read(&secret).unwrap();
    std::fs::remove_file(&secret).unwrap();
    let error = refusal(&["--database", &url(&path)]).to_string();
    assert!(error.contains("tapis.db.secret is missing") && error.contains("--new-secret"), "{error}");
    assert!(!secret.exists(), "no secret was made");
    let settings = Settings::from_args(["--port", "0", "--database", &url(&path), "--new-secret"]).unwrap();
    drop(Application::build(settings, Sources::system(Registry::standard())).unwrap());
    assert_ne!(std::fs::read(&secret).unwrap(), old, "a new one, because it was asked for");
}

/// Nobody was given a token of a database of simulations, so there is nothing to refuse.
#[tokio::test]
async fn a_database_of_simulations_is_served_with_a_secret_of_its_own() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("lab.db");
    let games = Registry::standard();
    let rules = games.game("richelieu").unwrap().ruleset("{}").unwrap();
    let simulation =
        tapis_lab::Simulation::new(&games, rules, &["random".parse().unwrap()], [7; 32]).unwrap();
    let store = tapis_db::open(&url(&path)).unwrap();
    let clock = Sources::system(games.clone()).clock;
    simulation.run(4, &*store, &*clock, &tapis_solver::control::Control::default(), &|_| {}).unwrap();
    store.close().unwrap();
    drop(store);
    let settings = Settings::from_args(["--port", "0", "--database", &url(&path)]).unwrap();
    let application = Application::build(settings, Sources::system(games)).unwrap();
    assert_eq!(application.state().service.store().populations().unwrap()[0].games, 4);
    application.state().service.close().unwrap();
    let secret = directory.path().join("lab.db.secret");
    std::fs::remove_file(&secret).unwrap();
    let error = refusal(&["--database", &url(&path)]).to_string();
    assert!(error.contains("lab.db.secret is missing"), "served once, it has a secret: {error}");
}

#[tokio::test]
async fn a_database_of_a_build_that_was_no_release_is_refused_in_one_sentence() {
    let directory = tempfile::tempdir().unwrap();
    let path = used(&directory).await;
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[60..64].copy_from_slice(&10_u32.to_be_bytes());
    std::fs::write(&path, &bytes).unwrap();
    let before = files(&directory);
    let error = refusal(&["--database", &url(&path)]).to_string();
    assert!(error.contains("no release") && error.contains("--database"), "{error}");
    assert!(!error.contains(". ") && !error.contains('\n'), "one sentence: {error}");
    assert_eq!(files(&directory), before);
}

#[test]
fn numbers_out_of_bounds_are_refused_in_words() {
    for (flag, wrong) in [
        ("--workers", "100000000"),
        ("--tune", "max_connections=0"),
        ("--solver-threads", "1000000"),
        ("--bot-threads", "0"),
        ("--tune", "max_body_bytes=1"),
        ("--tune", "heartbeat_ms=0"),
        ("--trusted-proxies", "10.0.0.0/99"),
        ("--forwarded-header", "x-real-ip"),
    ] {
        let error = Settings::from_args([flag, wrong]).expect_err(flag).to_string();
        assert!(error.contains(flag) && error.contains(wrong), "{error}");
    }
}
