//! A keep-alive HTTP connection that uses very little processor time, because the client shares two processors with the server.

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::{Context, Result, bail, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// The most headers of an answer.
const HEADERS: usize = 64;

/// A connection with one request at a time.
pub struct Connection {
    stream: TcpStream,
    /// What was read of the answer.
    bytes: Vec<u8>,
}

/// An answer.
pub struct Answer<'a> {
    /// The status.
    pub status: u16,
    head: &'a [u8],
    /// The body.
    pub body: &'a [u8],
}

impl Connection {
    /// Connects.
    ///
    /// # Errors
    /// Nobody listens.
    pub async fn open(address: SocketAddr) -> Result<Self> {
        Self::over(TcpStream::connect(address).await, address)
    }

    /// As [`Connection::open`], from another address of this machine.
    ///
    /// # Errors
    /// Nobody listens; this machine has no such address.
    pub async fn open_from(address: SocketAddr, from: IpAddr) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(from, 0))?;
        Self::over(socket.connect(address).await, address)
    }

    fn over(stream: std::io::Result<TcpStream>, address: SocketAddr) -> Result<Self> {
        let stream = stream.with_context(|| format!("connecting to {address}"))?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, bytes: Vec::with_capacity(64 * 1024) })
    }

    /// Sends a request made by [`request`] and reads the answer.
    ///
    /// # Errors
    /// The connection breaks, or the answer is not HTTP with a length.
    pub async fn ask(&mut self, request: &[u8]) -> Result<Answer<'_>> {
        self.stream.write_all(request).await?;
        self.bytes.clear();
        let (status, start, end) = loop {
            ensure!(self.stream.read_buf(&mut self.bytes).await? > 0, "the server hung up");
            match head(&self.bytes)? {
                None => {}
                Some((status, start, Some(length))) => break (status, start, start + length),
                Some((status, start, None)) => break (status, start, self.read_chunks().await?),
            }
        };
        while self.bytes.len() < end {
            ensure!(self.stream.read_buf(&mut self.bytes).await? > 0, "the server hung up in the body");
        }
        ensure!(self.bytes.len() == end, "more than one answer to one request");
        let (head, body) = self.bytes.split_at(start);
        Ok(Answer { status, head, body })
    }

    /// Reads a chunked body to its end, without decoding the chunks. Answers where the body ends.
    async fn read_chunks(&mut self) -> Result<usize> {
        while !self.bytes.ends_with(b"\r\n0\r\n\r\n") {
            ensure!(self.stream.read_buf(&mut self.bytes).await? > 0, "the server hung up in a chunk");
        }
        Ok(self.bytes.len())
    }
}

impl Answer<'_> {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut answer = httparse::Response::new(&mut headers);
        answer.parse(self.head).ok()?;
        value(answer.headers, name)
    }

    /// Whether the entity tag is `etag`, or `etag` with a suffix (`"v2-s1"`, `"v2-s1-a"`).
    pub fn has_etag(&self, etag: &str) -> bool {
        let begins = etag.trim_end_matches('"');
        let rest = self.header("etag").and_then(|tag| tag.strip_prefix(begins));
        rest.is_some_and(|rest| rest == "\"" || rest.starts_with('-'))
    }

    /// The body as JSON, if the answer has this status.
    ///
    /// # Errors
    /// The status is another, or the body is not JSON.
    pub fn json(&self, status: u16) -> Result<serde_json::Value> {
        self.expect(status)?;
        Ok(serde_json::from_slice(self.body)?)
    }

    /// Checks the status.
    ///
    /// # Errors
    /// The status is another; the error quotes the body.
    pub fn expect(&self, status: u16) -> Result<()> {
        if self.status != status {
            bail!("{} instead of {status}: {}", self.status, String::from_utf8_lossy(self.body));
        }
        Ok(())
    }
}

/// The status, and the start and length of the body; `None` until the head is complete. A chunked body has no length.
fn head(bytes: &[u8]) -> Result<Option<(u16, usize, Option<usize>)>> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut answer = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(start) = answer.parse(bytes)? else { return Ok(None) };
    let status = answer.code.context("no status")?;
    let length = match value(answer.headers, "content-length") {
        Some(length) => Some(length.parse()?),
        None if matches!(status, 204 | 304) => Some(0),
        None if value(answer.headers, "transfer-encoding") == Some("chunked") => None,
        None => bail!("an answer {status} without a length"),
    };
    Ok(Some((status, start, length)))
}

fn value<'a>(headers: &[httparse::Header<'a>], name: &str) -> Option<&'a str> {
    let header = headers.iter().find(|header| header.name.eq_ignore_ascii_case(name))?;
    std::str::from_utf8(header.value).ok()
}

/// The body of a request for a hint of `ms` milliseconds. Each has another seed, because the service reuses a search with the same one.
pub fn hint_of(ms: u64) -> String {
    static ASKED: AtomicU64 = AtomicU64::new(1);
    let seed = ASKED.fetch_add(1, Relaxed);
    format!(r#"{{"solver":"sampling","budget":{{"ms":{ms}}},"seed":"{seed:x}"}}"#)
}

/// A request as bytes. `headers` are complete lines, each with its CRLF.
pub fn request(method: &str, path: &str, headers: &str, body: &str) -> Vec<u8> {
    let mut text = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}");
    if method != "GET" {
        text += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    }
    text += "\r\n";
    text += body;
    text.into_bytes()
}
