//! Agents play by `POST /mcp`: whole games, what they are told, and what that costs them.

use serde_json::{Value, json};

use super::mcp::{asked, call, content, refused, tool, with};
use crate::common::{Table, TestApp};

/// An agent at its seat, and what it was told so far: the bytes of the results of its tools.
struct Agent<'a> {
    app: &'a TestApp,
    bytes: usize,
}

impl Agent<'_> {
    async fn tool(&mut self, name: &str, arguments: Value) -> Value {
        let answer = call(self.app, name, &arguments).send().await;
        self.bytes += answer.expect(200)["result"].to_string().len();
        content(&answer, false)
    }
}

/// The first move that a game in words offers.
fn choose(view: &Value) -> String {
    let first = |list: &Value| list.as_str().unwrap().split(' ').next().unwrap().to_owned();
    if let Some((notation, _)) = view["moves"].as_object().and_then(|moves| moves.iter().next()) {
        return notation.clone();
    }
    if let Some((begin, ends)) = view["choices"].as_object().and_then(|choices| choices.iter().next()) {
        return format!("{begin} {}", first(ends)).trim_end().to_owned();
    }
    format!("{} {}", view["choose"]["kind"].as_str().unwrap(), first(&view["choose"]["from"]))
}

/// Keep in one place what an agent does: begin, wait, play what is told until the end. It is paid for by the byte: those of the results of
/// all its tools, from the new game to the end.
#[tokio::test]
async fn an_agent_plays_a_whole_game_of_each_ruleset_within_forty_kilobytes() {
    let app = TestApp::start_with(&["--rate-requests", "0", "--rate-moves", "0"]).await;
    let listed = tool(&app, "list_games", json!({})).await;
    let games = listed["games"].as_array().unwrap();
    assert_eq!(games.len(), 4);
    for game in games {
        let game = game["game"].as_str().unwrap();
        let about = tool(&app, "list_games", json!({"game": game})).await;
        assert_eq!(about["game"], game);
        play(&app, game, USUAL.iter().find(|(known, _)| *known == game).unwrap().1).await;
        let rules = asked(&app, "resources/read", &json!({"uri": format!("tapis://rules/{game}")})).await;
        assert!(rules["contents"][0]["text"].as_str().unwrap().len() > 1_000);
        let summary = tool(&app, "statistics", json!({"game": game, "assisted": "include"})).await;
        assert!(summary.is_object());
    }
    let resources = asked(&app, "resources/list", &json!({})).await;
    assert_eq!(resources["resources"].as_array().unwrap().len(), 4);
    let templates = asked(&app, "resources/templates/list", &json!({})).await;
    assert_eq!(templates["resourceTemplates"].as_array().unwrap().len(), 2);
}

/// How many seats the games have by default.
const USUAL: [(&str, usize); 4] = [("richelieu", 2), ("sept-blasons", 4), ("malin", 4), ("parbourg", 3)];

