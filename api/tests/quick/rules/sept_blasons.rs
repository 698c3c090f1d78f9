//! Les 7 Blasons.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{legal, mover, refused};
use crate::common::{Table, TestApp};

async fn three(app: &TestApp, options: Value) -> Table {
    let mut options = options;
    options["players"] = json!(3);
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}, {"kind": "mine"}]);
    let practice = json!({"seed": "0001".repeat(16)});
    let body = json!({"game": "sept-blasons", "options": options, "seats": seats, "practice": practice});
    Table::of(app, body).await
}

/// Three seats in turn play these cards.
async fn play(app: &TestApp, table: &Table, cards: [&str; 3]) {
    for card in cards {
        let seat = mover(app, table).await.unwrap();
        table.play(app, seat, card).await;
    }
}

#[tokio::test]
async fn choices_outside_the_trick_and_played_cards() {
    let app = TestApp::start().await;
    let table = three(&app, json!({})).await;
    let leader = mover(&app, &table).await.unwrap();
    play(&app, &table, ["play 3", "play 0", "play 7"]).await;
    let magistrat = mover(&app, &table).await.unwrap();
    assert_eq!(magistrat, leader);
    let own = format!("remove t{:02}", 3 * leader + 1);
    refused(&app, &table, leader, &own, "own_token").await;
    refused(&app, &table, leader, "remove t28", "bad_token").await;
    refused(&app, &table, leader, "draw pool", "bad_token").await;
    refused(&app, &table, leader, "play 5", "wrong_phase").await;
    let first = legal(&app, &table, leader).await[0].clone();
    table.play(&app, leader, &first).await;

    let malandrin = (leader + 1) % 3;
    assert_eq!(mover(&app, &table).await, Some(malandrin));
    refused(&app, &table, malandrin, &format!("value s{malandrin}"), "not_numbered").await;
    refused(&app, &table, malandrin, "value s6", "no_such_seat").await;
    refused(&app, &table, malandrin, &format!("power s{leader}"), "power_not_takeable").await;
    refused(&app, &table, malandrin, &format!("power s{}", (leader + 2) % 3), "power_not_takeable").await;
    table.play(&app, malandrin, "self").await;

    let winner = mover(&app, &table).await.unwrap();
    refused(&app, &table, winner, "reveal pool", "bad_token").await;
    table.play(&app, winner, "draw pool").await;
    assert_eq!(mover(&app, &table).await, Some(winner));
    refused(&app, &table, winner, "play 7", "card_played").await;
}

#[tokio::test]
async fn activations_out_of_season() {
    let app = TestApp::start().await;
    let table = three(&app, json!({"variants": ["se_servent"]})).await;
    let seat = mover(&app, &table).await.unwrap();
    refused(&app, &table, seat, "play 5 serve", "no_bourgeoisie").await;
    refused(&app, &table, seat, "play 5 peek", "no_bourgeoisie").await;
    let (mut holders, mut last, mut activated) = (BTreeSet::new(), false, None);
    while let Some(seat) = mover(&app, &table).await {
        let moves = legal(&app, &table, seat).await;
        let now = table.see(&app, seat).await["layout"]["counters"].clone();
        let (serving, plain): (Vec<_>, Vec<_>) = moves.iter().partition(|mv| mv.ends_with(" serve"));
        if let Some(serving) = serving.first() {
            // Held and not activated yet; in the second round it never is.
            holders.insert(seat);
            if now["round"] == 3 {
                table.play(&app, seat, serving).await;
                activated = Some(seat);
                continue;
            }
        } else if plain[0].starts_with("play") {
            let serving = format!("{} serve", plain[0]);
            if activated == Some(seat) {
                refused(&app, &table, seat, &serving, "already_activated").await;
                return assert!(last, "a holder came to the last trick of the second round");
            }
            if now["round"] == 2 && now["trick"] == 8 && holders.contains(&seat) {
                refused(&app, &table, seat, &serving, "last_trick").await;
                last = true;
            }
        }
        // Seats that play differently collect differently, so that they rank differently.
        table.play(&app, seat, if seat == 0 { plain[0] } else { plain[plain.len() - 1] }).await;
    }
    panic!("the game ended and nobody activated a card");
}
