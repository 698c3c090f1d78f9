//! Figures against numbers worked out by hand.

use serde_json::{Value, json};
use tapis_db::model::{
    Bucket, FeatureFact, GameId, GameResult, Measure, SeatResult, SimulatedGame, Source, WinShare,
};

use crate::common::{Table, TestApp};

/// A game of two, as it is recorded: scores, what each seat had, how long it was.
pub struct Played {
    pub scores: [i64; 2],
    pub had: [&'static [&'static str]; 2],
    pub length: u32,
    pub assisted: bool,
    pub bots: [Option<&'static str>; 2],
}

/// Records games of the default ruleset from `source`.
pub fn record(app: &TestApp, source: &str, games: &[Played]) {
    let rules = app.state.service.rulesets().by_options("richelieu", "{}").unwrap();
    let ruleset = tapis_service::rulesets::record(rules.ruleset());
    let source: Source = source.parse().unwrap();
    let simulated = games.iter().map(|game| SimulatedGame {
        id: GameId::from_u128(app.state.service.sources().ids.next().as_u128()),
        ruleset: ruleset.clone(),
        result: result(game, source.clone()),
    });
    app.state.service.store().record_simulated(simulated.collect()).unwrap();
}

pub fn result(game: &Played, source: Source) -> GameResult {
    let best = game.scores.into_iter().max().unwrap();
    let winners = game.scores.iter().filter(|score| **score == best).count();
    let seat = |seat: usize| {
        let won = game.scores[seat] == best;
        let region = |name: &&str| FeatureFact {
            name: "disc_taken".to_owned(),
            bucket: Bucket::Category((*name).to_owned()),
        };
        SeatResult {
            score: game.scores[seat],
            rank: if won { 1 } else { 2 },
            win_share: if won { WinShare::one_of(winners).unwrap() } else { WinShare::NONE },
            turns: game.length / 2,
            bot_level: game.bots[seat].map(str::to_owned),
            features: game.had[seat].iter().map(region).collect(),
        }
    };
    GameResult {
        source,
        assisted: game.assisted,
        length: game.length,
        ended_at: "2026-01-01T00:00:00Z".parse().unwrap(),
        seats: vec![seat(0), seat(1)],
        measures: vec![Measure { name: "lead_changes".to_owned(), value: i64::from(game.length % 3) }],
    }
}

pub fn game(scores: [i64; 2]) -> Played {
    Played { scores, had: [&[], &[]], length: 40, assisted: false, bots: [None; 2] }
}

pub async fn summary(app: &TestApp, query: &str) -> Value {
    app.get(&format!("/v1/stats/richelieu/summary{query}")).send().await.expect(200)
}

#[track_caller]
pub fn close(value: &Value, expected: f64) {
    let found = value.as_f64().unwrap_or_else(|| panic!("{value} is no number"));
    assert!((found - expected).abs() < 5e-4, "{found} is not {expected}");
}

#[tokio::test]
async fn nobody_played_yet() {
    let app = TestApp::start().await;
    let summary = summary(&app, "").await;
    assert_eq!((&summary["games"], &summary["players"]), (&json!(0), &json!(2)));
    for seat in 0..2 {
        let share = &summary["seats"][seat]["win_share"];
        assert_eq!((share["n"].clone(), share["insufficient_data"].clone()), (json!(0), json!(true)));
        assert!(share.get("value").is_none() && share.get("low").is_none());
    }
    let features = app.get("/v1/stats/richelieu/features").send().await.expect(200);
    assert_eq!(features["features"], json!([]));
}

