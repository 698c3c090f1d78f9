//! What a page draws: a client that knows no rule plays by picks, and carries layouts on by the steps of events.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::TestApp;
use serde_json::{Value, json};

/// A table as a client keeps it: for each zone how many things look how; counters; phase and turn.
#[derive(Clone, Debug, Default, PartialEq)]
struct Drawn {
    zones: BTreeMap<String, BTreeMap<String, i64>>,
    counters: BTreeMap<String, i64>,
    phase: Value,
    turn: Value,
}

impl Drawn {
    fn of(layout: &Value) -> Self {
        let mut drawn =
            Self { phase: layout["phase"].clone(), turn: layout["turn"].clone(), ..Self::default() };
        for (zone, bag) in layout["zones"].as_object().unwrap() {
            drawn.put(zone, bag, 1);
        }
        drawn.count(&layout["counters"]);
        drawn
    }

    /// Puts the things of a bag into a zone, or with −1 takes them out.
    fn put(&mut self, zone: &str, bag: &Value, sign: i64) {
        let zone = self.zones.entry(zone.to_owned()).or_default();
        for thing in bag.as_array().unwrap() {
            let mut look = thing.clone();
            let n =
                look.as_object_mut().and_then(|parts| parts.remove("n")).map_or(1, |n| n.as_i64().unwrap());
            // An open piece with nothing else to say is its id alone.
            if look.as_object().is_some_and(|parts| parts.len() == 1) && look["open"].is_string() {
                look = look["open"].take();
            }
            let count = zone.entry(look.to_string()).or_default();
            *count += sign * n;
            assert!(*count >= 0, "{look} is not there");
            zone.retain(|_, n| *n != 0);
        }
        self.zones.retain(|_, things| !things.is_empty());
    }

    fn count(&mut self, counters: &Value) {
        for (name, n) in counters.as_object().unwrap() {
            self.counters.insert(name.clone(), n.as_i64().unwrap());
        }
        self.counters.retain(|_, n| *n != 0);
    }

    fn carry_out(&mut self, effect: &Value, kinds: &Value) {
        let text = |name: &str| effect[name].as_str().unwrap().to_owned();
        match effect["what"].as_str().unwrap() {
            "moved" => {
                let was = if effect["was"].is_null() { &effect["is"] } else { &effect["was"] };
                self.put(&text("from"), was, -1);
                self.put(&text("to"), &effect["is"], 1);
            }
            "turned" => {
                self.put(&text("zone"), &effect["was"], -1);
                self.put(&text("zone"), &effect["is"], 1);
            }
            "appeared" => self.put(&text("zone"), &effect["is"], 1),
            "vanished" => self.put(&text("zone"), &effect["was"], -1),
            "counted" => self.count(&effect["counters"]),
            "phase" => (self.phase, self.turn) = (effect["phase"].clone(), effect["turn"].clone()),
            "gathered" => self.gather(effect, kinds),
            other => panic!("{other}"),
        }
    }

    fn gather(&mut self, effect: &Value, kinds: &Value) {
        let (kind, to) = (&effect["kind"], effect["to"].as_str().unwrap());
        let from = effect["from"].as_array();
        let mut gathered = 0;
        for (zone, things) in &mut self.zones {
            if zone == to || from.is_none_or(|from| from.iter().any(|one| one == zone)) {
                things.retain(|look, n| {
                    let look: Value = serde_json::from_str(look).unwrap();
                    let id = [&look, &look["open"], &look["known"]].into_iter().find_map(Value::as_str);
                    let of_kind = id.map_or(&look["back"], |id| &kinds[id]["kind"]) == kind;
                    gathered += if of_kind { *n } else { 0 };
                    !of_kind
                });
            }
        }
        self.zones.retain(|_, things| !things.is_empty());
        self.put(to, &json!([{"back": kind, "n": gathered}]), i64::from(gathered > 0));
    }
}

struct Player {
    seat: usize,
    token: String,
    version: u64,
    drawn: Drawn,
}

