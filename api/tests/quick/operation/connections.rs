//! Clients that take their time.

use std::io::Read;
use std::time::Duration;

use flate2::read::GzDecoder;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{Table, TestApp};

/// A first head is timed by a clock that ticks twice a second, hence not less.
const IMPATIENT: [&str; 6] =
    ["--tune", "head_timeout_ms=1500", "--tune", "body_timeout_ms=150", "--tune", "reader_timeout_ms=150"];

async fn connect(app: &TestApp) -> TcpStream {
    TcpStream::connect(app.base.strip_prefix("http://").unwrap()).await.unwrap()
}

/// Everything the server sends until it hangs up; it must.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut bytes)).await;
    // A reset is a way to hang up, too.
    let _ = read.expect("the server hangs up");
    String::from_utf8(bytes).unwrap()
}

/// One whole answer with a body of known length.
async fn answer(stream: &mut TcpStream) -> String {
    let mut text = String::new();
    let mut buffer = [0; 4096];
    loop {
        let read = stream.read(&mut buffer).await.unwrap();
        assert!(read > 0, "the server hung up after {text:?}");
        text.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        if body.len() >= length.parse::<usize>().unwrap() {
            return text;
        }
    }
}

/// The service speaks HTTP/1.1; a proxy in front of it may speak more. What is not served is not linked either.
#[test]
fn nothing_is_linked_for_protocols_that_are_not_served() {
    let lock = include_str!("../../../../Cargo.lock");
    for name in ["h2", "h3", "quinn"] {
        assert!(!lock.lines().any(|line| line == format!("name = \"{name}\"")), "{name} is linked");
    }
}

/// There are no chunks before HTTP/1.1: what is of unknown length ends with its connection, also of a client that would keep it.
#[tokio::test]
async fn clients_of_http_1_0_are_sent_no_chunks() {
    let app = TestApp::start().await;
    let over = Table::two_people(&app).await;
    over.play_on(&app, 500).await;
    let (log, events) = (over.path("/moves"), over.path("/events?after=0"));
    for (path, coding, begins) in
        [(&*log, "gzip", "{"), (&*events, "identity", "retry: 2000\n"), (&*events, "gzip", "retry: 2000\n")]
    {
        let mut stream = connect(&app).await;
        let head =
            format!("GET {path} HTTP/1.0\r\nConnection: keep-alive\r\nAccept-Encoding: {coding}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut bytes)).await;
        read.expect("the server hangs up").unwrap();
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap().to_ascii_lowercase();
        assert!(head.starts_with("http/1.0 200"), "{head}");
        assert!(!head.contains("transfer-encoding") && !head.contains("keep-alive"), "{head}");
        let mut body = bytes[end + 4..].to_vec();
        if coding == "gzip" {
            let mut plain = Vec::new();
            GzDecoder::new(&*body).read_to_end(&mut plain).expect("a whole stream, its sum checked");
            body = plain;
        }
        let text = String::from_utf8(body).unwrap();
        assert!(text.starts_with(begins) && text.len() > 1_000, "{path}: {}", &text[..text.len().min(200)]);
    }
}

#[tokio::test]
async fn a_first_head_that_does_not_come() {
    let app = TestApp::start_with(&IMPATIENT).await;
    let mut silent = connect(&app).await;
    let mut slow = connect(&app).await;
    slow.write_all(b"GET /healthz HT").await.unwrap();
    rest(&mut silent).await;
    rest(&mut slow).await;
    app.get("/healthz").send().await.expect(200);
}

#[tokio::test]
async fn a_second_head_that_does_not_come() {
    let app = TestApp::start_with(&IMPATIENT).await;
    let mut stream = connect(&app).await;
    for _ in 0..3 {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        assert!(answer(&mut stream).await.starts_with("HTTP/1.1 200"));
    }
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost:").await.unwrap();
    assert_eq!(rest(&mut stream).await, "", "nothing was asked");
}

#[tokio::test]
async fn a_body_that_does_not_come() {
    let app = TestApp::start_with(&IMPATIENT).await;
    let mut stream = connect(&app).await;
    for _ in 0..2 {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        answer(&mut stream).await;
    }
    let head =
        "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.unwrap();
    let text = rest(&mut stream).await;
    assert!(text.starts_with("HTTP/1.1 408"), "{text}");
    assert!(text.contains("application/problem+json") && text.contains("body_timeout"), "{text}");
}

#[tokio::test]
async fn a_reader_that_does_not_read() {
    let app = TestApp::start_with(&IMPATIENT).await;
    let mut stream = connect(&app).await;
    // More answers than the buffers of both sides hold, none of them read.
    let asked = "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(200);
    let insist = async { while stream.write_all(asked.as_bytes()).await.is_ok() {} };
    let closed = tokio::time::timeout(Duration::from_secs(60), insist).await;
    closed.expect("the server hangs up on a client that reads nothing");
    app.get("/healthz").send().await.expect(200);
}

#[tokio::test]
async fn stalled_clients_do_not_hold_up_others_or_the_end() {
    let mut app =
        TestApp::start_with(&["--tune", "head_timeout_ms=600000", "--tune", "shutdown_seconds=600"]).await;
    let table = Table::two_people(&app).await;
    let mut stalled = Vec::new();
    for n in 0..200 {
        let mut stream = connect(&app).await;
        if n % 2 == 0 {
            stream.write_all(b"GET / HT").await.unwrap();
        }
        stalled.push(stream);
    }
    let mut idle = connect(&app).await;
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    answer(&mut idle).await;
    let mut stream = app.get(&table.path("/events?after=0")).0.send().await.unwrap();
    assert!(stream.chunk().await.unwrap().is_some());
    table.play(&app, 0, "take 1L").await;
    // Ten minutes are given: that it ends at all means that nobody was waited for.
    tokio::time::timeout(Duration::from_secs(60), app.stop()).await.expect("it ends");
    while stream.chunk().await.expect("the stream ends as it should").is_some() {}
    for mut stream in stalled {
        assert_eq!(rest(&mut stream).await, "");
    }
    assert_eq!(rest(&mut idle).await, "");
}
