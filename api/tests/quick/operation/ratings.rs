//! Players of front ends are rated by the games that they finish.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};
use tapis_db::rating::Rating;
use tapis_games::erased::AnyRuleset;
use tapis_games::log::ObservationLog;
use tapis_service::sources::{Engines, Sources};
use tapis_solver::answer::{Answer, Estimate};
use tapis_solver::bots::Grades;
use tapis_solver::control::Control;
use tapis_solver::engine::{BotLevel, Engine, HintError};
use tapis_solver::registry::Registry;
use tapis_solver::request::Request;

use crate::common::{Call, Table, TestApp};

fn add_key(app: &TestApp, name: &str) -> String {
    let text = format!("tapis_play_of_{name}");
    app.add_key(name, &text);
    text
}

fn with(call: Call, key: &str) -> Call {
    call.header("Tapis-Key", key)
}

/// A table of richelieu with these seats, at which these players of the key `front-end` are named.
async fn table(app: &TestApp, more: Value, mut seats: Value, players: &[&str]) -> Table {
    for (seat, player) in seats.as_array_mut().unwrap().iter_mut().zip(players) {
        seat["player"] = json!(player);
    }
    let mut body = json!({"game": "richelieu", "seats": seats, "auto_pass": "off"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let create = with(app.post("/v1/games"), "tapis_play_of_front-end").json(&body);
    Table::from_created(create.send().await.expect(201), seats.as_array().unwrap().len())
}

fn two() -> Value {
    json!([{"kind": "mine"}, {"kind": "mine"}])
}

/// Player 1 gives up, and asks for it twice.
async fn lose(app: &TestApp, table: &Table) {
    for _ in 0..2 {
        let resign = app.post(&table.path("/resign")).token(table.token(1)).key("given-up-only-once");
        resign.send().await.expect(200);
    }
}

async fn ratings(app: &TestApp, key: &str, player: &str) -> Value {
    let rating = with(app.get(&format!("/v1/players/{player}/rating")), key).send().await.expect(200);
    assert_eq!(rating["player"], player);
    rating["items"].clone()
}

#[tokio::test]
async fn who_wins_is_rated_above_who_loses() {
    let app = TestApp::start().await;
    let key = add_key(&app, "front-end");
    assert_eq!(ratings(&app, &key, "ada").await, json!([]));
    for n in 1..=3 {
        let table = table(&app, json!({}), two(), &["ada", "bo"]).await;
        lose(&app, &table).await;
        // What comes after the end rates nobody again.
        app.post(&table.path("/rematch")).token(table.token(0)).json(&json!({})).send().await.expect(201);
        let (ada, bo) = (ratings(&app, &key, "ada").await, ratings(&app, &key, "bo").await);
        assert_eq!(
            (&ada[0]["game"], &ada[0]["games"], &bo[0]["games"]),
            (&json!("richelieu"), &json!(n), &json!(n))
        );
        let points = |rated: &Value, member: &str| rated[0][member].as_f64().unwrap();
        assert!(points(&ada, "elo") > 20.0 * f64::from(n) && points(&bo, "elo") < -20.0 * f64::from(n));
        assert!(points(&ada, "low") < points(&ada, "elo") && points(&ada, "elo") < points(&ada, "high"));
        assert!(points(&ada, "error") < Rating::NEW.own, "{ada}");
    }
    let ladder = with(app.get("/v1/ladder/richelieu"), &key).send().await.expect(200);
    let players: Vec<&str> =
        ladder["items"].as_array().unwrap().iter().map(|rated| rated["player"].as_str().unwrap()).collect();
    assert_eq!(players, ["ada", "bo"]);
    let about = app.get("/v1/rulesets/richelieu").send().await.expect(200);
    assert_eq!(ladder["bots"], about["solver"]["ratings"]["ratings"]);
    let before = ratings(&app, &key, "ada").await;
    let app = app.restart().await;
    assert_eq!(ratings(&app, &key, "ada").await, before, "a restart rates nobody again");
}

#[tokio::test]
async fn a_game_against_a_bot_rates_the_person_when_it_ends() {
    let app = TestApp::start().await;
    let key = add_key(&app, "front-end");
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "greedy"}]);
    let table = table(&app, json!({"hints": "off"}), seats, &["ada"]).await;
    loop {
        let state = table.see(&app, 0).await;
        if state["status"] == "finished" {
            break;
        }
        assert_eq!(ratings(&app, &key, "ada").await, json!([]), "before the end");
        let Some(first) = state["legal_moves"][0]["notation"].as_str() else {
            tokio::time::sleep(Duration::from_millis(5)).await;
            continue;
        };
        table.play(&app, 0, first).await;
    }
    let rated = ratings(&app, &key, "ada").await;
    assert_eq!(rated[0]["games"], 1, "{rated}");
    // Greedy's place is known, so the player's is known better than among strangers.
    let half = (rated[0]["high"].as_f64().unwrap() - rated[0]["low"].as_f64().unwrap()) / 2.0;
    assert!(half < 1.96 * Rating::NEW.error(), "{rated}");
}

