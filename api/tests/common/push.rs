//! A push service to which messages are sent, and browsers that read them.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "test support; every test binary uses its own part"
)]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hmac;
use ring::rand::SystemRandom;
use ring::signature::{self, ECDSA_P256_SHA256_FIXED};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A message as it came.
#[derive(Clone, Debug)]
pub struct Delivered {
    pub path: String,
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
    pub at: Instant,
}

/// A push service; ends when it is dropped.
pub struct PushService {
    host: &'static str,
    port: u16,
    log: Arc<Mutex<Vec<Delivered>>>,
    answer: Arc<Mutex<(u16, &'static str)>>,
    task: JoinHandle<()>,
}

impl PushService {
    pub async fn start() -> Self {
        Self::start_at("127.0.0.1").await
    }

    pub async fn start_at(host: &'static str) -> Self {
        let listener = TcpListener::bind((host, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (log, answer) = (Arc::<Mutex<Vec<Delivered>>>::default(), Arc::new(Mutex::new((201, ""))));
        let (to, with) = (Arc::clone(&log), Arc::clone(&answer));
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(take(stream, Arc::clone(&to), Arc::clone(&with)));
            }
        });
        Self { host, port, log, answer, task }
    }

    /// Answers so from now on, with one more header; not at all where the status is 0.
    pub fn answer(&self, status: u16, header: &'static str) {
        *self.answer.lock().unwrap() = (status, header);
    }

    /// What came, in order.
    pub fn log(&self) -> Vec<Delivered> {
        self.log.lock().unwrap().clone()
    }

    pub fn origin(&self) -> String {
        format!("http://{}:{}", self.host, self.port)
    }

    /// Waits until so many messages have come.
    pub async fn until(&self, count: usize) -> Vec<Delivered> {
        let begun = Instant::now();
        while self.log().len() < count {
            assert!(begun.elapsed() < Duration::from_secs(60), "{} of {count}", self.log().len());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        self.log()
    }

    /// A browser that this service speaks to.
    pub fn browser(&self, name: &str) -> Browser {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = private.compute_public_key().unwrap().as_ref().to_vec();
        Browser { endpoint: format!("{}/send/{name}", self.origin()), private, public, auth: [9; 16] }
    }
}

impl Drop for PushService {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A browser. It reads one message: its key is used once.
pub struct Browser {
    pub endpoint: String,
    private: EphemeralPrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

impl Browser {
    /// What it is told with.
    pub fn body(&self) -> Value {
        let [p256dh, auth] = [&self.public[..], &self.auth].map(|bytes| URL_SAFE_NO_PAD.encode(bytes));
        json!({"endpoint": self.endpoint, "keys": {"p256dh": p256dh, "auth": auth}})
    }

    /// Reads a message as RFC 8291 says, without what the service is made of.
    pub fn read(self, message: &Delivered) -> Value {
        assert_eq!(message.headers["content-encoding"], "aes128gcm");
        let (head, record) = message.body.split_at(16 + 4 + 1 + 65);
        let (salt, sender) = (&head[..16], &head[21..]);
        assert_eq!((&head[16..20], head[20]), (&4096_u32.to_be_bytes()[..], 65));
        let theirs = UnparsedPublicKey::new(&ECDH_P256, sender);
        let shared = agree_ephemeral(self.private, &theirs, <[u8]>::to_vec).unwrap();
        let info = [b"WebPush: info\0", &self.public[..], sender, &[1]].concat();
        let input = mac(&mac(&self.auth, &shared), &info);
        let known = mac(salt, &input);
        let key = mac(&known, b"Content-Encoding: aes128gcm\0\x01");
        let nonce = mac(&known, b"Content-Encoding: nonce\0\x01");
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16]).unwrap());
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).unwrap();
        let mut record = record.to_vec();
        let text = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
        let end = text.iter().rposition(|byte| *byte != 0).unwrap();
        assert_eq!(text[end], 2, "the last record ends so");
        serde_json::from_slice(&text[..end]).unwrap()
    }
}

impl Delivered {
    /// What its signature says, which must be one by this key.
    pub fn claims(&self, public_key: &str) -> Value {
        let said = self.headers["authorization"].strip_prefix("vapid t=").unwrap();
        let (token, key) = said.split_once(", k=").unwrap();
        assert_eq!(key, public_key);
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let [key, signature] = [key, signature].map(|text| URL_SAFE_NO_PAD.decode(text).unwrap());
        let public = signature::UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, key);
        public.verify(signed.as_bytes(), &signature).unwrap();
        let claims = signed.split_once('.').unwrap().1;
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap()
    }
}

fn mac(key: &[u8], said: &[u8]) -> Vec<u8> {
    hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), said).as_ref().to_vec()
}

async fn take(
    mut stream: TcpStream,
    log: Arc<Mutex<Vec<Delivered>>>,
    answer: Arc<Mutex<(u16, &'static str)>>,
) {
    let Some(delivered) = read(&mut stream).await else { return };
    log.lock().unwrap().push(delivered);
    let (status, header) = *answer.lock().unwrap();
    if status == 0 {
        return std::future::pending().await;
    }
    let answer = format!("HTTP/1.1 {status} Said\r\n{header}content-length: 2\r\n\r\nok");
    let _ = stream.write_all(answer.as_bytes()).await;
}

async fn read(stream: &mut TcpStream) -> Option<Delivered> {
    let mut bytes = Vec::new();
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = std::str::from_utf8(&bytes[..end]).ok()?;
            let mut lines = head.lines();
            let path = lines.next()?.split(' ').nth(1)?.to_owned();
            let headers: BTreeMap<String, String> = lines
                .filter_map(|line| line.split_once(": "))
                .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
                .collect();
            let body = &bytes[end + 4..];
            if body.len() >= headers.get("content-length")?.parse::<usize>().ok()? {
                return Some(Delivered { path, body: body.to_vec(), at: Instant::now(), headers });
            }
        }
        let mut more = [0; 4096];
        match stream.read(&mut more).await {
            Ok(count) if count > 0 => bytes.extend_from_slice(&more[..count]),
            _ => return None,
        }
    }
}
