//! What stands between a node and its database, and loses everything while the line is cut.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// The file of a server's socket in its folder.
const SOCKET: &str = ".s.PGSQL.5432";

/// A line to a server.
pub struct Proxy {
    folder: tempfile::TempDir,
    server: PathBuf,
    is_cut: Arc<AtomicBool>,
}

impl Proxy {
    /// A line to the server whose socket lies in `folder`.
    pub fn start(folder: &str) -> Self {
        let (own, server) = (tempfile::tempdir().unwrap(), PathBuf::from(folder));
        let listener = UnixListener::bind(own.path().join(SOCKET)).unwrap();
        let proxy = Self { folder: own, server, is_cut: Arc::default() };
        let (to, is_cut) = (proxy.server.join(SOCKET), Arc::clone(&proxy.is_cut));
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let Ok(server) = UnixStream::connect(&to) else { continue };
                for (from, to) in [(&client, &server), (&server, &client)] {
                    let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    let is_cut = Arc::clone(&is_cut);
                    std::thread::spawn(move || pass(from, to, &is_cut));
                }
            }
        });
        proxy
    }

    /// The URL of a database by this line.
    pub fn url(&self, url: &str) -> String {
        let encoded = |path: &std::path::Path| path.to_str().unwrap().replace('/', "%2F");
        url.replace(&encoded(&self.server), &encoded(self.folder.path()))
    }

    /// Cuts the line, or mends it.
    pub fn cut(&self, is_cut: bool) {
        self.is_cut.store(is_cut, SeqCst);
    }
}

/// Passes on what comes. What comes while the line is cut is lost, and its connection of no use afterwards.
fn pass(mut from: UnixStream, mut to: UnixStream, is_cut: &AtomicBool) {
    let (mut buffer, mut has_lost) = ([0; 8_192], false);
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        has_lost |= is_cut.load(SeqCst);
        if is_cut.load(SeqCst) {
            continue;
        }
        if has_lost || to.write_all(&buffer[..read]).is_err() {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}
