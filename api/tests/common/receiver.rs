//! Somebody to whom webhooks are sent.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "test support; every test binary uses its own part"
)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::Value;
use sha2::Sha256;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// A message as it came.
#[derive(Clone, Debug)]
pub struct Received {
    pub target: String,
    pub id: String,
    pub timestamp: String,
    pub signature: String,
    pub body: String,
}

/// What is done with messages.
#[derive(Clone, Copy, Debug)]
pub enum Manner {
    /// They are answered with this status, and with what sends elsewhere.
    Say(u16),
    /// They are answered late.
    Late(Duration),
    /// They are read and never answered.
    Silence,
    /// They are answered with something else than HTTP.
    Nonsense,
    /// They are answered without an end.
    Endless,
}

/// A server of one's own; ends when it is dropped.
pub struct Receiver {
    pub port: u16,
    log: Arc<Mutex<Vec<Received>>>,
    manner: Arc<Mutex<Manner>>,
    task: Option<JoinHandle<()>>,
}

impl Receiver {
    pub fn start(manner: Manner) -> Self {
        let listener = listen(0);
        let port = listener.local_addr().unwrap().port();
        let mut receiver =
            Self { port, log: Arc::default(), manner: Arc::new(Mutex::new(manner)), task: None };
        receiver.serve(listener);
        receiver
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hook?of=tapis", self.port)
    }

    pub fn behave(&self, manner: Manner) {
        *self.manner.lock().unwrap() = manner;
    }

    /// What came, in order.
    pub fn log(&self) -> Vec<Received> {
        self.log.lock().unwrap().clone()
    }

    /// Hangs up on everybody, and listens no more.
    pub async fn kill(&mut self) {
        if let Some(task) = self.task.take() {
            task.abort();
            let _ = task.await;
        }
    }

    /// Listens again where it did before.
    pub fn revive(&mut self) {
        self.serve(listen(self.port));
    }

    fn serve(&mut self, listener: TcpListener) {
        let (log, manner) = (Arc::clone(&self.log), Arc::clone(&self.manner));
        self.task = Some(tokio::spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(answer(stream, Arc::clone(&log), Arc::clone(&manner)));
            }
        }));
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

impl Received {
    /// As JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The game and version that it is about.
    pub fn place(&self) -> (String, u64) {
        let data = &self.json()["data"];
        (data["game"].as_str().unwrap().to_owned(), data["version"].as_u64().unwrap())
    }

    /// Whether one of its signatures is by this secret, as <https://www.standardwebhooks.com> says.
    pub fn is_signed_with(&self, secret: &str) -> bool {
        let secret = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&secret).unwrap();
        mac.update(format!("{}.{}.{}", self.id, self.timestamp, self.body).as_bytes());
        let right = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
        self.signature.split(' ').any(|signature| signature == right)
    }
}

fn listen(port: u16) -> TcpListener {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_reuseaddr(true).unwrap();
    socket.bind(([127, 0, 0, 1], port).into()).unwrap();
    socket.listen(64).unwrap()
}

async fn answer(mut stream: TcpStream, log: Arc<Mutex<Vec<Received>>>, manner: Arc<Mutex<Manner>>) {
    let Some(received) = read(&mut stream).await else { return };
    log.lock().unwrap().push(received);
    let manner = *manner.lock().unwrap();
    let status = match manner {
        Manner::Say(status) => status,
        Manner::Late(time) => {
            tokio::time::sleep(time).await;
            200
        }
        Manner::Silence => return std::future::pending().await,
        Manner::Nonsense => {
            let _ = stream.write_all(b"hello\r\n\r\n").await;
            return;
        }
        Manner::Endless => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 999999999\r\n\r\n").await;
            while stream.write_all(&[b'x'; 4096]).await.is_ok() {}
            return;
        }
    };
    let answer = format!("HTTP/1.1 {status} Said\r\nlocation: /elsewhere\r\ncontent-length: 2\r\n\r\nok");
    let _ = stream.write_all(answer.as_bytes()).await;
}

async fn read(stream: &mut TcpStream) -> Option<Received> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let header = |name: &str| {
                let mut lines = head.lines().filter_map(|line| line.split_once(": "));
                lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned())
            };
            if body.len() >= header("content-length")?.parse::<usize>().ok()? {
                return Some(Received {
                    target: head.split(' ').nth(1)?.to_owned(),
                    id: header("webhook-id")?,
                    timestamp: header("webhook-timestamp")?,
                    signature: header("webhook-signature")?,
                    body: body.to_owned(),
                });
            }
        }
        let mut more = [0; 4096];
        match stream.read(&mut more).await {
            Ok(count) if count > 0 => bytes.extend(&more[..count]),
            _ => return None,
        }
    }
}
