//! `auto_pass`: a seat that passes by itself looks to others as one that passes by hand.

use serde_json::{Value, json};

use crate::common::{Table, TestApp};
use crate::parbourg::stacked::Stacked;

/// Who is asked first in the deal of the tests.
const FIRST: usize = 1;
/// Plies of a game that is compared: `TAPIS_PASS_PLIES`.
fn plies() -> u64 {
    std::env::var("TAPIS_PASS_PLIES").map_or(40, |text| text.parse().unwrap())
}

/// The seat with the wish.
const WISHING: usize = 1;

async fn table(app: &TestApp, seats: Value, windows: &str) -> Table {
    let options = json!({"players": seats.as_array().unwrap().len(), "windows": windows});
    let practice = json!({"seed": "2a".repeat(32)});
    let body = json!({"game": "parbourg", "options": options, "seats": seats, "practice": practice});
    Table::of(app, body).await
}

async fn three_people(app: &TestApp, windows: &str) -> Table {
    let mine = json!({"kind": "mine"});
    table(app, json!([mine, mine, mine]), windows).await
}

fn settings(table: &Table, seat: usize) -> String {
    table.path(&format!("/seats/{seat}/settings"))
}

async fn set_auto_pass(app: &TestApp, table: &Table, seat: usize, auto_pass: &str) {
    let put = app.put(&settings(table, seat)).token(table.token(seat)).json(&json!({"auto_pass": auto_pass}));
    assert_eq!(put.send().await.expect(200), json!({"auto_pass": auto_pass}));
}

#[tokio::test]
async fn the_setting_is_the_business_of_its_seat_alone() {
    let app = TestApp::start().await;
    let table = three_people(&app, "all").await;
    assert_eq!(table.see(&app, 0).await["turn"]["seat"], json!(FIRST), "another seat is asked");
    let state = table.see(&app, 2).await;
    assert_eq!(
        state["you"],
        json!({"seat": 2, "settings": settings(&table, 2)}),
        "it is found from the game"
    );
    let read = async |app: &TestApp, seat: usize| {
        app.get(&settings(&table, seat)).token(table.token(seat)).send().await.expect(200)
    };
    assert_eq!(read(&app, 2).await, json!({"auto_pass": "off"}));
    let before = seen_by_all(&app, &table).await;
    set_auto_pass(&app, &table, 2, "no_choice").await;
    assert_eq!(read(&app, 2).await, json!({"auto_pass": "no_choice"}));
    assert_eq!(read(&app, 0).await, json!({"auto_pass": "off"}));
    assert_eq!(seen_by_all(&app, &table).await, before, "no version, no event, nothing to see");

    app.get(&settings(&table, 2)).token(table.token(0)).send().await.problem(403, "not_your_seat");
    app.get(&settings(&table, 2)).send().await.problem(401, "token_required");
    app.get(&settings(&table, 5)).token(table.token(0)).send().await.problem(404, "not_found");
    let body = json!({"auto_pass": "windows"});
    let other = app.put(&settings(&table, 2)).token(table.token(0)).json(&body).send().await;
    other.problem(403, "not_your_seat");
    let put = async |body: Value| {
        app.put(&settings(&table, 2))
            .token(table.token(2))
            .json(&body)
            .send()
            .await
            .problem(422, "invalid_body")
    };
    let refused = put(json!({"auto_pass": "always"})).await;
    assert_eq!(refused["errors"][0]["pointer"], "/auto_pass");
    for right in ["off", "no_choice", "windows"] {
        assert!(refused["errors"][0]["detail"].as_str().unwrap().contains(right), "{refused}");
    }
    assert_eq!(
        put(json!({"auto_pass": "off", "auto_play": true})).await["errors"][0]["pointer"],
        "/auto_play"
    );
    assert_eq!(read(&app, 2).await, json!({"auto_pass": "no_choice"}), "a refusal changes nothing");
}

