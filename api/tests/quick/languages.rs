//! Texts in the language that is asked for.

use crate::common::{ADMIN, Answer, Table, TestApp};
use serde_json::{Value, json};
use tapis_games::locale::{Language, Languages};

const FRENCH: Languages = Languages::One(Language::French);

/// Whether a text in every language is anywhere in it.
fn has_both(body: &Value) -> bool {
    match body {
        Value::Array(items) => items.iter().any(has_both),
        Value::Object(members) => {
            members.get("en").is_some_and(Value::is_string) && members.contains_key("fr")
                || members.values().any(has_both)
        }
        _ => false,
    }
}

fn in_french(mut body: Value) -> Value {
    FRENCH.leave(&mut body);
    body
}

fn varies(answer: &Answer) -> bool {
    answer.headers.get_all("vary").iter().any(|names| names.to_str().unwrap().contains("Accept-Language"))
}

/// What there is to read, and whether it has texts.
async fn readable(app: &TestApp, table: &Table) -> Vec<(String, bool)> {
    let hash = table.see(app, 0).await["ruleset"]["hash"].as_str().unwrap().to_owned();
    vec![
        (table.path(""), true),
        (table.path("?include=ruleset"), true),
        (table.path("/events?wait=0"), true),
        (table.path("/moves"), false),
        ("/v1/rulesets".to_owned(), true),
        ("/v1/rulesets/richelieu".to_owned(), true),
        (format!("/v1/rulesets/richelieu/{hash}"), false),
        (format!("/v1/rulesets/richelieu/{hash}/pieces"), true),
        ("/v1/games".to_owned(), false),
        ("/v1/stats/richelieu/features".to_owned(), false),
        ("/v1/experiments".to_owned(), false),
    ]
}

#[tokio::test]
async fn everything_that_has_texts_is_there_in_one_language() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    table.play_on(&app, 3).await;
    let mover = table.see(&app, 0).await["turn"]["seat"].as_u64().unwrap() as usize;
    for (path, has_texts) in readable(&app, &table).await {
        let token = |path: &str| if path.starts_with("/v1/experiments") { ADMIN } else { table.token(mover) };
        let get = |path: &str| app.get(path).token(token(path));
        let all = get(&path).send().await;
        assert_eq!(has_both(&all.expect(200)), has_texts, "{path}");
        assert!(varies(&all), "{path}");
        assert_eq!(all.header("content-language"), None);
        let and = if path.contains('?') { '&' } else { '?' };
        let asked = [
            get(&format!("{path}{and}lang=fr")).send().await,
            get(&path).header("Accept-Language", "fr-FR,fr;q=0.9,en;q=0.8").send().await,
        ];
        for french in asked {
            let mut wanted = in_french(all.json());
            // The tags of events name the language too.
            for tag in wanted.pointer_mut("/items").and_then(Value::as_array_mut).into_iter().flatten() {
                let tag = tag.get_mut("etag").filter(|tag| tag.is_string());
                tag.into_iter().for_each(|tag| {
                    *tag = format!("\"{}-fr\"", tag.as_str().unwrap().trim_matches('"')).into();
                });
            }
            assert!(french.expect(200) == wanted, "{path}: {}", french.text());
            assert!(varies(&french), "{path}");
            assert_eq!(french.header("content-language"), Some("fr"), "{path}");
            if has_texts && let Some(tag) = all.header("etag") {
                assert_ne!(french.header("etag"), Some(tag), "{path}");
            }
        }
    }
}

#[tokio::test]
async fn a_cache_never_takes_one_language_for_another() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let get = |lang: &str| app.get(&table.path(&format!("?lang={lang}"))).token(table.token(0));
    for (kept, tag) in [("all", "\"v1-s0\""), ("en", "\"v1-s0-en\""), ("fr", "\"v1-s0-fr\"")] {
        assert_eq!(get(kept).send().await.header("etag"), Some(tag));
        for asked in ["all", "en", "fr"] {
            let answer = get(asked).header("If-None-Match", tag).send().await;
            assert_eq!(answer.status, if asked == kept { 304 } else { 200 }, "{kept} {asked}");
            assert!(varies(&answer));
        }
    }
    // Whichever language it was decided in.
    let taking = |tag: &str| app.post(&table.path("/moves?lang=en")).token(table.token(0)).if_match(tag);
    let played = taking("\"v1-s0-fr\"").json(&json!({"move": "take 1L"})).send().await;
    assert_eq!((played.status, played.header("etag")), (200, Some("\"v2-s0-en\"")));
}