/// Plays so many moves of a game by picks, and follows it from every seat.
async fn play(app: &TestApp, game: &str, seats: usize, moves: usize) {
    let wanted = json!({"game": game, "seats": vec![json!({"kind": "mine"}); seats], "auto_pass": "off"});
    let created = app.post("/v1/games").json(&wanted).send().await.expect(201);
    let path = format!("/v1/games/{}", created["id"].as_str().unwrap());
    let mut players = Vec::new();
    let mut kinds = Value::Null;
    for (seat, place) in created["seats"].as_array().unwrap().iter().enumerate() {
        let token = place["token"].as_str().unwrap().to_owned();
        let state = app.get(&path).token(&token).send().await.expect(200);
        if kinds.is_null() {
            let ruleset = state["ruleset"]["hash"].as_str().unwrap();
            let pieces = app.get(&format!("/v1/rulesets/{game}/{ruleset}/pieces")).send().await.expect(200);
            kinds = pieces["pieces"].clone();
        }
        players.push(Player { seat, token, version: 1, drawn: Drawn::of(&state["layout"]) });
    }
    for n in 0..moves {
        let spectator = app.get(&path).send().await.expect(200);
        let Some(seat) = spectator["turn"]["seat"].as_u64() else { break };
        let mover = &players[seat as usize];
        let state = app.get(&path).token(&mover.token).send().await.expect(200);
        let legal = state["legal_moves"].as_array().unwrap();
        let listed: Vec<_> = legal.iter().filter(|mv| mv["picks"].is_array()).collect();
        let chosen = listed[(7 * n + 3) % listed.len()];
        let taps = chosen["picks"].as_array().unwrap().iter().flat_map(|step| match step {
            Value::Array(taps) => taps.iter().rev().cloned().collect::<Vec<_>>(),
            tap => vec![tap.clone()],
        });
        let taps: Vec<_> = taps.collect();
        let body = match n % 2 {
            0 => json!({"picks": taps, "version": state["version"]}),
            _ => json!({"kind": chosen["kind"], "args": chosen["args"], "version": state["version"]}),
        };
        app.post(&format!("{path}/moves")).token(&mover.token).json(&body).send().await.expect(200);
        for player in &mut players {
            follow(app, &path, player, &kinds).await;
        }
    }
    let version = players[0].version / 2 + 1;
    let then =
        app.get(&format!("{path}?version={version}")).token(&players[0].token).send().await.expect(200);
    assert_eq!((&then["version"], then.get("legal_moves")), (&json!(version), None));
}

async fn follow(app: &TestApp, path: &str, player: &mut Player, kinds: &Value) {
    let events = format!("{path}/events?wait=0&after={}", player.version);
    let page = app.get(&events).token(&player.token).send().await.expect(200);
    for event in page["items"].as_array().unwrap() {
        if event["kind"] == "ply" {
            let steps = event["steps"].as_array().unwrap();
            let effects = steps.iter().filter_map(|step| step["effects"].as_array()).flatten();
            effects.for_each(|effect| player.drawn.carry_out(effect, kinds));
        }
        player.version = event["version"].as_u64().unwrap();
    }
    let state = app.get(path).token(&player.token).send().await.expect(200);
    assert_eq!(state["version"], player.version);
    assert_eq!(player.drawn, Drawn::of(&state["layout"]), "seat {} at {}", player.seat, player.version);
}

/// Moves of each game: `TAPIS_DRAWN_MOVES`.
fn moves() -> usize {
    std::env::var("TAPIS_DRAWN_MOVES").map_or(20, |text| text.parse().unwrap())
}

#[tokio::test]
async fn a_client_without_rules_plays_by_picks_and_draws_by_steps() {
    let app = TestApp::start().await;
    for (game, seats) in [("richelieu", 2), ("sept-blasons", 3), ("malin", 3), ("parbourg", 2)] {
        play(&app, game, seats, moves()).await;
    }
}

#[tokio::test]
async fn what_fits_no_move_is_told_where_it_goes_wrong() {
    let app = TestApp::start().await;
    let table = crate::common::Table::two_people(&app).await;
    let ask = |body: Value| app.post(&table.path("/moves")).token(table.token(0)).if_match("*").json(&body);
    let wrong = [
        (json!({"picks": ["table#9c01"]}), "/picks/0"),
        (json!({"picks": []}), "/picks/0"),
        (json!({"picks": ["table#1c01", "!stop"]}), "/picks/1"),
        (json!({"picks": ["nonsense"]}), "/picks/0"),
        (json!({"kind": "take", "args": {"row": 9, "end": "L"}}), "/args"),
        (json!({"move": "take 1L", "picks": ["table#1c01"]}), ""),
        (json!({}), "/move"),
    ];
    for (body, pointer) in wrong {
        let problem = ask(body.clone()).send().await;
        assert_eq!(problem.json()["errors"][0]["pointer"], pointer, "{body}: {}", problem.text());
    }
    let none = app.get(&table.path("?version=99")).token(table.token(0)).send().await;
    assert_eq!(none.problem(422, "invalid_query")["errors"][0]["pointer"], "/version");
    ask(json!({"picks": ["table#1c01"]})).send().await.expect(200);
}

