//! Games of players of different strength are told apart.

use serde_json::json;

use crate::common::TestApp;
use crate::statistics::counts::{Played, close, game, record, summary};

const STRONG: [Option<&str>; 2] = [Some("club"), Some("greedy")];
const WEAK: [Option<&str>; 2] = [Some("greedy"), Some("club")];

/// So many games of a line-up; seat 0 wins the first `won`, and takes `region` in all.
fn games(
    bots: [Option<&'static str>; 2],
    (won, of): (u32, u32),
    region: &'static [&'static str],
) -> Vec<Played> {
    let one = |n| Played { bots, had: [region, &[]], ..game(if n < won { [1, 0] } else { [0, 1] }) };
    (0..of).map(one).collect()
}

#[tokio::test]
async fn every_line_up_has_its_own_figures() {
    let app = TestApp::start().await;
    record(&app, "bots", &games(STRONG, (90, 100), &[]));
    record(&app, "bots", &games(WEAK, (60, 300), &[]));
    let all = summary(&app, "?source=bots").await;
    let lineups = all["lineups"].as_array().unwrap();
    let named: Vec<_> = lineups.iter().map(|lineup| (&lineup["lineup"], &lineup["games"])).collect();
    assert_eq!(named, [(&json!("club,greedy"), &json!(100)), (&json!("greedy,club"), &json!(300))]);
    close(&lineups[0]["win_shares"][0]["value"], 0.9);
    close(&lineups[1]["win_shares"][0]["value"], 0.2);
    // Each counts the same: not 150 of 400.
    let share = &all["seats"][0]["win_share"];
    assert_eq!((&share["method"], &share["n"]), (&json!("stratified"), &json!(400)));
    close(&share["value"], 0.55);
    assert_eq!((&all["games"], &all["lineups_differ"]), (&json!(400), &json!(true)));

    let one = summary(&app, "?source=bots&lineup=greedy,club").await;
    assert_eq!((&one["games"], &one["lineup"]), (&json!(300), &json!("greedy,club")));
    assert_eq!((&one["left_out"], &all["left_out"]), (&json!(100), &json!(0)));
    assert_eq!(one["seats"][0]["win_share"]["method"], "wilson");
    close(&one["seats"][0]["win_share"]["value"], 0.2);
    assert!(one.get("lineups_differ").is_none());
    assert_eq!(summary(&app, "?source=bots&lineup=club,club").await["games"], 0);
}

/// Simpson's trap: the strong take anjou more often, and it does harm to strong and weak alike.
#[tokio::test]
async fn a_lift_has_the_sign_it_has_at_every_strength() {
    let app = TestApp::start().await;
    record(&app, "bots", &games(STRONG, (720, 900), &["anjou"]));
    record(&app, "bots", &games(STRONG, (90, 100), &["picardie"]));
    record(&app, "bots", &games(WEAK, (10, 100), &["anjou"]));
    record(&app, "bots", &games(WEAK, (180, 900), &["picardie"]));
    let found = app.get("/v1/stats/richelieu/features?source=bots").send().await.expect(200);
    let anjou = &found["features"][0]["buckets"][0];
    assert_eq!((&anjou["bucket"], &anjou["n"]), (&json!("anjou"), &json!(1000)));
    // The mean of 0.8 among the strong and 0.1 among the weak; pooled it would be 0.73.
    close(&anjou["win_share"]["value"], 0.45);
    close(&anjou["lift"]["value"], -0.1);
    assert_eq!((&anjou["strata_differ"], &anjou["discovery"]), (&json!(false), &json!(true)));
    // And where it helps one and harms the other, that is said.
    record(&app, "bots", &games(WEAK, (700, 800), &["anjou"]));
    let found = app.get("/v1/stats/richelieu/features?source=bots").send().await.expect(200);
    assert_eq!(found["features"][0]["buckets"][0]["strata_differ"], true);
}
