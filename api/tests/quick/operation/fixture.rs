//! A database as a release wrote it, served by today's program: its games are read, recounted and played on.
//!
//! `db/tests/fixtures/<release>.sql` is the dump of a database of a release. It is made once, when the program gets the version of the
//! release, by this test with `TAPIS_BLESS=1`, and never changed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::{Value, json};
use tapis_db::model::*;
use tapis_db::rating::Rating;
use tapis_games::seat::Seat;
use tapis_service::tables::{ServerSecret, TokenKind, Tokens};
use tempfile::TempDir;

use crate::common::{Table, TestApp};

/// The secret of the tokens of all fixtures.
const SECRET: [u8; 32] = [7; 32];

/// The key of a front end.
const KEY: &str = "tapis_play_of_a_fixture";

/// Each ruleset with options that make a short game.
fn rulesets() -> [Value; 4] {
    [
        json!({"game": "richelieu", "options": {"players": 2}}),
        json!({"game": "sept-blasons", "options": {"players": 3}}),
        json!({"game": "malin", "options": {"players": 3}}),
        json!({"game": "parbourg", "options": {"players": 2}}),
    ]
}

async fn serve(directory: &Arc<TempDir>) -> TestApp {
    let secret = "07".repeat(32);
    TestApp::start_in(Arc::clone(directory), &["--secret", &secret], |store| store).await
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../db/tests/fixtures")
}

/// The fixtures of the releases.
fn dumps() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(fixtures()).unwrap().map(|entry| entry.unwrap().path());
    let mut dumps: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|name| name == "sql")).collect();
    dumps.sort();
    dumps
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_databases_of_all_releases_are_served() {
    if std::env::var_os("TAPIS_BLESS").is_some() {
        release().await;
    }
    let dumps = dumps();
    assert!(!dumps.is_empty());
    for dump in dumps {
        let directory = Arc::new(tempfile::tempdir().unwrap());
        let conn = Connection::open(directory.path().join("tapis.db")).unwrap();
        // Tables are filled in the order they were made in, not in that of their references.
        conn.pragma_update(None, "foreign_keys", false).unwrap();
        conn.execute_batch(&std::fs::read_to_string(&dump).unwrap()).unwrap();
        conn.close().unwrap();
        let mut app = serve(&directory).await;
        let store = Arc::clone(app.state.service.store());
        let games = store.list_games(&GameFilter::default(), None, 100).unwrap().games;
        for ruleset in rulesets() {
            let of_it = |status| {
                let game = ruleset["game"].as_str().unwrap();
                games.iter().find(move |one| one.game == game && one.status == status).unwrap()
            };
            recount(&app, of_it(Status::Finished)).await;
            play_on(&app, of_it(Status::Running)).await;
        }
        let waiting = games.iter().find(|game| game.status == Status::Waiting).unwrap();
        let path = format!("/v1/games/{}/seats/1", waiting.id);
        app.post(&path).json(&json!({"ticket": token(waiting, 1)})).send().await.expect(201);
        assert!(store.verify_rollups().unwrap());
        app.stop().await;
        let url = format!("sqlite:{}", directory.path().join("tapis.db").display());
        let report = tapis_db::open_read_only(&url).unwrap().verify().unwrap();
        assert!(report.findings.is_empty() && report.games >= 9, "{report:?}");
    }
}

fn token(game: &GameSummary, seat: usize) -> String {
    let record = &game.seats[seat];
    let kind = if record.kind == SeatKind::Invite { TokenKind::Invite } else { TokenKind::Seat };
    Tokens::new(ServerSecret(SECRET)).derive(kind, game.id, Seat(seat as u8), record.generation)
}

/// The replay of a finished game stands up to the recount, and its events are told.
async fn recount(app: &TestApp, game: &GameSummary) {
    let replay = app.get(&format!("/v1/games/{}/replay", game.id)).send().await.expect(200);
    assert_eq!(tapis_recount::recount(&replay), Ok(()));
    let events = app.get(&format!("/v1/games/{}/events?after=0&wait=0", game.id)).send().await.expect(200);
    assert_eq!(events["items"][0]["kind"], "setup");
    let hash = replay["ruleset"]["hash"].as_str().unwrap();
    let summary = format!("/v1/stats/{}/summary?assisted=include&ruleset={hash}", game.game);
    let summary = app.get(&summary).send().await.expect(200);
    assert!(summary["games"].as_u64().unwrap() >= 1, "{summary}");
}

/// A game under way takes the next move of whoever has the seat.
async fn play_on(app: &TestApp, game: &GameSummary) {
    let secrets = (0..game.seats.len()).map(|seat| token(game, seat)).collect();
    let table = Table { id: game.id.to_string(), secrets, created: Value::Null };
    let before = table.see(app, 0).await;
    let after = table.play_on(app, 2).await;
    assert!(after["version"].as_u64() > before["version"].as_u64(), "{after}");
}

