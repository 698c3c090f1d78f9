//! Experiments over HTTP: asked for, followed, compared, looked into, ended and taken up again.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use serde_json::{Value, json};

use tapis_db::model::{Digest, ExperimentState, Json, RulesetRecord};
use tapis_db::sqlite::{SqliteOptions, SqliteStore};

use crate::common::{ADMIN, TestApp};

/// Greedy play against random play, each on the same deals.
fn plan(games: u64) -> Value {
    json!({
        "game": "richelieu",
        "arms": [
            {"name": "random", "seats": ["random"]},
            {"name": "greedy", "seats": ["greedy", "random"]},
        ],
        "games": games, "metric": "win_share:random",
    })
}

/// Waits until an experiment is over, and answers its report.
pub async fn ended(app: &TestApp, location: &str) -> Value {
    let ended = async {
        loop {
            let report = app.get(location).admin().send().await.expect(200);
            if !["queued", "running"].contains(&report["state"].as_str().unwrap()) {
                return report;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), ended).await.expect("it ends")
}

pub async fn asked(app: &TestApp, plan: &Value) -> String {
    let answer = app.post("/v1/experiments").admin().json(plan).send().await;
    let report = answer.expect(202);
    let location = answer.header("location").unwrap().to_owned();
    assert_eq!(location, format!("/v1/experiments/{}", report["id"].as_str().unwrap()));
    location
}

/// Games of the larger experiments that share the machine: `TAPIS_EXPERIMENT_GAMES`.
fn games() -> u64 {
    std::env::var("TAPIS_EXPERIMENT_GAMES").map_or(24, |text| text.parse().unwrap())
}

#[tokio::test]
async fn an_experiment_is_played_compared_and_looked_into() {
    let app = TestApp::start().await;
    let location = asked(&app, &plan(100)).await;
    let report = ended(&app, &location).await;
    assert_eq!(
        (&report["state"], &report["progress"]["games"]),
        (&json!("finished"), &json!(300)),
        "{report}"
    );
    assert_eq!(report["plan"]["seed"], "tapis", "the plan says what was left out");
    let outcome = &report["outcome"];
    assert_eq!(outcome["comparisons"][0]["verdict"], "lower", "{outcome}");
    // Its games are counted as all others.
    let source = outcome["arms"][1]["source"].as_str().unwrap();
    let summary = app.get(&format!("/v1/stats/richelieu/summary?source={source}")).send().await.expect(200);
    assert_eq!(summary["games"], outcome["arms"][1]["games"]);
    // Its own id is no source of games: what to ask instead is said.
    let id = report["id"].as_str().unwrap();
    for own in [id, id.trim_start_matches("exp_")] {
        let path = format!("/v1/stats/richelieu/summary?source=experiment:{own}");
        let problem = app.get(&path).admin().send().await.problem(422, "invalid_query");
        let detail = problem["errors"][0]["detail"].as_str().unwrap();
        assert!(problem["errors"][0]["pointer"] == "/source" && detail.contains(source), "{problem}");
    }
    // The same plan is the same experiment.
    let again = app.post("/v1/experiments").admin().json(&plan(100)).send().await;
    assert_eq!(again.expect(200), report);
    let list = app.get("/v1/experiments?limit=5").admin().send().await.expect(200);
    assert_eq!((list["items"].as_array().unwrap().len(), &list["items"][0]["id"]), (1, &report["id"]));
    // The means follow from the exported values.
    let table = app.get(&format!("{location}/export")).admin().send().await.text();
    let mut values: HashMap<String, Vec<f64>> = HashMap::new();
    for line in table.lines().skip(1) {
        let [_, arm, value] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        values.entry(arm.trim_matches('"').to_owned()).or_default().push(value.parse().unwrap());
    }
    for arm in outcome["arms"].as_array().unwrap() {
        let values = &values[arm["name"].as_str().unwrap()];
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        assert_eq!(values.len(), 100);
        assert!((mean - arm["mean"]["value"].as_f64().unwrap()).abs() < 1e-12, "{arm}");
    }
}

#[tokio::test]
async fn games_are_replayed_by_their_number() {
    let app = TestApp::start().await;
    let location = asked(&app, &plan(40)).await;
    ended(&app, &location).await;
    let game = async |arm: usize, number: u64| {
        app.get(&format!("{location}/games/{arm}/{number}")).admin().send().await.expect(200)
    };
    for (arm, number) in [(0, 0), (0, 13), (0, 26), (1, 0), (1, 26), (1, 53)] {
        let replay = game(arm, number).await;
        assert_eq!(replay["number"], number);
        assert_eq!(replay, game(arm, number).await);
        assert!(replay["plies"].as_array().unwrap().len() > 10 && replay["ranks"][0].is_number(), "{replay}");
    }
    let replay = game(1, 0).await;
    assert_eq!((&replay["seats"], &replay["deal"]), (&json!(["greedy", "random"]), &json!(0)));
    let other = game(1, 1).await;
    assert_eq!((&other["seats"], &other["deal"]), (&json!(["random", "greedy"]), &json!(0)));
    assert_eq!(other["rounds"][0], replay["rounds"][0], "the same deal in both seatings");
    for missing in ["games/0/40", "games/2/0", "games/x/0", "games/0/-1"] {
        app.get(&format!("{location}/{missing}")).admin().send().await.problem(404, "not_found");
    }
}

#[tokio::test]
async fn an_experiment_is_followed_cancelled_and_goes_on() {
    // The other one does not take its turn.
    let app = TestApp::start_with(&["--tune", "lab_turn_ms=3600000"]).await;
    let location = asked(&app, &plan(200_000)).await;
    let both = app.get(&location).admin().header("Accept", "application/json, text/event-stream");
    assert_eq!(both.send().await.expect(200)["id"], location.rsplit('/').next().unwrap());
    let stream = reqwest::Client::new().get(format!("{}{location}", app.base)).bearer_auth(ADMIN);
    let stream = stream.header("Accept", "text/event-stream").send().await.unwrap();
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    let mut stream = stream.bytes_stream();
    let mut text = String::new();
    while !text.contains("\"state\":\"running\"") {
        text += std::str::from_utf8(&stream.next().await.unwrap().unwrap()).unwrap();
    }
    app.post("/v1/experiments").admin().json(&plan(200_000)).send().await.expect(202);
    // What was not played yet has no mean.
    let mut other = plan(30);
    other["metric"] = json!("length");
    let waits = asked(&app, &other).await;
    let report = app.get(&waits).admin().send().await.expect(200);
    assert_eq!(
        (&report["state"], &report["outcome"]["arms"][0]["mean"]),
        (&json!("queued"), &json!({"n": 0}))
    );
    app.delete(&waits).admin().send().await.expect(204);
    app.delete(&location).admin().send().await.expect(204);
    while let Some(chunk) = stream.next().await {
        text += std::str::from_utf8(&chunk.unwrap()).unwrap();
    }
    let (_, last) = text.rsplit_once("event: ").unwrap();
    assert!(last.starts_with("ended\n") && last.contains("\"state\":\"cancelled\""), "{last}");
    let report = app.get(&location).admin().send().await.expect(200);
    let played = report["progress"]["games"].as_u64().unwrap();
    assert!(report["state"] == "cancelled" && report["ended_at"].is_string(), "{report}");
    assert!(played < 600_000);
    app.delete(&location).admin().send().await.expect(204);
    // Posted again, it goes on from where it stood.
    asked(&app, &plan(200_000)).await;
    let goes_on = async {
        while app.get(&location).admin().send().await.expect(200)["progress"]["games"].as_u64().unwrap()
            <= played
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), goes_on).await.expect("it goes on");
    app.delete(&location).admin().send().await.expect(204);
    app.delete("/v1/experiments/exp_0").admin().send().await.problem(404, "not_found");
}

