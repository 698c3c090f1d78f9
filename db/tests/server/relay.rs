//! What stands between a store and a server of the tests, and loses what is said.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, Ordering::SeqCst};

use super::Server;

/// The file of a server's socket in its folder.
const SOCKET: &str = ".s.PGSQL.5432";

/// A way to a server.
pub struct Relay {
    folder: tempfile::TempDir,
    server: PathBuf,
    faults: Arc<Faults>,
}

/// What goes wrong on the way.
#[derive(Default)]
struct Faults {
    /// How often the way was cut.
    cuts: AtomicU32,
    /// Whether nothing gets through.
    is_silent: AtomicBool,
    /// How many answers come until one is lost, that one included; from 0 down it has happened.
    until_lost: AtomicI64,
    /// How many are lost from there on.
    losses: AtomicI64,
}

impl Relay {
    /// A way to this server.
    pub fn start(server: &Server) -> Self {
        let (folder, server) = (tempfile::tempdir().unwrap(), PathBuf::from(server.folder()));
        let listener = UnixListener::bind(folder.path().join(SOCKET)).unwrap();
        let relay = Self { folder, server, faults: Arc::default() };
        let (to, faults) = (relay.server.join(SOCKET), Arc::clone(&relay.faults));
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let Ok(server) = UnixStream::connect(&to) else { continue };
                let opened = faults.cuts.load(SeqCst);
                for (from, to, is_answer) in [(&client, &server, false), (&server, &client, true)] {
                    let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    let faults = Arc::clone(&faults);
                    std::thread::spawn(move || carry(from, to, is_answer, (&faults, opened)));
                }
            }
        });
        relay
    }

    /// The URL of a database of the server by this way.
    pub fn url(&self, url: &str) -> String {
        let encoded = |path: &Path| path.to_str().unwrap().replace('/', "%2F");
        url.replace(&encoded(&self.server), &encoded(self.folder.path()))
    }

    /// Every connection of now is closed without a word: each end learns of it when something is said over it next.
    pub fn cut(&self) {
        self.faults.cuts.fetch_add(1, SeqCst);
    }

    /// Loses all that is said from now on, or no more. A connection over which something was lost is of no use afterwards.
    pub fn silence(&self, is_silent: bool) {
        self.faults.is_silent.store(is_silent, SeqCst);
    }

    /// Loses so many answers from the n-th one on, each with the connection that it was to come over; what was asked is done.
    pub fn lose(&self, losses: i64, n: i64) {
        self.faults.losses.store(losses, SeqCst);
        self.faults.until_lost.store(n, SeqCst);
    }

    /// Whether the first of them is lost.
    pub fn has_lost(&self) -> bool {
        self.faults.until_lost.load(SeqCst) <= 0
    }
}

impl Faults {
    /// Counts an answer; whether it is lost.
    fn lose(&self) -> bool {
        let left = self.until_lost.fetch_sub(1, SeqCst);
        left <= 1 && left > 1 - self.losses.load(SeqCst)
    }
}

/// Carries what one side says.
fn carry(mut from: UnixStream, mut to: UnixStream, is_answer: bool, (faults, opened): (&Faults, u32)) {
    let (mut said, mut is_spoilt) = ([0; 8_192], false);
    while let Ok(length @ 1..) = from.read(&mut said) {
        if faults.is_silent.load(SeqCst) {
            is_spoilt = true;
            continue;
        }
        is_spoilt |= faults.cuts.load(SeqCst) != opened;
        is_spoilt |= is_answer && faults.lose();
        if is_spoilt || to.write_all(&said[..length]).is_err() {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}
