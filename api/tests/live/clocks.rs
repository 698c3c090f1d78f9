//! A deadline survives kill -9.

use serde_json::{Value, json};

use crate::binary::Binary;
use crate::table::{client, create, get};

#[tokio::test]
async fn a_deadline_survives_kill_9() {
    let directory = tempfile::tempdir().unwrap();
    let http = client();
    let binary = Binary::start(directory.path());
    let seats = json!([{"kind": "mine", "name": "Ada"}, {"kind": "mine"}]);
    let clock = json!({"per_move_s": 1, "on_timeout": "forfeit"});
    let body = json!({"game": "richelieu", "seats": seats, "clock": clock});
    let game = create(&http, &binary.base, &body, "clock").await;
    let first = get(&http, &format!("{}/v1/games/{}?version=1", binary.base, game.id), None).await;
    let deadline = first["turn"]["deadline"].as_str().unwrap().to_owned();
    binary.kill();
    let binary = Binary::start(directory.path());
    let url = format!("{}/v1/games/{}", binary.base, game.id);
    let news: Value = get(&http, &format!("{url}/events?after=1&wait=30"), None).await;
    assert_eq!((&news["items"][0]["kind"], &news["items"][1]["kind"]), (&json!("timeout"), &json!("end")));
    assert!(news["items"][0]["at"].as_str().unwrap() >= deadline.as_str(), "{news} before {deadline}");
    assert_eq!(get(&http, &format!("{url}?version=1"), None).await["turn"]["deadline"], deadline);
}
