//! Reports, sources and facts over HTTP.

use serde_json::json;
use tapis_lab::Simulation;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

use crate::common::TestApp;
use crate::statistics::experiments::{asked, ended};

/// A service with 40 simulated games of Richelieu, and their source.
async fn simulated() -> (TestApp, String) {
    let app = TestApp::start().await;
    let games = Registry::standard();
    let rules = games.game("richelieu").unwrap().ruleset("{}").unwrap();
    let bots = ["greedy", "random"].map(|bot| bot.parse().unwrap());
    let simulation = Simulation::new(&games, rules, &bots, [7; 32]).unwrap();
    let (store, clock) = (&**app.state.service.store(), &*app.state.service.sources().clock);
    simulation.run(40, store, clock, &Control::default(), &|_| {}).unwrap();
    let source = simulation.source().to_string();
    (app, source)
}

#[tokio::test]
async fn a_report_is_a_page_in_both_languages() {
    let (app, source) = simulated().await;
    let path = format!("/v1/stats/richelieu/report?source={source}");
    for (language, words) in [("en", "40 games, played by"), ("fr", "40 parties, jouées par")] {
        let answer = app.get(&format!("{path}&lang={language}")).send().await;
        let page = answer.text();
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains(words), "{page}");
        assert!(page.contains(&format!("GET /v1/stats/richelieu/summary?source={source}")), "{page}");
        assert!(answer.header("content-type").unwrap().starts_with("text/html"));
        assert!(answer.header("content-security-policy").unwrap().contains("sandbox"));
        let etag = answer.header("etag").unwrap().to_owned();
        let again = app.get(&format!("{path}&lang={language}")).header("if-none-match", &etag).send().await;
        assert_eq!(again.status, 304);
    }
    app.get("/v1/stats/whist/report").send().await.problem(404, "not_found");
    let empty = app.get("/v1/stats/malin/report").send().await.text();
    assert!(empty.contains("There are no games yet."), "{empty}");
}

#[tokio::test]
async fn an_experiment_has_a_page_with_the_intervals_of_its_stopping_rule() {
    let app = TestApp::start().await;
    let arm = |name: &str, bot: &str| json!({"name": name, "seats": [bot]});
    let plan = json!({"game": "richelieu", "arms": [arm("<one>", "random"), arm("two", "greedy")], "games": 60,
        "metric": "length"});
    let location = asked(&app, &plan).await;
    let report = ended(&app, &location).await;
    let page = |lang: &str| {
        let call = app.get(&format!("{location}/report?lang={lang}")).admin();
        async move { call.send().await.text() }
    };
    let (english, french) = (page("en").await, page("fr").await);
    let difference = report["outcome"]["comparisons"][0]["difference"]["value"].as_f64().unwrap().abs();
    let said = english.lines().find(|line| line.contains("two less &lt;one&gt;: ")).unwrap();
    assert!(
        said.contains(&format!("{difference:.2} plies [")) && said.contains("] n 60: "),
        "{difference}: {said}"
    );
    assert!(french.contains("two moins &lt;one&gt;"), "{french}");
    for foreign in ["<script", "src=", "href=", "https://", "<one>"] {
        assert!(!english.contains(foreign), "{foreign}");
    }
    app.get("/v1/experiments/exp_none/report").admin().send().await.problem(404, "not_found");
}

#[tokio::test]
async fn a_summary_lists_the_games_there_are_to_ask_about() {
    let (app, source) = simulated().await;
    let sources = async |game: &str| {
        app.get(&format!("/v1/stats/{game}/summary")).send().await.expect(200)["sources"].clone()
    };
    let listed = sources("richelieu").await;
    let [one] = &listed.as_array().unwrap()[..] else { panic!("{listed}") };
    assert_eq!((&one["source"], &one["games"], &one["players"]), (&json!(source), &json!(40), &json!(2)));
    assert_eq!(sources("malin").await, json!(null));
}

#[tokio::test]
async fn features_are_crossed_with_players_and_with_each_other() {
    let (app, source) = simulated().await;
    let path = format!("/v1/stats/richelieu/crossed?source={source}&feature=disc_taken");
    let crossed = app.get(&path).send().await.expect(200);
    assert_eq!((&crossed["by"]["name"], &crossed["games"]), (&json!("player"), &json!(40)));
    assert_eq!(crossed["feature"]["role"], "choice");
    let tested = crossed["cells"].as_array().unwrap().len() as u64;
    assert!(tested + crossed["untested"].as_u64().unwrap() > 0, "{crossed}");
    let table = app.get(&path).header("accept", "text/csv").send().await.text();
    assert!(table.lines().next().unwrap().ends_with(",text,with"), "{table}");
    let other = app.get(&format!("{path}&by=turn_order")).send().await.expect(200);
    assert_eq!(other["by"]["role"], "dealt");
    for (query, pointer) in [
        ("feature=moons", "/feature"),
        ("feature=disc_taken&by=moons", "/by"),
        ("feature=disc_taken&by=disc_taken", "/by"),
    ] {
        let refused = app.get(&format!("/v1/stats/richelieu/crossed?{query}")).send().await;
        assert_eq!(refused.problem(422, "invalid_query")["errors"][0]["pointer"], pointer, "{query}");
    }
}

#[tokio::test]
async fn facts_come_in_every_form() {
    let (app, source) = simulated().await;
    let read = |file: &str| {
        let call = app.get(&format!("/v1/stats/richelieu/facts/{file}?source={source}")).admin();
        async move { call.send().await }
    };
    let csv = read("games.csv").await;
    assert_eq!(csv.header("content-type"), Some("text/csv"));
    assert_eq!(csv.text().lines().count(), 41);
    assert_eq!(read("seats.ndjson").await.text().lines().count(), 80);
    let parquet = read("features.parquet").await;
    assert_eq!(parquet.header("content-type"), Some("application/vnd.apache.parquet"));
    assert!(parquet.bytes.starts_with(b"PAR1") && parquet.bytes.ends_with(b"PAR1"));
    let etag = parquet.header("etag").unwrap().to_owned();
    let again = app.get(&format!("/v1/stats/richelieu/facts/features.parquet?source={source}")).admin();
    assert_eq!(again.header("if-none-match", &etag).send().await.status, 304);
    let missing = read("moves.csv").await.problem(404, "not_found");
    assert!(
        missing["detail"].as_str().unwrap().contains("games, seats, features, measures and records"),
        "{missing}"
    );
    read("seats.json").await.problem(404, "not_found");
    let other = app.get("/v1/stats/richelieu/facts/games.csv?source=played").admin().send().await;
    assert_eq!(other.text().lines().count(), 1, "the head alone");
    let figures =
        app.get(&format!("/v1/stats/richelieu/summary?format=parquet&source={source}")).send().await;
    assert!(figures.status == 200 && figures.bytes.starts_with(b"PAR1"));
}
