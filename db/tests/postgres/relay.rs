//! A way to the server that is cut without a word: each end learns of it when it says something next.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::mpsc;

use super::open;
use crate::build::*;
use crate::server;

/// Stands between a store and the server of the tests.
struct Relay {
    folder: tempfile::TempDir,
    /// How often the way was cut.
    cuts: Arc<AtomicU32>,
}

impl Relay {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let listener = UnixListener::bind(folder.path().join(".s.PGSQL.5432")).unwrap();
        let server = PathBuf::from(server::shared().folder()).join(".s.PGSQL.5432");
        let cuts = Arc::new(AtomicU32::new(0));
        let seen = Arc::clone(&cuts);
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                carry(client, UnixStream::connect(&server).unwrap(), Arc::clone(&seen));
            }
        });
        Self { folder, cuts }
    }

    fn url(&self, of: &str) -> String {
        let folder = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://tapis@{folder}/{}", of.rsplit('/').next().unwrap())
    }

    /// Every connection of now is closed as soon as something is said over it.
    fn cut(&self) {
        self.cuts.fetch_add(1, SeqCst);
    }
}

/// Carries what both sides say, until the way is cut.
fn carry(mut client: UnixStream, mut server: UnixStream, cuts: Arc<AtomicU32>) {
    let opened = cuts.load(SeqCst);
    let (mut answers, mut back) = (server.try_clone().unwrap(), client.try_clone().unwrap());
    std::thread::spawn(move || std::io::copy(&mut answers, &mut back));
    std::thread::spawn(move || {
        let mut said = [0; 8192];
        while let Ok(length @ 1..) = client.read(&mut said) {
            if cuts.load(SeqCst) != opened || server.write_all(&said[..length]).is_err() {
                break;
            }
        }
        let _ = (client.shutdown(Shutdown::Both), server.shutdown(Shutdown::Both));
    });
}

/// A server that gives way to another, or a router between that forgets: all connections are gone, and nothing tells of it. One that is
/// lost says so of all that were open then, so what is sent once more gets a new one.
#[test]
fn connections_that_are_all_gone_cost_nobody_a_move() {
    let url = server::shared().database();
    let relay = Relay::start();
    let store = open(&relay.url(&url));
    (0..12).for_each(|n| assert_eq!(store.create_game(game(n)).unwrap().version, 1));
    for time in 1..4 {
        open_many(&*store, &url, time);
        relay.cut();
        assert_eq!(store.append(append(id(0), 2 * time - 1)).unwrap().version, 2 * time, "a move");
        assert_eq!(store.load_game(id(1)).unwrap().summary.version, time + 1, "a read");
        assert_eq!(store.create_game(game(12 + time)).unwrap().version, 1, "what is sent only once");
        assert_eq!(store.append(append(id(0), 2 * time)).unwrap().version, 2 * time + 1);
    }
}

/// Has the store open several connections: moves of all games but one wait for a row at the same time.
fn open_many(store: &dyn tapis_db::Store, url: &str, version: u64) {
    let holder = server::shared().hold(url, "SELECT game FROM heads FOR UPDATE");
    let (sender, answers) = mpsc::channel();
    for n in 1..12 {
        let sender = sender.clone();
        store.append_then(append(id(n), version), Box::new(move |answer| drop(sender.send(answer))));
    }
    let waits = "SELECT count(*) > 8 FROM pg_stat_activity \
                 WHERE datname = current_database() AND wait_event_type = 'Lock'";
    server::shared().until(url, waits, "t");
    drop((holder, sender));
    answers.iter().for_each(|answer| assert_eq!(answer.unwrap().version, version + 1));
}
