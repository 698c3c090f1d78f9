//! Listening and connections.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use actix_web::http::header::{self, HeaderName};
use clap::{Args, ValueEnum};

use super::bounded::within;

/// How the server listens.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Server")]
pub struct Server {
    /// Address to listen on. Anything but a loopback address needs an admin token.
    #[arg(long, env = "TAPIS_HOST", default_value = "127.0.0.1", value_parser = address)]
    pub host: IpAddr,
    /// Port to listen on; 0 lets the system choose one.
    #[arg(long, env = "TAPIS_PORT", default_value_t = 8080, value_parser = within(0..=u16::MAX))]
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

fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| "expected an address, as 127.0.0.1, 0.0.0.0 or ::1, and no name".to_owned())
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
}
