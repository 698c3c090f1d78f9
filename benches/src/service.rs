//! A service on loopback and a client with next to no cost of its own.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread::JoinHandle;

use anyhow::{Context, Result, ensure};
use tapis_api::settings::Settings;
use tapis_api::startup::{Application, Stopper};
use tapis_service::sources::Sources;
use tapis_solver::registry::Registry;

/// A running service, without limits on rates, with a database file that lives as long as it.
pub struct Service {
    /// Where it listens.
    pub address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<std::io::Result<()>>>,
    _directory: tempfile::TempDir,
}

impl Service {
    /// Starts it with so many workers.
    ///
    /// # Errors
    /// It cannot start.
    pub fn start(workers: usize) -> Result<Self> {
        let directory = tempfile::tempdir()?;
        let database = format!("sqlite:{}", directory.path().join("tapis.db").display());
        let workers = workers.to_string();
        let unlimited =
            ["--rate-requests", "0", "--rate-create", "0", "--rate-moves", "0", "--rate-hints", "0"];
        let arguments = ["--port", "0", "--workers", &workers, "--database", &database, "--bot-pace-ms", "0"];
        let settings = Settings::from_args(arguments.into_iter().chain(unlimited))?;
        let (sender, receiver) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
                let application = Application::build(settings, Sources::system(Registry::standard()))
                    .map_err(std::io::Error::other)?;
                // Nobody listens when the start was given up.
                let _ = sender.send((application.address(), application.stopper()));
                application.run().await
            })
        });
        let (address, stopper) = receiver.recv().context("the service does not start")?;
        Ok(Self { address, stopper, thread: Some(thread), _directory: directory })
    }

    /// A connection that is kept.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn connect(&self) -> Result<Client> {
        let stream = TcpStream::connect(self.address)?;
        stream.set_nodelay(true)?;
        Ok(Client { stream, buffer: Vec::new() })
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() {
            runtime.block_on(self.stopper.stop());
        }
        if let Some(thread) = self.thread.take() {
            // A failure of the service has shown by now.
            let _ = thread.join();
        }
    }
}

/// One connection.
pub struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// An answer, as bytes.
pub struct Answer<'a> {
    /// The status.
    pub status: u16,
    /// The body.
    pub body: &'a [u8],
}

impl Client {
    /// Sends a request that was written before (see [`request`]) and reads the answer.
    ///
    /// # Errors
    /// The connection breaks, or the answer has no length.
    pub fn ask(&mut self, request: &[u8]) -> Result<Answer<'_>> {
        self.stream.write_all(request)?;
        self.buffer.clear();
        let mut chunk = [0; 16 * 1024];
        loop {
            let read = self.stream.read(&mut chunk)?;
            ensure!(read > 0, "the service hung up");
            self.buffer.extend_from_slice(&chunk[..read]);
            let Some((status, start, length)) = head(&self.buffer)? else { continue };
            if self.buffer.len() >= start + length {
                return Ok(Answer { status, body: &self.buffer[start..start + length] });
            }
        }
    }
}

/// Status, start and length of the body, once the head is there.
fn head(bytes: &[u8]) -> Result<Option<(u16, usize, usize)>> {
    let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { return Ok(None) };
    let head = std::str::from_utf8(&bytes[..end])?;
    let status = head.get(9..12).context("no status")?.parse()?;
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length = length.map_or(Ok(0), str::parse)?;
    Ok(Some((status, end + 4, length)))
}

/// A request as bytes. `headers` are whole lines with their ends.
pub fn request(method: &str, path: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = match body {
        "" => String::new(),
        body => format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len()),
    };
    format!("{method} {path} HTTP/1.1\r\nHost: bench\r\n{headers}{length}\r\n{body}").into_bytes()
}
