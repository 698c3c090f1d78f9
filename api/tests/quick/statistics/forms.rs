//! The forms statistics are read in, and media types that nothing is there in.

use serde_json::{Value, json};
use tapis_lab::Simulation;
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

use crate::common::TestApp;

/// A service with 40 games of a simulation, and where its summary is.
async fn simulated() -> (TestApp, String) {
    let app = TestApp::start().await;
    let games = Registry::standard();
    let ruleset = games.game("richelieu").unwrap().ruleset("{}").unwrap();
    let simulation = Simulation::new(&games, ruleset, &[Bot::Greedy, Bot::Random], [7; 32]).unwrap();
    let (store, clock) = (&**app.state.service.store(), &*app.state.service.sources().clock);
    simulation.run(40, store, clock, &Control::default(), &|_| {}).unwrap();
    let path = format!("/v1/stats/richelieu/summary?source={}", simulation.source());
    (app, path)
}

/// Media type, entity tag, `Vary` and text of an answer.
async fn read(app: &TestApp, path: &str, accept: &str) -> (String, String, String, String) {
    let answer = app.get(path).header("accept", accept).send().await;
    assert_eq!(answer.status, 200, "{path} as {accept}");
    let header = |name: &str| answer.header(name).unwrap_or_default().to_owned();
    let (media, etag, vary) = (header("content-type"), header("etag"), header("vary"));
    (media, etag, vary, answer.text())
}

#[tokio::test]
async fn a_row_for_every_number() {
    let (app, path) = simulated().await;
    let summary = app.get(&path).send().await.expect(200);
    let (media, _, vary, csv) = read(&app, &path, "text/csv").await;
    assert_eq!(media, "text/csv");
    assert!(vary.to_lowercase().contains("accept"), "{vary}");
    let head = csv.lines().next().unwrap();
    assert!(head.starts_with("game,ruleset,source,what,seat,"), "{head}");
    let share = &summary["seats"][1]["win_share"];
    let line = csv.lines().find(|line| line.contains(",seats.win_share,1,")).unwrap();
    assert!(
        line.contains(&format!(",{},{},{},{},", share["n"], share["value"], share["low"], share["high"]))
    );
    let (media, _, _, ndjson) = read(&app, &path, "application/x-ndjson").await;
    assert_eq!(media, "application/x-ndjson");
    let rows: Vec<Value> = ndjson.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len() + 1, csv.lines().count(), "the same rows");
    let ties = rows.iter().find(|row| row["what"] == "ties").unwrap();
    assert_eq!((&ties["value"], &ties["n"]), (&summary["ties"]["value"], &json!(40)));
}

#[tokio::test]
async fn features_are_rows_too() {
    let (app, path) = simulated().await;
    let path = path.replace("summary", "features");
    let features = app.get(&path).send().await.expect(200);
    let rows = read(&app, &path, "application/x-ndjson").await.3;
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for feature in features["features"].as_array().unwrap() {
        for bucket in feature["buckets"].as_array().unwrap() {
            let value = bucket["bucket"].as_str().map_or_else(|| bucket["bucket"].to_string(), str::to_owned);
            let is_it = |row: &&Value| {
                row["what"] == "features.buckets.win_share"
                    && row["name"] == feature["name"]
                    && row["bucket"] == *value
            };
            let row = rows.iter().find(is_it).unwrap();
            assert_eq!((&row["n"], &row["low"]), (&bucket["n"], &bucket["win_share"]["low"]));
        }
    }
}

#[tokio::test]
async fn a_parameter_says_the_form_as_well() {
    let (app, path) = simulated().await;
    for (what, other) in [("summary", "summary"), ("summary", "features")] {
        let path = path.replace(what, other);
        for (suffix, media) in
            [("json", "application/json"), ("csv", "text/csv"), ("ndjson", "application/x-ndjson")]
        {
            let file = read(&app, &format!("{path}&format={suffix}"), "*/*").await;
            let asked = read(&app, &path, media).await;
            assert_eq!((&file.0, &file.1, &file.3), (&asked.0, &asked.1, &asked.3), "{other}.{suffix}");
        }
    }
    let problem = app.get(&format!("{path}&format=xls")).send().await.problem(422, "invalid_query");
    assert_eq!(problem["errors"][0]["pointer"], "/format", "{problem}");
    for form in ["json", "csv", "ndjson", "parquet"] {
        assert!(problem["errors"][0]["detail"].as_str().unwrap().contains(form), "{problem}");
    }
}

#[tokio::test]
async fn every_form_has_an_entity_tag_of_its_own() {
    let (app, path) = simulated().await;
    let mut tags = Vec::new();
    for accept in ["application/json", "text/csv", "application/x-ndjson"] {
        let (_, etag, vary, _) = read(&app, &path, accept).await;
        let again = app.get(&path).header("accept", accept).header("if-none-match", &etag).send().await;
        assert_eq!(again.status, 304, "{accept}");
        assert_eq!(again.header("vary").map(str::to_lowercase), Some(vary.to_lowercase()));
        tags.push(etag);
    }
    let other = app.get(&path).header("accept", "text/csv").header("if-none-match", &tags[0]).send().await;
    assert_eq!(other.status, 200, "the tag of the JSON is not that of the table");
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 3);
}

