//! The way to a collector: a request of HTTP on a connection of its own, by the libraries that the program has anyway.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::client::conn::http1;
use hyper::header::{HOST, HeaderValue};
use hyper::{Request, Response, Uri};
use hyper_util::rt::TokioIo;
use opentelemetry_http::{HttpClient, HttpError};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio_rustls::TlsConnector;

/// How long a collector may take.
const WITHIN: Duration = Duration::from_secs(5);
/// The most bytes of its answer that are read.
const ANSWER_BYTES: usize = 64 << 10;

/// Sends what the exporter gives it.
#[derive(Debug)]
pub(super) struct Client {
    /// For the exporter's thread, which serves nobody and may block.
    runtime: Runtime,
    tls: Arc<ClientConfig>,
}

impl Client {
    pub(super) fn new() -> anyhow::Result<Self> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        let tls = Arc::new(config.with_root_certificates(roots).with_no_client_auth());
        Ok(Self { runtime: Builder::new_current_thread().enable_all().build()?, tls })
    }

    async fn exchange(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let uri = request.uri().clone();
        let host = uri.host().ok_or("the collector's address has no host")?;
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let is_safe = uri.scheme_str() == Some("https");
        let port = uri.port_u16().unwrap_or(if is_safe { 443 } else { 80 });
        let stream = TcpStream::connect((host.as_str(), port)).await?;
        let request = to_origin(request, &uri)?;
        if !is_safe {
            return speak(stream, request).await;
        }
        let safe = TlsConnector::from(Arc::clone(&self.tls)).connect(ServerName::try_from(host)?, stream);
        speak(safe.await?, request).await
    }
}

/// As the trait is written out by its macro.
impl HttpClient for Client {
    fn send_bytes<'client, 'sent>(
        &'client self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'sent>>
    where
        'client: 'sent,
        Self: 'sent,
    {
        Box::pin(async move {
            let exchange = async { tokio::time::timeout(WITHIN, self.exchange(request)).await };
            let done = self.runtime.block_on(exchange).unwrap_or_else(|_| Err("no answer in time".into()));
            if let Err(error) = &done {
                tracing::warn!(%error, "traces do not reach the collector, and are dropped");
            }
            done
        })
    }
}

/// The request as the server itself is asked.
fn to_origin(request: Request<Bytes>, uri: &Uri) -> Result<Request<Full<Bytes>>, HttpError> {
    let mut request = request.map(Full::new);
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    let host = authority.rsplit('@').next().unwrap_or_default();
    request.headers_mut().insert(HOST, HeaderValue::from_str(host)?);
    *request.uri_mut() = uri.path_and_query().map_or("/", |path| path.as_str()).parse()?;
    Ok(request)
}

async fn speak<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    request: Request<Full<Bytes>>,
) -> Result<Response<Bytes>, HttpError> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let connection = tokio::spawn(connection);
    let answer = sender.send_request(request).await?;
    let (head, body) = answer.into_parts();
    let body = Limited::new(body, ANSWER_BYTES).collect().await;
    connection.abort();
    Ok(Response::from_parts(head, body?.to_bytes()))
}
