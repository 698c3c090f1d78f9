//! What passes while nobody looks: restarts, clocks that are set, games that nobody plays.

use super::*;

#[tokio::test]
async fn what_the_service_did_not_come_to_is_acted_upon_at_its_start() {
    for (then, version) in [("bot", 3), ("forfeit", 3), ("pass_or_first", 3)] {
        let table = Table::of_two(json!({"per_move_s": 3_600, "on_timeout": then})).await;
        table.service.stop_bots();
        table.hand.pass(7_200);
        table.service.note_served().unwrap();
        assert_eq!(table.look().await.version(), 1);
        let table = table.restart();
        assert_eq!(deadline(&*table.look().await), Some(7_230), "nobody has less after a start");
        table.hand.pass(30);
        let snapshot = table.at(version).await;
        assert_eq!(names(&snapshot)[1], EventName::Timeout, "{then}");
        assert_eq!(snapshot.entries()[1].at.millis_since(snapshot.info.created_at), 7_230_000);
    }
}

#[tokio::test]
async fn after_a_start_nobody_has_less_than_half_a_minute_or_a_whole_move() {
    let cases = [
        (json!({"per_move_s": 86_400}), 86_390, 60, 86_480),
        (json!({"per_move_s": 86_400}), 100, 60, 86_460),
        (json!({"per_move_s": 5}), 4, 60, 69),
        (json!({"bank_s": 600}), 590, 60, 680),
        (json!({"bank_s": 10}), 9, 60, 99),
    ];
    for (clock, thought, stopped, expected) in cases {
        let table = Table::of_two(clock.clone()).await;
        table.hand.pass(thought);
        table.service.note_served().unwrap();
        assert_eq!(table.look().await.version(), 1);
        table.service.stop_bots();
        table.hand.pass(stopped);
        let table = table.restart();
        assert_eq!(deadline(&*table.look().await), Some(expected), "{clock}");
        // What is told of it is what counts, also of a turn that something happened in.
        let rotated = table.service.rotate_token((table.game, Seat(0)), Some(&table.secrets[0]), None);
        let table = Table { secrets: vec![rotated.await.unwrap().secret.unwrap()], ..table };
        assert_eq!(deadline(&*table.look().await), Some(expected), "{clock}");
        table.hand.pass(expected as i64 - thought - stopped - 1);
        table.play("a").await.unwrap();
    }
}

/// What was left at the last sign of life is left at the start, however often the service goes away, and whatever happens in the turn.
#[tokio::test]
async fn no_clock_runs_while_the_service_is_away() {
    for clock in [json!({"bank_s": 600}), json!({"per_move_s": 600})] {
        let mut table = Table::of_two(clock.clone()).await;
        let mut expected = 600;
        for _ in 0..3 {
            table.hand.pass(100);
            table.store.note_served(table.service.now()).unwrap();
            table.service.stop_bots();
            table.hand.pass(3_600);
            table = table.restart();
            expected += 3_600;
            assert_eq!(deadline(&*table.look().await), Some(expected), "{clock}");
            // What is written now counts that hour: it is not counted twice.
            let rotated = table.service.rotate_token((table.game, Seat(0)), Some(&table.secrets[0]), None);
            table.secrets[0] = rotated.await.unwrap().secret.unwrap();
            assert_eq!(deadline(&*table.look().await), Some(expected), "{clock}");
        }
        table.hand.pass(299);
        table.play("a").await.unwrap();
        let bank = banks(&*table.look().await).first().copied();
        assert_eq!(bank.unwrap_or(1), 1, "{clock}");
    }
}

/// Without a word for the store, as after kill -9, the last sign of life is the newest event.
#[tokio::test]
async fn a_service_that_says_nothing_was_there_at_its_newest_event() {
    let table = Table::of_two(json!({"bank_s": 600})).await;
    table.hand.pass(100);
    table.play("a").await.unwrap();
    table.service.stop_bots();
    table.hand.pass(7_200);
    let table = table.restart();
    assert_eq!((banks(&*table.look().await)[0], deadline(&*table.look().await)), (500, Some(7_800)));
}

/// A game on a machine whose clock is set while the service runs.
async fn on(hands: &Arc<Hands>, store: &Arc<dyn Store>, clock: Value) -> (Service, GameId, String) {
    let sources = Sources {
        clock: Arc::new(EvenClock::new(HandMade(Arc::clone(hands)))),
        ..Sources::system(Registry::standard())
    };
    let service = Service::start(Arc::clone(store), &settings(), sources, ServerSecret([1; 32])).unwrap();
    let seats = json!([{"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bo"}]);
    let mut wanted = body(clock.clone(), seats);
    if clock.is_null() {
        wanted.as_object_mut().unwrap().remove("clock");
    }
    let created =
        service.create(&serde_json::from_value(wanted).unwrap(), None, None, None, &Uncounted).await.unwrap();
    let token = created.seats[0].token.clone().unwrap();
    (service, created.snapshot.info.id, token)
}

