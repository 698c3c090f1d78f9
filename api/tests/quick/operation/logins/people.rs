//! Whoever is logged in is one person, on every device and beside the key of their app.

use super::*;
use crate::operation::mcp::{call, content, request};

/// The key of the app whose logins these are, and that of another.
const SHOP: &str = "tapis_play_of_shop";
const OTHER: &str = "tapis_play_of_other";

/// A service whose logins belong to the key of the shop.
async fn bound(company: &App) -> TestApp {
    let app = company.serve_with(&["--login-key", "shop"]).await;
    app.add_key("shop", SHOP);
    app.add_key("other", OTHER);
    app
}

fn with(call: Call, key: &str) -> Call {
    call.header("Tapis-Key", key)
}

/// A table of two to which both were named, seat 0 to move.
async fn private(app: &TestApp, ada: &str, bo: &str) -> Table {
    let seats = json!([{"kind": "mine", "name": "Ada"}, {"kind": "invite"}]);
    let wanted = json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": seats,
        "visibility": "private", "auto_pass": "off"});
    let mut table =
        Table::from_created(app.post("/v1/games").token(ada).json(&wanted).send().await.expect(201), 2);
    let join = json!({"ticket": table.token(1)});
    let joined = app.post(&table.path("/seats/1")).token(bo).json(&join).send().await.expect(201);
    joined["token"].as_str().unwrap().clone_into(&mut table.secrets[1]);
    table
}

#[tokio::test]
async fn a_player_who_has_lost_the_phone_plays_on_by_login_alone() {
    let company = App::new();
    let app = company.serve().await;
    let [ada, bo, cy] = ["ada", "bo", "cy"].map(|player| company.login(player));
    let table = private(&app, &ada, &bo).await;
    let phone = table.token(0);
    let stream = app.get(&table.path("/events?after=2")).token(phone).header("Accept", "text/event-stream");
    let mut stream = stream.0.send().await.unwrap();
    // All that is read by the login is what the seat reads.
    for rest in ["", "/moves", "/events?after=0&wait=0"] {
        let by = |token: &str| app.get(&table.path(rest)).token(token).send();
        assert_eq!(by(&ada).await.expect(200), by(phone).await.expect(200), "{rest}");
        by(&cy).await.problem(404, "not_found");
    }
    assert_eq!(app.get(&table.path("")).token(&ada).send().await.json()["you"]["seat"], 0);
    let secure = |login: &str, from: u8| {
        let call = app.post_from(from, &table.path("/seats/0/token")).token(login);
        call.key("6f1c0e9a-52d7-4b38-8a4f-d03b97e6c215").json(&json!({}))
    };
    for (language, said) in [("en", "not yours"), ("fr", "pas la vôtre")] {
        let refused = secure(&bo, 1).header("Accept-Language", language).send().await;
        let problem = refused.problem(403, "not_your_seat");
        assert!(problem["detail"].as_str().unwrap().contains(said), "{problem}");
    }
    secure(&cy, 1).send().await.problem(404, "not_found");
    let (first, again) = (secure(&ada, 1).send().await, secure(&ada, 2).send().await);
    assert_eq!((first.expect(201), again.header("idempotency-replayed")), (again.expect(201), Some("true")));
    let tablet = first.json()["token"].as_str().unwrap().to_owned();
    while stream.chunk().await.expect("whoever has the phone is told").is_some() {}
    app.get(&table.path("")).token(phone).send().await.problem(404, "not_found");
    let moves = app.post(&table.path("/moves")).token(&tablet).if_match("*");
    let moved = moves.json(&json!({"move": "take 1L"})).send().await;
    assert_eq!(moved.status, 200, "{}", moved.text());
    assert!(
        !moved.text().contains(&id_of("ada")) && !moved.text().contains(&id_of("bo")),
        "{}",
        moved.text()
    );
}

#[tokio::test]
async fn another_secret_of_the_server_takes_nobody_their_seat() {
    let company = App::new();
    let mut app = company.serve().await;
    let [ada, bo] = ["ada", "bo"].map(|player| company.login(player));
    let table = private(&app, &ada, &bo).await;
    app.stop().await;
    let keys = app.directory.path().join("jwks.json");
    std::fs::write(&keys, company.keys().to_string()).unwrap();
    let keys = keys.display().to_string();
    let secret = "5b".repeat(32);
    let logins =
        ["--login-jwks", &keys, "--login-issuer", ISSUER, "--login-audience", "tapis", "--secret", &secret];
    let app = TestApp::start_in(Arc::clone(&app.directory), &logins, |store| store).await;
    app.get(&table.path("")).token(table.token(0)).send().await.problem(404, "not_found");
    let secured = app.post(&table.path("/seats/0/token")).token(&ada).send().await.expect(201);
    let own = app.get(&table.path("")).token(secured["token"].as_str().unwrap()).send().await;
    assert_eq!(own.expect(200)["you"]["seat"], 0);
}