/// Experiments that are cancelled, fifty moments in turn: `TAPIS_CANCELLED`.
fn cancelled() -> u32 {
    std::env::var("TAPIS_CANCELLED").map_or(50, |text| text.parse().unwrap())
}

/// Cancelled before the worker has seen it, while it begins, while it plays: it never runs on, and nobody waits for it.
#[tokio::test]
async fn experiments_that_are_cancelled_at_any_moment_are_over() {
    let app = TestApp::start_with(&["--tune", "lab_turn_ms=0"]).await;
    let laboratory = app.state.laboratory.clone();
    let left = tokio::task::spawn_blocking(move || {
        let cancelled = |n: u32| {
            let mut plan = plan(100_000);
            plan["seed"] = json!(n.to_string());
            let id = laboratory.submit(&serde_json::from_value(plan).unwrap(), None).unwrap().id;
            (0..n % 50 * 20).for_each(|_| std::thread::yield_now());
            assert!(laboratory.cancel(&id, None).unwrap());
            id
        };
        let ids: Vec<String> = (0..self::cancelled()).map(cancelled).collect();
        // The worker takes them in order: after another one's end it has met all of them.
        let last = laboratory.submit(&serde_json::from_value(plan(2)).unwrap(), None).unwrap().id;
        while laboratory.follow(&last).is_some() {
            std::thread::sleep(Duration::from_millis(2));
        }
        let state = |id: &String| laboratory.report(id).unwrap().unwrap().state;
        let left = ids
            .iter()
            .filter(|id| state(id) != ExperimentState::Cancelled || laboratory.follow(id).is_some());
        (left.count(), state(&last))
    });
    assert_eq!(left.await.unwrap(), (0, ExperimentState::Finished));
}

