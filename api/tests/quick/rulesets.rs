//! The games, their options and rulesets.

use crate::common::TestApp;
use serde_json::{Value, json};
use tapis_games::ruleset::Ruleset;

#[tokio::test]
async fn the_games_are_listed_and_described() {
    let app = TestApp::start().await;
    let list = app.get("/v1/rulesets").send().await.expect(200);
    let items = list["items"].as_array().unwrap();
    let richelieu = items.iter().find(|item| item["game"] == "richelieu").unwrap();
    assert_eq!(richelieu["players"], json!({"min": 2, "max": 4}));

    let about = app.get("/v1/rulesets/richelieu").send().await.expect(200);
    assert_eq!(about["default_ruleset"]["hash"], richelieu["default_hash"]);
    assert_eq!(about["decks"]["deck"].as_array().unwrap().len(), 48);
    assert!(
        about["notation"].as_array().unwrap().iter().any(|form| form.as_str().unwrap().starts_with("take"))
    );
    let variant =
        about["variants"].as_array().unwrap().iter().find(|one| one["option"] == "variant").unwrap();
    assert_eq!(
        *variant,
        json!({"option": "variant", "values": ["standard", "three_rows"], "default": "standard"})
    );
    let blasons = app.get("/v1/rulesets/sept-blasons").send().await.expect(200);
    let several =
        blasons["variants"].as_array().unwrap().iter().find(|one| one["option"] == "variants").unwrap();
    let four = json!(["consultent", "se_servent", "curieux", "religieux"]);
    assert_eq!(*several, json!({"option": "variants", "values": four, "several": true, "default": []}));
    for list in ["features", "variants"] {
        assert!(!about[list].as_array().unwrap().is_empty(), "{list}");
    }
    let bots = json!(["random", "greedy", "novice", "beginner", "apprentice", "casual", "club", "expert"]);
    assert_eq!(about["solver"]["bots"], bots);
    let levels = about["solver"]["bot_levels"].as_array().unwrap();
    assert_eq!(json!(levels.iter().map(|about| &about["level"]).collect::<Vec<_>>()), bots);
    assert!(levels.iter().all(|about| about["text"]["en"] != about["text"]["fr"]), "{levels:?}");
    assert!(levels.is_sorted_by_key(|about| about["lines"].as_u64()));
    app.get("/v1/rulesets/whist").send().await.problem(404, "not_found");
}

#[tokio::test]
async fn the_schema_of_the_options_stands_alone() {
    let app = TestApp::start().await;
    let about = app.get("/v1/rulesets/richelieu").send().await.expect(200);
    let schema = &about["options"];
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    let properties = schema["properties"].as_object().unwrap();
    for (option, default) in about["default_ruleset"]["options"].as_object().unwrap() {
        assert_eq!(properties[option]["default"], *default, "{option}");
    }
    let mut references = Vec::new();
    collect_references(schema, &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("within the document");
        assert!(schema.pointer(pointer).is_some_and(Value::is_object), "{reference}");
    }
}

