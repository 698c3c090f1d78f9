//! Every row once, tiny, with the servers in this process.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::net::SocketAddr;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context, Result};
use tapis_api::settings::Settings;
use tapis_api::startup::Application;
use tapis_load::bench::Bench;
use tapis_load::host::{Host, Server, service_arguments};
use tapis_load::peer::{self, Peer};
use tapis_load::rows::Rows;
use tapis_service::sources::Sources;
use tapis_solver::registry::Registry;

/// Servers on threads of this process; they end with it.
struct Threads;

struct Running(SocketAddr);

impl Server for Running {
    fn address(&self) -> SocketAddr {
        self.0
    }

    fn processor_seconds(&self) -> Option<f64> {
        None
    }
}

impl Host for Threads {
    fn service(&self, directory: &Path, arguments: &[&str]) -> Result<Box<dyn Server>> {
        let all = service_arguments(directory, arguments);
        let settings = Settings::from_args(all.iter().map(String::as_str))?;
        serve(move || {
            let application = Application::build(settings, Sources::system(Registry::standard()))?;
            Ok((application.address(), Box::pin(application.run())))
        })
    }

    fn peer(&self, directory: &Path, peer: Peer) -> Result<Box<dyn Server>> {
        let directory = directory.to_owned();
        serve(move || {
            let (server, address) = peer::listen(&directory, peer)?;
            Ok((address, Box::pin(server)))
        })
    }
}

type Serving = std::pin::Pin<Box<dyn Future<Output = std::io::Result<()>>>>;

fn serve(start: impl FnOnce() -> Result<(SocketAddr, Serving)> + Send + 'static) -> Result<Box<dyn Server>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let (address, serving) = start()?;
            sender.send(address)?;
            anyhow::Ok(serving.await?)
        })
    });
    Ok(Box::new(Running(receiver.recv().context("the server does not start")?)))
}

fn measure(which: Rows, only: Option<&str>) -> Vec<String> {
    let bench = Bench {
        host: Box::new(Threads),
        directory: std::env::temp_dir(),
        connections: 4,
        sockets: 10,
        pause: Duration::from_millis(50),
        rounds: 1,
        time: Duration::from_millis(100),
        only: only.map(str::to_owned),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let rows = runtime.block_on(which.measure(&bench)).expect("every answer as expected");
    rows.into_iter().map(|row| row.to_string()).collect()
}

#[track_caller]
pub fn assert_rows(which: Rows, starts: &[&str]) {
    assert_rows_of(which, None, starts);
}

/// As [`assert_rows`], with floods of one call only.
#[track_caller]
pub fn assert_rows_of(which: Rows, only: Option<&str>, starts: &[&str]) {
    let rows = measure(which, only);
    let begins = rows.iter().zip(starts).all(|(row, start)| row.starts_with(&format!("| {start} | ")));
    assert!(rows.len() == starts.len() && begins, "{rows:?}");
    assert!(rows.iter().all(|row| !row.contains("NaN")), "{rows:?}");
}
