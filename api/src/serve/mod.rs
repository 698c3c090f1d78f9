//! The door: sockets in, requests out, and every connection's time accounted for.
//!
//! actix-web's own `HttpServer` times the head of a connection's first request only and waits for ever on a reader that
//! stops reading, so the service is put together here from the same parts around a [`TimedConnection`] that does better.

mod app;
mod connection;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use actix_http::HttpService;
use actix_http::error::DispatchError;
use actix_service::{IntoServiceFactory, ServiceFactoryExt, map_config};
use actix_web::dev::{AppConfig, Server, fn_service};
use tokio::net::TcpStream;

use crate::places::{Place, Places};
use crate::settings::{Network, Settings};
use crate::state::AppState;
use connection::TimedConnection;
use tapis_service::pool::Caller;
use tapis_service::serving;

/// How long a connection may take to close.
const CLOSING: Duration = Duration::from_secs(1);

/// Who may open connections: an address so many. From this machine come programs of the operator, and proxies that are trusted bring
/// many callers: their connections are not counted.
#[derive(Clone)]
struct Door {
    places: Places,
    trusted: Vec<Network>,
}

impl Door {
    fn new(settings: &Settings) -> Self {
        let most = match settings.tuning.max_connections_per_address {
            0 => usize::MAX,
            most => most as usize,
        };
        let places = Places::new(["connections", "connections"], usize::MAX, most);
        Self { places, trusted: settings.server.trusted_proxies.clone() }
    }

    fn admit(&self, peer: Option<SocketAddr>) -> Result<Option<Place>, DispatchError> {
        let Some(address) = peer.map(|peer| peer.ip().to_canonical()) else { return Ok(None) };
        if address.is_loopback() || self.trusted.iter().any(|network| network.contains(address)) {
            return Ok(None);
        }
        let place = self.places.take(Caller::new(Some(address), 0));
        place.map(Some).map_err(|_| DispatchError::Io(io::Error::other("too many connections of an address")))
    }
}

/// Serves `state` on `listener`; nothing is served before the answer is awaited.
///
/// # Errors
/// The listener cannot be used.
pub fn listen(state: AppState, listener: TcpListener) -> io::Result<Server> {
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let (tuning, door) = (state.settings.tuning.clone(), Door::new(&state.settings));
    let builder = Server::build()
        .workers(state.settings.server.worker_count())
        .max_concurrent_connections(tuning.max_connections as usize)
        .shutdown_timeout(tuning.shutdown_seconds)
        .disable_signals();
    let builder = builder.listen("tapis", listener, move || {
        // It is called on each worker.
        serving::this_thread_serves();
        let app = app::app(&state).into_factory();
        let app = app.map_err(|error: actix_web::Error| error.error_response());
        let (patience, closing, door) = (tuning.patience(), state.closing.clone(), door.clone());
        let http = HttpService::build()
            .keep_alive(Duration::from_millis(tuning.keep_alive_ms))
            .client_request_timeout(Duration::from_millis(tuning.head_timeout_ms))
            .client_disconnect_timeout(CLOSING)
            .h1_allow_half_closed(false)
            .tcp_nodelay(true)
            .h1_write_buffer_size(crate::serving::UNREAD)
            .local_addr(address)
            .on_connect_ext(|connection: &TimedConnection, data| {
                data.insert(connection.watch());
            })
            .h1(map_config(app, |_| AppConfig::default()));
        fn_service(move |stream: TcpStream| {
            let peer: Option<SocketAddr> = stream.peer_addr().ok();
            let admitted = door.admit(peer).map(|place| {
                let connection = TimedConnection::new(stream, patience, closing.clone(), place);
                (connection, peer)
            });
            std::future::ready(admitted)
        })
        .and_then(http)
    })?;
    Ok(builder.run())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_elsewhere_has_so_many_connections() {
        let tuned = ["--tune", "max_connections_per_address=2", "--trusted-proxies", "10.0.0.0/8"];
        let door = Door::new(&Settings::from_args(tuned).unwrap());
        let admit = |address: &str| door.admit(Some(SocketAddr::new(address.parse().unwrap(), 1)));
        let held: Vec<_> = (0..2).map(|_| admit("198.51.100.7").unwrap()).collect();
        assert!(admit("198.51.100.7").is_err() && admit("::ffff:198.51.100.7").is_err());
        assert!(admit("198.51.100.8").is_ok());
        for uncounted in ["127.0.0.1", "::1", "10.1.2.3"] {
            assert!(admit(uncounted).unwrap().is_none(), "{uncounted}");
        }
        drop(held);
        assert!(admit("198.51.100.7").unwrap().is_some());
    }
}
