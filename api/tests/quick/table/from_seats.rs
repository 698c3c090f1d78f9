//! A finished game looked at from any seat.

use serde_json::{Value, json};

use crate::common::{Table, TestApp};

/// What a seat sees, as far as it is the same for whoever looks from there.
fn seen(state: &Value) -> [Value; 3] {
    ["version", "layout", "scores"].map(|part| state[part].clone())
}

#[tokio::test]
async fn after_the_end_everybody_sees_what_every_seat_saw_and_before_it_nobody_does() {
    let app = TestApp::start().await;
    let body =
        json!({"game": "parbourg", "options": {"players": 2}, "seats": [{"kind": "mine"}, {"kind": "mine"}]});
    let table = Table::of(&app, body).await;
    let callers = [None, Some(table.token(0)), Some(table.token(1))];
    let look = |token: Option<&str>, rest: String| {
        let asked = app.get(&table.path(&rest));
        match token {
            Some(token) => asked.token(token),
            None => asked,
        }
        .send()
    };
    let mut past = Vec::new();
    for _ in 0..8 {
        for seat in 0..2 {
            past.push((seat, table.see(&app, seat).await));
        }
        table.play_on(&app, 1).await;
    }
    for (token, rest) in callers.into_iter().zip(["?seat=1", "?seat=0&version=1", "?seat=9"]) {
        let refusal = look(token, rest.to_owned()).await.problem(409, "game_not_over");
        assert!(refusal["text"]["fr"].as_str().unwrap().contains("après sa fin"), "{refusal}");
    }
    app.post(&table.path("/resign")).token(table.token(0)).send().await.expect(200);
    let hands = |of: usize| past.iter().rev().find(|(seat, _)| *seat == of).unwrap();
    assert_ne!(seen(&hands(0).1), seen(&hands(1).1), "the seats see different things");
    assert!(past.iter().any(|(_, then)| then["legal_moves"][0]["picks"].is_array()), "a move is tapped");
    for token in callers {
        for (seat, then) in &past {
            let rest = format!("?seat={seat}&version={}", then["version"]);
            let now = look(token, rest.clone()).await.expect(200);
            assert_eq!(seen(&now), seen(then), "{rest}");
            assert_eq!(now.get("you"), None, "{rest}");
            assert_eq!(now.get("legal_moves").is_some(), now["turn"]["seat"] == json!(seat), "{rest}");
            if let Some(legal) = then.get("legal_moves") {
                assert_eq!(&now["legal_moves"], legal, "{rest}: what could be done then");
            }
        }
        let end = look(token, "?seat=1".to_owned()).await;
        assert_eq!(end.expect(200)["status"], "finished");
        assert!(end.header("etag").unwrap().ends_with("-s1-seen\""));
        let none = look(token, "?seat=2&version=1".to_owned()).await;
        assert_eq!(none.problem(422, "invalid_query")["errors"][0]["pointer"], "/seat");
    }
    let own = table.see(&app, 0).await;
    assert_eq!(own["you"]["seat"], 0, "one's own seat is one's own");
}

#[tokio::test]
async fn who_may_not_know_of_a_game_is_shown_no_seat() {
    let app = TestApp::start().await;
    let people = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let body = json!({"game": "richelieu", "options": {}, "seats": people, "visibility": "private"});
    let table = Table::of(&app, body).await;
    app.post(&table.path("/resign")).token(table.token(0)).send().await.expect(200);
    app.get(&table.path("?seat=0")).token(table.token(1)).send().await.expect(200);
    app.get(&table.path("?seat=0")).send().await.problem(404, "not_found");
}
