//! A designer's deck over HTTP: stored, played by bots, counted by its hash; a bad one refused by the line.

use serde_json::{Value, json};

use crate::common::{Answer, Table, TestApp};

/// Forty cards: 16 bets, 12 bets with an event, 6 bets or events, 3 buildings, 2 alchemies and a counter.
fn forty() -> Value {
    let mut cards: Vec<Value> = (0..12).map(|n| json!({"kind": "bet", "value": 1 + n % 6})).collect();
    cards.extend(
        (0..4).map(
            |n| json!({"kind": "bet", "values": {"yellow": n, "red": 3 - n, "green": 4 + n, "blue": 1}}),
        ),
    );
    let events = [
        json!({"name": "bonus", "n": 3}),
        json!({"name": "draw", "n": 2}),
        json!({"name": "steal_card"}),
        json!({"name": "discard_action"}),
        json!({"name": "double"}),
        json!({"name": "change_colour", "colour": "red"}),
    ];
    for (kind, copies) in [("bet_and_event", 2), ("bet_or_event", 1)] {
        for (event, colour) in events.iter().zip(["yellow", "red", "green", "blue", "red", "green"]) {
            let card = json!({"kind": kind, "value": 2, "colours": [colour], "effect": event});
            cards.extend(std::iter::repeat_n(card, copies));
        }
    }
    let building = |colour: &str| json!({"kind": "building", "name": format!("Halle {colour}"), "effect": {"name": "colour_bonus", "colour": colour, "n": 1}});
    cards.extend(["yellow", "red", "green"].map(building));
    cards.push(json!({"kind": "alchemy", "colours": ["blue", "green"], "effect": {"name": "draw", "n": 2}}));
    cards.push(json!({"kind": "alchemy", "colours": ["red"], "effect": {"name": "steal_card"}}));
    cards.push(json!({"kind": "ephemeral", "name": "Non", "effect": {"name": "counter"}}));
    cards.iter_mut().zip(1..).for_each(|(card, id)| card["id"] = json!(id));
    let henchmen: Vec<Value> = (1..=8)
        .map(|n| json!({"initiative": 2 * n, "name": format!("Compagnon {n}"), "colours": if n < 5 { ["yellow", "red"] } else { ["green", "blue"] }}))
        .collect();
    json!({"henchmen": henchmen, "cards": cards})
}

#[tokio::test]
async fn forty_cards_are_stored_played_by_bots_and_counted_by_their_hash() {
    let app = TestApp::start().await;
    let options = json!({"players": 4, "deck": forty()});
    let put = || app.put("/v1/rulesets/parbourg/custom").json(&json!({"options": options})).send();
    let stored = put().await.expect(200);
    assert_eq!(stored, put().await.expect(200), "stored by its content");
    assert_eq!(stored["options"]["deck"]["cards"].as_array().unwrap().len(), 40);
    assert_eq!(stored["options"]["spare_tokens"], 2, "defaults filled in");
    let hash = stored["hash"].as_str().unwrap();
    let checked =
        app.post("/v1/rulesets/parbourg/validation").json(&json!({"options": options})).send().await;
    assert_eq!(checked.expect(200), json!({"valid": true, "ruleset": stored}));

    let seats = ["greedy", "random", "greedy", "random"].map(|level| json!({"kind": "bot", "level": level}));
    let table = Table::of(&app, json!({"ruleset": hash, "seats": seats, "visibility": "public"})).await;
    assert_eq!(table.created["ruleset"]["hash"], stored["hash"]);
    let described = app.get(&format!("/v1/rulesets/parbourg/{hash}")).send().await;
    assert_eq!(described.expect(200), stored, "whole by its hash");
    let end = ended(&app, &table).await;
    assert_eq!(
        end["scores"].as_array().unwrap().iter().map(|score| score.as_i64().unwrap()).sum::<i64>(),
        16
    );
    let replay = app.get(&table.path("/replay")).send().await.expect(200);
    assert_eq!(tapis_recount::recount(&replay), Ok(()), "an independent program plays the deck alike");

    let summary = async |query: &str| {
        app.get(&format!("/v1/stats/parbourg/summary?source=bots{query}")).send().await.expect(200)
    };
    assert_eq!(summary("").await["games"], 0, "not a game of the default deck");
    let own = summary(&format!("&ruleset={hash}")).await;
    assert_eq!((&own["games"], &own["players"]), (&json!(1), &json!(4)));
}

