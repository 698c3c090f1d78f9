//! Connections: some are kept for reads, none waits for ever for a row, and a pooler may stand before the server.

use std::os::unix::fs::PermissionsExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use tapis_db::postgres::{PostgresOptions, PostgresStore};
use tapis_db::{Store, StoreError};

use super::open;
use crate::build::*;
use crate::server;

/// Opens the database as a node does whose requests wait so long for a row, or for a connection.
fn open_patient(url: &str, patience: Duration) -> Arc<dyn Store> {
    let defaults = PostgresOptions::default();
    let options = PostgresOptions { patience, call: patience.max(defaults.call), ..defaults };
    Arc::new(PostgresStore::open(&url.parse().unwrap(), options).unwrap())
}

#[test]
fn rows_that_are_locked_hold_up_no_read() {
    let url = server::shared().database();
    let store = open_patient(&url, Duration::from_secs(120));
    (0..40).for_each(|n| assert_eq!(store.create_game(game(n)).unwrap().version, 1));
    let holder = server::shared().hold(&url, "SELECT game FROM heads FOR UPDATE");
    let (sender, answers) = mpsc::channel();
    for n in 0..40 {
        let sender = sender.clone();
        store.append_then(append(id(n), 1), Box::new(move |answer| drop(sender.send(answer))));
    }
    drop(sender);
    let waits = "SELECT count(*) > 8 FROM pg_stat_activity \
                 WHERE datname = current_database() AND wait_event_type = 'Lock'";
    server::shared().until(&url, waits, "t");
    // All reads are answered before any write is.
    for n in 0..40 {
        assert_eq!(store.load_game(id(n)).unwrap().summary.version, 1);
    }
    assert_eq!(answers.try_recv(), Err(mpsc::TryRecvError::Empty));
    drop(holder);
    let versions: Vec<_> = answers.iter().map(|answer| answer.unwrap().version).collect();
    assert_eq!(versions, vec![2; 40]);
}

#[test]
fn a_write_waits_for_a_row_as_long_as_is_said_and_no_longer() {
    assert_eq!(PostgresOptions::default().patience, Duration::from_secs(5));
    let url = server::shared().database();
    let patience = Duration::from_secs(1);
    let store = open_patient(&url, patience);
    store.create_game(game(1)).unwrap();
    let holder = server::shared().hold(&url, "SELECT game FROM heads FOR UPDATE");
    let begun = Instant::now();
    // It is answered while the row is held.
    assert_eq!(store.append(append(id(1), 1)), Err(StoreError::Busy));
    assert!(begun.elapsed() >= patience, "{:?}", begun.elapsed());
    drop(holder);
    drop(store);
    assert_eq!(open(&url).append(append(id(1), 1)).unwrap().version, 2);
}

/// PgBouncer before the server of the tests.
struct Pooler {
    child: Child,
    folder: tempfile::TempDir,
}

impl Pooler {
    /// Starts it with more lines of settings.
    fn start(settings: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o777)).unwrap();
        let (path, ini) = (folder.path().display(), folder.path().join("pgbouncer.ini"));
        let text = format!(
            "[databases]\n* = host={} user=tapis\n[pgbouncer]\nunix_socket_dir = {path}\nlisten_port = 6432\n\
             auth_type = any\n{settings}\n",
            server::shared().folder()
        );
        std::fs::write(&ini, text).unwrap();
        // It refuses to run as root, and Debian keeps it out of the path of others.
        let run = "PATH=$PATH:/usr/sbin; [ $(id -u) = 0 ] && as='setpriv --reuid=nobody --regid=nogroup --clear-groups'; \
                   exec $as pgbouncer \"$0\"";
        let mut command = Command::new("sh");
        command.args(["-c", run]).arg(&ini);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let mut pooler = Self { child, folder };
        while !pooler.folder.path().join(".s.PGSQL.6432").exists() {
            let ended = pooler.child.try_wait().unwrap();
            assert_eq!(ended, None, "PgBouncer does not start: `cargo xtask tools` installs it");
            std::thread::sleep(Duration::from_millis(20));
        }
        pooler
    }

    fn url(&self, of: &str) -> String {
        let folder = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://tapis@{folder}:6432/{}", of.rsplit('/').next().unwrap())
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const IGNORED: &str = "ignore_startup_parameters = options, statement_timeout, \
                       idle_in_transaction_session_timeout, lock_timeout";

#[test]
fn a_pooler_that_does_not_know_the_limits_is_told_what_to_ignore() {
    let pooler = Pooler::start("pool_mode = session");
    let Err(StoreError::Unfit(text)) = tapis_db::open(&pooler.url(&server::shared().database())) else {
        panic!("it was taken")
    };
    assert!(text.starts_with("unsupported startup parameter"), "{text}");
    assert!(text.contains(IGNORED), "{text}");
}

#[test]
fn a_pooler_that_forgets_prepared_statements_is_refused_and_one_that_keeps_them_is_taken() {
    let (url, forgets) = (server::shared().database(), "pool_mode = transaction\n");
    let pooler = Pooler::start(&format!("{forgets}{IGNORED}"));
    let version =
        Command::new("sh").args(["-c", "PATH=$PATH:/usr/sbin pgbouncer --version"]).output().unwrap().stdout;
    let keeps = !String::from_utf8(version).unwrap().contains(" 1.1");
    match tapis_db::open(&pooler.url(&url)) {
        Err(StoreError::Unfit(text)) => assert!(text.contains("PgBouncer 1.21 or newer"), "{text}"),
        Err(error) => panic!("{error}"),
        Ok(_) => assert!(keeps, "it forgets them"),
    }
    let pooler = Pooler::start(&format!("pool_mode = session\n{IGNORED}"));
    let store = open(&pooler.url(&url));
    store.create_game(game(1)).unwrap();
    assert_eq!(store.append(append(id(1), 1)).unwrap().version, 2);
}