const STEPS: [i64; 3] = [3_600, -3_600, 40 * 86_400];

#[tokio::test(flavor = "multi_thread")]
async fn to_set_the_machines_clock_changes_no_deadline_of_a_move() {
    set_the_machines_clock(json!({"per_move_s": 60})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn to_set_the_machines_clock_changes_no_deadline_of_a_game() {
    set_the_machines_clock(json!({"bank_s": 600})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn to_set_the_machines_clock_ends_no_game_without_one() {
    set_the_machines_clock(Value::Null).await;
}

async fn set_the_machines_clock(clock: Value) {
    for step in STEPS {
        let store = tapis_db::DatabaseUrl::Memory.open().unwrap();
        let hands = Arc::new(Hands::default());
        let (service, game, _) = on(&hands, &store, clock.clone()).await;
        let look = async || service.look(game, None).await.unwrap().snapshot;
        let before = deadline(&*look().await);
        hands.pass(30);
        hands.set(step);
        service.watch_clock();
        let ended = tokio::task::block_in_place(|| service.abandon_games(30).unwrap());
        let snapshot = look().await;
        assert_eq!((snapshot.version(), deadline(&snapshot), ended), (1, before, 0), "{step} {clock}");
        let doubts: Vec<_> = service.doubts().into_iter().map(Doubt::name).collect();
        let expected = match (clock.is_null(), step) {
            (false, _) => Some(DoubtName::Set),
            (true, 3_456_000) => Some(DoubtName::Ahead),
            (true, -3_600) => Some(DoubtName::Behind),
            (true, _) => None,
        };
        assert_eq!(doubts, Vec::from_iter(expected), "{step} {clock}");
        let Some(left) = before.map(|deadline| deadline as i64 - 30) else { continue };
        hands.pass(left - 1);
        assert_eq!(look().await.version(), 1, "{step} {clock}: a second before");
        hands.pass(1);
        let mut reader = service.follow(game, Access::Token(None)).await.unwrap();
        let GameNews::Newer(snapshot) = reader.next(1).await else { panic!("{step} {clock}: never up") };
        assert_eq!(names(&snapshot)[1], EventName::Timeout, "{step} {clock}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_with_a_clock_that_is_days_ahead_ends_nothing_for_an_hour() {
    let store = tapis_db::DatabaseUrl::Memory.open().unwrap();
    let hands = Arc::new(Hands::default());
    let (service, clocked, _) = on(&hands, &store, json!({"per_move_s": 86_400})).await;
    let wanted = json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "mine"}]});
    let idle =
        service.create(&serde_json::from_value(wanted).unwrap(), None, None, None, &Uncounted).await.unwrap();
    service.stop_bots();
    hands.set(40 * 86_400);
    let sources = Sources {
        clock: Arc::new(EvenClock::new(HandMade(Arc::clone(&hands)))),
        ..Sources::system(Registry::standard())
    };
    let service = Service::start(store, &settings(), sources, ServerSecret([1; 32])).unwrap();
    assert_eq!(service.doubts(), [Doubt::Ahead { days: 40 }]);
    let ended = || tokio::task::block_in_place(|| service.abandon_games(30).unwrap());
    let version = async |game| service.look(game, None).await.unwrap().snapshot.version();
    assert_eq!((ended(), version(clocked).await), (0, 1));
    hands.pass(3_599);
    assert_eq!((ended(), version(clocked).await, version(idle.snapshot.info.id).await), (0, 1, 1));
    hands.pass(1);
    assert_eq!((ended(), service.doubts()), (1, vec![]));
    hands.pass(86_400 - 3_600);
    let mut reader = service.follow(clocked, Access::Token(None)).await.unwrap();
    assert!(matches!(reader.next(1).await, GameNews::Newer(_)), "the time that was left is up");
}

#[tokio::test]
async fn a_move_that_was_to_be_made_is_made_after_a_restart() {
    let table = Table::of_two(json!({"per_move_s": 60, "on_timeout": "pass_or_first"})).await;
    table.service.stop_bots();
    table.hand.pass(60);
    // The time was up and noted; the service ended before the bot had chosen.
    let live = table.service.live_games();
    let writing = live.write(table.game).await.unwrap();
    let change = tapis_service::tables::changes::timeout(&writing.snapshot(), table.service.now()).unwrap();
    live.commit(writing, change.unwrap(), None).await.unwrap();
    assert_eq!(table.look().await.overdue, Some(Seat(0)));
    let table = table.restart();
    let snapshot = table.at(3).await;
    assert_eq!(names(&snapshot), [EventName::Setup, EventName::Timeout, EventName::Ply]);
}

#[tokio::test]
async fn the_next_game_of_the_same_people_has_the_same_clock() {
    let table = Table::of_two(json!({"bank_s": 60, "on_timeout": "forfeit"})).await;
    let clock = table.look().await.info.terms.clock;
    table.hand.pass(60);
    table.at(3).await;
    let rematch =
        table.service.rematch(table.game, Some(&table.secrets[1]), None, None, &Uncounted).await.unwrap();
    let next = table.service.look(rematch.game, None).await.unwrap().snapshot;
    assert_eq!((next.info.terms.clock, deadline(&next)), (clock, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_in_which_nobody_moves_is_ended_unless_a_clock_runs() {
    let day = 24 * 3_600;
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let table = Table::with(json!({"per_move_s": 30 * day}), seats.clone()).await;
    let service = &table.service;
    let create = |body: Value| async move {
        let created =
            service.create(&serde_json::from_value(body).unwrap(), None, None, None, &Uncounted).await;
        created.unwrap().snapshot.info.id
    };
    let game = |seats: &Value| json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": seats});
    let idle = create(game(&seats)).await;
    let waiting = create(game(&json!([{"kind": "mine"}, {"kind": "invite"}]))).await;
    table.hand.pass(day);
    let younger = create(game(&seats)).await;
    table.hand.pass(29 * day - 1);
    let ended = || tokio::task::block_in_place(|| table.service.abandon_games(30).unwrap());
    assert_eq!(ended(), 0, "not a second before");
    table.hand.pass(2);
    assert_eq!(ended(), 2);
    assert_eq!(ended(), 0, "once");
    for game in [idle, waiting] {
        let snapshot = table.service.look(game, None).await.unwrap().snapshot;
        assert_eq!((snapshot.status, snapshot.ended_by()), (GameStatus::Aborted, Some(EndedBy::Abandoned)));
        let text = snapshot.said(&snapshot.entries()[1]).unwrap();
        assert_eq!(text.en, "Nobody moved for 30 days: the game was ended.");
        assert_eq!(text.fr, "Personne n’a joué depuis 30 jours\u{202f}: la partie est close.");
        assert_eq!((snapshot.turn(), snapshot.outcome()), (None, None));
    }
    let snapshot = table.service.look(younger, None).await.unwrap().snapshot;
    assert_eq!(snapshot.status, GameStatus::Running);
    assert_eq!(names(&*table.at(3).await)[1], EventName::Timeout, "the clock moved that game on");
}

/// A service that knows nothing of the game of a table whose own bots and clocks stand still.
async fn beside(clock: Value, seats: Value) -> (Table, Table) {
    let (store, hand) = (tapis_db::DatabaseUrl::Memory.open().unwrap(), Arc::new(Hand::default()));
    let (other, service) = (start(&store, &hand), start(&store, &hand));
    service.stop_bots();
    let wanted = serde_json::from_value(body(clock, seats)).unwrap();
    let created = service.create(&wanted, None, None, None, &Uncounted).await.unwrap();
    let secrets: Vec<_> = created.seats.into_iter().filter_map(|seat| seat.token.or(seat.ticket)).collect();
    let game = created.snapshot.info.id;
    let first = Table { service, store: store.clone(), hand: hand.clone(), game, secrets: secrets.clone() };
    (first, Table { service: other, store, hand, game, secrets })
}

#[tokio::test]
async fn the_clock_of_a_game_runs_once_it_is_read() {
    let (_first, second) =
        beside(json!({"per_move_s": 60}), json!([{"kind": "mine"}, {"kind": "mine"}])).await;
    assert_eq!(second.look().await.version(), 1);
    second.hand.pass(60);
    assert_eq!(names(&*second.at(2).await)[1], EventName::Timeout);
}

#[tokio::test]
async fn what_was_stored_unseen_wakes_the_bot_to_move_once_it_is_read_again() {
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "random"}]);
    let (first, second) = beside(json!({"per_move_s": 60}), seats).await;
    assert_eq!(second.look().await.version(), 1);
    first.play("a").await.unwrap();
    first.play("b").await.unwrap();
    let stored = first.look().await;
    assert!(stored.is_bot(stored.turn().unwrap()));
    // What is stored is not what this service has in memory: it notices that it has to read anew.
    assert!(second.play_this(0, "x", 1, "take 1L".to_owned()).await.is_err());
    assert!(second.at(stored.version() + 1).await.version() > stored.version());
}

#[tokio::test]
async fn where_the_time_is_up_nothing_is_taken_back_and_no_move_is_legal() {
    let table = Table::of_two(json!({"per_move_s": 60})).await;
    table.play("a").await.unwrap();
    table.service.close_bots();
    table.hand.pass(60);
    let player = table.service.player(table.game, Some(&table.secrets[0])).await.unwrap();
    let ask = AskUndo { retry: None, expects: Vec::new() };
    let refused = table.service.undo(&player, ask).await.err().unwrap();
    assert_eq!(refused.code(), "time_up", "{refused:?}");
    let snapshot = table.look().await;
    let notation = snapshot.legal_moves(Viewer::Seat(Seat(0))).unwrap()[0].notation.clone();
    let wanted = AskedMove::Notation(notation);
    let verdict = table.service.validate(&player, &[], wanted).await.unwrap();
    let Judgement::Refused(refused) = verdict else { panic!("it would be refused") };
    assert_eq!(refused.code(), "time_up", "{refused:?}");
}
