//! One message, sent once: bounded in time and in bytes, to the address that was looked at, without redirects and proxies.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::header;
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use url::Url;

use super::address::addresses;

/// The most bytes of the head of an answer, and of its body, that are read.
const ANSWER_BYTES: usize = 16 << 10;
/// How long is read on when the status of an answer is known.
const READ_ON: Duration = Duration::from_secs(1);

/// Why a message did not arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The name of the host leads nowhere.
    UnknownHost,
    /// It leads to addresses that are not public.
    PrivateAddress,
    /// Nobody listens there.
    NotConnected,
    /// There is no safe connection: the certificate, mostly.
    NotSafe,
    /// There was no answer in time.
    TimedOut,
    /// The answer is not one of HTTP.
    BadAnswer,
    /// The answer says something else than that the message was taken.
    Status(u16),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownHost => f.write_str("unknown_host"),
            Self::PrivateAddress => f.write_str("private_address"),
            Self::NotConnected => f.write_str("not_connected"),
            Self::NotSafe => f.write_str("not_safe"),
            Self::TimedOut => f.write_str("timed_out"),
            Self::BadAnswer => f.write_str("bad_answer"),
            Self::Status(status) => write!(f, "status_{status}"),
        }
    }
}

/// A message as it is sent.
pub(super) struct Post<'a> {
    pub url: &'a Url,
    pub id: &'a str,
    pub timestamp: i64,
    pub signature: String,
    pub body: Bytes,
}

/// Sends messages.
pub(super) struct Sender {
    tls: Arc<ClientConfig>,
    private_too: bool,
    timeout: Duration,
}

impl Sender {
    pub(super) fn new(private_too: bool, timeout: Duration) -> Result<Self, rustls::Error> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        let tls = Arc::new(config.with_root_certificates(roots).with_no_client_auth());
        Ok(Self { tls, private_too, timeout })
    }

    /// Sends a message; it has arrived when the receiver says so with a status of success.
    pub(super) async fn send(&self, post: Post<'_>) -> Result<(), Fault> {
        tokio::time::timeout(self.timeout, self.exchange(post)).await.unwrap_or(Err(Fault::TimedOut))
    }

    async fn exchange(&self, post: Post<'_>) -> Result<(), Fault> {
        let url = post.url;
        let stream = connect(&addresses(url, self.private_too).await?).await?;
        let request = request(post)?;
        let status = if url.scheme() == "https" {
            let host = url.host_str().unwrap_or_default();
            let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
            let name = ServerName::try_from(host).map_err(|_| Fault::NotSafe)?;
            let safe = TlsConnector::from(Arc::clone(&self.tls)).connect(name, stream).await;
            speak(safe.map_err(|_| Fault::NotSafe)?, request).await?
        } else {
            speak(stream, request).await?
        };
        if (200..300).contains(&status) { Ok(()) } else { Err(Fault::Status(status)) }
    }
}

async fn connect(addresses: &[SocketAddr]) -> Result<TcpStream, Fault> {
    for address in addresses {
        if let Ok(stream) = TcpStream::connect(address).await {
            return Ok(stream);
        }
    }
    Err(Fault::NotConnected)
}

fn request(post: Post<'_>) -> Result<hyper::Request<Full<Bytes>>, Fault> {
    let Post { url, id, timestamp, signature, body } = post;
    let host = url.host_str().unwrap_or_default();
    let host = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    let target = url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
    hyper::Request::post(target)
        .header(header::HOST.as_str(), host)
        .header(header::CONTENT_TYPE.as_str(), "application/json")
        .header(header::USER_AGENT.as_str(), concat!("tapis/", env!("CARGO_PKG_VERSION")))
        .header("webhook-id", id)
        .header("webhook-timestamp", timestamp)
        .header("webhook-signature", signature)
        .body(Full::new(body))
        .map_err(|_| Fault::NotConnected)
}

/// Speaks HTTP over a connection; answers the status. What else the receiver says is read, a little, and passed over.
async fn speak<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    request: hyper::Request<Full<Bytes>>,
) -> Result<u16, Fault> {
    let shaken = http1::Builder::new().max_buf_size(ANSWER_BYTES).handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = shaken.map_err(|_| Fault::BadAnswer)?;
    let exchange = async move {
        let answer = sender.send_request(request).await.map_err(|_| Fault::BadAnswer)?;
        let status = answer.status().as_u16();
        let _ = tokio::time::timeout(READ_ON, Limited::new(answer.into_body(), ANSWER_BYTES).collect()).await;
        Ok(status)
    };
    tokio::pin!(exchange);
    tokio::pin!(connection);
    tokio::select! {
        biased;
        status = &mut exchange => return status,
        _ = &mut connection => {}
    }
    // The connection is at its end; what it brought may still be read.
    exchange.await
}
