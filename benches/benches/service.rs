//! The service over loopback: one client, one request at a time, on a connection that is kept.

use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::Value;
use tapis_benches::service::{Client, Service, request};

/// A game whose seats are all the client's.
struct Table {
    path: String,
    tokens: [String; 2],
}

impl Table {
    fn create(client: &mut Client) -> Self {
        let body =
            r#"{"game":"richelieu","options":{"first_seat":0},"seats":[{"kind":"mine"},{"kind":"mine"}]}"#;
        let answer = client.ask(&request("POST", "/v1/games", "", body)).expect("an answer");
        assert_eq!(answer.status, 201);
        let created: Value = serde_json::from_slice(answer.body).expect("JSON");
        let token = |seat: usize| created["seats"][seat]["token"].as_str().expect("a token").to_owned();
        let path = format!("/v1/games/{}", created["id"].as_str().expect("an id"));
        Self { path, tokens: [token(0), token(1)] }
    }

    fn look(&self, seat: usize, more: &str) -> Vec<u8> {
        request("GET", &self.path, &format!("Authorization: Bearer {}\r\n{more}", self.tokens[seat]), "")
    }

    fn state(&self, client: &mut Client, seat: usize) -> Value {
        let answer = client.ask(&self.look(seat, "")).expect("an answer");
        serde_json::from_slice(answer.body).expect("JSON")
    }

    /// The next move as a request, and the version it makes; `None` when the game is over.
    fn next(&self, client: &mut Client) -> Option<(Vec<u8>, u64)> {
        let seat = self.state(client, 0)["turn"]["seat"].as_u64()? as usize;
        let state = self.state(client, seat);
        let version = state["version"].as_u64().expect("a version");
        let notation = state["legal_moves"][0]["notation"].as_str().expect("a legal move");
        let headers = format!(
            "Authorization: Bearer {}\r\nIf-Match: \"v{version}-s{seat}\"\r\nIdempotency-Key: move-{version}\r\n",
            self.tokens[seat]
        );
        let body = format!("{{\"move\":\"{notation}\",\"wait_ms\":0}}");
        Some((request("POST", &format!("{}/moves", self.path), &headers, &body), version + 1))
    }
}

fn reads(criterion: &mut Criterion) {
    let service = Service::start(1).expect("a service");
    let mut client = service.connect().expect("a connection");
    let table = Table::create(&mut client);
    for _ in 0..30 {
        let (play, _) = table.next(&mut client).expect("a game of more moves");
        assert_eq!(client.ask(&play).expect("an answer").status, 200);
    }
    let mut group = criterion.benchmark_group("http");
    let health = request("GET", "/healthz", "", "");
    group.bench_function("health", |bench| {
        bench.iter(|| assert_eq!(client.ask(&health).expect("an answer").body, br#"{"status":"ok"}"#));
    });
    let look = table.look(0, "");
    let view = client.ask(&look).expect("an answer").body.to_vec();
    assert!(view.len() > 1_000, "a view of a game");
    group.bench_function("view", |bench| {
        bench.iter(|| assert!(client.ask(&look).expect("an answer").body == view));
    });
    let again = table.look(0, "If-None-Match: \"v31-s0\"\r\n");
    group.bench_function("unchanged", |bench| {
        bench.iter(|| {
            let answer = client.ask(&again).expect("an answer");
            assert_eq!((answer.status, answer.body.len()), (304, 0));
        });
    });
    group.finish();
}

fn moves(criterion: &mut Criterion) {
    let service = Service::start(1).expect("a service");
    let mut client = service.connect().expect("a connection");
    let mut table = Table::create(&mut client);
    let mut group = criterion.benchmark_group("http");
    group.sample_size(10);
    group.bench_function("move", |bench| {
        bench.iter_custom(|moves| {
            let mut elapsed = Duration::ZERO;
            for _ in 0..moves {
                let (play, version) = loop {
                    match table.next(&mut client) {
                        Some(next) => break next,
                        None => table = Table::create(&mut client),
                    }
                };
                let began = Instant::now();
                let answer = client.ask(&play).expect("an answer");
                elapsed += began.elapsed();
                let state: Value = serde_json::from_slice(answer.body).expect("JSON");
                // The end of a game is an event of its own.
                let ends = u64::from(state["status"] == "finished");
                assert_eq!((answer.status, state["version"].as_u64()), (200, Some(version + ends)));
            }
            elapsed
        });
    });
    group.finish();
}

criterion_group!(benches, reads, moves);
criterion_main!(benches);
