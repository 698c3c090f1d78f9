//! The door: sockets in, requests out, and every connection's time accounted for.
//!
//! actix-web's own `HttpServer` times the head of a connection's first request only and waits for ever on a reader that
//! stops reading, so the service is put together here from the same parts around a [`TimedConnection`] that does better.

mod app;
mod connection;
mod inside;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use actix_http::HttpService;
use actix_service::{IntoServiceFactory, ServiceFactoryExt, map_config};
use actix_web::dev::{AppConfig, Server, fn_service};
use tokio::net::TcpStream;

use crate::state::AppState;
use connection::TimedConnection;
use tapis_service::serving;

/// How long a connection may take to close.
const CLOSING: Duration = Duration::from_secs(1);

/// Serves `state` on `listener`; nothing is served before the answer is awaited.
///
/// # Errors
/// The listener cannot be used.
pub fn listen(state: AppState, listener: TcpListener) -> io::Result<Server> {
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let tuning = state.settings.tuning.clone();
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
        let (patience, closing) = (tuning.patience(), state.closing.clone());
        let http = HttpService::build()
            .keep_alive(Duration::from_millis(tuning.keep_alive_ms))
            .client_request_timeout(Duration::from_millis(tuning.head_timeout_ms))
            .client_disconnect_timeout(CLOSING)
            .h1_allow_half_closed(false)
            .tcp_nodelay(true)
            .local_addr(address)
            .on_connect_ext(|connection: &TimedConnection, data| {
                data.insert(connection.watch());
            })
            .h1(map_config(app, |_| AppConfig::default()));
        fn_service(move |stream: TcpStream| {
            let peer: Option<SocketAddr> = stream.peer_addr().ok();
            let connection = TimedConnection::new(stream, patience, closing.clone());
            std::future::ready(Ok::<_, actix_http::error::DispatchError>((connection, peer)))
        })
        .and_then(http)
    })?;
    Ok(builder.run())
}
