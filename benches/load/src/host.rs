//! Where servers run: as processes of their own when it counts, in this process in tests.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;

use crate::peer::Peer;

/// A running server; ends when it is dropped.
pub trait Server {
    /// Where it listens.
    fn address(&self) -> SocketAddr;

    /// What it has used so far, in seconds of a processor; `None` when it shares its process.
    fn processor_seconds(&self) -> Option<f64>;
}

/// Starts servers.
pub trait Host {
    /// The service on the database of a folder, with further arguments.
    ///
    /// # Errors
    /// It cannot start.
    fn service(&self, directory: &Path, arguments: &[&str]) -> Result<Box<dyn Server>>;

    /// A peer on the database of a folder.
    ///
    /// # Errors
    /// It cannot start.
    fn peer(&self, directory: &Path, peer: Peer) -> Result<Box<dyn Server>>;
}

/// The administrator of the services that are measured.
pub const ADMIN: &str = "the-administrator-of-the-load";
/// `Authorization` of [`ADMIN`], as a line of a request.
pub const AS_ADMIN: &str = "Authorization: Bearer the-administrator-of-the-load\r\n";

/// The arguments of a service measured over loopback: everybody is one caller there, so no rates. `further` go before what is usual.
pub fn service_arguments(directory: &Path, further: &[&str]) -> Vec<String> {
    let database = format!("sqlite:{}", directory.join("tapis.db").display());
    let mut arguments = vec!["--port".to_owned(), "0".to_owned(), "--database".to_owned(), database];
    let usual = [
        // The load comes from one address.
        ("--tune", "max_streams_per_address=10000"),
        // Replies come as soon as their levels allow, as they were measured before games had a pace.
        ("--bot-pace-ms", "0"),
        ("--admin-token", ADMIN),
        ("--rate-requests", "0"),
        ("--rate-create", "0"),
        ("--rate-moves", "0"),
        ("--rate-hints", "0"),
    ];
    let usual = usual.into_iter().filter(|(flag, _)| *flag == "--tune" || !further.contains(flag));
    arguments.extend(
        usual.flat_map(|(flag, value)| [flag, value]).chain(further.iter().copied()).map(str::to_owned),
    );
    arguments
}

/// Servers as processes.
pub struct Processes {
    /// The program `tapis`.
    pub tapis: PathBuf,
}

struct Process {
    child: Child,
    address: SocketAddr,
}

impl Host for Processes {
    fn service(&self, directory: &Path, arguments: &[&str]) -> Result<Box<dyn Server>> {
        let mut command = Command::new(&self.tapis);
        command.args(service_arguments(directory, arguments));
        Ok(Box::new(Process::start(command)?))
    }

    fn peer(&self, directory: &Path, peer: Peer) -> Result<Box<dyn Server>> {
        let mut command = Command::new(std::env::current_exe()?);
        let name = peer.to_possible_value().context("a peer without a name")?;
        command.args(["peer", name.get_name(), "--directory"]).arg(directory);
        Ok(Box::new(Process::start(command)?))
    }
}

impl Process {
    fn start(mut command: Command) -> Result<Self> {
        let program = command.get_program().to_owned();
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut child = child.with_context(|| format!("{} cannot be started", program.display()))?;
        let first = child.stdout.take().and_then(|out| BufReader::new(out).lines().next());
        let first = first.transpose()?.unwrap_or_default();
        let address = first.strip_prefix("listening on http://").and_then(|address| address.parse().ok());
        let Some(address) = address else {
            let _ = child.kill();
            let _ = child.wait();
            bail!("{} says '{first}' instead of where it listens", program.display());
        };
        Ok(Self { child, address })
    }
}

impl Server for Process {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn processor_seconds(&self) -> Option<f64> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // Fields 14 and 15 of the line, counted from 1; two are before the last parenthesis. Ticks of 10 ms.
        let fields: Vec<_> = text.rsplit(')').next()?.split_whitespace().collect();
        let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
        Some((ticks(11)? + ticks(12)?) / 100.0)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It has gone already if this fails.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