/// The state of a game once it has ended.
async fn ended(app: &TestApp, table: &Table) -> Value {
    let mut after = json!(0);
    loop {
        let page = app.get(&table.path(&format!("/events?after={after}&wait=30"))).send().await.expect(200);
        let items = page["items"].as_array().unwrap();
        assert!(!items.is_empty(), "nothing happens after version {after}");
        if items.last().unwrap()["kind"] == "end" {
            return app.get(&table.path("")).send().await.expect(200);
        }
        after = page["after"].clone();
    }
}

/// What the service says to a deck with one thing changed, sent as a file of one card a line.
async fn refused(app: &TestApp, change: impl FnOnce(&mut Value)) -> Vec<(String, u64, String)> {
    let mut deck = forty();
    change(&mut deck);
    let list = |name: &str| {
        let items: Vec<String> = deck[name].as_array().unwrap().iter().map(Value::to_string).collect();
        format!("\"{name}\": [\n{}\n]", items.join(",\n"))
    };
    let body = format!(
        "{{\"options\": {{\"players\": 4, \"deck\": {{\n{},\n{}\n}}}}}}",
        list("henchmen"),
        list("cards")
    );
    let put: Answer = app.put("/v1/rulesets/parbourg/custom").raw(body.clone()).send().await;
    let problem = put.problem(422, "invalid_body");
    let checked = app.post("/v1/rulesets/parbourg/validation").raw(body).send().await.expect(200);
    assert_eq!((&checked["valid"], &checked["faults"]), (&json!(false), &problem["errors"]));
    let errors = problem["errors"].as_array().unwrap().iter();
    let read = |error: &Value| {
        let text = |name: &str| error[name].as_str().unwrap().to_owned();
        (text("pointer"), error["line"].as_u64().unwrap(), text("detail"))
    };
    errors.map(read).collect()
}

/// The line of card `n` (from 1) in the file that [`refused`] sends.
fn line(n: u64) -> u64 {
    2 + 8 + 2 + n
}

#[tokio::test]
async fn a_bad_deck_is_refused_with_line_reason_and_what_would_be_right() {
    let app = TestApp::start().await;
    let unknown = refused(&app, |deck| deck["cards"][16]["effect"] = json!({"name": "sword"})).await;
    assert_eq!((unknown[0].0.as_str(), unknown[0].1), ("/options/deck/cards/16/effect/name", line(17)));
    assert!(unknown[0].2.contains("`sword`") && unknown[0].2.contains(" shield,"), "{unknown:?}");

    let range = refused(&app, |deck| deck["cards"][16]["effect"]["n"] = json!(51)).await;
    let pointer = "/options/deck/cards/16/effect/n".to_owned();
    assert_eq!(range, [(pointer, line(17), "51; 1 to 50 is right".to_owned())]);

    let small = refused(&app, |deck| deck["cards"].as_array_mut().unwrap().truncate(31)).await;
    let detail = "cards played: 31; 32 (8 a player) to 128 are right".to_owned();
    assert_eq!(small, [("/options/deck/cards".to_owned(), line(0), detail)]);

    let several = refused(&app, |deck| {
        deck["cards"][3]["id"] = json!(1);
        deck["cards"][39]["effect"] = json!({"name": "draw", "n": 2});
        deck["henchmen"][7]["initiative"] = json!(0);
    })
    .await;
    let places: Vec<(&str, u64)> =
        several.iter().map(|(pointer, line, _)| (pointer.as_str(), *line)).collect();
    let expected = [
        ("/options/deck/cards/3/id", line(4)),
        ("/options/deck/cards/39/effect/name", line(40)),
        ("/options/deck/henchmen/7/initiative", 2 + 8),
    ];
    assert_eq!(places, expected);
    assert!(several[1].2.contains("ephemeral"), "{several:?}");
}

