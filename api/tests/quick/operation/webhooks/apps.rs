//! Several front ends with people at one table: each is told, and of its own people's ids alone.

use super::*;

/// What came of a game, in order: kind, seat and player.
fn told(receiver: &Receiver, game: &str) -> Vec<(String, Option<u64>, Option<String>)> {
    let mut told: Vec<_> = Vec::new();
    let mut seen = Vec::new();
    for received in receiver.log().into_iter().filter(|received| received.place().0 == game) {
        if !seen.contains(&received.id) {
            let json = received.json();
            let (kind, data) = (json["type"].as_str().unwrap().to_owned(), &json["data"]);
            told.push((kind, data["seat"].as_u64(), data["player"].as_str().map(str::to_owned)));
            seen.push(received.id);
        }
    }
    told
}

/// Whoever is invited sits down by a key; answers the table with both tokens.
async fn joined(app: &TestApp, table: Table, key: &str, player: &str) -> Table {
    let body = json!({"ticket": table.token(1), "player": player});
    let joined = with(app.post(&table.path("/seats/1")), key).json(&body).send().await.expect(201);
    let other = joined["token"].as_str().unwrap().to_owned();
    Table { secrets: vec![table.token(0).to_owned(), other], ..table }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_front_ends_at_one_table_are_told_of_every_turn_and_of_no_id_of_the_other() {
    let app = serve(&[PRIVATE]).await;
    let receivers = [Receiver::start(Manner::Say(200)), Receiver::start(Manner::Say(200))];
    let keys = ["one", "two"].map(|name| add_key(&app, name));
    let mut secrets = Vec::new();
    for (key, receiver) in keys.iter().zip(&receivers) {
        secrets.push(set(&app, key, &receiver.url()).await);
    }
    let seats = json!([{"kind": "mine", "player": "u-ada"}, {"kind": "invite", "player": "u-bo"}]);
    let table = table_with(&app, &keys[0], seats).await;
    until(|| told(&receivers[0], &table.id).len() == 1).await;
    // Somebody else comes than was expected, and of another front end.
    let table = joined(&app, table, &keys[1], "u-cy").await;
    table.play_on(&app, 3).await;
    app.post(&table.path("/resign")).token(table.token(0)).send().await.expect(200);
    for receiver in &receivers {
        all_ended(receiver, std::slice::from_ref(&table)).await;
    }
    let [one, two] = [0, 1].map(|n| told(&receivers[n], &table.id));
    assert_eq!(one[0], ("invited".to_owned(), Some(1), Some("u-bo".to_owned())));
    let seats = |told: &[(String, Option<u64>, Option<String>)]| {
        told.iter().map(|(kind, seat, _)| (kind.clone(), *seat)).collect::<Vec<_>>()
    };
    assert_eq!(seats(&one[1..]), seats(&two), "the other is told of all since it came");
    for seat in 0..2 {
        assert!(two.iter().any(|(kind, of, _)| kind == "your_turn" && *of == Some(seat)), "{two:?}");
    }
    for (messages, own, id) in [(&one[1..], 0, "u-ada"), (&two[..], 1, "u-cy")] {
        for (kind, seat, player) in messages {
            assert_eq!(player.as_deref(), (*seat == Some(own)).then_some(id), "{kind}");
        }
    }
    // The rematch is told to both, though no key comes with it.
    let next = app.post(&table.path("/rematch")).token(table.token(1)).send().await.expect(201);
    let next = next["id"].as_str().unwrap();
    until(|| receivers.iter().all(|receiver| told(receiver, next).len() == 1)).await;
    let invited = |player: Option<&str>| vec![("invited".to_owned(), Some(1), player.map(str::to_owned))];
    assert_eq!(told(&receivers[0], next), invited(Some("u-ada")));
    assert_eq!(told(&receivers[1], next), invited(None));
    let hidden: [&[&str]; 2] = [&["u-cy"], &["u-ada", "u-bo"]];
    for ((receiver, secret), hidden) in receivers.iter().zip(&secrets).zip(hidden) {
        for received in receiver.log() {
            assert!(received.is_signed_with(secret));
            assert!(hidden.iter().all(|id| !received.body.contains(id)), "{}", received.body);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_says_whom_though_they_were_quicker_than_the_message() {
    let app = serve(&[PRIVATE]).await;
    let (receiver, key) = (Receiver::start(Manner::Say(500)), add_key(&app, "one"));
    set(&app, &key, &receiver.url()).await;
    let seats = json!([{"kind": "mine"}, {"kind": "invite", "player": "u-bo"}]);
    let table = table_with(&app, &key, seats).await;
    joined(&app, table, &key, "u-bo").await;
    receiver.behave(Manner::Say(200));
    let of = |kind: &str| {
        let mut newest = receiver.log().into_iter().rev().map(|received| received.json());
        newest.find(|one| one["type"] == kind).map(|one| one["data"]["player"].clone())
    };
    until(|| of("joined").is_some()).await;
    assert_eq!(of("invited"), Some(json!("u-bo")), "by the try that was taken");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_of_a_game_is_that_of_the_key_that_gave_it() {
    let app = serve(&[PRIVATE]).await;
    let [of_game, of_one, of_two] = [(); 3].map(|()| Receiver::start(Manner::Say(200)));
    let (one, two) = (add_key(&app, "one"), add_key(&app, "two"));
    set(&app, &one, &of_one.url()).await;
    set(&app, &two, &of_two.url()).await;
    let body = json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "invite"}],
        "webhook_url": of_game.url()});
    let created = with(app.post("/v1/games"), &one).json(&body).send().await.expect(201);
    let table = joined(&app, Table::from_created(created, 2), &two, "u-cy").await;
    app.post(&table.path("/resign")).token(table.token(0)).send().await.expect(200);
    for receiver in [&of_game, &of_two] {
        all_ended(receiver, std::slice::from_ref(&table)).await;
    }
    let next = app.post(&table.path("/rematch")).token(table.token(0)).send().await.expect(201);
    let next = next["id"].as_str().unwrap();
    until(|| [&of_game, &of_two].iter().all(|receiver| told(receiver, next).len() == 1)).await;
    assert_eq!(of_one.log().len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn front_ends_whose_people_are_matched_are_both_told() {
    let app = serve(&[PRIVATE]).await;
    let receivers = [Receiver::start(Manner::Say(200)), Receiver::start(Manner::Say(200))];
    let mut games = Vec::new();
    for (name, receiver) in ["one", "two"].into_iter().zip(&receivers) {
        let key = add_key(&app, name);
        set(&app, &key, &receiver.url()).await;
        let wanted = json!({"game": "richelieu", "player": format!("u-{name}")});
        let matched = with(app.post("/v1/match"), &key).json(&wanted).send().await.expect(200);
        games.push(matched["id"].as_str().unwrap().to_owned());
    }
    assert_eq!(games[0], games[1]);
    until(|| receivers.iter().all(|receiver| told(receiver, &games[0]).len() == 3)).await;
    let joined = [None, Some("u-two".to_owned())].map(|player| ("joined".to_owned(), Some(1_u64), player));
    assert_eq!([0, 1].map(|n| told(&receivers[n], &games[0]).remove(0)), joined);
    assert!(receivers.iter().all(|receiver| told(receiver, &games[0])[1].0 == "begun"));
    // Strangers have a clock: whoever is to move has a deadline.
    let is_timed =
        |one: &Received| one.json()["data"]["deadline"].is_string() == one.id.contains("your_turn");
    assert!(receivers.iter().all(|receiver| receiver.log().iter().all(is_timed)));
    let [one, two] = [0, 1].map(|n| told(&receivers[n], &games[0]).remove(2));
    assert_eq!((one.0.as_str(), one.1), ("your_turn", two.1));
    let begins = if one.1 == Some(0) { (Some("u-one"), None) } else { (None, Some("u-two")) };
    assert_eq!((one.2.as_deref(), two.2.as_deref()), begins);
}