#[tokio::test]
async fn the_setting_survives_a_new_token_and_a_restart_but_not_its_owner() {
    let app = TestApp::start().await;
    let mut table = three_people(&app, "all").await;
    set_auto_pass(&app, &table, 2, "windows").await;
    let rotated = app.post(&table.path("/seats/2/token")).token(table.token(2)).send().await.expect(201);
    table.secrets[2] = rotated["token"].as_str().unwrap().to_owned();
    let app = app.restart().await;
    let read = async |app: &TestApp, token: &str| {
        app.get(&settings(&table, 2)).token(token).send().await.expect(200)["auto_pass"].clone()
    };
    assert_eq!(read(&app, table.token(2)).await, "windows");
    let left =
        app.delete(&table.path("/seats/2?successor=invite")).token(table.token(2)).send().await.expect(200);
    let joined =
        app.post(&table.path("/seats/2")).json(&json!({"ticket": left["ticket"]})).send().await.expect(201);
    assert_eq!(read(&app, joined["token"].as_str().unwrap()).await, "off");
}

/// The creator says it for all people's seats, whoever will sit there; each of them may say something else.
#[tokio::test]
async fn a_game_is_created_with_a_wish_for_all_seats() {
    let mut app = TestApp::start().await;
    let seats = json!([{"kind": "mine"}, {"kind": "invite"}, {"kind": "bot", "level": "greedy"}]);
    for (said, holds) in [(None, "no_choice"), (Some("off"), "off"), (Some("windows"), "windows")] {
        let mut body = json!({"game": "parbourg", "seats": seats});
        if let Some(said) = said {
            body["auto_pass"] = json!(said);
        }
        let created = app.post("/v1/games").json(&body).send().await.expect(201);
        let table = Table::from_created(created, 3);
        let read = async |app: &TestApp, seat: usize, token: &str| {
            app.get(&settings(&table, seat)).token(token).send().await.expect(200)["auto_pass"].clone()
        };
        let join = async |app: &TestApp, ticket: &str| {
            let joined = app.post(&table.path("/seats/1")).token(ticket).send().await.expect(201);
            joined["token"].as_str().unwrap().to_owned()
        };
        let joined = join(&app, table.token(1)).await;
        assert_eq!(read(&app, 0, table.token(0)).await, holds);
        assert_eq!(read(&app, 1, &joined).await, holds);
        let other = if holds == "off" { "windows" } else { "off" };
        let put = app.put(&settings(&table, 1)).token(&joined).json(&json!({"auto_pass": other}));
        put.send().await.expect(200);
        app = app.restart().await;
        assert_eq!(read(&app, 1, &joined).await, other);
        let left =
            app.delete(&table.path("/seats/1?successor=invite")).token(&joined).send().await.expect(200);
        let joined = join(&app, left["ticket"].as_str().unwrap()).await;
        assert_eq!(read(&app, 1, &joined).await, holds, "who follows has what the game was created with");
    }
    let wrong = json!({"game": "parbourg", "seats": seats, "auto_pass": "always"});
    let problem = app.post("/v1/games").json(&wrong).send().await.problem(422, "invalid_body");
    assert_eq!(problem["errors"][0]["pointer"], "/auto_pass");
}

/// While a pass is on its way its seat is told so, and nobody else; it can still pass by hand.
#[tokio::test]
async fn a_pass_on_its_way_is_told_to_its_seat() {
    let app = TestApp::start_with(&["--tune", "bot_slot_ms=600000"]).await;
    let table = three_people(&app, "all").await;
    let version = idle_window(&app, &table, 0).await;
    let by_hand = see(&app, &table).await;
    assert_eq!((by_hand.0["you"].get("will_pass"), notations(&by_hand.0)), (None, vec!["pass"]));
    let others = [table.see(&app, 0).await, table.see(&app, 2).await];
    set_auto_pass(&app, &table, WISHING, "no_choice").await;
    let on_its_way = see(&app, &table).await;
    assert_eq!((&on_its_way.0["you"]["will_pass"], on_its_way.0.get("legal_moves")), (&json!(true), None));
    assert_ne!(on_its_way.1, by_hand.1, "it is another state of the same version");
    let known = app.get(&table.path("")).token(table.token(WISHING)).header("If-None-Match", &on_its_way.1);
    assert_eq!(known.send().await.status, 304);
    assert_eq!([table.see(&app, 0).await, table.see(&app, 2).await], others, "nobody else is told");
    let call = app.post(&table.path("/moves")).token(table.token(WISHING)).if_match(&on_its_way.1);
    let passed = call.json(&json!({"move": "pass"})).send().await.expect(200);
    assert_eq!((&passed["version"], passed["you"].get("will_pass")), (&json!(version + 1), None));
}

