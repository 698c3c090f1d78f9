//! Requests that this service makes: bounded in time and in bytes, to the address that was looked at, without redirects and
//! proxies.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::header;
use bytes::Bytes;
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::Request;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use url::{Position, Url};

mod address;

use address::addresses;
pub(crate) use address::{MOST_BYTES, given, receiver};

/// After how long another address of a host is tried beside those before it (RFC 8305); at once where one of them refuses.
const NEXT_AFTER: Duration = Duration::from_millis(250);
/// The most bytes of the head of an answer that are read.
const HEAD_BYTES: usize = 16 << 10;

/// Why a request was not answered as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Fault {
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
    #[strum(to_string = "status_{0}")]
    Status(u16),
}

/// What is read of an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadLimits {
    /// The most bytes of its body.
    pub bytes: usize,
    /// How long the body may take when the status is known.
    pub time: Duration,
}

/// An answer: its status, the seconds after which to ask again where it says so, and its body where it came whole within the bounds.
pub(crate) struct Answer {
    pub status: u16,
    pub retry_after: Option<u64>,
    pub body: Option<Bytes>,
}

/// Makes requests.
pub(crate) struct Outgoing {
    tls: Arc<ClientConfig>,
    private_too: bool,
    timeout: Duration,
}

impl Outgoing {
    /// # Errors
    /// There is no TLS.
    pub(crate) fn new(private_too: bool, timeout: Duration) -> Result<Self, rustls::Error> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        let tls = Arc::new(config.with_root_certificates(roots).with_no_client_auth());
        Ok(Self { tls, private_too, timeout })
    }

    /// Makes a request to `url`, which `request` has as its target and host.
    ///
    /// # Errors
    /// There is no answer in time, of whatever status.
    pub(crate) async fn ask(
        &self,
        url: &Url,
        request: Request<Full<Bytes>>,
        reads: ReadLimits,
    ) -> Result<Answer, Fault> {
        let answered = tokio::time::timeout(self.timeout, self.exchange(url, request, reads)).await;
        answered.unwrap_or(Err(Fault::TimedOut))
    }

    async fn exchange(
        &self,
        url: &Url,
        request: Request<Full<Bytes>>,
        reads: ReadLimits,
    ) -> Result<Answer, Fault> {
        let stream = first(&addresses(url, self.private_too).await?, TcpStream::connect).await?;
        if url.scheme() != "https" {
            return speak(stream, request, reads).await;
        }
        let host = url[Position::BeforeHost..Position::AfterHost].trim_matches(['[', ']']).to_owned();
        let name = ServerName::try_from(host).map_err(|_| Fault::NotSafe)?;
        let safe = TlsConnector::from(Arc::clone(&self.tls)).connect(name, stream).await;
        speak(safe.map_err(|_| Fault::NotSafe)?, request, reads).await
    }
}

/// The beginning of a request to `url`: target, host, and who asks.
pub(crate) fn request_to(url: &Url) -> hyper::http::request::Builder {
    Request::builder()
        .uri(&url[Position::BeforePath..Position::AfterQuery])
        .header(header::HOST.as_str(), &url[Position::BeforeHost..Position::AfterPort])
        .header(header::USER_AGENT.as_str(), concat!("tapis/", env!("CARGO_PKG_VERSION")))
}

/// The connection that is made first.
async fn first<T, F: Future<Output = std::io::Result<T>>>(
    addresses: &[SocketAddr],
    connect: impl Fn(SocketAddr) -> F,
) -> Result<T, Fault> {
    let (mut attempts, mut left) = (FuturesUnordered::new(), addresses.iter());
    loop {
        match left.next() {
            Some(address) => attempts.push(connect(*address)),
            None if attempts.is_empty() => return Err(Fault::NotConnected),
            None => {}
        }
        if let Ok(Some(Ok(stream))) = tokio::time::timeout(NEXT_AFTER, attempts.next()).await {
            return Ok(stream);
        }
    }
}

/// Speaks HTTP over a connection.
async fn speak<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    request: Request<Full<Bytes>>,
    reads: ReadLimits,
) -> Result<Answer, Fault> {
    let shaken = http1::Builder::new().max_buf_size(HEAD_BYTES).handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = shaken.map_err(|_| Fault::BadAnswer)?;
    let exchange = async move {
        let answer = sender.send_request(request).await.map_err(|_| Fault::BadAnswer)?;
        let status = answer.status().as_u16();
        let retry_after = answer.headers().get(header::RETRY_AFTER.as_str());
        let retry_after = retry_after.and_then(|seconds| seconds.to_str().ok()?.trim().parse().ok());
        let body = Limited::new(answer.into_body(), reads.bytes).collect();
        let body = tokio::time::timeout(reads.time, body).await;
        Ok(Answer { status, retry_after, body: body.ok().and_then(Result::ok).map(|body| body.to_bytes()) })
    };
    tokio::pin!(exchange);
    tokio::pin!(connection);
    tokio::select! {
        biased;
        answer = &mut exchange => return answer,
        _ = &mut connection => {}
    }
    // The connection is at its end; what it brought may still be read.
    exchange.await
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    /// The clock is paused: nothing waits for it.
    #[tokio::test(start_paused = true)]
    async fn the_next_address_of_a_host_is_tried() {
        let [gone, there] = [
            TcpListener::bind("127.0.0.1:0").await.unwrap(),
            TcpListener::bind("127.0.0.1:0").await.unwrap(),
        ];
        let addresses = [gone.local_addr().unwrap(), there.local_addr().unwrap()];
        drop(gone);
        let connected = first(&addresses, TcpStream::connect).await;
        assert_eq!(connected.unwrap().peer_addr().unwrap(), addresses[1]);
        assert_eq!(first(&addresses[..1], TcpStream::connect).await.unwrap_err(), Fault::NotConnected);
    }

    #[tokio::test(start_paused = true)]
    async fn the_next_address_of_a_host_waits_a_little_for_one_that_is_silent_and_not_for_one_that_refuses() {
        let addresses = [1, 2, 3].map(|host| SocketAddr::from(([192, 0, 2, host], 443)));
        let [silent, refuses, there] = addresses;
        let connect = |address: SocketAddr| async move {
            if address == silent {
                std::future::pending::<()>().await;
            }
            let refused = std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
            if address == refuses { Err(refused) } else { Ok(address) }
        };
        let begun = tokio::time::Instant::now();
        assert_eq!(first(&addresses, connect).await, Ok(there));
        assert_eq!(begun.elapsed(), NEXT_AFTER, "for the first alone");
        assert_eq!(first(&addresses[1..2], connect).await, Err(Fault::NotConnected));
    }

    #[test]
    fn a_request_names_its_target_and_host() {
        for (url, target, host) in [
            ("https://example.com", "/", "example.com"),
            ("http://example.com:8080/hook?of=tapis", "/hook?of=tapis", "example.com:8080"),
            ("https://[2606:4700::1111]:443/a", "/a", "[2606:4700::1111]"),
        ] {
            let request = request_to(&url.parse().unwrap()).body(()).unwrap();
            assert_eq!(
                (&*request.uri().to_string(), request.headers()["host"].to_str().unwrap()),
                (target, host)
            );
        }
    }
}