/// Experiments are played in turns: a small one ends long before a huge one, and both with the result they have alone.
#[tokio::test]
async fn a_small_experiment_is_not_stuck_behind_a_huge_one() {
    let app = TestApp::start_with(&["--tune", "lab_turn_ms=0"]).await;
    // Of deals of its own each: plans of the same deals share their error probability.
    let plan = |games: u64| {
        let mut plan = plan(games);
        plan["seed"] = json!(format!("of {games}"));
        plan
    };
    let huge = asked(&app, &plan(100_000)).await;
    let (one, other) = (asked(&app, &plan(games() / 2)).await, asked(&app, &plan(games() / 2 + 10)).await);
    let (one, other) = (ended(&app, &one).await, ended(&app, &other).await);
    assert_eq!(app.get(&huge).admin().send().await.expect(200)["state"], "running");
    app.delete(&huge).admin().send().await.expect(204);
    let alone = TestApp::start().await;
    for (report, games) in [(one, games() / 2), (other, games() / 2 + 10)] {
        let undisturbed = ended(&alone, &asked(&alone, &plan(games)).await).await;
        assert_eq!(report["outcome"], undisturbed["outcome"]);
    }
}

/// A name that a spreadsheet would take for a formula is a text in the table, and itself everywhere else.
#[tokio::test]
async fn names_of_arms_are_no_formulas() {
    let app = TestApp::start().await;
    let mut plan = plan(2);
    plan["arms"][0]["name"] = json!("=cmd|' /C calc'!A0");
    let location = asked(&app, &plan).await;
    assert_eq!(ended(&app, &location).await["outcome"]["arms"][0]["name"], "=cmd|' /C calc'!A0");
    let table = app.get(&format!("{location}/export")).admin().send().await.text();
    assert!(table.contains("\r\n0,\"'=cmd|' /C calc'!A0\","), "{table}");
}