#[tokio::test]
async fn logins_that_belong_to_a_key_are_one_world_with_it() {
    let company = App::new();
    let app = bound(&company).await;
    let [ada, bo] = ["ada", "bo"].map(|player| company.login(player));
    let table = private(&app, &ada, &bo).await;
    let listed = async |key: &str, player: &str| {
        let call = with(app.get(&format!("/v1/players/{player}/games")), key);
        call.send().await.expect(200)["items"].as_array().unwrap().len()
    };
    assert_eq!((listed(SHOP, &id_of("ada")).await, listed(OTHER, &id_of("ada")).await), (1, 0));
    // The server of the app gets its player the seat; another app has no such player.
    let secure = |key: &str| {
        let call = with(app.post(&table.path("/seats/0/token")), key);
        call.json(&json!({"player": id_of("ada")}))
    };
    secure(OTHER).send().await.problem(404, "not_found");
    secure(SHOP).send().await.expect(201);
    app.post(&table.path("/resign")).token(&table.secrets[1]).send().await.expect(200);
    let ladder = with(app.get("/v1/ladder/richelieu"), SHOP).send().await.expect(200);
    let rated: Vec<_> = ladder["items"].as_array().unwrap().iter().map(|item| &item["player"]).collect();
    assert_eq!(rated, [&json!(id_of("ada")), &json!(id_of("bo"))]);
    // The login says who, and the key which app.
    let seats = json!([{"kind": "mine"}, {"kind": "mine", "player": "u-18"}]);
    let wanted = json!({"game": "richelieu", "seats": seats});
    with(app.post("/v1/games"), OTHER).token(&ada).json(&wanted).send().await.expect(201);
    let mine = with(app.get("/v1/players/me/games"), OTHER).token(&ada).send().await.expect(200);
    assert_eq!((mine["items"][0]["seat"].clone(), mine["items"].as_array().unwrap().len()), (json!(0), 1));
    assert_eq!((listed(OTHER, &id_of("ada")).await, listed(OTHER, "u-18").await), (1, 1));
    assert_eq!(games(&app, &ada).await.len(), 1, "in its own app nothing has come");
}

#[tokio::test]
async fn every_sub_that_openid_allows_is_somebody_and_nothing_of_it_is_kept() {
    let company = App::new();
    let app = company.serve().await;
    let long = "a".repeat(255);
    let subs = [
        "auth0|5f7c8ec7c33c6c004bbafe82",
        "https://idp.example/users/42?tenant=7",
        "CN=Ada Lovelace,OU=Play,DC=example",
        "ada+play@example.org",
        "{6F9619FF-8B86-D011-B42D-00C04FC964FF}",
        "AItOawmwtWwcT0k51BayewNvutrJUqsvl6qs7A4/=",
        "-Z1",
        "me",
        ".",
        " ",
        &long,
    ];
    for sub in subs {
        let rating = app.get("/v1/players/me/rating").token(&company.login(sub)).send().await.expect(200);
        assert_eq!(rating["player"], id_of(sub), "{sub}");
    }
    for sub in ["", "Adaé", &"a".repeat(256)] {
        for (language, said) in [("en", "ASCII"), ("fr", "caractères ASCII")] {
            let call = app.get("/v1/players/me/rating").token(&company.login(sub));
            let refused = call.header("Accept-Language", language).send().await;
            let problem = refused.problem(401, "login_refused");
            assert!(problem["detail"].as_str().unwrap().contains(said), "{problem}");
        }
    }
    let key = "tapis_play_of_shop";
    app.add_key("shop", key);
    for (language, said) in [("en", "logged in"), ("fr", "connecté")] {
        let call = with(app.get("/v1/players/me/games"), key).header("Accept-Language", language);
        let problem = call.send().await.problem(422, "invalid_query");
        assert!(problem["errors"][0]["detail"].as_str().unwrap().contains(said), "{problem}");
    }
}

/// Tools and resources let in whoever is named, and know them again, as the calls do in whose place they stand.
#[tokio::test]
async fn an_agent_with_a_login_is_its_player() {
    let company = App::new();
    let app = bound(&company).await;
    let [ada, bo, cy] = ["ada", "bo", "cy"].map(|player| company.login(player));
    let table = private(&app, &ada, &bo).await;
    let (own, waits) = (json!({"game_id": table.id}), json!({"game_id": table.id, "wait_s": 0}));
    for (tool, arguments) in [("look", &own), ("log", &own), ("wait_for_turn", &waits)] {
        let by = |token: &str| call(&app, tool, arguments).token(token).send();
        assert_eq!(content(&by(&ada).await, false), content(&by(table.token(0)).await, false), "{tool}");
        assert_eq!(content(&by(&cy).await, true)["code"], "not_found", "{tool}");
    }
    let resign = json!({"game_id": table.id, "token": table.token(1)});
    assert_eq!(content(&call(&app, "resign", &resign).send().await, false)["status"], "finished");
    let replay = request("resources/read", &json!({"uri": format!("tapis://replays/{}", table.id)}));
    let replay = |login: &str| app.post("/mcp").token(login).json(&replay).send();
    assert!(replay(&bo).await.expect(200)["result"]["contents"][0]["text"].is_string());
    assert_eq!(replay(&cy).await.expect(200)["error"]["data"]["code"], "not_found");

    let new = json!({"game": "richelieu", "idempotency_key": "6f1c0e9a-52d7-4b38-8a4f-d03b97e6c215"});
    let made = async |login: &str| {
        content(&call(&app, "new_game", &new).token(login).send().await, false)["id"].clone()
    };
    let hers = made(&ada).await;
    assert_ne!(made(&bo).await, hers, "whoever comes second with the same key");
    assert_eq!(made(&ada).await, hers);

    let seats = json!([{"kind": "mine"}, {"kind": "invite", "player": id_of("bo")}]);
    let invites = with(app.post("/v1/games"), SHOP).json(&json!({"game": "richelieu", "seats": seats}));
    let invites = json!({"game_id": invites.send().await.expect(201)["id"], "seat": 1});
    let sits = |login: &str| call(&app, "new_game", &invites).token(login).send();
    assert_eq!(content(&sits(&cy).await, true)["code"], "token_required");
    assert!(content(&sits(&bo).await, false)["seats"][0]["token"].is_string());
}
