//! A receiver that refuses one game is told of the others.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::common::{Table, TestApp, until};

const KEY: &str = "tapis_play_of_a_receiver";
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// The ids of the messages that came, and whether each was taken.
type Log = Arc<Mutex<Vec<(String, bool)>>>;

/// Takes all messages but those of one game, which it says is not there.
struct Choosy {
    url: String,
    log: Log,
    refused: Arc<Mutex<String>>,
}

impl Choosy {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let (log, refused) = (Log::default(), Arc::new(Mutex::new(String::new())));
        let choosy = Self { url, log: Arc::clone(&log), refused: Arc::clone(&refused) };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, Arc::clone(&log), Arc::clone(&refused)));
            }
        });
        choosy
    }

    /// How many messages of a game came, and were taken or not.
    fn of(&self, table: &Table, taken: bool) -> usize {
        let log = self.log.lock();
        log.iter().filter(|(id, was)| id.starts_with(&table.id) && *was == taken).count()
    }
}

async fn answer(mut stream: TcpStream, log: Log, refused: Arc<Mutex<String>>) {
    let mut bytes = Vec::new();
    let (id, done) = loop {
        let text = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
        let header = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
        if let Some((_, body)) = text.split_once("\r\n\r\n")
            && let (Some(id), Some(length)) = (header("webhook-id: "), header("content-length: "))
            && body.len() >= length.parse::<usize>().unwrap()
        {
            break (id.clone(), !id.starts_with(&*refused.lock()) || refused.lock().is_empty());
        }
        let mut more = [0; 4096];
        match stream.read(&mut more).await {
            Ok(count) if count > 0 => bytes.extend(&more[..count]),
            _ => return,
        }
    };
    log.lock().push((id, done));
    let status = if done { "204 Taken" } else { "404 None" };
    let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    let _ = stream.write_all(answer.as_bytes()).await;
}

async fn table(app: &TestApp) -> Table {
    let body = json!({"game": "richelieu", "options": {"first_seat": 0}, "auto_pass": "off",
        "seats": [{"kind": "mine"}, {"kind": "mine"}]});
    let created = app.post("/v1/games").header("Tapis-Key", KEY).json(&body).send().await.expect(201);
    Table::from_created(created, 2)
}

async fn webhook(app: &TestApp) -> Value {
    app.get("/v1/webhook").header("Tapis-Key", KEY).send().await.expect(200)
}

/// Waits until the service says so of the webhook: a message that was not taken is in the log before that is known.
async fn becomes(app: &TestApp, status: &str) {
    let mut now = webhook(app).await;
    for _ in 0..30_000 {
        if now["status"] == status {
            return;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
        now = webhook(app).await;
    }
    panic!("it never becomes {status}: {now}");
}

/// Some time later by the service's clock; it looks at once for what is due.
fn later(app: &TestApp, ms: i64) {
    app.fixed.elapsed_ms.fetch_add(ms, Ordering::SeqCst);
    app.state.webhooks_changed.notify_one();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_is_refused_for_a_day_ends_its_own_messages_and_no_others() {
    let app =
        TestApp::start_with(&["--webhooks-to-private-networks", "--tune", "webhook_retry_ms=1000"]).await;
    app.add_key("choosy", KEY);
    let receiver = Choosy::start().await;
    let put = app.put("/v1/webhook").header("Tapis-Key", KEY).json(&json!({"url": receiver.url}));
    put.send().await.expect(200);
    let lost = table(&app).await;
    until(|| receiver.of(&lost, true) == 2).await;
    receiver.refused.lock().clone_from(&lost.id);
    lost.play_on(&app, 2).await;
    until(|| receiver.of(&lost, false) == 1).await;
    becomes(&app, "failing").await;
    let liked = table(&app).await;
    becomes(&app, "on").await;
    until(|| receiver.of(&liked, true) == 2).await;

    later(&app, DAY_MS + 60_000);
    let id = lost.id.parse().unwrap();
    until(|| app.state.service.store().followers_of(id).unwrap()[0].is_done).await;
    assert_eq!(receiver.of(&lost, false), 2);
    liked.play_on(&app, 4).await;
    becomes(&app, "on").await;
    later(&app, DAY_MS);
    liked.play_on(&app, 1_000).await;
    let is_end = |id: &str| id.starts_with(&liked.id) && id.ends_with("game_ended");
    until(|| receiver.log.lock().iter().any(|(id, _)| is_end(id))).await;
    assert_eq!(webhook(&app).await["status"], "on");
    assert_eq!(receiver.of(&lost, false), 2, "it is told no more");
    lost.play_on(&app, 4).await;
    let new = table(&app).await;
    until(|| receiver.of(&new, true) == 2).await;
    assert_eq!((receiver.of(&lost, false), webhook(&app).await["status"].clone()), (2, json!("on")));
}
