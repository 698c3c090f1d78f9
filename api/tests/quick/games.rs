//! Creating, listing and looking at games.

use crate::common::{Table, TestApp};
use serde_json::{Value, json};

fn against_bot() -> Value {
    json!({"game": "richelieu", "seats": [{"kind": "mine", "name": " Ada "}, {"kind": "bot", "level": "random"}]})
}

#[tokio::test]
async fn a_created_game_is_complete() {
    let app = TestApp::start().await;
    let mut body = against_bot();
    body["options"] = json!({"variant": "three_rows", "first_seat": 0});
    let answer = app.post("/v1/games").json(&body).send().await;
    let created = answer.expect(201);
    let id = created["id"].as_str().unwrap();
    assert_eq!(answer.header("location"), Some(format!("/v1/games/{id}").as_str()));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(created["version"], 1);
    assert_eq!(created["ruleset"]["game"], "richelieu");
    assert_eq!(created["ruleset"].get("options"), None, "by reference");
    assert_eq!(created["ruleset"]["hash"].as_str().unwrap().len(), 64);
    assert!(created["deal_commitment"].as_str().unwrap().starts_with("sha256:"));
    let seats = created["seats"].as_array().unwrap();
    assert_eq!(seats.len(), 1);
    assert_eq!((&seats[0]["seat"], &seats[0]["kind"]), (&json!(0), &json!("mine")));
    assert!(seats[0]["token"].as_str().unwrap().starts_with("seat_"));

    let state = app.get(&format!("/v1/games/{id}")).token(seats[0]["token"].as_str().unwrap()).send().await;
    assert_eq!(state.header("etag"), Some("\"v1-s0\""));
    assert_eq!(state.header("cache-control"), Some("private, no-cache"));
    assert!(state.header("vary").unwrap().contains("Authorization"));
    let state = state.expect(200);
    assert_eq!(state["status"], "running");
    assert_eq!(state["you"]["seat"], 0);
    assert_eq!(state["turn"]["seat"], json!(0));
    assert_eq!(state["seats"][0], json!({"seat": 0, "name": "Ada", "kind": "human"}));
    assert_eq!(state["seats"][1], json!({"seat": 1, "kind": "bot", "level": "random"}));
    assert_eq!(state["legal_moves"][0]["notation"], "take 1L");
    assert_eq!(state["legal_moves"][0]["kind"], "take");
    assert_eq!(state["practice"], false);
    assert!(state.get("result").is_none());
}

#[tokio::test]
async fn a_retry_of_create_answers_the_same() {
    let app = TestApp::start().await;
    let create = || app.post("/v1/games").key("6f1c0e9a-52d7-4b38-8a4f-d03b97e6c215");
    let first = create().json(&against_bot()).send().await;
    let again = create().json(&against_bot()).send().await;
    assert_eq!((first.status, again.status), (201, 201));
    assert_eq!(first.bytes, again.bytes);
    assert_eq!(first.header("idempotency-replayed"), None);
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    let mut other = against_bot();
    other["hints"] = json!("off");
    create().json(&other).send().await.problem(422, "idempotency_key_reused");
}

#[tokio::test]
async fn parallel_creates_with_one_key_make_one_game() {
    let app = TestApp::start().await;
    let create = || app.post("/v1/games").key("b0d5c1f87e2a49369c04e8d7f65a13bc").json(&against_bot()).send();
    let answers = futures_util::future::join_all((0..8).map(|_| create())).await;
    let bodies: std::collections::HashSet<_> = answers.iter().map(|answer| answer.bytes.clone()).collect();
    assert!(answers.iter().all(|answer| answer.status == 201));
    assert_eq!(bodies.len(), 1);
    let first = answers.iter().filter(|answer| answer.header("idempotency-replayed").is_none()).count();
    assert_eq!(first, 1);
}

