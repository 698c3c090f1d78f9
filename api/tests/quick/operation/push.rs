//! Browsers are told of a seat while its page is closed.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde_json::{Value, json};
use tapis_db::model::PushSubscription;
use tapis_service::sources::{Clock, Sources};
use tapis_solver::registry::Registry;

use crate::common::push::{Browser, Delivered, PushService};
use crate::common::{Answer, Table, TestApp, until};

mod refused;
mod shares;

/// The machine's clock, and what has been added to the test's since it began.
struct Added(Arc<dyn Clock>, Arc<dyn Clock>, Timestamp);

impl Clock for Added {
    fn now(&self) -> Timestamp {
        self.0.now() + self.1.now().duration_since(self.2)
    }
}

/// A service that sends to this machine, and soon.
async fn serve(more: &[&str]) -> TestApp {
    let quick =
        ["--webhooks-to-private-networks", "--tune", "webhook_retry_ms=20", "--tune", "push_pause_ms=50"];
    let arguments: Vec<&str> = quick.into_iter().chain(more.iter().copied()).collect();
    let machine = Sources::system(Registry::standard()).clock;
    let added = |sources: Sources| {
        let (fixed, begun) = (Arc::clone(&sources.clock), sources.clock.now());
        Sources { clock: Arc::new(Added(machine, fixed, begun)), ..sources }
    };
    TestApp::start_from(&arguments, added).await
}

async fn put(app: &TestApp, table: &Table, seat: usize, body: &Value) -> Answer {
    let path = table.path(&format!("/seats/{seat}/push?lang=fr"));
    app.put(&path).token(table.token(seat)).json(body).send().await
}

async fn subscribe(app: &TestApp, table: &Table, seat: usize, browser: &Browser) {
    put(app, table, seat, &browser.body()).await.expect(204);
}

/// Plays until it becomes the turn of a seat.
async fn play_to(app: &TestApp, table: &Table, seat: usize) {
    let turn = |state: &Value| state["turn"]["seat"].as_u64().unwrap() as usize;
    let mut before = turn(&table.see(app, 0).await);
    loop {
        let now = turn(&table.play_on(app, 1).await);
        if now == seat && before != seat {
            return;
        }
        before = now;
    }
}

/// The subscriptions of a game, as they are stored.
fn stored(app: &TestApp, table: &Table) -> Vec<PushSubscription> {
    app.state.service.store().subscriptions(table.id.parse().unwrap()).unwrap()
}

