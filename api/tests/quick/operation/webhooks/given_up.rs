//! What is not taken for a day: a game alone, or all that is sent. The clock is the test's.

use std::sync::atomic::Ordering;

use tapis_db::model::WatchedGame;

use super::*;

/// How far a game was told.
fn told(app: &TestApp, table: &Table) -> WatchedGame {
    app.state.service.store().followers_of(table.id.parse().unwrap()).unwrap().remove(0)
}

fn a_day_passes(app: &TestApp) {
    app.fixed.elapsed_ms.fetch_add(86_400_000, Ordering::SeqCst);
    app.state.webhooks_changed.notify_one();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webhook_that_is_given_up_is_off_until_it_is_set_again() {
    let app = TestApp::start_with(&[PRIVATE]).await;
    let receiver = Receiver::start(Manner::Say(503));
    let key = add_key(&app, "given-up");
    let secret = set(&app, &key, &receiver.url()).await;
    let tables = [table_with(&app, &key, two()).await, table_with(&app, &key, two()).await];
    for tries in 1..=2 {
        until(|| tables.iter().all(|table| told(&app, table).tries == tries)).await;
        a_day_passes(&app);
    }
    let off = becomes(&app, &key, &[("status", "off")]).await;
    assert!(off["off_since"].is_string() && off["fault"] == "status_503", "{off}");
    assert!(tables.iter().all(|table| !told(&app, table).is_done), "no game is given up for it");
    receiver.behave(Manner::Say(200));
    tables[0].play_on(&app, 5_000).await;
    // Whoever is told of a move is told in a later round than that in which these would have begun.
    let (other, other_key) = (Receiver::start(Manner::Say(200)), add_key(&app, "goes-on"));
    set(&app, &other_key, &other.url()).await;
    let elsewhere = table_with(&app, &other_key, two()).await;
    until(|| other.log().len() == 2).await;
    elsewhere.play_on(&app, 1).await;
    until(|| other.log().len() == 3).await;
    assert_eq!(receiver.log().len(), 4, "nothing is sent");
    let again =
        with(app.put("/v1/webhook"), &key).json(&json!({"url": receiver.url()})).send().await.expect(200);
    assert_eq!((&again["status"], again.get("secret")), (&json!("on"), None), "the secret stays");
    all_ended(&receiver, &tables[..1]).await;
    let table = &tables[0];
    assert_eq!(first_seen(&receiver.log(), &table.id), expected(&app, table).await, "nothing is lost");
    assert!(receiver.log().iter().all(|received| received.is_signed_with(&secret)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_fails_alone_ends_alone_though_nothing_happens_in_the_others() {
    let app = TestApp::start_with(&[PRIVATE]).await;
    let (receiver, key) = (Receiver::start(Manner::Say(200)), add_key(&app, "quiet"));
    set(&app, &key, &receiver.url()).await;
    let quiet = table_with(&app, &key, two()).await;
    until(|| told(&app, &quiet).delivered > 0).await;
    receiver.behave(Manner::Say(404));
    let gone = table_with(&app, &key, two()).await;
    until(|| told(&app, &gone).tries == 1).await;
    a_day_passes(&app);
    until(|| told(&app, &gone).tries == 2).await;
    assert!(told(&app, &gone).is_done, "it is given up");
    receiver.behave(Manner::Say(200));
    quiet.play_on(&app, 1).await;
    until(|| first_seen(&receiver.log(), &quiet.id).len() == 3).await;
    becomes(&app, &key, &[("status", "on")]).await;
}