#[tokio::test]
async fn what_cannot_be_created_is_refused_with_its_pointer() {
    let app = TestApp::start().await;
    let mine = json!({"kind": "mine"});
    let bot = json!({"kind": "bot", "level": "club"});
    let seed = "00".repeat(32);
    let cases = [
        (json!({"seats": [mine, bot]}), "/game"),
        (json!({"game": "bridge", "seats": [mine, bot]}), "/game"),
        (json!({"game": "richelieu"}), "/seats"),
        (json!({"game": "richelieu", "seats": []}), "/seats"),
        (json!({"game": "richelieu", "seats": [mine, bot, bot, bot, bot]}), "/seats"),
        (
            json!({"game": "richelieu", "options": {"players": 2}, "seats": [mine, bot, bot]}),
            "/options/players",
        ),
        (json!({"game": "richelieu", "options": {"players": 9}, "seats": [mine, bot]}), "/options/players"),
        (json!({"game": "richelieu", "options": {"colour": 1}, "seats": [mine, bot]}), "/options/colour"),
        (json!({"game": "richelieu", "options": 5, "seats": [mine, bot]}), "/options"),
        (json!({"game": "richelieu", "seats": [{"kind": "ghost"}, bot]}), "/seats/0/kind"),
        (json!({"game": "richelieu", "seats": [mine, {"kind": "bot"}]}), "/seats/1/level"),
        (json!({"game": "richelieu", "seats": [mine, {"kind": "bot", "level": "god"}]}), "/seats/1/level"),
        (json!({"game": "richelieu", "seats": [{"kind": "mine", "level": "club"}, bot]}), "/seats/0/level"),
        (json!({"game": "richelieu", "seats": [{"kind": "mine", "name": "\u{0}"}, bot]}), "/seats/0/name"),
        (json!({"game": "richelieu", "seats": [{"kind": "open", "name": " "}, bot]}), "/seats/0/name"),
        (
            json!({"game": "richelieu", "seats": [mine, {"kind": "open"}], "visibility": "private"}),
            "/seats/1/kind",
        ),
        (json!({"game": "richelieu", "seats": [mine, bot], "visibility": "secret"}), "/visibility"),
        (json!({"game": "richelieu", "seats": [mine, bot], "hints": "metered:0"}), "/hints"),
        (json!({"game": "richelieu", "seats": [mine, bot], "practice": {"seed": "12"}}), "/practice/seed"),
        (
            json!({"game": "richelieu", "seats": [mine, {"kind": "open"}], "practice": {"seed": seed}}),
            "/practice",
        ),
        (json!({"ruleset": "00", "seats": [mine, bot]}), "/ruleset"),
        (json!({"ruleset": "00".repeat(32), "seats": [mine, bot]}), "/ruleset"),
        (json!({"ruleset": "00", "options": {}, "seats": [mine, bot]}), "/options"),
    ];
    for (body, pointer) in cases {
        let problem = app.post("/v1/games").json(&body).send().await.problem(422, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}: {problem}");
    }
    assert_eq!(app.get("/v1/games").send().await.expect(200)["items"], json!([]));
}

#[tokio::test]
async fn the_players_follow_from_the_seats() {
    let app = TestApp::start().await;
    let of = |options: Value, seats: usize| json!({"game": "richelieu", "options": options, "seats": vec![json!({"kind": "mine"}); seats]});
    for seats in 2..=4 {
        let unsaid = Table::of(&app, of(json!({}), seats)).await;
        let said = Table::of(&app, of(json!({"players": seats}), seats)).await;
        assert_eq!(unsaid.created["ruleset"]["hash"], said.created["ruleset"]["hash"]);
        assert_eq!(unsaid.see(&app, seats - 1).await["seats"].as_array().unwrap().len(), seats);
    }
}

#[tokio::test]
async fn a_game_by_ruleset_hash_is_of_that_ruleset() {
    let app = TestApp::start().await;
    let first = Table::create(
        &app,
        json!({"variant": "three_rows"}),
        json!([{"kind": "mine"}, {"kind": "bot", "level": "random"}]),
    )
    .await;
    let hash = &first.created["ruleset"]["hash"];
    let mut body = json!({"ruleset": hash, "seats": [{"kind": "mine"}, {"kind": "bot", "level": "random"}]});
    let second = Table::of(&app, body.clone()).await;
    assert_eq!(second.created["ruleset"], first.created["ruleset"]);
    body["game"] = json!("malin");
    let problem = app.post("/v1/games").json(&body).send().await.problem(422, "invalid_body");
    assert_eq!(problem["errors"][0]["pointer"], "/game");
}

#[tokio::test]
async fn practice_games_have_the_chosen_seed_and_say_so() {
    let app = TestApp::start().await;
    let seed = "ab".repeat(32);
    let body = json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "mine"}],
        "practice": {"seed": seed}});
    let (first, second) = (Table::of(&app, body.clone()).await, Table::of(&app, body).await);
    let view = |table: &Table| app.get(&table.path("")).send();
    let (first, second) = (view(&first).await.expect(200), view(&second).await.expect(200));
    assert_eq!(first["practice"], true);
    assert_ne!(first["deal_commitment"], second["deal_commitment"]);
    assert_eq!(first["layout"]["zones"]["table"], second["layout"]["zones"]["table"]);
}

