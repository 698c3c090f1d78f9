//! What is asked beside the best move: why not another one, and where hidden pieces lie.

use serde_json::{Value, json};

use crate::common::{Table, TestApp};
use crate::hints::{ask, hint, quick};

fn asking(more: Value) -> Value {
    let mut body = quick();
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn refused(app: &TestApp, table: &Table, body: Value, pointer: &str, en: &str, fr: &str) {
    let problem = hint(app, table, &body).await.problem(422, "invalid_body");
    let error = &problem["errors"][0];
    assert_eq!(error["pointer"], pointer, "{problem}");
    assert!(error["text"]["en"].as_str().unwrap().contains(en), "{error}");
    assert!(error["text"]["fr"].as_str().unwrap().contains(fr), "{error}");
}

#[tokio::test]
async fn a_move_is_compared_with_the_best_one() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let plain = hint(&app, &table, &quick()).await.expect(200);
    let last = plain["moves"].as_array().unwrap().last().unwrap().clone();
    for level in ["full", "move"] {
        let body = asking(json!({"why_not": last["notation"], "level": level}));
        let answer = hint(&app, &table, &body).await.expect(200);
        let why = &answer["why_not"];
        assert_eq!((&why["notation"], &why["best"]), (&last["notation"], &plain["move"]));
        assert_eq!((&why["text"], &why["picks"]), (&last["text"], &last["picks"]));
        let [lines, better, worse] = ["lines", "better", "worse"].map(|key| why[key].as_f64().unwrap());
        // Two lines a world: a fifth of those of the search.
        assert!(lines == 20.0 && better + worse <= 1.0, "{why}");
        for said in why["explanation"].as_array().unwrap() {
            let [en, fr] = ["en", "fr"].map(|language| said["text"][language].as_str().unwrap());
            assert!(!en.is_empty() && !fr.is_empty() && en != fr, "{said}");
        }
        assert_eq!(hint(&app, &table, &body).await.expect(200)["why_not"], *why, "the same twice");
    }
    let nodes = app.state.service.load().hints.nodes;
    let again = hint(&app, &table, &quick()).await.expect(200);
    assert!(again.get("why_not").is_none() && again.get("beliefs").is_none(), "who does not ask is not told");
    assert_eq!(app.state.service.load().hints.nodes, nodes, "the hint was searched but once");
}

#[tokio::test]
async fn a_question_without_sense_is_refused_in_both_languages() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let best = hint(&app, &table, &quick()).await.expect(200)["move"].clone();
    let why = |notation: Value| asking(json!({"why_not": notation}));
    refused(&app, &table, why(json!("take 7X")), "/why_not", "no legal move", "coup permis").await;
    refused(&app, &table, why(best), "/why_not", "puts first", "en tête").await;
    let nudge = asking(json!({"why_not": "take 1L", "level": "nudge"}));
    refused(&app, &table, nudge, "/why_not", "level move or full", "niveau move ou full").await;
    // The discs lie face down for everybody, and nobody holds one yet.
    let unseen = asking(json!({"beliefs": true}));
    refused(&app, &table, unseen, "/beliefs", "known to nobody", "personne ne sait").await;
    let open = json!({"first_seat": 0, "open_discs": true});
    let open = Table::create(&app, open, json!([{"kind": "mine"}, {"kind": "mine"}])).await;
    refused(
        &app,
        &open,
        asking(json!({"beliefs": true})),
        "/beliefs",
        "nothing is hidden",
        "rien n’est caché",
    )
    .await;
}

#[tokio::test]
async fn without_a_choice_there_is_nothing_to_compare() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let single = async || {
        for _ in 0..200 {
            let state = table.see(&app, 0).await;
            let legal = state["legal_moves"].as_array().cloned().unwrap_or_default();
            if state["turn"]["seat"] == 0 && legal.len() == 1 {
                return legal[0]["notation"].clone();
            }
            table.play_on(&app, 1).await;
        }
        Value::Null
    };
    let only = single().await;
    assert!(only.is_string(), "a game has a place without a choice");
    let body = asking(json!({"why_not": only}));
    refused(&app, &table, body, "/why_not", "only one legal move", "qu’un coup permis").await;
}

#[tokio::test]
async fn beliefs_are_probabilities_of_what_is_hidden() {
    let app = TestApp::start().await;
    let seats = vec![json!({"kind": "mine"}); 4];
    let table = Table::of(&app, json!({"game": "malin", "options": {}, "seats": seats})).await;
    let mover = table.see(&app, 0).await["turn"]["seat"].as_u64().unwrap() as usize;
    for level in ["nudge", "full"] {
        let body = asking(json!({"beliefs": true, "level": level}));
        let answer = ask(&app, &table, mover).json(&body).send().await.expect(200);
        let places = answer["beliefs"]["places"].as_array().unwrap();
        assert!(!places.is_empty());
        for chance in places.iter().flat_map(|place| place["pieces"].as_array().unwrap()) {
            let probability = chance["probability"].as_f64().unwrap();
            assert!(probability > 0.0 && probability <= 1.0, "{chance}");
        }
    }
}