/// The state of the seat with the wish, and its entity tag.
async fn see(app: &TestApp, table: &Table) -> (Value, String) {
    let answer = app.get(&table.path("")).token(table.token(WISHING)).send().await;
    let etag = answer.header("etag").unwrap().to_owned();
    (answer.expect(200), etag)
}

/// What everybody sees of a game: its state and its events, the moments apart.
async fn seen_by_all(app: &TestApp, table: &Table) -> Vec<Value> {
    let mut seen = Vec::new();
    for rest in ["", "/events?after=0&wait=0", "/moves"] {
        seen.push(app.get(&table.path(rest)).send().await.expect(200));
        for seat in 0..table.secrets.len() {
            seen.push(app.get(&table.path(rest)).token(table.token(seat)).send().await.expect(200));
        }
    }
    let text = serde_json::to_string(&seen).unwrap().replace(&table.id, "…");
    let mut seen: Vec<Value> = serde_json::from_str(&text).unwrap();
    seen.iter_mut().for_each(without_moments);
    seen
}

fn without_moments(value: &mut Value) {
    match value {
        Value::Object(map) => {
            ["at", "created_at", "updated_at", "deal_commitment"]
                .iter()
                .for_each(|name| drop(map.remove(*name)));
            map.values_mut().for_each(without_moments);
        }
        Value::Array(items) => items.iter_mut().for_each(without_moments),
        _ => {}
    }
}

/// How a seat with a wish fared in a game.
#[derive(Debug, Default, PartialEq)]
struct Asked {
    /// Passed without being asked.
    spared: usize,
    /// Passed by hand.
    by_hand: usize,
    /// Of these, in a window, with something to use.
    chose: usize,
}

/// Plays at least `plies` plies, until it is the turn of another seat than that with the wish: everybody passes where that
/// is possible, else plays some move or other. The seat is not played for where `spared` says that it is served.
async fn play(app: &TestApp, table: &Table, plies: u64, spared: impl Fn(&Value) -> bool) -> Asked {
    let mut asked = Asked::default();
    loop {
        let public = app.get(&table.path("")).send().await.expect(200);
        let version = public["version"].as_u64().unwrap();
        let seat = public["turn"]["seat"].as_u64().unwrap() as usize;
        if version > plies && seat != WISHING {
            break;
        }
        let state = table.see(app, seat).await;
        if state["version"] != version {
            continue; // it was passed meanwhile
        }
        if seat == WISHING && spared(&state) {
            let news = format!("/events?after={version}&wait=30");
            let page = app.get(&table.path(&news)).send().await.expect(200);
            assert_eq!(page["items"][0]["ply"]["notation"], "pass");
            continue;
        }
        let legal: Vec<&str> = notations(&state);
        let passes = legal.contains(&"pass");
        asked.by_hand += usize::from(seat == WISHING && passes);
        asked.chose += usize::from(seat == WISHING && passes && legal.len() > 1);
        let notation = if passes { "pass" } else { legal[version as usize * 7 % legal.len()] };
        let etag = format!("\"v{version}-s{seat}\"");
        let call = app.post(&table.path("/moves")).token(table.token(seat)).if_match(&etag);
        call.json(&json!({"move": notation})).send().await.expect(200);
    }
    let log = app.get(&table.path("/moves")).send().await.expect(200);
    let own = |ply: &&Value| ply["seat"] == WISHING && ply["notation"] == "pass";
    asked.spared = log["plies"].as_array().unwrap().iter().filter(own).count() - asked.by_hand;
    asked
}