#[tokio::test]
async fn a_summary_worked_out_by_hand() {
    let app = TestApp::start().await;
    // Seat 0 wins seven of ten, no ties. Its scores: 30 … 39; lengths: five of 40, five of 50.
    let games: Vec<_> = (0..10)
        .map(|n| Played {
            length: if n < 5 { 40 } else { 50 },
            ..game([30 + n, if n < 7 { 20 } else { 45 }])
        })
        .collect();
    record(&app, "bots", &games);
    let summary = summary(&app, "?source=bots").await;
    assert_eq!(summary["games"], 10);
    let first = &summary["seats"][0];
    assert_eq!((&first["sole_wins"], &first["shared_wins"]), (&json!(7), &json!(0)));
    let share = &first["win_share"];
    assert_eq!(
        (&share["n"], &share["method"], &share["confidence"]),
        (&json!(10), &json!("wilson"), &json!(0.95))
    );
    close(&share["value"], 0.7);
    close(&share["low"], 0.3968);
    close(&share["high"], 0.8922);
    close(&summary["seats"][1]["win_share"]["value"], 0.3);
    // 30 … 39: mean 34.5, s² = 82.5/9, t(0.975; 9) = 2.26216.
    let score = &first["score"];
    close(&score["mean"]["value"], 34.5);
    close(&score["sd"], 3.0277);
    close(&score["mean"]["low"], 34.5 - 2.16585);
    close(&score["mean"]["high"], 34.5 + 2.16585);
    assert_eq!(score["mean"]["method"], "student_t");
    assert_eq!((&score["min"], &score["max"]), (&json!(30), &json!(39)));
    assert_eq!(score["histogram"].as_array().unwrap().len(), 10);
    let other = &summary["seats"][1]["score"]["histogram"];
    assert_eq!(*other, json!([{"value": 20, "n": 7}, {"value": 45, "n": 3}]));
    assert_eq!(summary["length"]["histogram"], json!([{"value": 40, "n": 5}, {"value": 50, "n": 5}]));
    close(&summary["length"]["mean"]["value"], 45.0);
    close(&summary["length"]["sd"], 5.2705);
    close(&summary["ties"]["value"], 0.0);
    close(&summary["ties"]["high"], 0.2775);
    assert_eq!(summary["measures"][0]["name"], "lead_changes");
    close(&summary["measures"][0]["mean"]["value"], 1.5); // 40 % 3 = 1, 50 % 3 = 2
    close(&first["turns"]["mean"]["value"], 22.5);
}

#[tokio::test]
async fn ties_change_the_method() {
    let app = TestApp::start().await;
    // Six wins, two ties, two losses of seat 0.
    let scores = [[2, 1]; 6].into_iter().chain([[1, 1]; 2]).chain([[0, 1]; 2]);
    record(&app, "bots", &scores.map(game).collect::<Vec<_>>());
    let summary = summary(&app, "?source=bots").await;
    let first = &summary["seats"][0];
    assert_eq!((&first["sole_wins"], &first["shared_wins"]), (&json!(6), &json!(2)));
    assert_eq!(first["win_share"]["method"], "student_t");
    close(&first["win_share"]["value"], 0.7);
    close(&first["win_share"]["low"], 0.7 - 0.30163);
    close(&first["win_share"]["high"], 1.0);
    close(&summary["seats"][1]["win_share"]["value"], 0.3);
    close(&summary["ties"]["value"], 0.2);
}