#[tokio::test]
async fn what_nobody_can_make_is_refused() {
    let (app, path) = simulated().await;
    let refused = |path: String, accept: &'static str| {
        let request = app.get(&path).header("accept", accept);
        async move {
            let problem = request.send().await.expect(406);
            assert_eq!(problem["code"], "not_acceptable");
            problem["detail"].as_str().unwrap().to_owned()
        }
    };
    let detail = refused(path, "application/vnd.ms-excel").await;
    assert!(detail.contains("application/json, text/csv, application/x-ndjson"), "{detail}");
    let detail = refused("/v1/rulesets".to_owned(), "text/csv").await;
    assert!(detail.contains("application/json only"), "{detail}");
    refused("/v1/games".to_owned(), "application/json;q=0").await;
    for accept in ["*/*", "application/*", "text/csv, */*;q=0.1", "application/json; charset=utf-8"] {
        assert_eq!(app.get("/v1/rulesets").header("accept", accept).send().await.status, 200, "{accept}");
    }
    app.get("/v1/rulesets").send().await.expect(200);
}

/// A refusal would read as if nothing had happened.
#[tokio::test]
async fn what_was_made_is_answered_whatever_is_accepted() {
    let app = TestApp::start().await;
    let body = json!({"options": {}});
    let stored = app.put("/v1/rulesets/malin/custom").header("accept", "text/csv").json(&body).send().await;
    assert_eq!(stored.status, 200);
}

#[tokio::test]
async fn charts_are_drawn_in_both_languages() {
    let (app, path) = simulated().await;
    let path = path.replace("summary?", "chart.svg?of=seats&");
    let (media, _, vary, english) = read(&app, &path, "image/svg+xml").await;
    assert_eq!(media, "image/svg+xml");
    let alone = app.get(&path).send().await;
    let policy = alone.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none';") && policy.contains("sandbox"), "{policy}");
    assert!(!policy.contains("script") && !policy.contains("http"), "{policy}");
    assert!(vary.contains("Accept-Language"), "{vary}");
    assert!(english.contains("win share by seat") && english.contains("fair share 50.0"), "{english}");
    let french = app.get(&path).header("accept-language", "de, fr-CA;q=0.8, en;q=0.2").send().await;
    assert!(french.text().contains("part de victoire par place"), "{}", french.text());
    let asked = app.get(&format!("{path}&lang=en")).header("accept-language", "fr").send().await;
    assert_eq!(asked.text(), english);
    for of in ["length", "score", "features", "features&feature=disc_taken"] {
        let chart = app.get(&path.replace("of=seats", &format!("of={of}"))).send().await;
        assert_eq!(chart.status, 200, "{of}: {}", chart.text());
        assert!(chart.text().starts_with("<svg xmlns") && chart.text().contains(", n "), "{of}");
    }
}

#[tokio::test]
async fn french_charts_have_french_rows() {
    let (app, path) = simulated().await;
    let features = app.get(&path.replace("summary", "features")).send().await.expect(200);
    let codes = ["marker_return", "sword", "cross", "tower"];
    let names: Vec<&str> =
        features["features"].as_array().unwrap().iter().map(|of| of["name"].as_str().unwrap()).collect();
    let drawn = |more: String| {
        let (app, chart) = (&app, path.replace("summary?", &format!("chart.svg?of=features{more}&")));
        async move { app.get(&chart).header("accept-language", "fr").send().await.text() }
    };
    let mut all = vec![drawn(String::new()).await];
    for name in &names {
        all.push(drawn(format!("&feature={name}")).await);
    }
    for chart in &all {
        let english =
            names.iter().filter(|name| name.contains('_')).chain(&codes).find(|word| chart.contains(**word));
        assert_eq!(english, None, "{chart}");
    }
    let discs = &all[1 + names.iter().position(|name| *name == "disc_taken").unwrap()];
    for french in ["Jetons pris", ">épée<", ">jeton retour<", ">Bourgogne<"] {
        assert!(discs.contains(french), "{french} in {discs}");
    }
    let english =
        app.get(&path.replace("summary?", "chart.svg?of=features&feature=disc_taken&")).send().await.text();
    assert!(english.contains("Discs taken") && english.contains(">return disc<"), "{english}");
}

#[tokio::test]
async fn what_cannot_be_drawn_is_said() {
    let (app, path) = simulated().await;
    let path = path.replace("summary?", "chart.svg?");
    for (more, pointer) in [
        ("", "/of"),
        ("&of=moons", "/of"),
        ("&of=seats&lang=de", "/lang"),
        ("&of=seats&feature=disc_taken", "/feature"),
        ("&of=features&feature=moons", "/feature"),
    ] {
        let problem = app.get(&format!("{path}{more}")).send().await.problem(422, "invalid_query");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{more}: {problem}");
    }
    let refused = app.get(&format!("{path}&of=seats")).header("accept", "image/png").send().await;
    assert!(refused.problem(406, "not_acceptable")["detail"].as_str().unwrap().contains("image/svg+xml"));
    app.get("/v1/stats/whist/chart.svg?of=seats").send().await.problem(404, "not_found");
}
