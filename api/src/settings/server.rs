//! Listening and connections.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;
use std::time::Duration;

use actix_web::http::header::{self, HeaderName};
use clap::{Args, ValueEnum};

use crate::serving::Timeouts;

use super::bounded::within;

/// How the server listens.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Server")]
pub struct Server {
    /// Address to listen on. Anything but a loopback address needs an admin token.
    #[arg(long, env = "TAPIS_HOST", default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// Port to listen on; 0 lets the system choose one.
    #[arg(long, env = "TAPIS_PORT", default_value_t = 8080)]
    pub port: u16,
    /// Trusted proxies: addresses or networks, comma separated. The service takes the caller's address from their header. Needs
    /// an admin token. Callers behind any other proxy share its address, and so its limits.
    #[arg(long, env = "TAPIS_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<Network>,
    /// The header in which trusted proxies name the caller's address. The service reads no other header, because proxies pass
    /// on other headers as callers wrote them.
    #[arg(long, env = "TAPIS_FORWARDED_HEADER", value_enum, default_value_t = ForwardedHeader::XForwardedFor)]
    pub forwarded_header: ForwardedHeader,
    /// Worker threads that answer requests; 0 means one for each processor.
    #[arg(long, env = "TAPIS_WORKERS", default_value_t = 0, value_parser = within(0_usize..=1_024))]
    pub workers: usize,
    /// The maximum of open connections for each worker.
    #[arg(long, env = "TAPIS_MAX_CONNECTIONS", default_value_t = 10_000, value_parser = within(1_usize..=1_000_000))]
    pub max_connections: usize,
    /// Milliseconds a client has for the head of a request, from its first byte.
    #[arg(long, env = "TAPIS_HEAD_TIMEOUT_MS", default_value_t = 5_000, value_parser = within(1_u64..=3_600_000))]
    pub head_timeout_ms: u64,
    /// Milliseconds a client has for the body of a request.
    #[arg(long, env = "TAPIS_BODY_TIMEOUT_MS", default_value_t = 8_000, value_parser = within(1_u64..=3_600_000))]
    pub body_timeout_ms: u64,
    /// Milliseconds after which a connection is closed if the client reads nothing of an answer.
    #[arg(long, env = "TAPIS_READER_TIMEOUT_MS", default_value_t = 10_000, value_parser = within(1_u64..=3_600_000))]
    pub reader_timeout_ms: u64,
    /// Milliseconds an idle connection is kept.
    #[arg(long, env = "TAPIS_KEEP_ALIVE_MS", default_value_t = 30_000, value_parser = within(0_u64..=3_600_000))]
    pub keep_alive_ms: u64,
    /// Seconds given to requests in flight when the server stops.
    #[arg(long, env = "TAPIS_SHUTDOWN_SECONDS", default_value_t = 4, value_parser = within(0_u64..=3_600))]
    pub shutdown_seconds: u64,
    /// Milliseconds between heartbeats of an event stream.
    #[arg(long, env = "TAPIS_HEARTBEAT_MS", default_value_t = 15_000, value_parser = within(10_u64..=3_600_000))]
    pub heartbeat_ms: u64,
}

/// The header that says over which hops a request came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ForwardedHeader {
    /// `X-Forwarded-For`: addresses, the farthest first.
    XForwardedFor,
    /// `Forwarded` (RFC 7239).
    Forwarded,
}

impl ForwardedHeader {
    /// Its name.
    pub fn name(self) -> HeaderName {
        match self {
            Self::XForwardedFor => header::X_FORWARDED_FOR,
            Self::Forwarded => header::FORWARDED,
        }
    }
}

/// An address or a network: `127.0.0.1`, `10.0.0.0/8`, `2001:db8::/32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(ipnet::IpNet);

impl Network {
    /// Whether the address is in the network.
    pub fn contains(self, address: IpAddr) -> bool {
        self.0.contains(&address)
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(ipnet::IpNet::from));
        let wrong = |_| format!("'{text}' is no address and no network, as in 127.0.0.1 or 10.0.0.0/8");
        network.map(Self).map_err(wrong)
    }
}

impl Server {
    /// The address to bind.
    pub fn address(&self) -> SocketAddr {
        SocketAddr::new(self.host, self.port)
    }

    /// The number of workers, at least one.
    pub fn worker_count(&self) -> usize {
        match self.workers {
            0 => std::thread::available_parallelism().map_or(2, usize::from),
            workers => workers,
        }
    }

    /// Time between heartbeats.
    pub fn heartbeat(&self) -> Duration {
        Duration::from_millis(self.heartbeat_ms.max(10))
    }

    /// How long clients are waited for.
    pub fn patience(&self) -> Timeouts {
        Timeouts {
            head: Duration::from_millis(self.head_timeout_ms.max(1)),
            reader: Duration::from_millis(self.reader_timeout_ms.max(1)),
        }
    }

    /// Time a body may take.
    pub fn body_timeout(&self) -> Duration {
        Duration::from_millis(self.body_timeout_ms.max(1))
    }
}
