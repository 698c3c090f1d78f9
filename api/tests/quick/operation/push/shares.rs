//! A push service that hangs holds up nobody else.

use tapis_db::model::Digest;

use super::*;

/// They are more than what is read together, and `outbox/places.rs` has 1,200 of them. The clock is the test's: what waited for a pause
/// or for the silent host would never be sent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_hundred_browsers_at_a_host_that_never_answers_hold_up_nobody_elsewhere() {
    let app = TestApp::start_with(&["--webhooks-to-private-networks", "--tune", "push_pause_ms=0"]).await;
    let (silent, service) = (PushService::start_at("127.0.0.2").await, PushService::start().await);
    silent.answer(0, "");
    for game in 0..3 {
        let table = Table::two_people(&app).await;
        subscribe(&app, &table, 0, &silent.browser("first")).await;
        let first = stored(&app, &table).remove(0);
        for browser in 0..100 {
            let mut id = [7; 32];
            (id[0], id[1]) = (game, browser);
            let endpoint = format!("{}/send/{browser}", silent.origin());
            let (id, creator) = (Digest(id), Digest([1; 32]));
            let due = PushSubscription { id, endpoint, creator, told: 0, ..first.clone() };
            app.state.service.store().put_subscription(due, 200).unwrap();
        }
    }
    until(|| !silent.log().is_empty()).await;
    app.fixed.elapsed_ms.fetch_add(1_000, Ordering::SeqCst);
    let (table, browser) = (Table::two_people(&app).await, service.browser("one"));
    subscribe(&app, &table, 1, &browser).await;
    play_to(&app, &table, 1).await;
    let message = service.until(1).await.remove(0);
    assert_eq!(browser.read(&message)["type"], "your_turn");
    assert!(silent.log().len() <= 8 + 3, "who subscribed has a share: {}", silent.log().len());
}

/// Anybody may name any port of a push service that all share.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_port_at_which_nobody_answers_silences_no_other_of_its_host() {
    let tuned = "push_pause_ms=0,webhook_timeout_ms=500,webhook_retry_ms=5000";
    let app = TestApp::start_with(&["--webhooks-to-private-networks", "--tune", tuned]).await;
    let (silent, service) = (PushService::start().await, PushService::start().await);
    silent.answer(0, "");
    let table = Table::two_people(&app).await;
    subscribe(&app, &table, 1, &silent.browser("nobody")).await;
    play_to(&app, &table, 1).await;
    let now = app.state.service.now();
    until(|| stored(&app, &table).iter().all(|browser| browser.next_try > now)).await;
    let (table, browser) = (Table::two_people(&app).await, service.browser("one"));
    subscribe(&app, &table, 1, &browser).await;
    play_to(&app, &table, 1).await;
    let message = service.until(1).await.remove(0);
    assert_eq!(browser.read(&message)["type"], "your_turn");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_push_service_that_does_not_answer_in_time_waits_as_a_whole() {
    let tuned = "push_pause_ms=0,webhook_timeout_ms=500,webhook_retry_ms=5000";
    let app = TestApp::start_with(&["--webhooks-to-private-networks", "--tune", tuned]).await;
    let service = PushService::start().await;
    service.answer(0, "");
    let mut tables = Vec::new();
    for _ in 0..3 {
        let table = Table::two_people(&app).await;
        for name in ["1", "2", "3", "4"] {
            subscribe(&app, &table, 1, &service.browser(name)).await;
        }
        play_to(&app, &table, 1).await;
        tables.push(table);
    }
    let all = || tables.iter().flat_map(|table| stored(&app, table)).collect::<Vec<_>>();
    let now = app.state.service.now();
    until(|| all().iter().all(|browser| browser.next_try > now)).await;
    let (tried, tries) = (service.log().len(), all().iter().map(|browser| browser.tries).sum::<u32>());
    assert!((1..=8).contains(&tried), "{tried}");
    assert_eq!(tries as usize, tried, "the others wait with those that were sent");
    for table in &tables {
        play_to(&app, table, 1).await;
    }
    service.answer(201, "");
    app.fixed.elapsed_ms.fetch_add(5_000, Ordering::SeqCst);
    app.state.webhooks_changed.notify_one();
    service.until(tried + 12).await;
    for table in &tables {
        until_told(&app, table, 4).await;
    }
    assert_eq!(service.log().len(), tried + 12, "of two turns each browser is told of the newest");
}
