//! The template over HTTP, as the service of the published games serves them: nothing here was written for it but the crate itself.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::served::Served;

#[tokio::test]
async fn it_is_listed_and_described() {
    let served = Served::start().await;
    let listed = served.get("/v1/rulesets", "").await;
    let games: Vec<&Value> =
        listed["items"].as_array().expect("games").iter().map(|item| &item["game"]).collect();
    assert_eq!(games, ["richelieu", "sept-blasons", "malin", "parbourg", "template"]);
    let about = served.get("/v1/rulesets/template", "").await;
    assert_eq!(about["title"], "Template");
    assert!(!about["features"].as_array().expect("features").is_empty(), "{about}");
    for (member, title) in [("options", "TemplateOptions"), ("moves", "TemplateMove")] {
        let schema = &about[member];
        assert_eq!(schema["title"], title);
        // Every schema that it refers to is in it.
        let text = schema.to_string();
        let referred = text.split("\"$ref\":\"").skip(1).filter_map(|rest| rest.split('"').next());
        let is_there =
            |name: &str| name.strip_prefix('#').is_some_and(|place| schema.pointer(place).is_some());
        let missing: Vec<_> = referred.filter(|name| !is_there(name)).collect();
        assert_eq!(missing, [""; 0], "{schema}");
    }
}

/// Plays what a quick hint advises, to the end; answers the last state and the number of hints.
async fn play_out(served: &Served, game: &str, token: &str) -> (Value, usize) {
    let mut hints = 0;
    loop {
        let state = served.get(game, token).await;
        if state["status"] != "running" {
            return (state, hints);
        }
        if state["turn"]["seat"] != 0 {
            tokio::time::sleep(Duration::from_millis(2)).await;
            continue;
        }
        let budget = json!({"budget": {"iterations": 64}, "level": "move"});
        let hint = served.call(Method::POST, &format!("{game}/hints"), token, Some(budget)).await;
        hints += 1;
        let best = &hint["move"];
        let legal = state["legal_moves"].as_array().expect("legal moves");
        assert!(legal.iter().any(|mv| mv["notation"] == *best), "{best} is legal");
        let mv = json!({"move": best, "version": state["version"], "wait_ms": 1000});
        served.call(Method::POST, &format!("{game}/moves"), token, Some(mv)).await;
    }
}

#[tokio::test]
async fn a_game_with_hints_against_a_bot_is_replayed_and_counted() {
    let served = Served::start().await;
    let [game, token, hash] = served.against("greedy", json!({"players": 2, "cards": 3})).await;
    let (end, hints) = play_out(&served, &game, &token).await;
    // Rounds of three, two and one card.
    assert_eq!((&end["status"], hints), (&json!("finished"), 6));
    let replay = served.get(&format!("{game}/replay"), &token).await;
    assert_eq!(replay["ruleset"]["game"], "template");
    assert_eq!(replay["scores"], end["result"]["scores"]);
    assert_eq!(replay["plies"].as_array().expect("plies").len(), 12);
    let statistics = |kind| format!("/v1/stats/template/{kind}?assisted=include&ruleset={hash}");
    let summary = served.get(&statistics("summary"), "").await;
    assert_eq!(summary["games"], 1, "{summary}");
    let features = served.get(&statistics("features"), "").await;
    assert!(!features["features"].as_array().expect("features").is_empty(), "{features}");
}

/// A seat's answers never show the other's cards: what the layout shows of hands is the reader's own, and counts.
#[tokio::test]
async fn nobody_sees_the_other_hand() {
    let served = Served::start().await;
    let [game, token, _] = served.against("random", json!({})).await;
    let own = served.get(&game, &token).await;
    let anybody = served.get(&game, "").await;
    let cards = |state: &Value, seat: usize| {
        let hand = state["layout"]["zones"][format!("hand:{seat}")].as_array().expect("cards");
        hand.iter().filter(|card| card.get("back").is_none()).count()
    };
    assert_eq!([0, 1].map(|seat| cards(&own, seat)), [5, 0], "{own}");
    assert_eq!([0, 1].map(|seat| cards(&anybody, seat)), [0, 0], "{anybody}");
}