#[tokio::test]
async fn practice_help_and_bots_alone_rate_nobody() {
    let app = TestApp::start().await;
    let key = add_key(&app, "front-end");
    let practice = table(&app, json!({"practice": {"seed": "5a".repeat(32)}}), two(), &["ada", "bo"]).await;
    lose(&app, &practice).await;
    let helped =
        table(&app, json!({"hints": "free", "options": {"first_seat": 0}}), two(), &["ada", "bo"]).await;
    let hint = app.post(&helped.path("/hints")).token(helped.token(0));
    hint.json(&json!({"budget": {"iterations": 200}, "level": "move"})).send().await.expect(200);
    lose(&app, &helped).await;
    let aborted = table(&app, json!({}), json!([{"kind": "mine"}, {"kind": "open"}]), &["ada"]).await;
    app.delete(&aborted.path("/seats/0")).token(aborted.token(0)).send().await.expect(200);
    let undone = table(&app, json!({"options": {"first_seat": 0}}), two(), &["ada", "bo"]).await;
    undone.play(&app, 0, "take 1L").await;
    take_a_move_back(&app, &undone).await;
    lose(&app, &undone).await;
    assert_eq!(ratings(&app, &key, "ada").await, json!([]));
    lose(&app, &table(&app, json!({}), two(), &["ada", "bo"]).await).await;
    assert_eq!(ratings(&app, &key, "ada").await[0]["games"], 1);
}