fn collect_references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            found.extend(map.get("$ref").and_then(Value::as_str).map(str::to_owned));
            map.values().for_each(|value| collect_references(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| collect_references(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn descriptions_are_not_sent_twice() {
    let app = TestApp::start().await;
    for path in ["/v1/rulesets", "/v1/rulesets/richelieu"] {
        let answer = app.get(path).send().await;
        let etag = answer.header("etag").unwrap().to_owned();
        let again = app.get(path).header("If-None-Match", &etag).send().await;
        assert_eq!((again.status, again.bytes.len()), (304, 0));
        assert_eq!(again.header("etag"), Some(etag.as_str()));
    }
}

#[tokio::test]
async fn validation_answers_the_normal_form_or_every_fault() {
    let app = TestApp::start().await;
    let validate = async |body: Value| {
        app.post("/v1/rulesets/richelieu/validation").json(&body).send().await.expect(200)
    };
    let default = validate(json!({})).await;
    assert_eq!(default["valid"], true);
    assert_eq!(default["ruleset"]["options"]["players"], 2);
    let about = app.get("/v1/rulesets/richelieu").send().await.expect(200);
    assert_eq!(default["ruleset"], about["default_ruleset"]);

    let three = validate(json!({"options": {"players": 3}})).await;
    assert_ne!(three["ruleset"]["hash"], default["ruleset"]["hash"]);
    assert!(three.get("faults").is_none());

    let two_faults = validate(json!({"options": {"players": 9, "first_seat": 8}})).await;
    assert_eq!((two_faults["valid"].clone(), two_faults.get("ruleset")), (json!(false), None));
    let pointers: Vec<_> =
        two_faults["faults"].as_array().unwrap().iter().map(|fault| &fault["pointer"]).collect();
    assert_eq!(pointers, ["/options/first_seat", "/options/players"]);

    for (options, pointer) in [
        (json!({"colour": "green"}), "/options/colour"),
        (json!({"players": "two"}), "/options/players"),
        (json!({"variant": "four_rows"}), "/options/variant"),
        (json!({"deck": []}), "/options/deck"),
        (json!([]), "/options"),
    ] {
        let answer = validate(json!({"options": options})).await;
        assert_eq!(answer["valid"], false, "{answer}");
        let first = answer["faults"][0]["pointer"].as_str().unwrap();
        assert!(first.starts_with(pointer), "{answer}");
    }
}

/// The rules of a table begin with what is in force there; what is wrong with a number is said in both languages.
#[tokio::test]
async fn a_number_of_the_rules_is_an_option_and_the_rules_say_which_is_in_force() {
    let app = TestApp::start().await;
    let put = async |penalty: i32| {
        app.put("/v1/rulesets/richelieu/custom").json(&json!({"options": {"penalty": penalty}})).send().await
    };
    let custom = put(-3).await.expect(200);
    assert_eq!(custom["options"]["penalty"], -3);
    let printed = put(-5).await.expect(200);
    let about = app.get("/v1/rulesets/richelieu").send().await.expect(200);
    assert_eq!(printed["hash"], about["default_ruleset"]["hash"], "as printed it names no other ruleset");
    assert_eq!(about["options"]["properties"]["penalty"]["default"], -5);
    assert_eq!(about["options"]["properties"]["penalty"]["maximum"], 0);

    let rules = async |hash: &Value, lang: &str| {
        let path = format!("/v1/rulesets/richelieu/rules?ruleset={}&lang={lang}", hash.as_str().unwrap());
        app.get(&path).send().await.text()
    };
    let says = "Points for each region or symbol without a card: \u{2212}3";
    assert!(rules(&custom["hash"], "en").await.contains(says));
    assert!(rules(&custom["hash"], "fr").await.contains("En vigueur à cette table"));
    assert!(!rules(&printed["hash"], "en").await.contains("In force"));
    app.get(&format!("/v1/rulesets/malin/rules?ruleset={}", custom["hash"].as_str().unwrap()))
        .send()
        .await
        .problem(404, "not_found");

    // The page of no table is not that of a table without a name.
    assert_eq!(app.get("/v1/rulesets/richelieu/rules").send().await.status, 200);
    assert_ne!(app.get("/v1/rulesets/richelieu/rules?ruleset=").send().await.status, 200);

    let refused = put(5).await;
    let refused = refused.problem(422, "invalid_body");
    let fault = &refused["errors"][0];
    assert_eq!(fault["pointer"], "/options/penalty", "{refused}");
    let detail = fault["detail"].as_str().unwrap();
    assert!(detail.contains("-20 to 0 is right, -5 is usual"), "{detail}");
}

#[tokio::test]
async fn a_custom_ruleset_is_stored_by_its_content() {
    let app = TestApp::start().await;
    let put = async |body: Value| app.put("/v1/rulesets/richelieu/custom").json(&body).send().await;
    let first = put(json!({"options": {"variant": "three_rows"}})).await.expect(200);
    let again = put(json!({"options": {"variant": "three_rows", "players": 2}})).await.expect(200);
    assert_eq!(first, again);
    let hash = first["hash"].as_str().unwrap();
    let stored = app.state.service.store().ruleset(&hash.parse().unwrap()).unwrap().unwrap();
    assert_eq!(stored.game, "richelieu");
    assert_eq!(stored.options.read::<Value>().unwrap(), first["options"]);

    let refused = put(json!({"options": {"players": 9}})).await.problem(422, "invalid_body");
    assert_eq!(refused["errors"][0]["pointer"], "/options/players");
    app.put("/v1/rulesets/whist/custom").json(&json!({})).send().await.problem(404, "not_found");
    app.put("/v1/rulesets/richelieu/custom")
        .raw("{\"options\":{},\"options\":{}}")
        .send()
        .await
        .problem(400, "duplicate_key");
    let unknown = put(json!({"option": {}})).await.problem(422, "invalid_body");
    assert_eq!(unknown["errors"][0]["pointer"], "/option");
}

#[tokio::test]
async fn a_stored_ruleset_survives_a_restart() {
    let app = TestApp::start().await;
    let body = json!({"options": {"move_marker": "always"}});
    let stored = app.put("/v1/rulesets/richelieu/custom").json(&body).send().await.expect(200);
    let hash = stored["hash"].as_str().unwrap().to_owned();
    let app = app.restart().await;
    let rules = app.state.service.rulesets().by_hash(&hash, &**app.state.service.store()).unwrap();
    assert_eq!(serde_json::to_value(rules.ruleset()).unwrap(), stored);
}

#[tokio::test]
async fn a_ruleset_is_described_under_its_hash_for_ever() {
    let app = TestApp::start().await;
    let options = json!({"variant": "three_rows", "players": 3});
    let stored = app.put("/v1/rulesets/richelieu/custom").json(&json!({"options": options})).send().await;
    let stored = stored.expect(200);
    let hash = stored["hash"].as_str().unwrap();
    let path = format!("/v1/rulesets/richelieu/{hash}");
    let answer = app.get(&path).send().await;
    assert_eq!(answer.header("cache-control"), Some("public, max-age=31536000, immutable"));
    assert_eq!(answer.header("etag"), Some(format!("\"{hash}\"").as_str()));
    assert_eq!(answer.expect(200), stored);
    let again = app.get(&path).header("If-None-Match", &format!("\"{hash}\"")).send().await;
    assert_eq!(again.status, 304);
    let default = app.get("/v1/rulesets/malin").send().await.expect(200)["default_ruleset"].clone();
    let path = format!("/v1/rulesets/malin/{}", default["hash"].as_str().unwrap());
    assert_eq!(app.get(&path).send().await.expect(200), default);
    for wrong in [format!("/v1/rulesets/malin/{hash}"), format!("/v1/rulesets/richelieu/{}", "0".repeat(64))]
    {
        app.get(&wrong).send().await.problem(404, "not_found");
    }
    app.get("/v1/rulesets/richelieu/no-hash").send().await.problem(404, "not_found");
}

#[tokio::test]
async fn answers_name_their_ruleset_and_bring_it_along_when_asked() {
    let app = TestApp::start().await;
    let body =
        json!({"game": "parbourg", "options": {"players": 2}, "seats": [{"kind": "mine"}, {"kind": "mine"}]});
    let answer = app.post("/v1/games?include=ruleset").json(&body).send().await;
    let created = answer.expect(201);
    let (id, hash) = (created["id"].as_str().unwrap(), created["ruleset"]["hash"].as_str().unwrap());
    let described = format!("</v1/rulesets/parbourg/{hash}>; rel=\"describedby\"");
    assert_eq!(answer.header("link"), Some(described.as_str()));
    let whole = app.get(&format!("/v1/rulesets/parbourg/{hash}")).send().await.expect(200);
    assert_eq!(created["ruleset"], whole);
    let reference = json!({"game": "parbourg", "rules_version": whole["rules_version"], "hash": hash});
    for path in [format!("/v1/games/{id}"), format!("/v1/games/{id}/moves")] {
        let answer = app.get(&path).send().await;
        assert_eq!(answer.header("link"), Some(described.as_str()));
        assert_eq!(answer.expect(200)["ruleset"], reference);
        let with = app.get(&format!("{path}?include=ruleset")).send().await.expect(200);
        assert_eq!(with["ruleset"], whole);
        app.get(&format!("{path}?include=deck")).send().await.problem(422, "invalid_query");
    }
}

/// A ruleset of rules that are no longer played can still be read; games are not created with it.
#[tokio::test]
async fn a_retired_ruleset_is_described_and_not_played() {
    let app = TestApp::start().await;
    let played = app.state.service.rulesets().by_options("parbourg", "{}").unwrap();
    let retired = Ruleset::new("parbourg", 1, played.ruleset().options.clone());
    app.state.service.store().put_ruleset(tapis_service::rulesets::record(&retired)).unwrap();

    let path = format!("/v1/rulesets/parbourg/{}", retired.hash);
    let described = app.get(&path).send().await.expect(200);
    assert_eq!(described, serde_json::to_value(&retired).unwrap());
    let rules = format!("/v1/rulesets/parbourg/rules?ruleset={}", retired.hash);
    for of_played in [format!("{path}/pieces"), format!("{path}/backs/card.svg"), rules] {
        app.get(&of_played).send().await.problem(404, "not_found");
    }
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "random"}]);
    let body = json!({"ruleset": retired.hash, "seats": seats});
    let refused = app.post("/v1/games").json(&body).send().await.problem(422, "invalid_body");
    assert_eq!(refused["errors"][0]["pointer"], "/ruleset", "{refused}");
    assert!(refused["errors"][0]["detail"].as_str().unwrap().contains("version 1"), "{refused}");
}