/// Plays a game with this many seats to its end.
async fn play(app: &TestApp, game: &str, players: usize) {
    let mut agent = Agent { app, bytes: 0 };
    let mut seats = vec![json!({"kind": "mine", "name": "Agent"})];
    seats.extend((1..players).map(|_| json!({"kind": "bot", "level": "random"})));
    let key = hex::encode(&blake3::hash(game.as_bytes()).as_bytes()[..16]);
    let new = json!({"game": game, "seats": seats, "idempotency_key": key});
    let created = agent.tool("new_game", new.clone()).await;
    assert_eq!(tool(app, "new_game", new).await, created, "a retry begins nothing");
    let seat = json!({"game_id": created["id"], "token": created["seats"][0]["token"]});
    let mut view = agent.tool("wait_for_turn", seat.clone()).await;
    assert_eq!(view["seats"].as_array().unwrap().len(), players);
    let mut moves = 0;
    while view["status"] != "finished" {
        let known = view["version"].clone();
        if view["your_turn"] == false {
            view = agent.tool("wait_for_turn", with(&seat, json!({"since": known}))).await;
            continue;
        }
        let key = format!("move-{known}");
        let play = json!({"move": choose(&view), "version": known, "idempotency_key": key});
        let play = with(&seat, play);
        view = agent.tool("play", play.clone()).await;
        assert!(view["version"].as_u64() > known.as_u64());
        if moves == 0 {
            assert_eq!(tool(app, "play", play).await, view, "a retry plays nothing");
        }
        moves += 1;
    }
    assert!(moves > 0 && agent.bytes <= 40_000, "{game}: {moves} moves, {} bytes", agent.bytes);
    let end = tool(app, "look", seat).await;
    let uri = format!("tapis://replays/{}", created["id"].as_str().unwrap());
    let replay = asked(app, "resources/read", &json!({"uri": uri})).await;
    let replay: Value = serde_json::from_str(replay["contents"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(replay["scores"], end["scores"]);
}

/// Whoever says no seats plays against as many bots as the game usually has, or as the options say.
#[tokio::test]
async fn a_game_without_a_list_of_seats_has_its_usual_number() {
    let app = TestApp::start().await;
    let cases = USUAL.map(|(game, seats)| (game, json!({}), seats));
    for (game, options, seats) in cases.into_iter().chain([("richelieu", json!({"players": 3}), 3)]) {
        let created = tool(&app, "new_game", json!({"game": game, "options": options})).await;
        assert_eq!(created["seats"].as_array().unwrap().len(), 1, "{created}");
        let seat = json!({"game_id": created["id"], "token": created["seats"][0]["token"]});
        let seen = tool(&app, "look", seat.clone()).await;
        assert_eq!(seen["seats"].as_array().unwrap().len(), seats, "{game}: {seen}");
        tool(&app, "resign", seat).await;
    }
}

#[tokio::test]
async fn what_happened_since_is_told_in_words_and_nothing_twice() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let own = |seat: usize| json!({"game_id": table.id, "token": table.token(seat), "lang": "en"});
    let first = tool(&app, "look", own(1)).await;
    assert!(first["table"].to_string().contains("Bourgogne"), "{first}");
    let played =
        tool(&app, "play", with(&own(0), json!({"move": "take 1L", "version": 1, "wait_ms": 0}))).await;
    let lines = |view: &Value| view["happened"].as_array().unwrap().clone();
    let by_ada = |line: &Value| line.as_str().unwrap().starts_with("Ada takes");
    assert!(!lines(&played).iter().any(by_ada), "whoever plays knows what: {played}");
    let told = tool(&app, "wait_for_turn", with(&own(1), json!({"since": 1, "wait_s": 0}))).await;
    assert!(by_ada(&lines(&told)[0]), "{told}");
    assert_eq!((&told["your_turn"], &told["turn"]), (&json!(false), &json!("Ada")));
    for left_out in ["table", "seats", "moves", "choices"] {
        assert_eq!(told.get(left_out), None, "{told}");
    }
    let text = format!("{first}{played}{told}");
    assert!(!text.contains("picks") && !text.contains("hash") && !text.contains("sha256"), "{text}");
    let log = tool(&app, "log", own(1)).await;
    assert_eq!((&log["version"], &log["more"]), (&told["version"], &json!(false)));
    assert!(lines(&log).iter().any(by_ada), "{log}");
    assert_eq!(
        lines(&tool(&app, "log", with(&own(1), json!({"since": log["version"]}))).await),
        Vec::<Value>::new()
    );
    let problem = refused(&app, "log", with(&own(1), json!({"since": 99})), 422, "unknown_position").await;
    assert_eq!(problem["errors"][0]["pointer"], "/since");
}

/// The cards in hand are told by their names, to whoever holds them.
#[tokio::test]
async fn cards_in_hand_have_names() {
    let app = TestApp::start().await;
    let seats = json!([{"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bo"}, {"kind": "mine", "name": "Cy"}]);
    let created = tool(&app, "new_game", json!({"game": "parbourg", "seats": seats})).await;
    let look = |seat: usize| json!({"game_id": created["id"], "token": created["seats"][seat]["token"], "lang": "en"});
    let seen = tool(&app, "look", look(1)).await;
    let hand =
        |seen: &Value, name: &str| seen["table"][format!("hand ({name})")].as_str().unwrap().to_owned();
    assert!(
        !hand(&seen, "Bo").contains("face down") && hand(&seen, "Ada").contains("card face down ×"),
        "{seen}"
    );
    assert!(hand(&tool(&app, "look", look(0)).await, "Bo").contains("card face down ×"));
}

#[tokio::test]
async fn a_move_is_taken_back_a_game_given_up_and_played_again() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let own = |seat: usize| json!({"game_id": table.id, "token": table.token(seat)});
    table.play(&app, 0, "take 1L").await;
    let stale = with(&own(0), json!({"version": 1}));
    refused(&app, "undo", stale, 412, "stale_version").await;
    refused(&app, "rematch", own(0), 409, "game_not_over").await;
    refused(&app, "resign", json!({"game_id": table.id}), 401, "token_required").await;
    let asked = tool(&app, "undo", with(&own(0), json!({"version": 2}))).await;
    assert_eq!(asked["asks_to_undo"], "Ada", "{asked}");
    let back = tool(&app, "undo", own(1)).await;
    assert_eq!((back.get("asks_to_undo"), &back["turn"]), (None, &json!("Ada")), "{back}");
    let key = json!({"idempotency_key": "give-up"});
    let resigned = tool(&app, "resign", with(&own(1), key.clone())).await;
    assert_eq!(resigned["status"], "finished");
    assert_eq!(tool(&app, "resign", with(&own(1), key)).await, resigned, "a retry");
    let next = tool(&app, "rematch", own(0)).await;
    assert_ne!(next["id"], json!(table.id));
    let seat = json!({"game_id": next["id"], "token": next["seats"][0]["token"]});
    assert_eq!(tool(&app, "look", seat).await["you"], next["seats"][0]["seat"]);
}
