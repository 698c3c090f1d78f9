//! What tokens and tickets open.

use serde_json::{Value, json};

use crate::common::{Answer, Table, TestApp};

async fn look_up(app: &TestApp, tokens: &[&str]) -> Answer {
    app.post("/v1/seats/lookup").json(&json!({"tokens": tokens})).send().await
}

#[tokio::test]
async fn each_token_says_its_game_and_seat() {
    let app = TestApp::start().await;
    let seats = json!([{"kind": "mine", "name": "Ada"}, {"kind": "invite"}]);
    let body =
        json!({"game": "richelieu", "options": {"first_seat": 0}, "visibility": "private", "seats": seats});
    let invited = Table::of(&app, body).await;
    let running = Table::two_people(&app).await;
    let old = running.token(0).to_owned();
    let rotated = app.post(&running.path("/seats/0/token")).token(&old).send().await.expect(201);
    let new = rotated["token"].as_str().unwrap();
    let other_end = if new.ends_with('0') { '1' } else { '0' };
    let made_up = format!("{}{other_end}", &new[..new.len() - 1]);
    let short = format!("seat_{}", &new[5 + 32..]);
    let asked = [
        invited.token(1),
        new,
        invited.token(0),
        &old,
        &made_up,
        &short,
        "",
        running.token(1),
        invited.token(1),
    ];
    let found = look_up(&app, &asked).await.expect(200);
    let items = found["items"].as_array().unwrap();
    let brief = |item: &Value| (item["opens"].clone(), item["seat"].clone(), item["game"]["id"].clone());
    let expected = |opens: &str, seat: u8, table: &Table| (json!(opens), json!(seat), json!(table.id));
    assert_eq!(brief(&items[0]), expected("invitation", 1, &invited));
    assert_eq!(brief(&items[1]), expected("seat", 0, &running));
    assert_eq!(brief(&items[2]), expected("seat", 0, &invited));
    assert_eq!(items[3..7], [(); 4].map(|()| json!({"opens": "nothing"})));
    assert_eq!(brief(&items[7]), expected("seat", 1, &running));
    assert_eq!(items[8], items[0], "a ticket is not used up");
    assert_eq!(
        (&items[0]["game"]["status"], &items[0]["game"]["seats"][0]["name"]),
        (&json!("waiting"), &json!("Ada"))
    );
    assert_eq!(
        (&items[1]["game"]["status"], &items[1]["game"]["turn"]["seat"]),
        (&json!("running"), &json!(0))
    );
    app.get(&running.path("")).token(&short).send().await.problem(401, "unknown_token");
}

#[tokio::test]
async fn at_most_two_hundred() {
    let app = TestApp::start().await;
    let most = look_up(&app, &["seat_x"; 200]).await.expect(200);
    assert_eq!(most["items"].as_array().unwrap().len(), 200);
    let whole = "seat_".to_owned() + &"0".repeat(96);
    look_up(&app, &[whole.as_str(); 200]).await.expect(200);
    let problem = look_up(&app, &["seat_x"; 201]).await.problem(422, "invalid_body");
    assert_eq!(problem["errors"][0]["pointer"], "/tokens");
    app.post("/v1/seats/lookup").json(&json!({"token": "seat_x"})).send().await.problem(422, "invalid_body");
}
