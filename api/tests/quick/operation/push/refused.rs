//! What cannot be told is refused, and a seat has few browsers.

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_told_is_refused_with_its_place() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let service = PushService::start().await;
    let good = json!({"endpoint": "https://push.example.com/1", "keys": service.browser("x").body()["keys"]});
    let wrong = |pointer: &str, value: &str| {
        let mut body = good.clone();
        *body.pointer_mut(pointer).unwrap() = json!(value);
        body
    };
    let off_curve = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw8";
    for (pointer, value) in [
        ("/endpoint", ""),
        ("/endpoint", "push.example.com"),
        ("/endpoint", "http://push.example.com/1"),
        ("/endpoint", "https://me@push.example.com/1"),
        ("/endpoint", "https://127.0.0.1/1"),
        ("/endpoint", "https://[::1]/1"),
        ("/endpoint", "https://169.254.169.254/1"),
        ("/keys/p256dh", ""),
        ("/keys/p256dh", off_curve),
        ("/keys/p256dh", "BTBZMqHH6r4Tts7J_aSIgg"),
        ("/keys/auth", "BTBZMqHH6r4Tts7J_aSI"),
        ("/keys/auth", "no base64!"),
    ] {
        let problem = put(&app, &table, 0, &wrong(pointer, value)).await.problem(422, "invalid_body");
        let errors = problem["errors"].as_array().unwrap();
        assert_eq!((errors.len(), &errors[0]["pointer"]), (1, &json!(pointer)), "{value} {problem}");
    }
    let apple = wrong("/endpoint", "https://web.push.apple.com/QGx");
    let problem = put(&app, &table, 0, &apple).await.problem(422, "invalid_body");
    assert_eq!(problem["errors"][0]["pointer"], "/endpoint");
    assert!(problem["text"]["fr"].as_str().unwrap().contains("--push-contact"), "{problem}");
    let reached = TestApp::start_with(&["--push-contact", "mailto:ada@example.com"]).await;
    put(&reached, &Table::two_people(&reached).await, 0, &apple).await.expect(204);
    let all = json!({"endpoint": "x", "keys": {"p256dh": "x", "auth": "x"}});
    let problem = put(&app, &table, 0, &all).await.problem(422, "invalid_body");
    assert_eq!(problem["errors"].as_array().unwrap().len(), 3, "everything that is wrong is said");
    let path = table.path("/seats/0/push");
    app.put(&path).json(&good).send().await.problem(401, "token_required");
    app.put(&path).token(table.token(1)).json(&good).send().await.problem(403, "not_your_seat");
    app.delete(&path).token(table.token(1)).send().await.problem(403, "not_your_seat");
    assert_eq!(stored(&app, &table), []);
    put(&app, &table, 0, &good).await.expect(204);
    assert_eq!(stored(&app, &table).len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_has_four_browsers_and_the_same_again_changes_nothing() {
    let app = TestApp::start_from(&["--webhooks-to-private-networks"], |sources| sources).await;
    let (table, service) = (Table::two_people(&app).await, PushService::start().await);
    let first = service.browser("0");
    subscribe(&app, &table, 0, &first).await;
    let before = stored(&app, &table);
    app.fixed.elapsed_ms.fetch_add(1_000, Ordering::SeqCst);
    subscribe(&app, &table, 0, &first).await;
    assert_eq!(stored(&app, &table), before, "it is known");
    for name in ["1", "2", "3", "4"] {
        app.fixed.elapsed_ms.fetch_add(1_000, Ordering::SeqCst);
        subscribe(&app, &table, 0, &service.browser(name)).await;
    }
    let ends = |stored: &[PushSubscription]| {
        let last = |one: &PushSubscription| one.endpoint.rsplit('/').next().unwrap().to_owned();
        stored.iter().map(last).collect::<Vec<_>>()
    };
    assert_eq!(ends(&stored(&app, &table)), ["1", "2", "3", "4"], "the oldest made room");
    let endpoint: String =
        format!("{}/send/2", service.origin()).bytes().map(|b| format!("%{b:02x}")).collect();
    let path = table.path(&format!("/seats/0/push?endpoint={endpoint}"));
    for _ in 0..2 {
        app.delete(&path).token(table.token(0)).send().await.expect(204);
        assert_eq!(ends(&stored(&app, &table)), ["1", "3", "4"]);
    }
    app.delete(&table.path("/seats/0/push")).token(table.token(0)).send().await.expect(204);
    assert_eq!(stored(&app, &table), []);
}
