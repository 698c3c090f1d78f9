//! Games with an address of their own, and new secrets.

use std::sync::atomic::Ordering;

use tapis_db::model::GameId;

use super::*;

/// A game with an address of its own, which goes on to its rematch. What fails there says nothing of the key's other games.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_may_have_an_address_of_its_own() {
    let app = serve(&[PRIVATE, "--tune", "webhook_give_up_seconds=1"]).await;
    let (of_key, of_game) = (Receiver::start(Manner::Say(200)), Receiver::start(Manner::Say(200)));
    let key = add_key(&app, "own");
    let body =
        |url: &str| json!({"game": "richelieu", "seats": two(), "auto_pass": "off", "webhook_url": url});
    app.post("/v1/games").json(&body("https://example.com/")).send().await.problem(401, "key_required");
    let create = |url: String| with(app.post("/v1/games"), &key).json(&body(&url)).send();
    let problem = create(of_game.url()).await.problem(422, "invalid_body");
    assert!(problem.to_string().contains("PUT /v1/webhook"), "{problem}");
    let secret = set(&app, &key, &of_key.url()).await;
    let problem = create("ftp://example.com/".to_owned()).await.problem(422, "invalid_body");
    assert!(problem.to_string().contains("/webhook_url"), "{problem}");
    let own = Table::from_created(create(of_game.url()).await.expect(201), 2);
    let other = table_with(&app, &key, two()).await;
    for table in [&own, &other] {
        table.play_on(&app, 3).await;
        app.post(&table.path("/resign")).token(table.token(0)).send().await.expect(200);
    }
    all_ended(&of_game, std::slice::from_ref(&own)).await;
    all_ended(&of_key, std::slice::from_ref(&other)).await;
    assert_eq!(first_seen(&of_game.log(), &own.id), expected(&app, &own).await);
    assert!(of_game.log().iter().all(|received| received.is_signed_with(&secret)));
    assert!(of_key.log().iter().all(|received| received.place().0 == other.id), "each hears of its own");
    of_game.behave(Manner::Say(500));
    let next = app.post(&own.path("/rematch")).token(own.token(0)).send().await.expect(201);
    let next: GameId = next["id"].as_str().unwrap().parse().unwrap();
    let begun = Instant::now();
    while !app.state.service.store().followers_of(next).unwrap().iter().any(|follower| follower.is_done) {
        assert!(begun.elapsed() < Duration::from_secs(60), "it is given up");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let status = status(&app, &key).await;
    assert_eq!(status["status"], "on");
    // The old game, too, has something to tell: that there is another.
    let failing = status["failing_games"].as_array().unwrap();
    let is_of_game = |one: &Value| one["url"] == of_game.url() && one["fault"] == "status_500";
    assert!(failing.iter().all(is_of_game), "{status}");
    let of_next = failing.iter().find(|one| one["game"] == next.to_string()).unwrap();
    assert_eq!(of_next["given_up"], true);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retry_is_answered_again_though_the_webhook_of_the_key_is_gone() {
    let app = serve(&[PRIVATE]).await;
    let receiver = Receiver::start(Manner::Say(200));
    let key = add_key(&app, "again");
    set(&app, &key, &receiver.url()).await;
    let body = json!({"game": "richelieu", "seats": two(), "webhook_url": receiver.url()});
    let create = |retry: &str| with(app.post("/v1/games"), &key).key(retry).json(&body).send();
    let first = create("3f6c2a9e-8b1d-4c75-9e0a-d24b7f1683c5").await.expect(201);
    with(app.delete("/v1/webhook"), &key).send().await.expect(204);
    let again = create("3f6c2a9e-8b1d-4c75-9e0a-d24b7f1683c5").await.expect(201);
    assert_eq!(again["id"], first["id"]);
    create("b07d51e4-26fa-4398-8c1e-5a9f34d7e612").await.problem(422, "invalid_body");
}

/// The clock is the test's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_secret_before_a_new_one_signs_for_a_day() {
    let app = TestApp::start_with(&[PRIVATE]).await;
    let (receiver, key) = (Receiver::start(Manner::Say(200)), add_key(&app, "renewed"));
    let old = set(&app, &key, &receiver.url()).await;
    let renew = json!({"url": receiver.url(), "new_secret": true});
    let renewed = with(app.put("/v1/webhook"), &key).json(&renew).send().await.expect(200);
    let new = renewed["secret"].as_str().unwrap();
    set_again(&app, &key, &receiver.url()).await;
    for (n, by_old) in [true, false].into_iter().enumerate() {
        table_with(&app, &key, two()).await;
        // That it began, and whose turn it is.
        until(|| receiver.log().len() == 2 * n + 2).await;
        let message = receiver.log().remove(2 * n);
        assert_eq!((message.is_signed_with(new), message.is_signed_with(&old)), (true, by_old));
        app.fixed.elapsed_ms.fetch_add(86_400_000, Ordering::SeqCst);
    }
}

/// Sets a webhook that there is: its secrets stay.
async fn set_again(app: &TestApp, key: &str, url: &str) {
    let again = with(app.put("/v1/webhook"), key).json(&json!({"url": url})).send().await.expect(200);
    assert_eq!(again.get("secret"), None);
}