#[tokio::test]
async fn refusals_hints_and_streams_are_in_the_language_asked_for() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let post = |path: &str| app.post(&table.path(path)).token(table.token(0)).if_match("*");
    let refused = post("/moves?lang=fr").json(&json!({"move": "take 9L"})).send().await.json();
    let french = refused["text"]["fr"].as_str().unwrap();
    assert!(refused["text"]["en"].is_string() && refused["detail"] == french, "{refused}");
    let legal = refused["legal_moves"].as_array().unwrap();
    assert!(legal.iter().all(|legal| legal["text"].is_string()), "{refused}");
    let ask = json!({"level": "full", "budget": {"iterations": 200}});
    let both = post("/hints").json(&ask).send().await.expect(200);
    assert!(both["text"]["fr"].is_string() && has_both(&both["exactness"]), "{both}");
    let mut french = post("/hints?lang=fr").key("0123456789abcdefghijkl").json(&ask).send().await;
    for _ in 0..2 {
        let hint = french.expect(200);
        for part in ["text", "exactness", "explanation"] {
            assert_eq!(hint[part], in_french(both[part].clone()), "{part}");
        }
        french = post("/hints?lang=fr").key("0123456789abcdefghijkl").json(&ask).send().await;
        assert_eq!(french.header("idempotency-replayed"), Some("true"));
    }
    let streamed =
        post("/hints?lang=fr").header("Accept", "text/event-stream").json(&ask).send().await.text();
    let advised = both["text"]["fr"].to_string();
    assert!(streamed.contains(&advised) && !streamed.contains("\"en\""), "{streamed}");

    post("/moves").json(&json!({"move": "take 1L"})).send().await.expect(200);
    post("/resign").json(&json!({})).send().await.expect(200);
    let stream = app.get(&table.path("/events?after=1&lang=fr")).header("Accept", "text/event-stream");
    let events = stream.send().await.text();
    assert!(events.contains("Ada") && !events.contains("\"en\":"), "{events}");
}

#[tokio::test]
async fn a_language_that_is_none_is_refused_before_anything_is_done() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    for call in [
        app.get(&table.path("?lang=de")),
        app.post(&table.path("/moves?lang=de"))
            .token(table.token(0))
            .if_match("*")
            .json(&json!({"move": "take 1L"})),
        app.get("/v1/rulesets?lang=de"),
        app.get("/v1/stats/richelieu/chart.svg?of=seats&lang=de"),
    ] {
        let problem = call.send().await.problem(422, "invalid_query");
        assert_eq!(problem["errors"][0]["pointer"], "/lang", "{problem}");
    }
    assert_eq!(table.see(&app, 0).await["version"], 1);
}

/// A text in both languages that people can read: no id, no notation, and nothing of the one in the other.
#[track_caller]
fn readable_text(text: &Value, what: &Value) {
    let [en, fr] = ["en", "fr"].map(|language| text[language].as_str().unwrap_or_default());
    let told = |text: &str| !text.trim().is_empty() && !text.contains(['_', '`', '{', '#']);
    let english = [" the ", " is ", " card ", " with ", "The "];
    assert!(told(en) && told(fr) && !english.iter().any(|word| fr.contains(word)), "{text} in {what}");
}

#[tokio::test]
async fn every_hint_at_every_level_and_every_refusal_of_a_move_has_words() {
    let app = TestApp::start().await;
    for (game, seats, options) in [
        ("richelieu", 2, json!({})),
        ("sept-blasons", 3, json!({})),
        ("malin", 3, json!({"malheurs": true})),
        ("parbourg", 2, json!({})),
    ] {
        let seats = vec![json!({"kind": "mine"}); seats];
        let table = Table::of(&app, json!({"game": game, "options": options, "seats": seats})).await;
        let mut notations: Vec<Value> = Vec::new();
        for n in 0..10 {
            let seat = table.see(&app, 0).await["turn"]["seat"].as_u64().unwrap() as usize;
            let state = table.see(&app, seat).await;
            let legal = state["legal_moves"].as_array().unwrap();
            let post = |path: &str| app.post(&table.path(path)).token(table.token(seat)).if_match("*");
            for level in ["nudge", "candidates", "move", "full"] {
                let ask = json!({"level": level, "solver": "sampling", "budget": {"iterations": 40}});
                let hint = post("/hints").json(&ask).send().await.expect(200);
                match hint.get("text") {
                    Some(text) => readable_text(text, &hint),
                    // It would tell what every move is, or name one.
                    None => {
                        let of = |kind: &Value| legal.iter().filter(|one| one["kind"] == *kind).count();
                        let names_one = level == "nudge" && legal.iter().any(|one| of(&one["kind"]) == 1);
                        assert!(names_one || of(&legal[0]["kind"]) == legal.len(), "{hint}");
                    }
                }
            }
            for notation in &notations {
                if legal.iter().all(|legal| legal["notation"] != *notation) {
                    let refused = post("/moves").json(&json!({"move": notation})).send().await.json();
                    readable_text(&refused["text"], &refused);
                }
            }
            notations.extend(legal.iter().map(|legal| legal["notation"].clone()).take(6));
            let moves: Vec<_> = legal.iter().filter(|legal| legal["notation"].is_string()).collect();
            let chosen = moves[(5 * n + 2) % moves.len()];
            post("/moves").json(&json!({"move": chosen["notation"]})).send().await.expect(200);
        }
    }
}