/// Makes the fixture of this release, unless it is there: games of all rulesets, finished and under way, and what else a database
/// has.
async fn release() {
    let path = fixtures().join(concat!(env!("CARGO_PKG_VERSION"), ".sql"));
    if path.exists() {
        return;
    }
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let mut app = serve(&directory).await;
    for ruleset in rulesets() {
        let players = ruleset["options"]["players"].as_u64().unwrap() as usize;
        let of = |more: &[(&str, Value)]| {
            let mut body = ruleset.clone();
            body["seats"] = json!(vec![json!({"kind": "mine", "name": "Ada ✨"}); players]);
            more.iter().for_each(|(name, value)| body[name] = value.clone());
            body
        };
        let finished = Table::of(&app, of(&[("visibility", json!("public"))])).await;
        let end = finished.play_on(&app, 5_000).await;
        assert_eq!(end["status"], "finished", "{}", ruleset["game"]);
        let clock = json!({"bank_s": 2_592_000, "increment_s": 5});
        let more = [("visibility", json!("public")), ("hints", json!("metered:5")), ("clock", clock)];
        let running = Table::of(&app, of(&more)).await;
        running.play_on(&app, 3).await;
        retried(&app, &running).await;
        helped(&app, &running).await;
    }
    let at: Time = "2026-01-01T00:00:00Z".parse().unwrap();
    front_end(&app, at);
    let seats = json!([{"kind": "mine", "player": "u-17"}, {"kind": "invite", "name": "Zoé"}, {"kind": "bot", "level": "greedy"}]);
    let body = json!({"game": "richelieu", "options": {"players": 3}, "seats": seats, "visibility": "public",
        "webhook_url": "https://example.com/table"});
    let created = app.post("/v1/games").header("Tapis-Key", KEY).json(&body).send().await.expect(201);
    fill(&app, created["id"].as_str().unwrap().parse().unwrap(), at);
    app.stop().await;
    let conn = Connection::open(directory.path().join("tapis.db")).unwrap();
    std::fs::write(path, dump(&conn)).unwrap();
}

/// A move with a key.
async fn retried(app: &TestApp, table: &Table) {
    let state = table.see(app, 0).await;
    let seat = state["turn"]["seat"].as_u64().unwrap() as usize;
    let own = table.see(app, seat).await;
    let etag = format!("\"v{}-s{seat}\"", own["version"]);
    let call = app.post(&table.path("/moves")).token(table.token(seat)).if_match(&etag).key("a-move-once");
    call.json(&json!({"move": own["legal_moves"][0]["notation"]})).send().await.expect(200);
}

/// A hint, settings of a seat, and a request to take back that waits.
async fn helped(app: &TestApp, table: &Table) {
    let state = table.see(app, 0).await;
    let seat = state["turn"]["seat"].as_u64().unwrap() as usize;
    let hint = app.post(&table.path("/hints")).token(table.token(seat)).key("a-hint-once");
    hint.json(&json!({"budget": {"iterations": 200}, "level": "move"})).send().await.expect(200);
    let settings = app.put(&table.path(&format!("/seats/{seat}/settings"))).token(table.token(seat));
    settings.json(&json!({"auto_pass": "no_choice"})).send().await.expect(200);
}

/// A browser that is told of a seat, some day.
fn browser(game: GameId, at: Time) -> PushSubscription {
    PushSubscription {
        id: Digest([3; 32]),
        game,
        seat: 1,
        generation: 2,
        endpoint: "https://push.example.com/send/1".to_owned(),
        p256dh: vec![4; 65],
        auth: vec![5; 16],
        creator: Digest([4; 32]),
        language: "fr".to_owned(),
        since: at,
        // Nothing is to be told while this is made.
        told: 1_000,
        tries: 2,
        next_try: at.plus_seconds(60),
        failing_since: Some(at.plus_seconds(15)),
    }
}

/// A key with a webhook that is off.
fn front_end(app: &TestApp, at: Time) {
    let store = app.state.service.store();
    let key = ApiKey {
        name: "front-end".to_owned(),
        hash: tapis_api::keys::hash(KEY),
        scope: KeyScope::Play,
        rates: KeyRates { moves: Some(120), ..KeyRates::default() },
        created_at: at,
        revoked_at: None,
    };
    store.add_key(key).unwrap();
    let webhook = Webhook {
        key: "front-end".to_owned(),
        url: "https://example.com/hook".to_owned(),
        secret: Secret([9; 32]),
        old_secret: Some(Secret([8; 32])),
        old_until: Some(at.plus_seconds(86_400)),
        on_since: at,
        failing_since: Some(at.plus_seconds(5)),
        off_since: Some(at.plus_seconds(86_405)),
        fault: Some("status_503".to_owned()),
    };
    store.put_webhook(webhook).unwrap();
    app.state.keys.refresh(&**store, &app.state.settings.limits).unwrap();
}

