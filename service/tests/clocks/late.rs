//! Who was late, gave up or came after another: what each may still do, and what it sees.

use tapis_service::tables::Person;

use super::*;

/// A caller of whom nothing is known.
fn nobody() -> Caller {
    Caller::new(None, 0)
}

/// What a token opens of a game: its eyes, or why nothing.
async fn reads(table: &Table, token: &str) -> Result<Viewer, ServiceError> {
    Ok(table.service.look(table.game, Some(token)).await?.viewer)
}

#[tokio::test]
async fn who_was_late_reads_on_and_takes_the_seat_back() {
    for clock in [json!({"per_move_s": 60}), json!({"bank_s": 60, "increment_s": 5})] {
        let table = Table::of_two(clock.clone()).await;
        let ada = table.secrets[0].clone();
        let mut reader = table.service.follow(table.game, Access::Token(Some(&ada))).await.unwrap();
        table.hand.pass(60);
        let snapshot = table.at(3).await;
        assert_eq!(reads(&table, &ada).await.unwrap(), Viewer::Seat(Seat(0)), "{clock}");
        assert!(matches!(reader.next(2).await, GameNews::Newer(_)), "the stream goes on: {clock}");
        assert!(snapshot.may_take_back(Seat(0)) && !snapshot.may_take_back(Seat(1)));
        let place = (table.game, Seat(0));
        let refused =
            table.service.join(place, Some(&table.secrets[1]), None, None, None).await.err().unwrap();
        assert_eq!(refused.code(), "seat_taken", "{refused:?}");
        let back = table.service.join(place, Some(&ada), None, None, None).await.unwrap();
        let new = back.secret.unwrap();
        let snapshot = table.look().await;
        let record = snapshot.seat(Seat(0)).unwrap();
        let sits = (record.kind, record.name.as_deref(), record.left, record.timed_out);
        assert_eq!(sits, (SeatKind::Human, Some("Ada"), false, false), "{clock}");
        assert_eq!(english(&snapshot, back.version as usize), "Ada is back: the bot gives up the seat.");
        assert_eq!(snapshot.held_since(Seat(0)), 1, "it was theirs all the while");
        let GameNews::Unwelcome(why) = reader.next(back.version).await else { panic!("it goes on: {clock}") };
        assert!(matches!(why, ServiceError::BadToken(TokenFault::Replaced { seat: 0 })), "{why:?}");
        assert!(matches!(
            reads(&table, &ada).await,
            Err(ServiceError::BadToken(TokenFault::Replaced { seat: 0 }))
        ));
        let refused = table.service.join(place, Some(&ada), None, None, None).await.err().unwrap();
        assert_eq!(refused.code(), "seat_taken", "{refused:?}");
        assert!(snapshot.has_help(), "a bot has played for somebody who plays on");
        let table = Table { secrets: vec![new, table.secrets[1].clone()], ..table }.restart();
        while table.look().await.turn() != Some(Seat(0)) {
            let version = table.look().await.version();
            table.play(&format!("on{version}")).await.unwrap();
        }
        let snapshot = table.look().await;
        if !clock["bank_s"].is_null() {
            let spent = banks(&snapshot)[0];
            assert!((30..=35).contains(&spent), "half a minute, and what its own moves add: {spent}");
        }
        table.play("back").await.unwrap();
    }
}

#[tokio::test]
async fn whoever_is_named_there_takes_the_seat_back_without_its_token() {
    let table = Table::of_two(json!({"per_move_s": 3_600})).await;
    let wanted =
        body(json!({"per_move_s": 60}), json!([{"kind": "mine", "player": "ada"}, {"kind": "mine"}]));
    let wanted = serde_json::from_value(wanted).unwrap();
    let created = table.service.create(&wanted, Some("one"), None, None, &Uncounted).await.unwrap();
    let table = Table { game: created.snapshot.info.id, ..table };
    table.hand.pass(60);
    table.at(3).await;
    let ada = Person { key: "one".to_owned(), player: Some("ada".to_owned()) };
    let place = (table.game, Seat(0));
    let held = table.service.secret_at(place, &ada).await.unwrap();
    let refused = table.service.rotate_token(place, Some(&held), None).await.err().unwrap();
    assert!(matches!(refused, ServiceError::BadToken(TokenFault::TimedOut { seat: 0 })), "{refused:?}");
    let back = table.service.join(place, Some(&held), None, Some(&ada), None).await.unwrap();
    assert_eq!(table.service.secret_at(place, &ada).await.ok(), back.secret);
}

