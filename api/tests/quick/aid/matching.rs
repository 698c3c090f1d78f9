//! Whoever asks twice for others has one place.

use std::sync::atomic::Ordering;

use futures_util::future::join_all;
use serde_json::{Value, json};
use tapis_db::model::PlayerRating;
use tapis_db::rating::Rating;

use crate::common::{Answer, TestApp};

const KEY: &str = "tapis_play_of_a_lobby";

async fn find(app: &TestApp, player: &str, wanted: &Value) -> Answer {
    let mut wanted = wanted.clone();
    wanted["player"] = json!(player);
    app.post("/v1/match").header("Tapis-Key", KEY).json(&wanted).send().await
}

fn place(answer: &Answer) -> (Value, Value, Value) {
    let place = answer.expect(200);
    (place["id"].clone(), place["seat"].clone(), place["token"].clone())
}

#[tokio::test]
async fn asking_again_gives_the_first_place_again() {
    let app = TestApp::start().await;
    app.add_key("lobby", KEY);
    let wanted = json!({"game": "sept-blasons", "options": {"players": 3}});
    let first = place(&find(&app, "ada", &wanted).await);
    let again = find(&app, "ada", &wanted).await;
    assert_eq!(place(&again), first);
    let path = format!("/v1/games/{}", first.0.as_str().unwrap());
    let state = app.get(&path).token(again.json()["token"].as_str().unwrap()).send().await.expect(200);
    assert_eq!((&state["you"]["seat"], &state["version"]), (&json!(0), &json!(1)), "nobody joined");
    // Others join once, however often they ask.
    let bo = place(&find(&app, "bo", &wanted).await);
    assert_eq!((&bo.0, &bo.1), (&first.0, &json!(1)));
    assert_eq!(place(&find(&app, "bo", &wanted).await), bo);
    assert_eq!(place(&find(&app, "ada", &wanted).await), first);
    // Whoever waits has one place, whatever they ask for. What is asked for once the game runs is another.
    assert_eq!(place(&find(&app, "ada", &json!({"game": "richelieu"})).await), first);
    assert_eq!(place(&find(&app, "cy", &wanted).await).1, json!(2));
    assert_ne!(place(&find(&app, "ada", &wanted).await).0, first.0);
}

#[tokio::test]
async fn nobody_is_matched_with_themselves_who_asks_many_times_at_once() {
    let app = TestApp::start().await;
    app.add_key("lobby", KEY);
    let wishes = ["richelieu", "parbourg"].map(|game| json!({"game": game, "options": {"players": 2}}));
    let places = join_all((0..8).map(|n| find(&app, "ada", &wishes[n % 2]))).await;
    let first = place(&places[0]);
    assert!(places.iter().all(|answer| place(answer) == first), "one person, one place");
    let game = places[0].json()["ruleset"]["game"].clone();
    let bo = place(&find(&app, "bo", &json!({"game": game, "options": {"players": 2}})).await);
    assert_eq!((bo.0, bo.1), (first.0, json!(1)));
}

#[tokio::test]
async fn whoever_left_was_away_or_is_forgotten_is_given_another_place() {
    let app = TestApp::start().await;
    app.add_key("lobby", KEY);
    let wanted = json!({"game": "richelieu"});
    let first = place(&find(&app, "ada", &wanted).await);
    let seat = format!("/v1/games/{}/seats/0", first.0.as_str().unwrap());
    app.delete(&seat).token(first.2.as_str().unwrap()).send().await.expect(200);
    let second = place(&find(&app, "ada", &wanted).await);
    assert_ne!(second.0, first.0);
    app.fixed.elapsed_ms.fetch_add(30_000, Ordering::SeqCst);
    assert_eq!(
        place(&find(&app, "ada", &wanted).await),
        second,
        "who comes back for the same finds it again"
    );
    app.fixed.elapsed_ms.fetch_add(30_000, Ordering::SeqCst);
    let third = place(&find(&app, "ada", &json!({"game": "parbourg"})).await);
    assert_ne!(third.0, second.0);
    app.delete("/v1/players/ada").header("Tapis-Key", KEY).send().await.expect(204);
    assert_ne!(place(&find(&app, "ada", &json!({"game": "parbourg"})).await).0, third.0);
}

#[tokio::test]
async fn whoever_is_farther_from_ones_strength_than_one_wishes_waits_elsewhere() {
    let app = TestApp::start().await;
    app.add_key("lobby", KEY);
    let rated_at = app.state.service.now();
    for (player, mean) in [("ada", 0.0), ("bo", 301.0), ("cy", 299.0)] {
        let (key, player, game) = ("lobby".to_owned(), player.to_owned(), "richelieu".to_owned());
        let rating = Rating { mean, ..Rating::NEW };
        app.state.service.store().put_rating(PlayerRating { key, player, game, rating, rated_at }).unwrap();
    }
    let near = json!({"game": "richelieu", "within": 300});
    let ada = place(&find(&app, "ada", &near).await);
    let bo = place(&find(&app, "bo", &json!({"game": "richelieu"})).await);
    assert_ne!(bo.0, ada.0, "too far for Ada, who waits");
    // Of two tables at which others are near, the older one.
    let cy = place(&find(&app, "cy", &near).await);
    assert_eq!((cy.0, cy.1), (ada.0, json!(1)));
    let wrong = find(&app, "dee", &json!({"game": "richelieu", "within": -1})).await;
    assert_eq!(wrong.problem(422, "invalid_body")["errors"][0]["pointer"], "/within");
}