/// What a stop interrupts goes on at the next start, to the result of an undisturbed run.
#[tokio::test]
async fn a_stopped_service_takes_its_experiments_up_again() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let mut app = TestApp::start_in(Arc::clone(&directory), &[], |store| store).await;
    let location = asked(&app, &plan(games())).await;
    let second = asked(&app, &plan(30)).await;
    app.stop().await;
    let app = TestApp::start_in(directory, &["--tune", "lab_threads=2"], |store| store).await;
    let (report, second) = (ended(&app, &location).await, ended(&app, &second).await);
    assert_eq!((&report["state"], &second["state"]), (&json!("finished"), &json!("finished")));
    let undisturbed = TestApp::start_with(&["--tune", "lab_threads=1"]).await;
    let location = asked(&undisturbed, &plan(games())).await;
    assert_eq!(ended(&undisturbed, &location).await["outcome"].to_string(), report["outcome"].to_string());
}

/// A grid of rulesets: the arms that lose are dropped, and play no more.
#[tokio::test]
async fn a_search_drops_what_loses() {
    let app = TestApp::start().await;
    let plan = json!({
        "game": "richelieu", "arms": [{"name": "begins", "seats": ["greedy", "random"], "options": {"first_seat": 0}}],
        "search": {"variant": ["standard", "three_rows"], "first_seat": [0, 1]},
        "goal": {"nearest": 0.5}, "games": 40, "metric": "win_share:greedy",
    });
    let report = ended(&app, &asked(&app, &plan).await).await;
    let arms = report["outcome"]["arms"].as_array().unwrap();
    assert_eq!((arms.len(), &report["state"]), (4, &json!("finished")), "{report}");
    assert_eq!(arms[3]["name"], "begins first_seat=1 variant=\"three_rows\"");
    let rulesets: std::collections::HashSet<_> =
        arms.iter().map(|arm| arm["ruleset"].as_str().unwrap()).collect();
    assert_eq!(rulesets.len(), 4);
    // `win_share` of a bot that takes all seats is the same in all arms; so nothing may be dropped between equal ones.
    let fixed = json!({
        "game": "richelieu", "arms": [{"name": "seat", "seats": ["random"]}], "search": {"first_seat": [0, 1]},
        "games": 800, "metric": "length", "goal": "lowest", "minimum_effect": 200.0, "stop": "effect_or_futility",
    });
    let report = ended(&app, &asked(&app, &fixed).await).await;
    assert_eq!(report["outcome"]["stopped_early"], true, "they differ by less than 200 plies: {report}");
    assert!(report["outcome"]["arms"].as_array().unwrap().iter().all(|arm| arm["dropped_after"].is_null()));
}

#[tokio::test]
async fn what_cannot_be_played_is_refused_with_its_place() {
    let app = TestApp::start().await;
    let unknown = "0".repeat(64);
    let retired = RulesetRecord {
        hash: Digest([7; 32]),
        game: "richelieu".to_owned(),
        rules_version: 99,
        options: Json::from("{}"),
    };
    app.state.service.store().put_ruleset(retired).unwrap();
    let retired = "07".repeat(32);
    for (pointer, value, at, says) in [
        ("/game", json!("whist"), "/game", "there is no game 'whist'"),
        ("/arms", json!([]), "/arms", "1 to 16 arms"),
        ("/arms/1/name", json!("random"), "/arms/1/name", "the name of another arm"),
        ("/arms/1/name", json!("\u{1b}[31mred"), "/arms/1/name", "U+001B"),
        ("/arms/1/name", json!("a\u{202e}b"), "/arms/1/name", "U+202E"),
        ("/arms/1/name", json!("\u{2800}"), "/arms/1/name", "visible"),
        ("/arms/0/seats", json!(["club", "club", "club"]), "/arms/0/seats", "3 bots for 2 seats"),
        ("/arms/1/seats", json!(["clubs"]), "/arms/1/seats/0", "no bot 'clubs'"),
        ("/metric", json!("luck"), "/metric", "seat_share"),
        ("/metric", json!("seat_share:5"), "/metric", "has no seat_share:5"),
        ("/metric", json!("win_share:club"), "/metric", "has no win_share:club"),
        ("/games", json!(0), "/games", "1 to 100000000"),
        (
            "/arms/0",
            json!({"name": "a", "seats": ["random"], "options": {"players": 9}}),
            "/arms/0/options/players",
            "",
        ),
        (
            "/arms/0",
            json!({"name": "a", "seats": ["random"], "ruleset": unknown}),
            "/arms/0/ruleset",
            "there is no ruleset of this hash",
        ),
        (
            "/arms/0",
            json!({"name": "a", "seats": ["random"], "ruleset": retired}),
            "/arms/0/ruleset",
            "version 99 of the rules",
        ),
    ] {
        let mut plan = plan(100);
        *plan.pointer_mut(pointer).unwrap() = value;
        let problem =
            app.post("/v1/experiments").admin().json(&plan).send().await.problem(422, "invalid_body");
        let fault = &problem["errors"][0];
        assert_eq!(fault["pointer"], at, "{problem}");
        assert!(fault["detail"].as_str().unwrap().contains(says), "{problem}");
    }
    // An effect that so few games cannot find: how many it takes is said.
    let mut small = plan(100);
    small["minimum_effect"] = json!(0.01);
    let problem = app.post("/v1/experiments").admin().json(&small).send().await.problem(422, "invalid_body");
    assert_eq!(problem["errors"][0]["pointer"], "/minimum_effect");
    assert!(problem["errors"][0]["detail"].as_str().unwrap().contains("it takes at least 178"), "{problem}");
    assert_eq!(
        app.get("/v1/experiments").admin().send().await.expect(200)["items"],
        json!([]),
        "nothing was begun"
    );
}