#[tokio::test]
async fn a_ladder_is_its_keys_own_and_has_pages() {
    let app = TestApp::start().await;
    let (key, other) = (add_key(&app, "front-end"), add_key(&app, "other"));
    for (winner, loser) in [("ada", "bo"), ("ada", "cy"), ("bo", "cy"), ("ada", "d|1"), ("cy", "d|1")] {
        lose(&app, &table(&app, json!({}), two(), &[winner, loser]).await).await;
    }
    let (mut found, mut ranks, mut cursor) = (Vec::new(), Vec::new(), String::new());
    loop {
        let page =
            with(app.get(&format!("/v1/ladder/richelieu?limit=1{cursor}")), &key).send().await.expect(200);
        found.extend(
            page["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|rated| rated["player"].as_str().unwrap().to_owned()),
        );
        ranks.extend(page["items"].as_array().unwrap().iter().map(|rated| rated["rank"].as_u64().unwrap()));
        let Some(next) = page["next_cursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(found, ["ada", "bo", "cy", "d|1"]);
    assert_eq!(ranks, [1, 2, 3, 4], "on every page");
    let whole = with(app.get("/v1/ladder/richelieu?limit=4"), &key).send().await.expect(200);
    assert!(whole["items"].as_array().unwrap().len() == 4 && whole["next_cursor"].is_null());
    for rated in whole["items"].as_array().unwrap() {
        let [elo, error, sure] = ["elo", "error", "sure"].map(|member| rated[member].as_f64().unwrap());
        assert!((elo - 2.0 * error - sure).abs() < 0.2 && rated["provisional"] == true, "{rated}");
    }
    assert_eq!(ratings(&app, &other, "ada").await, json!([]));
    let theirs = with(app.get("/v1/ladder/richelieu"), &other).send().await.expect(200);
    assert_eq!(theirs["items"], json!([]));
    app.get("/v1/ladder/richelieu").send().await.problem(401, "key_required");
    app.get("/v1/players/ada/rating").send().await.problem(401, "key_required");
    with(app.get("/v1/players/%3Cb%3E/rating"), &key).send().await.problem(422, "invalid_query");
    with(app.get("/v1/ladder/whist"), &key).send().await.problem(404, "not_found");
    for query in [
        "limit=0",
        "limit=201",
        "cursor=00",
        "cursor=zz",
        "cursor=ffffffffffffffff000000070000000561",
        "cursor=7fffffffffffffff000000070000000561",
    ] {
        let answer = with(app.get(&format!("/v1/ladder/richelieu?{query}")), &key).send().await;
        if query.starts_with("cursor=ffffffff") {
            answer.expect(200);
        } else {
            answer.problem(422, "invalid_query");
        }
    }
}

#[tokio::test]
async fn a_deleted_player_has_no_rating_and_leaves_the_ladder() {
    let app = TestApp::start().await;
    let key = add_key(&app, "front-end");
    let (over, running) = (
        table(&app, json!({}), two(), &["ada", "bo"]).await,
        table(&app, json!({}), two(), &["ada", "bo"]).await,
    );
    lose(&app, &over).await;
    assert_eq!(with(app.delete("/v1/players/ada"), &key).send().await.status, 204);
    lose(&app, &running).await;
    assert_eq!(ratings(&app, &key, "ada").await, json!([]), "nor by a game that went on");
    let ladder = with(app.get("/v1/ladder/richelieu"), &key).send().await.expect(200);
    let players: Vec<_> = ladder["items"].as_array().unwrap().iter().map(|rated| &rated["player"]).collect();
    assert_eq!(players, ["bo"]);
}

/// Ada takes her move back, and bo agrees.
async fn take_a_move_back(app: &TestApp, table: &Table) {
    for seat in [0, 1] {
        let etag = format!("\"v{}-s{seat}\"", table.see(app, seat).await["version"]);
        let undo = app.post(&table.path("/undo")).token(table.token(seat)).if_match(&etag);
        undo.json(&json!({})).send().await;
    }
    assert_eq!(table.see(app, 0).await["assisted"], true);
}

#[tokio::test]
async fn bots_count_only_where_their_strength_is_known() {
    let app = TestApp::start().await;
    let key = add_key(&app, "front-end");
    let against = |level: &str| json!([{"kind": "bot", "level": level}, {"kind": "mine"}]);
    // Nobody measured bots with this option.
    for options in [json!({"first_seat": 1}), json!({})] {
        assert_eq!(ratings(&app, &key, "bo").await, json!([]));
        let mut seats = against("greedy");
        seats[1]["player"] = json!("bo");
        let body = json!({"game": "richelieu", "options": options, "seats": seats});
        let created = with(app.post("/v1/games"), &key).json(&body).send().await.expect(201);
        let path = format!("/v1/games/{}/resign", created["id"].as_str().unwrap());
        let token = created["seats"].as_array().unwrap().iter().find_map(|seat| seat["token"].as_str());
        app.post(&path).token(token.unwrap()).send().await.expect(200);
    }
    assert!(ratings(&app, &key, "bo").await[0]["elo"].as_f64().unwrap() < 0.0);
}

#[tokio::test]
async fn who_takes_a_seat_in_the_middle_of_a_game_is_not_rated() {
    let app = TestApp::start().await;
    let key = add_key(&app, "front-end");
    let table = table(&app, json!({"options": {"first_seat": 0}}), two(), &["ada", "bo"]).await;
    table.play(&app, 0, "take 1L").await;
    let given = app.delete(&table.path("/seats/1?successor=invite")).token(table.token(1));
    let given = given.send().await.expect(200);
    let join = json!({"ticket": given["ticket"], "player": "cy"});
    let joined = with(app.post(&table.path("/seats/1")), &key).json(&join).send().await.expect(201);
    let token = joined["token"].as_str().unwrap();
    app.post(&table.path("/resign")).token(token).send().await.expect(200);
    for player in ["ada", "bo", "cy"] {
        assert_eq!(ratings(&app, &key, player).await, json!([]), "{player}");
    }
}

/// Engines whose bots all play anything.
struct Careless;

struct CarelessEngine(Arc<dyn Engine>);

impl Engines for Careless {
    fn engine(&self, ruleset: &dyn AnyRuleset) -> Option<Arc<dyn Engine>> {
        Some(Arc::new(CarelessEngine(Registry::standard().engine(ruleset)?)))
    }
}

impl Engine for CarelessEngine {
    fn hint(&self, log: &ObservationLog, request: &Request, control: &Control) -> Result<Answer, HintError> {
        self.0.hint(log, request, control)
    }

    fn more(
        &self,
        log: &ObservationLog,
        request: &Request,
        answer: Answer,
        control: &Control,
    ) -> Result<Answer, HintError> {
        self.0.more(log, request, answer, control)
    }

    fn estimate(&self, log: &ObservationLog, request: &Request) -> Result<Estimate, HintError> {
        self.0.estimate(log, request)
    }

    fn grades(&self) -> Grades {
        self.0.grades()
    }

    fn choose(
        &self,
        _: BotLevel,
        log: &ObservationLog,
        seed: [u8; 32],
        control: &Control,
    ) -> Result<String, HintError> {
        self.0.choose(BotLevel::Random, log, seed, control)
    }
}

#[tokio::test]
async fn who_is_late_and_stays_away_comes_last_and_who_comes_back_cannot_gain_by_it() {
    let careless = |sources| Sources { engines: Arc::new(Careless), ..sources };
    let app = TestApp::start_from(&["--rate-moves", "0", "--rate-requests", "0"], careless).await;
    let key = add_key(&app, "front-end");
    let clock = json!({"options": {"first_seat": 0}, "clock": {"per_move_s": 60}});
    let (mut has_won, mut games) = (false, 0);
    // Until the bot has won a game for ada, who is not there.
    while !has_won && games < 12 {
        let table = table(&app, clock.clone(), two(), &["ada", "bo"]).await;
        app.fixed.elapsed_ms.fetch_add(60_000, Ordering::SeqCst);
        let end = loop {
            let state = table.see(&app, 1).await;
            if state["status"] == "finished" {
                break state;
            }
            match state["legal_moves"][0]["notation"].as_str() {
                Some(first) => drop(table.play(&app, 1, first).await),
                None => tokio::time::sleep(Duration::from_millis(2)).await,
            }
        };
        games += 1;
        has_won = end["result"]["ranks"][0] == 1;
        let (ada, bo) = (ratings(&app, &key, "ada").await, ratings(&app, &key, "bo").await);
        assert_eq!((&ada[0]["games"], &bo[0]["games"]), (&json!(games), &json!(games)));
        assert!(ada[0]["elo"].as_f64().unwrap() < -20.0 * f64::from(games).sqrt(), "{ada}");
    }
    assert!(has_won, "in none of {games} games");
    // Bo gives up. Ada, who was late, was helped; Bo, who was late, has lost.
    for (late, counted) in [(0, games), (1, games + 1)] {
        let before = ratings(&app, &key, "bo").await[0]["elo"].as_f64().unwrap();
        let clock = json!({"options": {"first_seat": late}, "clock": {"per_move_s": 60}});
        let mut table = table(&app, clock, two(), &["ada", "bo"]).await;
        come_back_late(&app, &mut table, late).await;
        assert_eq!(table.see(&app, late).await["assisted"], true, "statistics keep it apart");
        lose(&app, &table).await;
        for player in ["ada", "bo"] {
            assert_eq!(ratings(&app, &key, player).await[0]["games"], counted, "{player}");
        }
        let after = ratings(&app, &key, "bo").await[0]["elo"].as_f64().unwrap();
        assert_eq!(after < before, counted > games, "{after} after {before}");
    }
}

/// The seat that begins is out of time, and comes back.
async fn come_back_late(app: &TestApp, table: &mut Table, seat: usize) {
    app.fixed.elapsed_ms.fetch_add(60_000, Ordering::SeqCst);
    let events = app.get(&table.path("/events?after=1&wait=30")).send().await.expect(200);
    assert_eq!(events["items"][0]["kind"], "timeout");
    let back = with(app.post(&table.path(&format!("/seats/{seat}"))), "tapis_play_of_front-end");
    let back = back.json(&json!({"ticket": table.token(seat)})).send().await.expect(201);
    table.secrets[seat] = back["token"].as_str().unwrap().to_owned();
}

/// Of three, who was late and came back is compared with nobody, unless they come behind all.
#[tokio::test]
async fn of_more_than_two_a_game_rates_the_others_without_who_was_late_and_did_not_come_last() {
    let careless = |sources| Sources { engines: Arc::new(Careless), ..sources };
    let app = TestApp::start_from(&["--rate-moves", "0", "--rate-requests", "0"], careless).await;
    let key = add_key(&app, "front-end");
    let mine = json!({"kind": "mine"});
    let more = json!({"game": "malin", "options": {"players": 3, "points": 1}, "clock": {"per_move_s": 60}});
    let mut table = table(&app, more, json!([mine, mine, mine]), &["ada", "bo", "cy"]).await;
    let late = table.see(&app, 0).await["turn"]["seat"].as_u64().unwrap() as usize;
    come_back_late(&app, &mut table, late).await;
    // The bot may owe a move, so whoever is to move may be another one by then.
    let end = loop {
        let state = table.see(&app, 0).await;
        if state["status"] == "finished" {
            break state;
        }
        let seat = state["turn"]["seat"].as_u64().unwrap() as usize;
        let mover = table.see(&app, seat).await;
        if let Some(first) = mover["legal_moves"][0]["notation"].as_str() {
            table.try_move(&app, seat, first).await;
        }
    };
    let ranks: Vec<u64> =
        end["result"]["ranks"].as_array().unwrap().iter().map(|rank| rank.as_u64().unwrap()).collect();
    let is_last = ranks.iter().filter(|rank| **rank >= ranks[late]).count() == 1;
    for (seat, player) in ["ada", "bo", "cy"].into_iter().enumerate() {
        let rated = ratings(&app, &key, player).await;
        let counts = seat != late || is_last;
        assert_eq!(rated.as_array().unwrap().len(), usize::from(counts), "{player} of {ranks:?}: {rated}");
    }
}
