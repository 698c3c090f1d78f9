//! Statistics of a period, and over time.

use serde_json::{Value, json};
use tapis_db::model::{GameId, SimulatedGame, Source};

use crate::common::TestApp;
use crate::statistics::counts::{Played, close, game, result};

/// Records games that ended at these times.
fn record(app: &TestApp, games: &[(&str, Played)]) {
    let rules = app.state.service.rulesets().by_options("richelieu", "{}").unwrap();
    let ruleset = tapis_service::rulesets::record(rules.ruleset());
    let simulated = games.iter().map(|(ended_at, game)| {
        let mut result = result(game, Source::Bots);
        result.ended_at = ended_at.parse().unwrap();
        let id = GameId::from_u128(app.state.service.sources().ids.next().as_u128());
        SimulatedGame { id, ruleset: ruleset.clone(), result }
    });
    app.state.service.store().record_simulated(simulated.collect()).unwrap();
}

/// Four games in three days of two months; seat 0 wins the first two.
async fn app() -> TestApp {
    let app = TestApp::start().await;
    record(
        &app,
        &[
            ("2026-01-31T00:00:00Z", game([9, 1])),
            ("2026-01-31T23:59:59.999Z", Played { length: 50, ..game([7, 1]) }),
            ("2026-02-01T00:00:00Z", game([1, 5])),
            ("2026-02-07T12:00:00Z", game([3, 3])),
        ],
    );
    app
}

async fn statistics(app: &TestApp, what: &str, query: &str) -> Value {
    app.get(&format!("/v1/stats/richelieu/{what}?source=bots{query}")).send().await.expect(200)
}

#[tokio::test]
async fn only_the_games_of_a_period_are_counted() {
    let app = app().await;
    for (query, games, share) in [
        ("&to=2026-01-31", 2, 1.0),
        ("&from=2026-02-01", 2, 0.25),
        ("&from=2026-01-31&to=2026-02-01", 3, 2.0 / 3.0),
        ("&from=2026-02-02&to=2026-02-06", 0, 0.0),
    ] {
        let found = statistics(&app, "summary", query).await;
        assert_eq!((&found["games"], &found["left_out"]), (&json!(games), &json!(4 - games)), "{query}");
        if games > 0 {
            close(&found["seats"][0]["win_share"]["value"], share);
        }
    }
    let january = statistics(&app, "summary", "&to=2026-01-31").await;
    assert_eq!((&january["length"]["min"], &january["length"]["max"]), (&json!(40), &json!(50)));
    assert_eq!(
        january["seats"][0]["score"]["histogram"],
        json!([{"value": 7, "n": 1}, {"value": 9, "n": 1}])
    );
    assert_eq!(january["to"], "2026-01-31");
}

/// Added up from facts, all games give what the sums that are kept give.
#[tokio::test]
async fn a_period_of_all_games_says_what_is_kept() {
    let app = app().await;
    for what in ["summary", "features"] {
        let kept = statistics(&app, what, "").await;
        let mut added = statistics(&app, what, "&from=0001-01-01&to=9999-12-31").await;
        let added = added.as_object_mut().unwrap();
        assert!(added.remove("from").is_some() && added.remove("to").is_some());
        assert_eq!(&kept, &Value::Object(added.clone()), "{what}");
    }
}

#[tokio::test]
async fn a_series_goes_by_day_week_or_month() {
    let app = app().await;
    for (by, points) in [
        ("day", json!([["2026-01-31", 2], ["2026-02-01", 1], ["2026-02-07", 1]])),
        ("week", json!([["2026-01-26", 3], ["2026-02-02", 1]])),
        ("month", json!([["2026-01-01", 2], ["2026-02-01", 2]])),
    ] {
        let series = statistics(&app, "series", &format!("&by={by}")).await;
        let found = series["points"].as_array().unwrap().iter();
        let found: Value = found.map(|point| json!([point["from"], point["games"]])).collect();
        assert_eq!((&found, &series["games"], &series["by"]), (&points, &json!(4), &json!(by)));
    }
    let february = statistics(&app, "series", "&by=month&from=2026-02-01").await;
    let point = &february["points"][0];
    close(&point["win_shares"][0]["value"], 0.25);
    close(&point["ties"]["value"], 0.5);
    assert_eq!((&february["left_out"], &point["length"]["n"]), (&json!(2), &json!(2)));
    let table = app.get("/v1/stats/richelieu/series?format=csv&source=bots&by=week").send().await;
    assert_eq!(table.header("content-type"), Some("text/csv"));
    assert_eq!(
        table.text().lines().filter(|line| line.contains("points.games")).count(),
        2,
        "{}",
        table.text()
    );
}

#[tokio::test]
async fn a_day_that_is_none_is_refused() {
    let app = TestApp::start().await;
    for (query, pointer) in [
        ("from=2026-02-30", "/from"),
        ("from=yesterday", "/from"),
        ("to=2026-1-1", "/to"),
        ("from=2026-02-02&to=2026-02-01", "/to"),
    ] {
        for what in ["summary", "features", "series", "chart.svg"] {
            let of = if what == "chart.svg" { "&of=seats" } else { "" };
            let path = format!("/v1/stats/richelieu/{what}?{query}{of}");
            let problem = app.get(&path).send().await.problem(422, "invalid_query");
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{path}");
        }
    }
    app.get("/v1/stats/richelieu/series?by=year").send().await.problem(422, "invalid_query");
}
