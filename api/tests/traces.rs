//! Traces reach a collector, follow those of callers and name nobody. `cargo test --workspace --features tapis-api/otlp --test traces`
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod common;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};

use common::{Table, TestApp};
use tapis_api::telemetry::traces;

/// A collector on loopback: what was posted to it, with the path.
fn collect(listener: TcpListener) -> Receiver<(String, Vec<u8>)> {
    let (sender, received) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let mut lines = BufReader::new(stream);
            let (mut head, mut bytes) = (String::new(), 0);
            while lines.read_line(&mut head).is_ok_and(|read| read > 2) {
                let line = head.lines().last().unwrap_or_default().to_ascii_lowercase();
                bytes = line.strip_prefix("content-length: ").map_or(bytes, |length| length.parse().unwrap());
            }
            let mut body = vec![0; bytes];
            lines.read_exact(&mut body).unwrap();
            lines.into_inner().write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").unwrap();
            if sender.send((head.lines().next().unwrap_or_default().to_owned(), body)).is_err() {
                return;
            }
        }
    });
    received
}

fn has(body: &[u8], part: &[u8]) -> bool {
    body.windows(part.len()).any(|window| window == part)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_is_a_span_that_follows_its_callers_trace_and_names_nobody() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    traces::init(Some(&format!("http://{address}").parse().unwrap())).unwrap();
    let app = TestApp::start().await;
    // Nobody listens yet, and nobody notices.
    let table = Table::two_people(&app).await;
    let received = collect(TcpListener::bind(address).unwrap());
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let state = app.get(&table.path("")).token(table.token(0)).header("traceparent", trace).send().await;
    state.expect(200);
    app.get("/v1/games/nowhere").send().await;
    tokio::task::spawn_blocking(traces::finish).await.unwrap();
    let (heads, bodies): (Vec<_>, Vec<_>) = received.try_iter().unzip();
    assert!(heads.iter().all(|head| head == "POST /v1/traces HTTP/1.1") && !heads.is_empty(), "{heads:?}");
    let body = bodies.concat();
    let ids = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"].map(|id| hex::decode(id).unwrap());
    assert!(ids.iter().all(|id| has(&body, id)), "the trace of the caller, and its span");
    for word in ["tapis", "service.version", "GET /v1/games/{id}", "http.route", "http.response.status_code"]
    {
        assert!(has(&body, word.as_bytes()), "{word} in {}", String::from_utf8_lossy(&body));
    }
    for secret in [table.id.as_str(), table.token(0), "nowhere", "127.0.0.1"] {
        assert!(!has(&body, secret.as_bytes()), "{secret}");
    }
}