/// A game is not created on a deck that would not be stored.
#[tokio::test]
async fn no_game_is_created_on_a_bad_deck() {
    let app = TestApp::start().await;
    let mut deck = forty();
    deck["cards"][0]["value"] = json!(51);
    let bot = json!({"kind": "bot", "level": "random"});
    let body = json!({"game": "parbourg", "options": {"players": 2, "deck": deck}, "seats": [bot, bot]});
    let problem = app.post("/v1/games").json(&body).send().await.problem(422, "invalid_body");
    let text = json!({"en": "51; 0 to 50 is right", "fr": "51\u{202f}; il faut de 0 à 50"});
    let expected =
        json!([{"pointer": "/options/deck/cards/0/value", "detail": "51; 0 to 50 is right", "text": text}]);
    assert_eq!(problem["errors"], expected);
}

/// Card names are shown to others: nothing unseen or turning is taken, emoji are. What was stored before goes on.
#[tokio::test]
async fn names_of_cards_are_texts_that_can_be_shown() {
    let app = TestApp::start().await;
    for name in ["a\u{202e}b", "a\u{2066}b", "\u{2800}", "a\u{200d}b"] {
        let faults = refused(&app, |deck| deck["cards"][16]["name"] = json!(name)).await;
        assert_eq!((faults.len(), faults[0].0.as_str()), (1, "/options/deck/cards/16/name"), "{faults:?}");
    }
    let mut deck = forty();
    deck["cards"][16]["name"] = json!("❤️ 👨‍👩‍👧‍👦");
    let options = json!({"players": 2, "deck": deck});
    let stored = app.put("/v1/rulesets/parbourg/custom").json(&json!({"options": options})).send().await;
    assert_eq!(stored.status, 200, "{}", stored.text());
    let mut old = options.clone();
    old["deck"]["cards"][16]["name"] = json!("a\u{202e}b");
    let rules = app.state.service.rulesets().by_options("parbourg", &old.to_string()).unwrap();
    let record = tapis_service::rulesets::record(rules.ruleset());
    let (hash, bot) = (record.hash.to_string(), json!({"kind": "bot", "level": "random"}));
    app.state.service.store().put_ruleset(record).unwrap();
    let body = json!({"ruleset": hash, "seats": [bot, bot]});
    app.post("/v1/games").json(&body).send().await.expect(201);
}

/// What means nothing makes no other ruleset, and statistics are not parted by it.
#[tokio::test]
async fn the_order_in_which_a_deck_is_written_makes_no_other_ruleset() {
    let app = TestApp::start().await;
    let ruleset = async |game: &str, options: Value| {
        let body = json!({"options": options});
        let checked = app.post(&format!("/v1/rulesets/{game}/validation")).json(&body).send().await;
        checked.expect(200)["ruleset"].clone()
    };
    let turned = |mut deck: Value| {
        for list in ["cards", "henchmen"] {
            let items = deck[list].as_array_mut().unwrap();
            items.reverse();
            let colours = items.iter_mut().filter_map(|item| item.get_mut("colours"));
            colours.for_each(|colours| colours.as_array_mut().unwrap().reverse());
        }
        deck
    };
    let printed = ruleset("parbourg", json!({})).await;
    let again = ruleset("parbourg", json!({"deck": turned(printed["options"]["deck"].clone())})).await;
    assert_eq!(again, printed, "of the deck that comes with the game, too");
    let own = ruleset("parbourg", json!({"deck": forty()})).await;
    assert_eq!(ruleset("parbourg", json!({"deck": turned(forty())})).await, own);
    let mut other = forty();
    other["henchmen"][0]["colours"] = json!(["yellow", "green"]);
    assert_ne!(ruleset("parbourg", json!({"deck": other})).await["hash"], own["hash"]);
    let malheurs =
        |ids: [&str; 2]| json!({"malheur_deck": ids.map(|id| json!({"id": id, "copies": 8})).to_vec()});
    let one = ruleset("malin", malheurs(["boost", "parry"])).await;
    assert_eq!(ruleset("malin", malheurs(["parry", "boost"])).await, one);
}