/// Waits until the subscriptions of a game are so many, and all of them know its newest version.
async fn until_told(app: &TestApp, table: &Table, count: usize) {
    let begun = Instant::now();
    loop {
        let (version, stored) = (table.see(app, 0).await["version"].as_u64().unwrap(), stored(app, table));
        if stored.len() == count && stored.iter().all(|one| one.told >= version && one.tries == 0) {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{version} {stored:?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Waits until the game has no subscriptions.
async fn until_gone(app: &TestApp, table: &Table) {
    let begun = Instant::now();
    while !stored(app, table).is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", stored(app, table));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The messages to a browser.
fn sent_to(service: &PushService, name: &str) -> Vec<Delivered> {
    let path = format!("/send/{name}");
    service.log().into_iter().filter(|message| message.path == path).collect()
}

/// Waits until the service has told another browser of two turns of another game. All that was due before was due then: a message
/// that is sent once more comes before these.
async fn rounds(app: &TestApp, service: &PushService) {
    let table = Table::two_people(app).await;
    subscribe(app, &table, 1, &service.browser("another")).await;
    for _ in 0..2 {
        play_to(app, &table, 1).await;
        until_told(app, &table, 1).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_page_is_told_of_its_turn_once_and_signed_and_for_its_browser_only() {
    let app = serve(&["--push-contact", "mailto:ada@example.com"]).await;
    let service = PushService::start().await;
    let (table, browser) = (Table::two_people(&app).await, service.browser("one"));
    subscribe(&app, &table, 1, &browser).await;
    play_to(&app, &table, 1).await;
    let message = service.until(1).await.remove(0);
    until_told(&app, &table, 1).await;
    let key = app.get("/v1/push").send().await.expect(200)["public_key"].as_str().unwrap().to_owned();
    let claims = message.claims(&key);
    assert_eq!(
        (&claims["aud"], &claims["sub"]),
        (&json!(service.origin()), &json!("mailto:ada@example.com"))
    );
    let now = app.state.service.now().timestamp().as_second();
    assert!((now + 3_600..now + 86_400).contains(&claims["exp"].as_i64().unwrap()), "{claims}");
    assert_eq!(message.path, "/send/one");
    assert_eq!((&*message.headers["ttl"], &*message.headers["urgency"]), ("86400", "high"));
    assert_eq!(message.headers["topic"].len(), 32);
    let said = browser.read(&message);
    let expected = json!({"type": "your_turn", "game": table.id, "seat": 1, "language": "fr",
        "title": "Richelieu", "text": "À vous de jouer."});
    assert_eq!(said, expected);
    let again = service.browser("one");
    subscribe(&app, &table, 1, &again).await;
    play_to(&app, &table, 1).await;
    let messages = service.until(2).await;
    assert_eq!(again.read(&messages[1]), expected);
    assert_eq!(messages[0].headers["topic"], messages[1].headers["topic"], "it replaces the one before");
    until_told(&app, &table, 1).await;
    rounds(&app, &service).await;
    assert_eq!(sent_to(&service, "one").len(), 2, "each turn is told once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_with_a_clock_is_told_with_its_deadline() {
    let (app, service) = (serve(&[]).await, PushService::start().await);
    let body = json!({"game": "richelieu", "options": {"first_seat": 0}, "clock": {"per_move_s": 3600},
        "seats": [{"kind": "mine"}, {"kind": "mine"}]});
    let (table, browser) = (Table::of(&app, body).await, service.browser("one"));
    subscribe(&app, &table, 1, &browser).await;
    play_to(&app, &table, 1).await;
    let message = service.until(1).await.remove(0);
    let deadline = table.see(&app, 1).await["turn"]["deadline"].clone();
    assert!(deadline.is_string() && browser.read(&message)["deadline"] == deadline, "{deadline}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_follows_the_game_is_not_told() {
    let app = serve(&[]).await;
    let service = PushService::start().await;
    let table = Table::two_people(&app).await;
    subscribe(&app, &table, 1, &service.browser("one")).await;
    let stream = app.get(&table.path("/events?after=1")).header("Accept", "text/event-stream");
    let mut stream = stream.token(table.token(1)).0.send().await.unwrap();
    stream.chunk().await.unwrap();
    play_to(&app, &table, 1).await;
    until_told(&app, &table, 1).await;
    assert_eq!(service.log().len(), 0, "the page shows it");
    drop(stream);
    // A stream of somebody else does not count.
    let stream = app.get(&table.path("/events?after=1")).header("Accept", "text/event-stream");
    let mut stream = stream.token(table.token(0)).0.send().await.unwrap();
    stream.chunk().await.unwrap();
    play_to(&app, &table, 1).await;
    service.until(1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_that_is_gone_is_told_no_more() {
    let app = serve(&[]).await;
    let service = PushService::start().await;
    for (round, status) in [404, 410].into_iter().enumerate() {
        let table = Table::two_people(&app).await;
        subscribe(&app, &table, 1, &service.browser("gone")).await;
        service.answer(status, "");
        play_to(&app, &table, 1).await;
        service.until(round + 1).await;
        until_gone(&app, &table).await;
        play_to(&app, &table, 1).await;
    }
    service.answer(201, "");
    rounds(&app, &service).await;
    assert_eq!(sent_to(&service, "gone").len(), 2);
    let metrics = app.get("/metrics").admin().send().await.text();
    assert!(metrics.contains("tapis_push_messages_total{result=\"gone\"} 2"), "{metrics}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_push_service_that_takes_nothing_is_asked_a_few_times_and_when_it_says() {
    let app = serve(&[]).await;
    let service = PushService::start().await;
    let table = Table::two_people(&app).await;
    subscribe(&app, &table, 1, &service.browser("busy")).await;
    service.answer(503, "");
    play_to(&app, &table, 1).await;
    service.until(6).await;
    until_told(&app, &table, 1).await;
    service.answer(201, "");
    rounds(&app, &service).await;
    let count = || sent_to(&service, "busy").len();
    assert_eq!(count(), 6, "then the next turn is waited for");
    service.answer(429, "retry-after: 1\r\n");
    play_to(&app, &table, 1).await;
    until(|| count() == 7).await;
    service.answer(201, "");
    until_told(&app, &table, 1).await;
    let busy = sent_to(&service, "busy");
    assert_eq!(busy.len(), 8);
    assert!(busy[7].at - busy[6].at >= Duration::from_secs(1), "it is asked again when it said");
    assert_eq!(stored(&app, &table)[0].failing_since, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_push_service_that_takes_nothing_for_too_long_is_given_up() {
    let app = serve(&["--tune", "webhook_give_up_seconds=1"]).await;
    let service = PushService::start().await;
    let table = Table::two_people(&app).await;
    subscribe(&app, &table, 1, &service.browser("busy")).await;
    service.answer(403, "");
    play_to(&app, &table, 1).await;
    until_gone(&app, &table).await;
    assert!((2..=6).contains(&service.log().len()), "{}", service.log().len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_has_the_seat_next_is_not_meant() {
    let app = serve(&[]).await;
    let service = PushService::start().await;
    let leaves = async |rest: &str, method: &str| {
        let table = Table::create(
            &app,
            json!({"first_seat": 0, "players": 3}),
            json!([{"kind": "mine"}, {"kind": "mine"}, {"kind": "mine"}]),
        )
        .await;
        subscribe(&app, &table, 1, &service.browser("one")).await;
        let call = app.call(method.parse().unwrap(), &table.path(rest)).token(table.token(1));
        let call = if method == "POST" { call.json(&json!({})) } else { call };
        let answer = call.send().await;
        assert!([200, 201].contains(&answer.status), "{}", answer.text());
        until_gone(&app, &table).await;
    };
    leaves("/seats/1/token", "POST").await;
    leaves("/seats/1?successor=bot", "DELETE").await;
    leaves("/seats/1?successor=invite", "DELETE").await;
    leaves("/resign", "POST").await;
    assert_eq!(service.log().len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_to_take_back_time_outs_and_the_end_are_told() {
    let app = serve(&[]).await;
    let service = PushService::start().await;
    let table = Table::two_people(&app).await;
    play_to(&app, &table, 1).await;
    let (seat, asks, asked) = (1, 0, service.browser("asked"));
    subscribe(&app, &table, seat, &asked).await;
    app.post(&table.path("/undo")).token(table.token(asks)).json(&json!({})).send().await;
    let message = service.until(1).await.remove(0);
    let said = asked.read(&message);
    assert_eq!(
        (&said["type"], &said["text"]),
        (&json!("undo_asked"), &json!("On demande à reprendre un coup."))
    );
    until_told(&app, &table, 1).await;
    let ended = service.browser("asked");
    subscribe(&app, &table, seat, &ended).await;
    app.post(&table.path("/resign")).token(table.token(asks)).send().await.expect(200);
    let message = service.until(2).await.remove(1);
    assert_eq!(ended.read(&message)["type"], "game_ended");
    until_gone(&app, &table).await;
    let refused = put(&app, &table, seat, &service.browser("late").body()).await;
    refused.problem(409, "game_over");
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let body = json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": seats,
        "clock": {"per_move_s": 60, "on_timeout": "bot"}});
    let (table, late) = (Table::of(&app, body).await, service.browser("late"));
    subscribe(&app, &table, 0, &late).await;
    app.fixed.elapsed_ms.fetch_add(60_000, Ordering::SeqCst);
    let message = service.until(3).await.remove(2);
    assert_eq!(late.read(&message)["type"], "timed_out");
    until_gone(&app, &table).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_key_stays_over_a_restart() {
    let app = TestApp::start().await;
    let key = app.get("/v1/push").send().await.expect(200);
    let app = app.restart().await;
    assert_eq!(app.get("/v1/push").send().await.expect(200), key);
}

/// Two deals, in which the same moves are played: what is told says nothing of what lies hidden, nor does its length.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_deals_are_told_alike() {
    let app = serve(&[]).await;
    let service = PushService::start().await;
    let mut told = Vec::new();
    for seed in ["5a", "a5"] {
        let options = json!({"first_seat": 0, "open_discs": false, "taken_discs": "private"});
        let body = json!({"game": "richelieu", "options": options, "seats": [{"kind": "mine"}, {"kind": "mine"}],
            "practice": {"seed": seed.repeat(32)}});
        let table = Table::of(&app, body).await;
        for round in 0..6 {
            let turn = table.see(&app, 0).await["turn"]["seat"].as_u64().unwrap() as usize;
            let browser = service.browser("alike");
            let before = service.log().len();
            subscribe(&app, &table, 1 - turn, &browser).await;
            if table.play_on(&app, 1).await["turn"]["seat"] == (1 - turn) {
                let message = service.until(before + 1).await.remove(before);
                let length = message.body.len();
                let mut headers = message.headers.clone();
                headers.retain(|name, _| !["authorization", "topic"].contains(&name.as_str()));
                let said = browser.read(&message).to_string().replace(&table.id, "the game");
                told.push((seed, round, turn, said, length, headers));
            }
            app.delete(&table.path(&format!("/seats/{}/push", 1 - turn)))
                .token(table.token(1 - turn))
                .send()
                .await
                .expect(204);
        }
    }
    let of = |seed: &str| {
        let of_seed = told.iter().filter(|one| one.0 == seed);
        of_seed
            .map(|(_, round, turn, said, length, headers)| (round, turn, said, length, headers))
            .collect::<Vec<_>>()
    };
    let (one, other) = (of("5a"), of("a5"));
    assert!(one.len() > 2, "{told:#?}");
    let both = one.iter().filter(|told| other.iter().any(|other| (other.0, other.1) == (told.0, told.1)));
    assert!(both.clone().count() > 2 && both.clone().all(|told| other.contains(told)), "{told:#?}");
}
