//! A push service, to which messages to browsers are sent.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Result;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// Between two looks at whether something has come.
const MOMENT: Duration = Duration::from_millis(5);

/// Takes every message; ends when it is dropped.
pub(super) struct Receiver {
    address: SocketAddr,
    paths: Arc<Mutex<BTreeSet<String>>>,
    task: JoinHandle<()>,
}

impl Receiver {
    pub(super) async fn start() -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let paths = Arc::<Mutex<BTreeSet<String>>>::default();
        let seen = Arc::clone(&paths);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(take(stream, Arc::clone(&seen)));
            }
        });
        Ok(Self { address, paths, task })
    }

    /// The body that subscribes the browser of this number.
    pub(super) fn browser(&self, number: usize) -> String {
        browser(&format!("http://{}/{number}", self.address))
    }

    /// Waits until a message to the browser of this number has come.
    pub(super) async fn until(&self, number: usize) {
        let path = format!("/{number}");
        while !self.paths.lock().is_ok_and(|paths| paths.contains(&path)) {
            tokio::time::sleep(MOMENT).await;
        }
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The body that subscribes a browser at this address.
pub(super) fn browser(endpoint: &str) -> String {
    format!(
        r#"{{"endpoint":"{endpoint}","keys":{{"auth":"BTBZMqHH6r4Tts7J_aSIgg","p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"}}}}"#
    )
}

async fn take(mut stream: TcpStream, paths: Arc<Mutex<BTreeSet<String>>>) {
    let mut bytes = Vec::new();
    while !is_whole(&bytes) {
        if !stream.read_buf(&mut bytes).await.is_ok_and(|read| read > 0) {
            return;
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    let path = text.split(' ').nth(1).unwrap_or_default().to_owned();
    if let Ok(mut paths) = paths.lock() {
        paths.insert(path);
    }
    let taken = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    // The message has come, whether the sender hears of it or not.
    let _ = stream.write_all(taken).await;
}

/// Whether a request has come with its whole body.
fn is_whole(bytes: &[u8]) -> bool {
    let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { return false };
    let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
    bytes.len() >= end + 4 + length.unwrap_or(0_usize)
}