fn notations(state: &Value) -> Vec<&str> {
    let Some(legal) = state["legal_moves"].as_array() else {
        assert_eq!(state["you"]["will_pass"], true, "{state}");
        return vec!["pass"];
    };
    legal.iter().map(|legal| legal["notation"].as_str().unwrap()).collect()
}

fn must_pass(state: &Value) -> bool {
    notations(state) == ["pass"]
}

fn may_pass_in_a_window(state: &Value) -> bool {
    must_pass(state) || notations(state).contains(&"pass") && state["layout"]["phase"] != "alchemy"
}

/// The very same log, event by event, to everybody, whether a seat passes by hand or by itself.
#[tokio::test]
async fn a_pass_by_itself_looks_like_one_by_hand() {
    // The seat holds Garde du Corps, Sablier and Contre, and nothing for the start of a day.
    let hands: &[&[u16]] = &[&[], &[95, 99, 100], &[]];
    for windows in ["all", "holders"] {
        let app = Stacked { henchmen: &[3, 4, 6], hands }.start().await;
        let by_hand = three_people(&app, windows).await;
        let alone = play(&app, &by_hand, plies(), |_| false).await;
        assert_eq!(alone.spared, 0);
        let expected = seen_by_all(&app, &by_hand).await;

        let spared = three_people(&app, windows).await;
        set_auto_pass(&app, &spared, WISHING, "no_choice").await;
        let asked = play(&app, &spared, plies(), must_pass).await;
        assert_eq!(asked, Asked { spared: alone.by_hand - alone.chose, by_hand: alone.chose, ..asked });
        assert!(asked.spared > 0 && asked.chose > 1, "{windows}: {asked:?}");
        assert_eq!(seen_by_all(&app, &spared).await, expected);

        let never = three_people(&app, windows).await;
        set_auto_pass(&app, &never, WISHING, "windows").await;
        let asked = play(&app, &never, plies(), may_pass_in_a_window).await;
        assert!(asked.spared > alone.by_hand - alone.chose, "{windows}: {asked:?}");
        assert_eq!(asked.spared + asked.by_hand, alone.by_hand);
        assert_eq!(seen_by_all(&app, &never).await, expected);
    }
}

/// A window that is open is answered as soon as the wish is made, and none after it is taken back.
#[tokio::test]
async fn a_wish_holds_at_once() {
    let app = TestApp::start().await;
    let table = three_people(&app, "all").await;
    let version = idle_window(&app, &table, 0).await;
    set_auto_pass(&app, &table, WISHING, "no_choice").await;
    let news = table.path(&format!("/events?after={version}&wait=30"));
    let page = app.get(&news).token(table.token(0)).send().await.expect(200);
    let ply = &page["items"][0]["ply"];
    assert_eq!((&ply["seat"], &ply["notation"]), (&json!(WISHING), &json!("pass")));
    set_auto_pass(&app, &table, WISHING, "off").await;
    let version = idle_window(&app, &table, version).await;
    let quiet = table.path(&format!("/events?after={version}&wait=1"));
    assert_eq!(app.get(&quiet).send().await.expect(200)["items"], json!([]));
}

/// Plays by hand until the seat with the wish can only pass; answers the version.
async fn idle_window(app: &TestApp, table: &Table, after: u64) -> u64 {
    loop {
        let public = app.get(&table.path("")).send().await.expect(200);
        let version = public["version"].as_u64().unwrap();
        let seat = public["turn"]["seat"].as_u64().unwrap() as usize;
        let state = table.see(app, seat).await;
        if state["version"] != version {
            continue;
        }
        if version > after && seat == WISHING && must_pass(&state) {
            return version;
        }
        let notation = notations(&state)[0].to_owned();
        table.play(app, seat, &notation).await;
    }
}