/// What no game makes: how far it was told in vain, an experiment with a chunk, results of simulated games.
fn fill(app: &TestApp, game: GameId, at: Time) {
    let store = app.state.service.store();
    let watched = WatchedGame {
        game,
        key: "front-end".to_owned(),
        delivered: 1,
        tries: 25,
        next_try: at.plus_seconds(90_005),
        failing_since: Some(at.plus_seconds(5)),
        fault: Some("status_503".to_owned()),
        is_done: false,
        url: Some("https://example.com/table".to_owned()),
    };
    store.advance(watched).unwrap();
    store.put_subscription(browser(game, at), 4).unwrap();
    let (key, player) = ("front-end".to_owned(), "u-17".to_owned());
    let rating = Rating { mean: 112.4, own: 61.25, lent: 39.875, games: 23 };
    let rated_at = at.plus_seconds(7_200);
    store.put_rating(PlayerRating { key, player, game: "richelieu".to_owned(), rating, rated_at }).unwrap();
    let plan = json!({
        "game": "richelieu", "arms": [{"name": "one", "seats": ["random"]}], "games": 2, "metric": "length",
        "seed": "tapis",
    });
    let experiment = ExperimentRecord {
        id: "exp_first".to_owned(),
        plan: Json::from(plan.to_string()),
        state: ExperimentState::Cancelled,
        detail: None,
        created_at: at,
        ended_at: Some(at.plus_seconds(60)),
        asked_by: None,
    };
    store.put_experiment(experiment).unwrap();
    let chunk = ExperimentChunk { number: 0, measured: vec![vec![30.0, 31.5]] };
    let games = (1..=3).map(|n| simulated(app, n, Source::Experiment("first.0".to_owned())));
    store.record_chunk("exp_first", chunk, games.collect()).unwrap();
    store.record_simulated((10..14).map(|n| simulated(app, n, Source::Bots)).collect()).unwrap();
}

fn simulated(app: &TestApp, n: u8, source: Source) -> SimulatedGame {
    let rules = app.state.service.rulesets().by_options("richelieu", r#"{"players":2}"#).unwrap();
    let seat = |place: u8| SeatResult {
        score: i64::from(20 + n % 5 + place),
        rank: 2 - place,
        win_share: if place == 1 { WinShare::WHOLE } else { WinShare::NONE },
        turns: 15,
        bot_level: Some("random".to_owned()),
        features: vec![FeatureFact { name: "markers".to_owned(), bucket: Bucket::Number(n.into()) }],
    };
    let result = GameResult {
        source,
        assisted: false,
        length: 30 + u32::from(n),
        ended_at: "2026-01-01T00:00:00Z".parse::<Time>().unwrap().plus_seconds(i64::from(n)),
        seats: vec![seat(0), seat(1)],
        measures: vec![Measure { name: "lead_changes".to_owned(), value: i64::from(n % 4) }],
    };
    let ruleset = tapis_service::rulesets::record(rules.ruleset());
    SimulatedGame { id: GameId::from_u128(u128::from(n)), ruleset, result }
}

/// The SQL that makes a database again.
fn dump(conn: &Connection) -> String {
    let pragma = |name: &str| -> i64 { conn.pragma_query_value(None, name, |row| row.get(0)).unwrap() };
    let ids = ["application_id", "user_version"].map(|name| format!("PRAGMA {name} = {};\n", pragma(name)));
    let mut sql = format!("{}BEGIN;\n", ids.concat());
    let objects = "SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid";
    let mut statement = conn.prepare(objects).unwrap();
    let objects = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    let objects: Vec<(String, String, String)> = objects.map(Result::unwrap).collect();
    objects.iter().for_each(|(_, _, create)| sql += &format!("{create};\n"));
    for (table, _, _) in objects.iter().filter(|(_, kind, _)| kind == "table") {
        let mut statement = conn.prepare(&format!("SELECT * FROM {table} ORDER BY 1, 2")).unwrap();
        let columns = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let values: Vec<_> = (0..columns).map(|at| literal(row.get_ref(at).unwrap())).collect();
            sql += &format!("INSERT INTO {table} VALUES ({});\n", values.join(", "));
        }
    }
    sql + "COMMIT;\n"
}

fn literal(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "NULL".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) => format!("'{}'", std::str::from_utf8(text).unwrap().replace('\'', "''")),
        ValueRef::Blob(bytes) => {
            format!("x'{}'", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
        }
    }
}