/// Every picture of a ruleset, by its path, as the elements that its page would have.
async fn pictures(app: &TestApp, game: &str, hash: &str, query: &str) -> Vec<(String, String)> {
    let below = format!("/v1/rulesets/{game}/{hash}");
    let pieces = app.get(&format!("{below}/pieces")).send().await.expect(200);
    let all = pieces["pieces"].as_object().unwrap();
    let kinds: BTreeSet<_> = all.values().map(|info| info["kind"].as_str().unwrap()).collect();
    let faces = all.keys().map(|id| format!("pieces/{id}.svg"));
    let mut drawn = Vec::new();
    for path in faces.chain(kinds.into_iter().map(|kind| format!("backs/{kind}.svg"))) {
        let answer = app.get(&format!("{below}/{path}?{query}")).send().await;
        assert_eq!(answer.header("content-type"), Some("image/svg+xml"), "{path}: {}", answer.text());
        drawn.push((path, answer.text()));
    }
    let colours = pieces["colours"].as_object().unwrap();
    for (id, colour) in colours {
        let digits = colour.as_str().unwrap().strip_prefix('#').unwrap();
        assert!(all.contains_key(id) && digits.len() == 6 && u32::from_str_radix(digits, 16).is_ok(), "{id}");
    }
    drawn
}

#[tokio::test]
async fn every_piece_has_a_picture_and_every_kind_a_back() {
    let app = TestApp::start().await;
    for game in ["richelieu", "sept-blasons", "malin", "parbourg"] {
        let about = app.get(&format!("/v1/rulesets/{game}")).send().await.expect(200);
        let hash = about["default_hash"].as_str().unwrap();
        let drawn = pictures(&app, game, hash, "lang=fr").await;
        let dark = pictures(&app, game, hash, "lang=fr&theme=dark").await;
        let faces: BTreeSet<_> = drawn.iter().map(|(_, svg)| svg).collect();
        assert!(
            drawn.len() > 20 && faces.len() * 2 > drawn.len(),
            "{game}: {} of {}",
            faces.len(),
            drawn.len()
        );
        for ((path, svg), (_, dark)) in drawn.iter().zip(&dark) {
            let document =
                roxmltree::Document::parse(svg).unwrap_or_else(|fault| panic!("{path}: {fault}\n{svg}"));
            let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
            assert!(title.text().is_some_and(|text| !text.is_empty()), "{path}");
            assert!(document.descendants().count() > 4, "{path} is empty: {svg}");
            // Black is the colour of a token that there is not.
            assert!(!svg.contains("#000000") && !svg.contains("href"), "{path}: {svg}");
            roxmltree::Document::parse(dark).unwrap();
        }
        assert_ne!(drawn, dark, "{game}");
    }
}

#[tokio::test]
async fn pictures_are_kept_for_ever_with_their_version_and_show_words_as_words() {
    let app = TestApp::start().await;
    let name = "<b onload='x()'>&amp;";
    let cards: Vec<_> = (1..=40)
        .map(|id| json!({"id": id, "kind": "building", "name": name, "effect": {"name": "colour_bonus", "colour": "red", "n": 1}}))
        .collect();
    let henchmen: Vec<_> = (1..=8)
        .map(|n| json!({"initiative": n, "name": format!("Compagnon {n}"), "colours": ["yellow", "red"]}))
        .collect();
    let options = json!({"players": 2, "deck": {"henchmen": henchmen, "cards": cards}});
    let put = app.put("/v1/rulesets/parbourg/custom").json(&json!({"options": options})).send().await;
    let hash = put.expect(200)["hash"].as_str().unwrap().to_owned();
    let drawn = pictures(&app, "parbourg", &hash, "").await;
    let read = |svg: &str| {
        let document = roxmltree::Document::parse(svg).unwrap();
        let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
        assert!(!document.descendants().any(|node| node.has_tag_name("b")), "{svg}");
        title.text().unwrap_or_default().to_owned()
    };
    assert!(drawn.iter().any(|(_, svg)| read(svg) == name), "{drawn:?}");

    let path = format!("/v1/rulesets/parbourg/{hash}/{}", drawn[0].0);
    let plain = app.get(&path).send().await;
    assert_eq!(plain.header("cache-control"), Some("public, max-age=86400"));
    assert!(plain.header("content-security-policy").unwrap().contains("default-src 'none'"));
    let pieces = app.get(&format!("/v1/rulesets/parbourg/{hash}/pieces")).send().await.expect(200);
    let version = pieces["pictures_version"].as_str().unwrap();
    let kept = app.get(&format!("{path}?version={version}")).send().await;
    assert_eq!(kept.header("cache-control"), Some("public, max-age=31536000, immutable"));
    let etag = plain.header("etag").unwrap();
    let again = app.get(&path).header("if-none-match", etag).send().await;
    assert_eq!((again.status, again.text()), (304, String::new()));

    let below = format!("/v1/rulesets/parbourg/{hash}");
    app.get(&format!("{below}/pieces/joker.svg")).send().await.problem(404, "not_found");
    app.get(&format!("{below}/backs/joker.svg")).send().await.problem(404, "not_found");
    app.get(&format!("{path}?theme=pink")).send().await.problem(422, "invalid_query");
    let long = "1".repeat(33);
    app.get(&format!("{path}?version={long}")).send().await.problem(422, "invalid_query");
    let unknown = format!("/v1/rulesets/parbourg/{}/pieces/1.svg", "0".repeat(64));
    app.get(&unknown).send().await.problem(404, "not_found");
}