#[tokio::test]
async fn whoever_comes_back_at_once_wins_no_time() {
    let table = Table::of_two(json!({"per_move_s": 60})).await;
    table.service.close_bots();
    table.hand.pass(60);
    // The time was up and noted; the bot has not chosen yet.
    let live = table.service.live_games();
    let writing = live.write(table.game).await.unwrap();
    let change = tapis_service::tables::changes::timeout(&writing.snapshot(), table.service.now()).unwrap();
    live.commit(writing, change.unwrap(), None).await.unwrap();
    let back =
        table.service.join((table.game, Seat(0)), Some(&table.secrets[0]), None, None, None).await.unwrap();
    let snapshot = table.look().await;
    assert_eq!((snapshot.turn(), snapshot.overdue), (Some(Seat(0)), Some(Seat(0))), "the bot owes a move");
    let table = table.restart();
    let snapshot = table.at(back.version + 1).await;
    assert_eq!(snapshot.entries()[back.version as usize].kind.name(), EventName::Ply);
    assert_eq!((snapshot.overdue, snapshot.seat(Seat(0)).unwrap().kind), (None, SeatKind::Human));
    assert_eq!(snapshot.by_service(), [1], "the move that was owed");
}

#[tokio::test]
async fn a_seat_that_was_given_up_is_not_taken_back_and_its_token_reads_on() {
    let seats = json!([{"kind": "mine", "name": "Ada"}, {"kind": "mine"}, {"kind": "mine"}]);
    let table = Table::with(json!({"per_move_s": 60, "on_timeout": "forfeit"}), seats).await;
    table.hand.pass(60);
    table.at(3).await;
    let left = table
        .service
        .leave((table.game, Seat(2)), Some(&table.secrets[2]), Successor::Bot("random".to_owned()), None)
        .await;
    left.unwrap();
    for (seat, key) in [(0, "seat_taken-forfeit"), (2, "seat_taken-left")] {
        assert_eq!(reads(&table, &table.secrets[seat]).await.unwrap(), Viewer::Seat(Seat(seat as u8)));
        let place = (table.game, Seat(seat as u8));
        let refused =
            table.service.join(place, Some(&table.secrets[seat]), None, None, None).await.err().unwrap();
        let expected = ServiceError::conflict(key);
        assert_eq!(refused.to_string(), expected.to_string());
    }
    let refused = table.service.player(table.game, Some(&table.secrets[2])).await.err().unwrap();
    assert!(matches!(refused, ServiceError::BadToken(TokenFault::Left { seat: 2 })), "{refused:?}");
}

#[tokio::test]
async fn who_comes_after_another_sees_nothing_of_what_that_one_saw() {
    let options = json!({"first_seat": 0, "open_discs": false, "taken_discs": "private"});
    let clock = json!({"per_move_s": 3_600});
    let table = Table::of_options(options, clock, json!([{"kind": "mine"}, {"kind": "mine"}])).await;
    let (own, everybody) = (Viewer::Seat(Seat(0)), Viewer::Spectator);
    let mut plays = 0;
    // Until the seat has taken a disc that nobody else sees.
    while table.look().await.observation_log(own).plies == table.look().await.observation_log(everybody).plies
    {
        table.play(&format!("play-{plays}")).await.unwrap();
        plays += 1;
        assert!(plays < 60, "no disc was taken");
    }
    let since = plays + 3;
    let place = (table.game, Seat(0));
    let left = table.service.leave(place, Some(&table.secrets[0]), Successor::Invite, None);
    let ticket = left.await.unwrap().secret.unwrap();
    let joined = table.service.join(place, Some(&ticket), None, None, None).await.unwrap();
    let table = table.restart();
    let snapshot = table.look().await;
    assert_eq!(
        (joined.version, snapshot.held_since(Seat(0)), snapshot.held_since(Seat(1))),
        (since, since, 1)
    );
    let log = snapshot.own_log(own);
    assert_eq!((log.seat, &log.plies), (Some(Seat(0)), &snapshot.own_log(everybody).plies));
    assert_ne!(log.plies, snapshot.observation_log(own).plies, "the seat has seen more");
    assert_eq!(snapshot.own_log(Viewer::Seat(Seat(1))), snapshot.observation_log(Viewer::Seat(Seat(1))));
    for version in 1..since {
        let refused =
            table.service.earlier(table.look().await, version, (own, nobody())).await.err().unwrap();
        let ServiceError::Invalid(faults) = refused else { panic!("{refused:?}") };
        let expected = format!("seat 0 is yours since version {since}: what was seen there before is not");
        assert_eq!(faults[0].text.en, expected);
        assert!(table.service.earlier(table.look().await, version, (everybody, nobody())).await.is_ok());
    }
    table.service.earlier(table.look().await, since, (own, nobody())).await.unwrap();
}
