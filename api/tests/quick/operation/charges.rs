//! What a request costs is charged to its caller: whichever call it is, whatever is sent, and however it is sent and answered. And what
//! one caller holds open is bounded.

use std::io::Read as _;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use serde_json::json;
use tapis_api::rates::Account;
use tapis_api::serving::UNREAD;
use tapis_api::settings::Settings;
use tapis_service::pool::Caller;

use super::long_answers::{calls, tables};
use super::spellings::documented;
use crate::common::{Answer, Call, TestApp};

/// Tells callers apart by what a proxy says, and gives back a millisecond of work in a minute.
const COUNTED: [&str; 4] = ["--trusted-proxies", "127.0.0.1", "--rate-work", "1"];

/// Sends each call from an address of its own.
struct Callers<'a> {
    app: &'a TestApp,
    number: u32,
}

impl Callers<'_> {
    /// Sends a call with a body of so many bytes. What is charged must be what was read and what was answered, at least.
    async fn charged(&mut self, what: &str, call: Call, sent: usize) -> Answer {
        self.number += 1;
        let address = IpAddr::from(Ipv4Addr::from(0x0a00_0000 + self.number));
        let begun = Instant::now();
        let answer = call.header("X-Forwarded-For", &address.to_string()).send().await;
        let owed = self.app.state.rates.owed(&Account::of_address(address));
        let come_back = begun.elapsed() / 60_000;
        let bytes = sent / 64 + answered(&answer) / 64;
        let least = Duration::from_micros(bytes.max(1) as u64);
        assert!(owed + come_back >= least, "{what} ({}): {owed:?} of {least:?}", answer.status);
        answer
    }
}

/// The bytes of an answer; of one that was packed by the way, and has no length, those before, or eight times as many as were sent.
fn answered(answer: &Answer) -> usize {
    let is_stream = answer.header("content-type") == Some("text/event-stream");
    let is_packed = answer.header("content-encoding") == Some("gzip");
    if is_stream || !is_packed || answer.header("content-length").is_some() {
        return answer.bytes.len();
    }
    let mut plain = Vec::new();
    GzDecoder::new(&answer.bytes[..]).read_to_end(&mut plain).unwrap();
    plain.len().min(8 * answer.bytes.len())
}

/// A body of so many bytes.
fn body(bytes: usize) -> String {
    let (begin, end) = (r#"{"unknown":""#, r#""}"#);
    format!("{begin}{}{end}", "x".repeat(bytes - begin.len() - end.len()))
}

/// What all calls together may cost is half of what one thread can do: whatever is charged takes no more from others.
#[tokio::test]
async fn every_documented_call_is_charged_with_a_small_the_largest_and_a_compressed_body() {
    let limits = Settings::from_args(std::iter::empty::<&str>()).unwrap().limits;
    assert!(limits.rate_work <= 30_000, "of the 60,000 ms a minute of a thread that serves");
    let app = TestApp::start_with(&COUNTED).await;
    let mut callers = Callers { app: &app, number: 0 };
    let documented = documented(&app).await;
    assert!(documented.len() > 50);
    let mut large = Vec::new();
    for (method, path, name) in documented {
        let call = || app.call(method.to_uppercase().parse().unwrap(), &path);
        callers.charged(&name, call(), 0).await;
        callers.charged(&format!("{name}, packed"), call().header("Accept-Encoding", "gzip"), 0).await;
        if !matches!(method, "post" | "put") {
            continue;
        }
        // One that is refused unread is charged all the same.
        for bytes in [100, 16_384, 20_000] {
            let what = format!("{name}, {bytes} bytes");
            let answer = callers.charged(&what, call().raw(body(bytes)), bytes).await;
            if bytes == 20_000 && answer.status == 422 {
                callers.charged(&what, call().raw(body(262_144)), 262_144).await;
                large.push(name.clone());
            }
        }
        let compressed = call().header("Content-Encoding", "gzip").header("Accept-Encoding", "gzip");
        callers.charged(&format!("{name}, compressed"), compressed.raw(body(16_384)), 16_384).await;
    }
    large.sort();
    let games = ["createAnalysis", "createGame", "estimateAnalysis", "lookUpSeats", "matchPlayers"];
    let rulesets = ["storeRuleset", "validateRuleset"];
    assert_eq!(large, [&games[..], &rulesets].concat(), "what takes large bodies");
}

#[tokio::test]
async fn long_answers_are_charged_as_they_are_before_they_are_packed() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let mut app = TestApp::start_in(Arc::clone(&directory), &[], |store| store).await;
    let (over, running) = tables(&app).await;
    app.stop().await;
    let app = TestApp::start_in(directory, &COUNTED, |store| store).await;
    let mut callers = Callers { app: &app, number: 0 };
    let options = json!({"variant": "three_rows", "first_seat": 1});
    for coding in ["identity", "gzip"] {
        for (what, _, call) in calls(&app, (&over, &running), &options) {
            let call = call.header("Accept-Encoding", coding);
            let answer = callers.charged(&format!("{what}, {coding}"), call, 0).await;
            assert!((200..300).contains(&answer.status), "{what}: {}", answer.status);
        }
    }
}

/// A body in chunks does not say how long it is.
#[tokio::test]
async fn bodies_in_chunks_are_charged_as_they_are_read() {
    let app = TestApp::start_with(&COUNTED).await;
    let mut callers = Callers { app: &app, number: 0 };
    let whole = body(200_000);
    let parts: Vec<_> =
        whole.as_bytes().chunks(10_000).map(|part| Ok::<_, std::io::Error>(part.to_vec())).collect();
    let call = app.post("/v1/games").header("Content-Type", "application/json");
    let call = Call(call.0.body(reqwest::Body::wrap_stream(futures_util::stream::iter(parts))));
    callers.charged("createGame, in chunks", call, whole.len()).await.problem(422, "invalid_body");
}

/// Sizes in bytes: a connection, measured with 10,000 of them; a part of a stream or, compressed, what gzip looks back at.
const CONNECTION: usize = 16 << 10;
const PART: usize = 8 << 10;

/// What docs/reliability.md counts.
#[tokio::test]
async fn what_one_address_holds_open_takes_less_than_64_mb() {
    let app = TestApp::start().await;
    let address = Caller::new(Some([10, 0, 0, 1].into()), 0);
    // Waits take the same places, and less memory.
    let streams: Vec<_> = std::iter::from_fn(|| app.state.streams.take(address).ok()).collect();
    let (bodies, answers) = (512 << 10, 4 << 20);
    for (places, most) in [(&app.state.bodies, bodies), (&app.state.answers, answers)] {
        let mut place = places.of(address);
        assert!(place.take_more(most).is_ok() && place.take_more(1).is_err(), "{most}");
    }
    // What is read of a byte of a body takes forty at most.
    let bytes = streams.len() * (CONNECTION + UNREAD + PART) + 40 * bodies + answers;
    assert!(streams.len() >= 1_000 && bytes < 64 << 20, "{} streams: {bytes} bytes", streams.len());
}