/// Who asks to take back a move is not refused by a machine.
#[tokio::test]
async fn nothing_is_passed_while_a_move_may_be_taken_back() {
    let app = TestApp::start().await;
    let table = three_people(&app, "all").await;
    let quiet = async |version: &Value| {
        let path = table.path(&format!("/events?after={version}&wait=1"));
        assert_eq!(app.get(&path).send().await.expect(200)["items"], json!([]));
    };
    // Two passes at the start of a day tell nothing, so the second can be taken back.
    let first = table.see(&app, 0).await["turn"]["seat"].as_u64().unwrap() as usize;
    table.play(&app, first, "pass").await;
    let second = table.see(&app, 0).await["turn"]["seat"].as_u64().unwrap() as usize;
    let undo = app.post(&table.path("/undo")).token(table.token(first));
    let etag = format!("\"v{}-s{first}\"", table.see(&app, first).await["version"]);
    let asked = undo.if_match(&etag).json(&json!({})).send().await.expect(202);
    let body = json!({"auto_pass": "no_choice"});
    assert!(must_pass(&table.see(&app, second).await), "the seed gives it no alchemy");
    app.put(&settings(&table, second)).token(table.token(second)).json(&body).send().await.expect(200);
    quiet(&asked["version"]).await;
    let refused = app.delete(&table.path("/undo")).token(table.token(second)).send().await.expect(200);
    let version = refused["version"].as_u64().unwrap();
    let news = table.path(&format!("/events?after={version}&wait=30"));
    let page = app.get(&news).send().await.expect(200);
    assert_eq!(page["items"][0]["ply"], json!({"n": 2, "seat": second, "notation": "pass"}));
}

/// What was held back when the service stopped is passed after its start.
#[tokio::test]
async fn a_restart_takes_it_up() {
    let app = TestApp::start_with(&["--tune", "bot_slot_ms=600000"]).await;
    let table = three_people(&app, "all").await;
    let version = idle_window(&app, &table, 0).await;
    set_auto_pass(&app, &table, WISHING, "windows").await;
    assert_eq!(table.see(&app, 0).await["version"], version, "it is held back");
    let app = app.restart().await;
    let news = table.path(&format!("/events?after={version}&wait=30"));
    let page = app.get(&news).token(table.token(0)).send().await.expect(200);
    assert_eq!(page["items"][0]["ply"]["seat"], WISHING);
}

/// The log of a game with such a seat is an ordinary log: the recount, which knows of no setting, verifies every ply.
#[tokio::test]
async fn its_replay_verifies() {
    let app = TestApp::start().await;
    let bot = json!({"kind": "bot", "level": "random"});
    let table = table(&app, json!([{"kind": "mine"}, bot]), "all").await;
    set_auto_pass(&app, &table, 0, "windows").await;
    loop {
        let state = table.see(&app, 0).await;
        if state["status"] == "finished" {
            break;
        }
        let own = state["turn"]["seat"] == 0 && !may_pass_in_a_window(&state);
        if !own {
            let path = table.path(&format!("/events?after={}&wait=30", state["version"]));
            app.get(&path).send().await.expect(200);
            continue;
        }
        let legal = notations(&state);
        let notation = if legal.contains(&"pass") { "pass" } else { "fold" };
        let etag = format!("\"v{}-s0\"", state["version"]);
        let call = app.post(&table.path("/moves")).token(table.token(0)).if_match(&etag);
        call.json(&json!({"move": notation, "wait_ms": 100})).send().await.expect(200);
    }
    let replay = app.get(&table.path("/replay")).send().await.expect(200);
    let plies = replay["plies"].as_array().unwrap();
    let passes = plies.iter().filter(|ply| ply["seat"] == 0 && ply["notation"] == "pass").count();
    assert!(passes > 10, "{passes} passes");
    assert_eq!(tapis_recount::recount(&replay), Ok(()));
}