#[tokio::test]
async fn experiments_are_the_administrator_s() {
    let app = TestApp::start().await;
    let id = "/v1/experiments/exp_5f0c4e7b9d3a48e1a6c2b7d80f13e9c4";
    for path in ["", "/export", "/games/0/0"] {
        app.get(&format!("{id}{path}")).send().await.problem(401, "token_required");
    }
    app.get("/v1/experiments").send().await.problem(401, "token_required");
    app.delete(id).send().await.problem(401, "token_required");
    app.post("/v1/experiments").json(&plan(10)).send().await.problem(401, "token_required");
    let call = app.post("/v1/experiments").json(&plan(10));
    call.admin().send().await.expect(202);
}

/// A full disk: the experiment says that it waits, nothing of it is lost, and it goes on where it was.
#[tokio::test]
async fn an_experiment_waits_for_space_and_goes_on() {
    let undisturbed = TestApp::start().await;
    let expected = ended(&undisturbed, &asked(&undisturbed, &plan(40)).await).await;

    let directory = Arc::new(tempfile::tempdir().unwrap());
    let file = directory.path().join("tapis.db");
    let mut small = None;
    let app = TestApp::start_in(Arc::clone(&directory), &[], |store| {
        store.close().unwrap();
        let max_bytes = Some(std::fs::metadata(&file).unwrap().len() + 30_000);
        let store =
            SqliteStore::open(&file, SqliteOptions { max_bytes, ..SqliteOptions::default() }).unwrap();
        small.insert(Arc::new(store)).clone()
    })
    .await;
    let small = small.unwrap();
    let location = asked(&app, &plan(40)).await;
    let waits = async {
        loop {
            let report = app.get(&location).admin().send().await.expect(200);
            assert!(["queued", "running"].contains(&report["state"].as_str().unwrap()), "{report}");
            if report["detail"].as_str().is_some_and(|detail| detail.contains("waits for the store")) {
                return report;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let report = tokio::time::timeout(Duration::from_secs(60), waits).await.expect("the disk is full");
    assert!(report["progress"]["games"].as_u64().unwrap() < 120, "{report}");
    small.set_max_bytes(None).unwrap();
    let report = ended(&app, &location).await;
    assert_eq!((&report["state"], &report["outcome"]), (&json!("finished"), &expected["outcome"]));
    assert_eq!(report.get("detail"), None, "{report}");
}