#[tokio::test]
async fn populations_are_kept_apart() {
    let app = TestApp::start().await;
    record(&app, "bots", &[game([1, 0]), Played { assisted: true, ..game([0, 1]) }]);
    record(&app, "experiment:one", &[game([1, 0]), game([1, 0]), game([1, 0])]);
    for (query, games) in [
        ("", 0),
        ("?source=played&assisted=include", 0),
        ("?source=practice", 0),
        ("?source=bots", 1),
        ("?source=bots&assisted=include", 2),
        ("?source=bots&assisted=only", 1),
        ("?assisted=exclude&source=bots", 1),
        ("?source=experiment:one", 3),
        ("?source=experiment:two", 0),
        ("?source=bots&players=2", 1),
        ("?source=bots&players=3", 0),
    ] {
        assert_eq!(summary(&app, query).await["games"], games, "{query}");
    }
    let other =
        app.put("/v1/rulesets/richelieu/custom").json(&json!({"options": {"players": 3}})).send().await;
    let hash = other.expect(200)["hash"].as_str().unwrap().to_owned();
    let of_other = summary(&app, &format!("?ruleset={hash}")).await;
    assert_eq!((&of_other["games"], &of_other["players"]), (&json!(0), &json!(3)));
    assert_eq!(of_other["seats"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn features_worked_out_by_hand() {
    let app = TestApp::start().await;
    // 100 games. Seat 0 holds bourgogne in all and wins 70; anjou is held by the losers 30 times; auvergne is rare.
    let games: Vec<_> = (0..100)
        .map(|n| {
            let won = n < 70;
            let had: [&'static [&'static str]; 2] = match n {
                0..20 => [&["bourgogne", "auvergne"], &[]],
                20..40 => [&["bourgogne"], &["anjou", "provence"]],
                40..50 => [&["bourgogne"], &["anjou"]],
                80..100 => [&["bourgogne"], &["provence"]],
                _ => [&["bourgogne"], &[]],
            };
            Played { had, ..game(if won { [30, 20] } else { [20, 30] }) }
        })
        .collect();
    record(&app, "bots", &games);
    let features = app.get("/v1/stats/richelieu/features?source=bots").send().await.expect(200);
    assert_eq!((&features["games"], &features["minimum_n"]), (&json!(100), &json!(30)));
    close(&features["base_rate"], 0.5);
    let list = features["features"].as_array().unwrap();
    assert_eq!(
        (list.len(), &list[0]["name"], &list[0]["kind"]),
        (1, &json!("disc_taken"), &json!("categories"))
    );
    assert!(list[0]["text"]["fr"].is_string());
    let buckets = list[0]["buckets"].as_array().unwrap();
    let names: Vec<_> = buckets.iter().map(|bucket| bucket["bucket"].as_str().unwrap()).collect();
    assert_eq!(names, ["anjou", "auvergne", "bourgogne", "provence"]);

    let bourgogne = &buckets[2];
    assert_eq!(bourgogne["n"], 100);
    close(&bourgogne["win_share"]["value"], 0.7);
    close(&bourgogne["win_share"]["low"], 0.6042);
    close(&bourgogne["win_share"]["high"], 0.7811);
    // Seat 0 has it in every game: there is nothing to compare it with.
    assert!(bourgogne["lift"].get("value").is_none() && bourgogne.get("p_value").is_none(), "{bourgogne}");
    close(&bourgogne["score"]["value"], 27.0);
    assert_eq!(bourgogne["win_share"]["method"], "wilson");

    // Held by the loser each time: 0 of 30, against 30 of 70 without it. Only seat 1 ever holds it, so the variance is that within
    // the seat, ¼ / (31 · 30) and (120/7 + ¼) / (71 · 70).
    assert_eq!((&buckets[0]["n"], &buckets[0]["discovery"]), (&json!(30), &json!(true)));
    close(&buckets[0]["lift"]["value"], -3.0 / 7.0);
    let half = 1.959_96 * (0.25_f64 / 930.0 + (120.0 / 7.0 + 0.25) / 4970.0).sqrt();
    close(&buckets[0]["lift"]["low"], -3.0 / 7.0 - half);
    // 30 wins dealt to 30 and 70: 0 are 9 fewer than expected; variance 30 · 70 / 100 · 21 / 99.
    close(&buckets[0]["p_value"], 0.000020);
    // 20 of 40 against 10 of 60, by seat 1 alone as well: 10¼ / (41 · 40) and (25/3 + ¼) / (61 · 60).
    assert_eq!((&buckets[3]["n"], &buckets[3]["discovery"]), (&json!(40), &json!(true)));
    close(&buckets[3]["lift"]["value"], 1.0 / 3.0);
    close(&buckets[3]["lift"]["low"], 0.151625);
    close(&buckets[3]["lift"]["high"], 0.515042);
    close(&buckets[3]["p_value"], 0.000392);
    // A third of a win, moved in a fifth of the seats.
    close(&buckets[3]["importance"], 1.0 / 15.0);

    let rare = &buckets[1];
    assert_eq!((&rare["n"], &rare["win_share"]["insufficient_data"]), (&json!(20), &json!(true)));
    for absent in ["p_value", "discovery"] {
        assert!(rare.get(absent).is_none());
    }
    for figure in ["win_share", "lift", "score"] {
        assert!(rare[figure].get("value").is_none() && rare[figure]["minimum_n"] == 30, "{rare}");
    }
}

#[tokio::test]
async fn one_feature_alone() {
    let app = TestApp::start().await;
    record(&app, "bots", &[Played { had: [&["anjou"], &[]], ..game([1, 0]) }]);
    let get = async |query: &str| app.get(&format!("/v1/stats/richelieu/features{query}")).send().await;
    assert_eq!(
        get("?source=bots&feature=disc_taken").await.expect(200)["features"].as_array().unwrap().len(),
        1
    );
    let problem = get("?feature=luck").await.problem(422, "invalid_query");
    assert_eq!(problem["errors"][0]["pointer"], "/feature");
}

#[tokio::test]
async fn what_is_wrong_with_a_query_is_told() {
    let app = TestApp::start().await;
    let zeros = "0".repeat(64);
    for path in ["/v1/stats/richelieu/summary", "/v1/stats/richelieu/features"] {
        for query in [
            "?source=all",
            "?source=experiment:",
            "?assisted=yes",
            "?ruleset=abc",
            "?players=0",
            "?players=8",
            "?lineup=",
            "?lineup=club",
            "?lineup=club,club,club",
            "?x=1",
        ] {
            app.get(&format!("{path}{query}")).send().await.problem(422, "invalid_query");
        }
        app.get(&format!("{path}?ruleset={zeros}")).send().await.problem(404, "not_found");
        app.post(path).send().await.problem(405, "method_not_allowed");
    }
    app.get("/v1/stats/whist/summary").send().await.problem(404, "not_found");
    app.get("/v1/stats/richelieu/moons").send().await.problem(404, "not_found");
}

#[tokio::test]
async fn unchanged_statistics_are_not_sent_twice() {
    let app = TestApp::start().await;
    record(&app, "bots", &[game([1, 0])]);
    let first = app.get("/v1/stats/richelieu/summary?source=bots").send().await;
    assert_eq!(first.header("cache-control"), Some("public, no-cache"));
    let etag = first.header("etag").unwrap().to_owned();
    let again = || app.get("/v1/stats/richelieu/summary?source=bots").header("If-None-Match", &etag);
    assert_eq!(again().send().await.status, 304);
    record(&app, "bots", &[game([1, 0])]);
    let changed = again().send().await;
    assert_eq!((changed.status, changed.json()["games"].clone()), (200, json!(2)));
}

#[tokio::test]
async fn a_finished_game_counts_once_and_a_running_one_not_at_all() {
    let app = TestApp::start().await;
    let options = json!({"first_seat": 0, "variant": "three_rows"});
    let table = Table::create(&app, options, json!([{"kind": "mine"}, {"kind": "mine"}])).await;
    let hash = table.created["ruleset"]["hash"].as_str().unwrap().to_owned();
    table.play_on(&app, 3).await;
    assert_eq!(summary(&app, &format!("?ruleset={hash}")).await["games"], 0);
    let body = json!({"budget": {"iterations": 64}});
    let seat = table.see(&app, 0).await["turn"]["seat"].as_u64().unwrap() as usize;
    app.post(&table.path("/hints")).token(table.token(seat)).json(&body).send().await.expect(200);
    let end = table.play_on(&app, 400).await;
    assert_eq!(end["status"], "finished");
    assert_eq!(summary(&app, &format!("?ruleset={hash}")).await["games"], 0, "it was assisted");
    let found = summary(&app, &format!("?ruleset={hash}&assisted=include")).await;
    assert_eq!(found["games"], 1);
    for seat in 0..2 {
        assert_eq!(found["seats"][seat]["score"]["min"], end["result"]["scores"][seat]);
    }
    assert_eq!(found["length"]["min"], json!(end["version"].as_u64().unwrap() - 2), "without set-up and end");
    let features =
        app.get(&format!("/v1/stats/richelieu/features?ruleset={hash}&assisted=include")).send().await;
    assert!(!features.expect(200)["features"].as_array().unwrap().is_empty());
}