#[tokio::test]
async fn entity_tags_save_bodies() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let see = |tag: &str| app.get(&table.path("")).token(table.token(0)).header("If-None-Match", tag);
    for tag in ["\"v1-s0\"", "W/\"v1-s0\"", "\"x\", \"v1-s0\"", "\"a,b\" ,W/\"v1-s0\"", "*"] {
        let answer = see(tag).send().await;
        assert_eq!(answer.status, 304, "{tag}");
        assert!(answer.bytes.is_empty());
        assert_eq!(answer.header("etag"), Some("\"v1-s0\""));
    }
    for tag in ["\"v1-s1\"", "\"v1-spectator\"", "\"v2-s0\""] {
        assert_eq!(see(tag).send().await.status, 200, "{tag}");
    }
    for tag in ["v1-s0", "\"v1-s0", "\"v1-s0\",", "\"v1-s0\" \"x\"", ""] {
        see(tag).send().await.problem(400, "invalid_header");
    }
    let spectator = app.get(&table.path("")).send().await;
    assert_eq!(spectator.header("etag"), Some("\"v1-spectator\""));
    let spectator = spectator.expect(200);
    assert!(spectator.get("you").is_none() && spectator.get("legal_moves").is_none());
    let other = table.see(&app, 1).await;
    assert!(other.get("legal_moves").is_none(), "legal moves are for the seat to move");
}

#[tokio::test]
async fn tokens_open_their_game_only() {
    let app = TestApp::start().await;
    let (table, other) = (Table::two_people(&app).await, Table::two_people(&app).await);
    app.get(&table.path("")).token(other.token(0)).send().await.problem(401, "unknown_token");
    app.get(&table.path("")).token("seat_00").send().await.problem(401, "unknown_token");
    let basic = app.get(&table.path("")).header("Authorization", "Basic eDp5").send().await;
    basic.problem(401, "unknown_token");
    assert_eq!(basic.header("www-authenticate"), Some("Bearer error=\"invalid_token\""));
    app.get("/v1/games/nothing").send().await.problem(404, "not_found");
    app.get("/v1/games/0197f0c5-3a1b-7c2d-8e4f-0123456789ab").send().await.problem(404, "not_found");
}

#[tokio::test]
async fn private_games_do_not_exist_for_strangers() {
    let app = TestApp::start().await;
    let body = json!({"game": "richelieu", "visibility": "private",
        "seats": [{"kind": "mine"}, {"kind": "invite"}]});
    let table = Table::of(&app, body).await;
    for path in ["", "/moves", "/events", "/replay"] {
        app.get(&table.path(path)).send().await.problem(404, "not_found");
        app.get(&table.path(path)).token("seat_00").send().await.problem(404, "not_found");
    }
    app.post(&table.path("/undo")).send().await.problem(404, "not_found");
    app.post(&table.path("/moves")).json(&json!({"move": "x"})).send().await.problem(404, "not_found");
    app.post(&table.path("/seats/1")).json(&json!({})).send().await.problem(404, "not_found");
    app.post(&table.path("/seats/0")).json(&json!({})).send().await.problem(404, "not_found");
    assert_eq!(table.see(&app, 0).await["status"], "waiting");
    let invited = app.get(&table.path("")).token(table.token(1)).send().await;
    assert_eq!(invited.header("etag"), Some("\"v1-spectator\""));
}

#[tokio::test]
async fn the_list_shows_public_games_only_page_by_page() {
    let app = TestApp::start().await;
    let mut public = Vec::new();
    for n in 0..5 {
        app.fixed.elapsed_ms.fetch_add(1000, std::sync::atomic::Ordering::SeqCst);
        let mut body = against_bot();
        body["visibility"] = json!("public");
        if n % 2 == 0 {
            body["seats"][1] = json!({"kind": "open"});
        }
        public.insert(0, Table::of(&app, body).await.id);
        Table::of(&app, against_bot()).await;
    }
    let ids = |page: &Value| {
        let items = page["items"].as_array().unwrap();
        items.iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let first = app.get("/v1/games?limit=2").send().await;
    let cursor = first.json()["next_cursor"].as_str().unwrap().to_owned();
    assert_eq!(
        first.header("link"),
        Some(format!("</v1/games?limit=2&cursor={cursor}>; rel=\"next\"").as_str())
    );
    let mut seen = ids(&first.expect(200));
    let mut next = Some(cursor);
    while let Some(cursor) = next {
        let page = app.get(&format!("/v1/games?limit=2&cursor={cursor}")).send().await.expect(200);
        seen.extend(ids(&page));
        next = page["next_cursor"].as_str().map(str::to_owned);
    }
    assert_eq!(seen, public);
    let waiting = app.get("/v1/games?status=waiting&game=richelieu&open_seats=true").send().await.expect(200);
    assert_eq!(waiting["items"].as_array().unwrap().len(), 3);
    assert_eq!(waiting["items"][0]["seats"][1]["kind"], "open");
    let none = app.get("/v1/games?game=malin").send().await.expect(200);
    assert_eq!(none["items"], json!([]));
    for query in ["limit=0", "limit=201", "limit=x", "cursor=x", "status=asleep", "page=2", "open_seats=1"] {
        app.get(&format!("/v1/games?{query}")).send().await.problem(422, "invalid_query");
    }
}
