//! Whose an `Idempotency-Key` is: nobody gets another caller's answer.

use serde_json::{Value, json};

use crate::common::{Table, TestApp};

const KEY: &str = "6f1c0e9a-52d7-4b38-8a4f-d03b97e6c215";

fn game() -> Value {
    json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "open"}]})
}

#[tokio::test]
async fn a_stranger_with_the_key_and_body_of_a_creation_gets_a_game_of_its_own() {
    let app = TestApp::start().await;
    for (key, token) in [(KEY, None), ("b0d5c1f87e2a49369c04e8d7f65a13bc", Some("seat_made_up"))] {
        let create = |from| {
            let call = app.post_from(from, "/v1/games").key(key);
            token.map_or_else(|| app.post_from(from, "/v1/games").key(key), |token| call.token(token))
        };
        let mine = create(1).json(&game()).send().await.expect(201);
        assert_eq!(create(1).json(&game()).send().await.expect(201), mine, "a retry");
        let answer = create(2).json(&game()).send().await;
        assert_eq!(answer.header("idempotency-replayed"), None);
        let theirs = answer.expect(201);
        assert_ne!(theirs["id"], mine["id"]);
        assert_ne!(theirs["seats"][0]["token"], mine["seats"][0]["token"]);
    }
}

#[tokio::test]
async fn a_stranger_with_the_key_of_a_joining_does_not_get_the_seat() {
    let app = TestApp::start().await;
    for ticket in [None, Some("inv_made_up")] {
        let table = Table::of(&app, game()).await;
        let body = json!({"name": "Bo", "ticket": ticket});
        let join = |from| app.post_from(from, &table.path("/seats/1")).key(KEY).json(&body).send();
        let mine = join(1).await.expect(201);
        assert_eq!(join(1).await.expect(201), mine, "a retry");
        join(2).await.problem(409, "seat_taken");
    }
}

#[tokio::test]
async fn two_front_ends_behind_one_address_do_not_get_each_others_games() {
    let app = TestApp::start().await;
    let keys = ["tapis_play_of_one", "tapis_play_of_another"];
    keys.iter().zip(["one", "another"]).for_each(|(text, name)| app.add_key(name, text));
    let create = |key: &str| app.post("/v1/games").header("Tapis-Key", key).key(KEY).json(&game()).send();
    let mine = create(keys[0]).await.expect(201);
    assert_ne!(create(keys[1]).await.expect(201)["id"], mine["id"]);
    assert_eq!(create(keys[0]).await.expect(201), mine, "a retry");
}

#[tokio::test]
async fn who_has_the_ticket_may_retry_from_anywhere() {
    let app = TestApp::start().await;
    let table =
        Table::of(&app, json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "invite"}]})).await;
    let ticket = table.token(1);
    let join = |from| app.post_from(from, &table.path("/seats/1")).key("1").token(ticket).send();
    let first = join(1).await.expect(201);
    let again = join(2).await;
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(again.expect(201), first);
}

#[tokio::test]
async fn without_a_token_keys_are_judged_by_their_length() {
    let app = TestApp::start().await;
    let table = Table::of(&app, game()).await;
    let analysis = json!({"ruleset": {"game": "richelieu"}, "seat": 0, "plies": []});
    for key in ["my-first-game-0001", "1234567", "6f1c0e9a52d74b388a4fd", "\"6f1c0e9a52d74b388a4fd\""] {
        for path in ["/v1/games", &table.path("/seats/1"), "/v1/analyses"] {
            let problem = app.post(path).key(key).json(&game()).send().await;
            let problem = match path {
                path if path.ends_with("/seats/1") => app.post(path).key(key).json(&json!({})).send().await,
                "/v1/analyses" => app.post(path).key(key).json(&analysis).send().await,
                _ => problem,
            };
            let detail = problem.problem(400, "invalid_idempotency_key")["detail"].to_string();
            let has = format!("has {}", key.trim_matches('"').len());
            assert!(detail.contains("UUID") && detail.contains("22") && detail.contains(&has), "{detail}");
        }
    }
    assert_eq!(table.see(&app, 0).await["version"], 1);
    let long_enough = [
        "01933c2e-7d6f-7bbc-8a6e-0d4c8f4a9b21",
        "create-01933c2e-7d6f-4bbc-8a6e-0d4c8f4a9b21",
        "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        "01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "6f1c0e9a52d74b388a4fdb",
    ];
    for key in long_enough {
        let created = app.post("/v1/games").key(key).json(&game()).send().await.expect(201);
        let again = app.post("/v1/games").key(&format!("\"{key}\"")).json(&game()).send().await;
        assert_eq!(
            again.header("idempotency-replayed"),
            Some("true"),
            "a key in quotes is the same key: {key}"
        );
        assert_eq!(again.expect(201)["id"], created["id"]);
    }
}
