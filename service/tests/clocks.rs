//! Clocks, with the time in the test's hand: what runs, what is paid, and what happens when a time is up.

#![allow(clippy::unwrap_used, reason = "a test says what it expects by unwrapping it")]

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::{Hand, HandMade, Hands, settings};
use serde_json::{Value, json};
use tapis_db::Store;
use tapis_db::model::{Digest, SeatKind};
use tapis_games::seat::{Seat, Viewer};
use tapis_service::advice::pool::Caller;
use tapis_service::charge::Uncounted;
use tapis_service::clocks::{Doubt, DoubtName};
use tapis_service::retry::RetryKey;
use tapis_service::sources::{EvenClock, Sources};
use tapis_service::tables::changes::Successor;
use tapis_service::tables::event::EventName;
use tapis_service::tables::{EndedBy, Expected, GameId, GameStatus, ServerSecret, Snapshot};
use tapis_service::{
    Access, AskUndo, AskedMove, Conflict, News, PlayMove, PlayedMove, Service, ServiceError, TokenFault,
    Verdict, WantedMove,
};
use tapis_solver::registry::Registry;

/// A game with a clock.
struct Table {
    service: Service,
    store: Arc<dyn Store>,
    hand: Arc<Hand>,
    game: GameId,
    /// Tokens and tickets.
    secrets: Vec<String>,
}

fn start(store: &Arc<dyn Store>, hand: &Arc<Hand>) -> Service {
    let sources = Sources { clock: hand.clone(), ..Sources::system(Registry::standard()) };
    Service::start(Arc::clone(store), &settings(), sources, ServerSecret([1; 32])).unwrap()
}

fn body(clock: Value, seats: Value) -> Value {
    json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": seats, "clock": clock})
}

impl Table {
    async fn with(clock: Value, seats: Value) -> Self {
        Self::of_options(json!({"first_seat": 0}), clock, seats).await
    }

    async fn of_options(options: Value, clock: Value, seats: Value) -> Self {
        let (store, hand) = (tapis_db::DatabaseUrl::Memory.open().unwrap(), Arc::new(Hand::default()));
        let service = start(&store, &hand);
        let mut wanted = body(clock, seats);
        wanted["options"] = options;
        let wanted = serde_json::from_value(wanted).unwrap();
        let created = service.create(&wanted, None, None, &Uncounted).await.unwrap();
        let secrets = created.seats.into_iter().filter_map(|seat| seat.token.or(seat.ticket)).collect();
        let game = created.snapshot.info.id;
        Self { service, store, hand, game, secrets }
    }

    async fn of_two(clock: Value) -> Self {
        Self::with(clock, json!([{"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bo"}])).await
    }

    /// Stops the service, which is killed for all the store knows, and starts another.
    fn restart(self) -> Self {
        self.service.stop_bots();
        let service = start(&self.store, &self.hand);
        Self { service, ..self }
    }

    async fn look(&self) -> Arc<Snapshot> {
        self.service.look(self.game, None).await.unwrap().snapshot
    }

    /// The game once it is at `version`.
    async fn at(&self, version: u64) -> Arc<Snapshot> {
        let mut reader = self.service.follow(self.game, Access::Token(None)).await.unwrap();
        while reader.newest().version() < version {
            let known = reader.newest().version();
            assert!(matches!(reader.next(known).await, News::Newer(_)), "version {version} never came");
        }
        reader.newest()
    }

    /// Plays the first legal move of whoever is to move. A turn of Richelieu has several: to take, then to mark or skip.
    async fn play(&self, key: &str) -> Result<PlayedMove, ServiceError> {
        let snapshot = self.look().await;
        let seat = snapshot.turn().unwrap();
        let notation = snapshot.legal_moves(Viewer::Seat(seat)).unwrap()[0].notation.clone();
        self.play_this(seat.index(), key, snapshot.version(), notation).await
    }

    async fn play_this(
        &self,
        seat: usize,
        key: &str,
        version: u64,
        notation: String,
    ) -> Result<PlayedMove, ServiceError> {
        let player = self.service.player(self.game, Some(&self.secrets[seat])).await?;
        let retry = RetryKey {
            scope: format!("seat {seat}"),
            key: key.to_owned(),
            fingerprint: Digest([1; 32]),
            game: Some(self.game),
            now: self.service.now(),
        };
        let wanted = WantedMove { what: AskedMove::Notation(notation), wait: Duration::ZERO };
        let expects = vec![Expected::OneOf(vec![version])];
        let ask =
            PlayMove { retry: Some(retry), expects: Ok(expects), wanted: Ok::<_, ServiceError>(wanted) };
        self.service.play(&player, ask).await
    }
}

/// Seconds from the beginning to the deadline.
fn deadline(snapshot: &Snapshot) -> Option<u64> {
    snapshot.deadline().map(|deadline| deadline.millis_since(snapshot.info.created_at) / 1_000)
}

/// Seconds in the banks.
fn banks(snapshot: &Snapshot) -> Vec<u64> {
    snapshot.entries().last().unwrap().left_ms().iter().map(|left| left / 1_000).collect()
}

fn names(snapshot: &Snapshot) -> Vec<EventName> {
    snapshot.entries().iter().map(|entry| entry.kind.name()).collect()
}

fn english(snapshot: &Snapshot, version: usize) -> String {
    snapshot.said(&snapshot.entries()[version - 1]).unwrap().en
}

#[tokio::test]
async fn a_clock_out_of_bounds_is_refused_where_it_is_wrong() {
    let table = Table::of_two(json!({"per_move_s": 60})).await;
    let month = 30 * 24 * 3_600;
    let cases = [
        (json!({}), "/clock"),
        (json!({"on_timeout": "forfeit"}), "/clock"),
        (json!({"per_move_s": 0}), "/clock/per_move_s"),
        (json!({"per_move_s": month + 1}), "/clock/per_move_s"),
        (json!({"bank_s": 0, "increment_s": 5}), "/clock/bank_s"),
        (json!({"bank_s": u64::MAX}), "/clock/bank_s"),
        (json!({"bank_s": 60, "increment_s": month + 1}), "/clock/increment_s"),
        (json!({"per_move_s": 60, "increment_s": 5}), "/clock/increment_s"),
        (json!({"per_move_s": 60, "bank_s": 60}), "/clock/bank_s"),
    ];
    for (clock, pointer) in cases {
        let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
        let wanted = serde_json::from_value(body(clock.clone(), seats)).unwrap();
        let refused = table.service.create(&wanted, None, None, &Uncounted).await.err().unwrap();
        let ServiceError::Invalid(faults) = refused else { panic!("{clock}: {refused:?}") };
        assert_eq!(faults[0].pointer, pointer, "{clock}");
        let text = &faults[0].text;
        assert!(!text.fr.is_empty() && text.fr != text.en, "{clock}: {text:?}");
    }
    for clock in [json!({"per_move_s": 1}), json!({"bank_s": month, "increment_s": month})] {
        let wanted = body(clock, json!([{"kind": "mine"}, {"kind": "mine"}]));
        table.service.create(&serde_json::from_value(wanted).unwrap(), None, None, &Uncounted).await.unwrap();
    }
}

#[tokio::test]
async fn each_move_has_its_time() {
    let table = Table::of_two(json!({"per_move_s": 60})).await;
    assert_eq!(deadline(&*table.look().await), Some(60));
    table.hand.pass(59);
    table.play("a").await.unwrap();
    let snapshot = table.look().await;
    assert_eq!((deadline(&snapshot), banks(&snapshot)), (Some(119), vec![]));
    assert_eq!(snapshot.turn_since(2), Some(snapshot.entries()[1].at));
    let grant = table.service.rotate_token(
        (table.game, Seat(1)),
        Some(&table.secrets[1]),
        Ok::<_, ServiceError>(()),
        None,
    );
    grant.await.unwrap();
    let snapshot = table.look().await;
    assert_eq!((snapshot.version(), deadline(&snapshot)), (3, Some(119)), "only a turn brings time");
    assert_eq!(snapshot.turn_since(3), Some(snapshot.entries()[1].at));
}

#[tokio::test]
async fn a_bank_pays_for_thinking_and_an_increment_comes_with_each_move() {
    let table = Table::of_two(json!({"bank_s": 100, "increment_s": 10})).await;
    table.hand.pass(30);
    table.play("a").await.unwrap();
    let snapshot = table.look().await;
    assert_eq!(
        (snapshot.turn(), banks(&snapshot), deadline(&snapshot)),
        (Some(Seat(0)), vec![80, 100], Some(110))
    );
    table.hand.pass(50);
    table.play("b").await.unwrap();
    let snapshot = table.look().await;
    assert_eq!(
        (snapshot.turn(), banks(&snapshot), deadline(&snapshot)),
        (Some(Seat(1)), vec![40, 100], Some(180))
    );
    table.hand.pass(20);
    table.play("c").await.unwrap();
    let snapshot = table.look().await;
    assert_eq!(
        (snapshot.turn(), banks(&snapshot), deadline(&snapshot)),
        (Some(Seat(1)), vec![40, 90], Some(190))
    );
    let table = table.restart();
    assert_eq!((banks(&*table.look().await), deadline(&*table.look().await)), (vec![40, 90], Some(190)));
    table.hand.pass(-1_000);
    table.play("d").await.unwrap();
    assert_eq!(banks(&*table.look().await), [40, 100], "time that runs back gives nobody more");
}

#[tokio::test]
async fn to_take_back_a_move_gives_back_no_time_and_takes_the_increment() {
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "random"}]);
    let table = Table::with(json!({"bank_s": 100, "increment_s": 10}), seats).await;
    table.hand.pass(30);
    table.play("a").await.unwrap();
    let after = table.look().await;
    assert_eq!((banks(&after), deadline(&after)), (vec![80, 100], Some(110)));
    table.hand.pass(5);
    let player = table.service.player(table.game, Some(&table.secrets[0])).await.unwrap();
    let ask = AskUndo { retry: None, expects: Ok::<_, ServiceError>(Vec::new()), wanted: Ok(()) };
    let undone = table.service.undo(&player, ask).await.unwrap().snapshot;
    assert_eq!((banks(&undone), deadline(&undone)), (vec![65, 100], Some(100)));
}

#[tokio::test]
async fn a_bot_has_no_clock() {
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "random"}]);
    let table = Table::with(json!({"bank_s": 100, "increment_s": 10}), seats).await;
    table.play("a").await.unwrap();
    table.play("b").await.unwrap();
    let snapshot = table.look().await;
    let of_bot = snapshot.entries().iter().filter(|entry| entry.after.turn == Some(Seat(1)));
    let deadlines: Vec<_> = of_bot.map(|entry| (entry.deadline(), entry.left_ms()[1])).collect();
    assert!(!deadlines.is_empty() && deadlines.iter().all(|told| *told == (None, 100_000)), "{deadlines:?}");
}

#[tokio::test]
async fn a_bot_takes_the_seat_whose_time_is_up() {
    let table = Table::of_two(json!({"per_move_s": 60})).await;
    table.hand.pass(60);
    let snapshot = table.at(3).await;
    let record = snapshot.seat(Seat(0)).unwrap();
    assert_eq!((record.kind, record.level.as_deref(), record.left), (SeatKind::Bot, Some("club"), true));
    assert_eq!(names(&snapshot), [EventName::Setup, EventName::Timeout, EventName::Ply]);
    assert_eq!(english(&snapshot, 2), "Ada ran out of time: a bot plays on.");
    assert_eq!(deadline(&snapshot.at(2).unwrap()), None, "a bot has no clock");
    let refused = table.service.player(table.game, Some(&table.secrets[0])).await.err().unwrap();
    assert!(matches!(refused, ServiceError::BadToken(TokenFault::TimedOut { seat: 0 })), "{refused:?}");
    assert!(!snapshot.has_help(), "nobody was helped who plays on");
}

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
        assert!(matches!(reader.next(2).await, News::Newer(_)), "the stream goes on: {clock}");
        assert!(snapshot.may_take_back(Seat(0)) && !snapshot.may_take_back(Seat(1)));
        let place = (table.game, Seat(0));
        let refused = table.service.join(place, Some(&table.secrets[1]), None, None).await.err().unwrap();
        assert!(
            matches!(refused, ServiceError::Conflict { conflict: Conflict::SeatTaken, .. }),
            "{refused:?}"
        );
        let back = table.service.join(place, Some(&ada), None, None).await.unwrap();
        let new = back.secret.unwrap();
        let snapshot = table.look().await;
        let record = snapshot.seat(Seat(0)).unwrap();
        let sits = (record.kind, record.name.as_deref(), record.left, record.timed_out);
        assert_eq!(sits, (SeatKind::Human, Some("Ada"), false, false), "{clock}");
        assert_eq!(english(&snapshot, back.version as usize), "Ada is back: the bot gives up the seat.");
        assert_eq!(snapshot.held_since(Seat(0)), 1, "it was theirs all the while");
        assert!(matches!(reader.next(back.version).await, News::Unwelcome), "the old token is replaced");
        assert!(matches!(
            reads(&table, &ada).await,
            Err(ServiceError::BadToken(TokenFault::Replaced { seat: 0 }))
        ));
        let refused = table.service.join(place, Some(&ada), None, None).await.err().unwrap();
        assert!(
            matches!(refused, ServiceError::Conflict { conflict: Conflict::SeatTaken, .. }),
            "{refused:?}"
        );
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
async fn whoever_comes_back_at_once_wins_no_time() {
    let table = Table::of_two(json!({"per_move_s": 60})).await;
    table.service.close_bots();
    table.hand.pass(60);
    // The time was up and noted; the bot has not chosen yet.
    let live = table.service.live_games();
    let writing = live.write(table.game).await.unwrap();
    let change = tapis_service::tables::changes::timeout(&writing.snapshot(), table.service.now()).unwrap();
    live.commit(writing, change.unwrap(), None).await.unwrap();
    let back = table.service.join((table.game, Seat(0)), Some(&table.secrets[0]), None, None).await.unwrap();
    let snapshot = table.look().await;
    assert_eq!((snapshot.turn(), snapshot.overdue), (Some(Seat(0)), Some(Seat(0))), "the bot owes a move");
    let table = table.restart();
    let snapshot = table.at(back.version + 1).await;
    assert_eq!(snapshot.entries()[back.version as usize].kind.name(), EventName::Ply);
    assert_eq!((snapshot.overdue, snapshot.seat(Seat(0)).unwrap().kind), (None, SeatKind::Human));
}

#[tokio::test]
async fn a_seat_that_was_given_up_is_not_taken_back_and_its_token_reads_on() {
    let seats = json!([{"kind": "mine", "name": "Ada"}, {"kind": "mine"}, {"kind": "mine"}]);
    let table = Table::with(json!({"per_move_s": 60, "on_timeout": "forfeit"}), seats).await;
    table.hand.pass(60);
    table.at(3).await;
    let left = table
        .service
        .leave(
            (table.game, Seat(2)),
            Some(&table.secrets[2]),
            Ok::<_, ServiceError>(Successor::Bot("random".to_owned())),
            None,
        )
        .await;
    left.unwrap();
    for (seat, key) in [(0, "seat_taken-forfeit"), (2, "seat_taken-left")] {
        assert_eq!(reads(&table, &table.secrets[seat]).await.unwrap(), Viewer::Seat(Seat(seat as u8)));
        let place = (table.game, Seat(seat as u8));
        let refused = table.service.join(place, Some(&table.secrets[seat]), None, None).await.err().unwrap();
        let expected = ServiceError::conflict(Conflict::SeatTaken, key);
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
    let left =
        table.service.leave(place, Some(&table.secrets[0]), Ok::<_, ServiceError>(Successor::Invite), None);
    let ticket = left.await.unwrap().secret.unwrap();
    let joined = table.service.join(place, Some(&ticket), None, None).await.unwrap();
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

#[tokio::test]
async fn who_forfeits_has_lost_to_the_other() {
    let table = Table::of_two(json!({"per_move_s": 60, "on_timeout": "forfeit"})).await;
    table.play("a").await.unwrap();
    table.hand.pass(61);
    let snapshot = table.at(4).await;
    assert_eq!((snapshot.status, snapshot.ended_by()), (GameStatus::Finished, Some(EndedBy::Timeout)));
    assert_eq!(snapshot.outcome().unwrap().ranks, [2, 1]);
    assert_eq!((&snapshot.resigned[..], deadline(&snapshot)), (&[Seat(0)][..], None));
    assert_eq!(english(&snapshot, 3), "Ada ran out of time and has lost.");
    let repeated = table.play_this(0, "a", 1, "take 1L".to_owned()).await.unwrap();
    assert_eq!((repeated.version(), repeated.repeated), (2, true));
}

#[tokio::test]
async fn of_more_than_two_a_bot_plays_on_for_who_forfeits() {
    let seats = json!([{"kind": "mine", "name": "Ada"}, {"kind": "mine"}, {"kind": "mine"}]);
    let table = Table::with(json!({"per_move_s": 60, "on_timeout": "forfeit"}), seats).await;
    table.hand.pass(60);
    let snapshot = table.at(3).await;
    assert!(snapshot.is_bot(Seat(0)));
    assert_eq!((snapshot.status, &snapshot.resigned[..]), (GameStatus::Running, &[Seat(0)][..]));
    assert_eq!(english(&snapshot, 2), "Ada ran out of time and has given up: a bot plays on.");
}

#[tokio::test]
async fn a_move_is_made_once_and_the_seat_stays() {
    let table = Table::of_two(json!({"per_move_s": 60, "on_timeout": "pass_or_first"})).await;
    table.hand.pass(60);
    let snapshot = table.at(3).await;
    assert_eq!(names(&snapshot), [EventName::Setup, EventName::Timeout, EventName::Ply]);
    assert_eq!(english(&snapshot, 2), "Ada ran out of time: a move is made in their place.");
    let record = snapshot.seat(Seat(0)).unwrap();
    assert_eq!((record.kind, record.left), (SeatKind::Human, false));
    assert_eq!((snapshot.turn(), snapshot.overdue, deadline(&snapshot)), (Some(Seat(0)), None, Some(120)));
    assert!(snapshot.has_help(), "statistics keep the game apart");
    assert!(table.store.load_game(table.game).unwrap().summary.assisted);
    table.play("a").await.unwrap();
    table.play("b").await.unwrap();
}

#[tokio::test]
async fn a_window_is_passed() {
    let options = json!({"players": 2});
    let (store, hand) = (tapis_db::DatabaseUrl::Memory.open().unwrap(), Arc::new(Hand::default()));
    let service = start(&store, &hand);
    let wanted = json!({
        "game": "parbourg", "options": options, "seats": [{"kind": "mine"}, {"kind": "mine"}], "auto_pass": "off",
        "clock": {"per_move_s": 5, "on_timeout": "pass_or_first"},
    });
    let created =
        service.create(&serde_json::from_value(wanted).unwrap(), None, None, &Uncounted).await.unwrap();
    let game = created.snapshot.info.id;
    let table = Table { service, store, hand, game, secrets: Vec::new() };
    let mut windows = 0;
    while windows < 3 {
        let snapshot = table.look().await;
        let pass = snapshot.table().unwrap().window().map(|window| window.pass);
        table.hand.pass(5);
        let after = table.at(snapshot.version() + 2).await;
        let played = after.entries()[snapshot.version() as usize + 1].stored.clone().unwrap();
        if let Some(pass) = pass {
            windows += 1;
            assert_eq!(played.notation, Some(pass));
        }
    }
}

#[tokio::test]
async fn nothing_runs_before_the_last_seat_is_taken_and_leaving_stops_nothing() {
    let seats = json!([{"kind": "mine"}, {"kind": "invite"}]);
    let table = Table::with(json!({"bank_s": 100}), seats).await;
    assert_eq!(deadline(&*table.look().await), None);
    table.hand.pass(1_000);
    let place = (table.game, Seat(1));
    table.service.join(place, Some(&table.secrets[1]), None, None).await.unwrap();
    let snapshot = table.look().await;
    assert_eq!((deadline(&snapshot), banks(&snapshot)), (Some(1_100), vec![100, 100]));
    table.hand.pass(40);
    let place = (table.game, Seat(0));
    let left =
        table.service.leave(place, Some(&table.secrets[0]), Ok::<_, ServiceError>(Successor::Invite), None);
    let ticket = left.await.unwrap().secret.unwrap();
    assert_eq!(deadline(&*table.look().await), Some(1_100));
    table.service.join(place, Some(&ticket), None, None).await.unwrap();
    assert_eq!(deadline(&*table.look().await), Some(1_100), "who follows has what is left");
    table.hand.pass(60);
    assert_eq!(names(&*table.at(5).await)[4], EventName::Timeout);
}

#[tokio::test]
async fn a_late_move_is_refused_after_all_else_and_a_retry_is_answered_as_before() {
    let table = Table::of_two(json!({"per_move_s": 60})).await;
    let first = table.play("once").await.unwrap().version();
    // Nobody acts upon clocks any more, as between a deadline and the moment when somebody does.
    table.service.close_bots();
    table.hand.pass(60);
    let refused = table.play_this(0, "x", 1, "take 1L".to_owned()).await.err().unwrap();
    assert!(matches!(refused, ServiceError::StaleVersion { .. }), "{refused:?}");
    let refused = table.play_this(0, "x", 2, "nonsense".to_owned()).await.err().unwrap();
    assert!(matches!(refused, ServiceError::BadNotation { .. }), "{refused:?}");
    let refused = table.play_this(1, "x", 2, "skip".to_owned()).await.err().unwrap();
    assert!(matches!(refused, ServiceError::NotYourTurn { .. }), "{refused:?}");
    let refused = table.play("x").await.err().unwrap();
    assert!(matches!(refused, ServiceError::Conflict { conflict: Conflict::TimeUp, .. }), "{refused:?}");
    let repeated = table.play_this(0, "once", 1, "take 1L".to_owned()).await.unwrap();
    assert_eq!((repeated.version(), repeated.repeated), (first, true));
}

#[tokio::test]
async fn what_passed_while_the_service_did_not_run_is_acted_upon_at_its_start() {
    for (then, version) in [("bot", 3), ("forfeit", 3), ("pass_or_first", 3)] {
        let table = Table::of_two(json!({"per_move_s": 3_600, "on_timeout": then})).await;
        table.service.stop_bots();
        table.hand.pass(7_200);
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
        (json!({"per_move_s": 86_400}), 100, 60, 86_400),
        (json!({"per_move_s": 5}), 4, 60, 69),
        (json!({"bank_s": 600}), 590, 60, 680),
        (json!({"bank_s": 10}), 9, 60, 99),
    ];
    for (clock, thought, stopped, expected) in cases {
        let table = Table::of_two(clock.clone()).await;
        table.hand.pass(thought);
        assert_eq!(table.look().await.version(), 1);
        table.service.stop_bots();
        table.hand.pass(stopped);
        let table = table.restart();
        assert_eq!(deadline(&*table.look().await), Some(expected), "{clock}");
        // What is told of it is what counts, also of a turn that something happened in.
        let rotated = table.service.rotate_token(
            (table.game, Seat(0)),
            Some(&table.secrets[0]),
            Ok::<_, ServiceError>(()),
            None,
        );
        let table = Table { secrets: vec![rotated.await.unwrap().secret.unwrap()], ..table };
        assert_eq!(deadline(&*table.look().await), Some(expected), "{clock}");
        table.hand.pass(expected as i64 - thought - stopped - 1);
        table.play("a").await.unwrap();
    }
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
        service.create(&serde_json::from_value(wanted).unwrap(), None, None, &Uncounted).await.unwrap();
    let token = created.seats[0].token.clone().unwrap();
    (service, created.snapshot.info.id, token)
}

const STEPS: [i64; 3] = [3_600, -3_600, 40 * 86_400];

#[tokio::test(flavor = "multi_thread")]
async fn to_set_the_machines_clock_changes_no_deadline_and_ends_no_game() {
    for (step, clock) in STEPS.into_iter().flat_map(|step| {
        [json!({"per_move_s": 60}), json!({"bank_s": 600}), Value::Null].map(|clock| (step, clock))
    }) {
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
        let News::Newer(snapshot) = reader.next(1).await else { panic!("{step} {clock}: never up") };
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
        service.create(&serde_json::from_value(wanted).unwrap(), None, None, &Uncounted).await.unwrap();
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
    let mut reader = service.follow(clocked, Access::Token(None)).await.unwrap();
    assert!(matches!(reader.next(1).await, News::Newer(_)), "then its time is up");
    assert_eq!((ended(), service.doubts()), (1, vec![]));
}

#[tokio::test]
async fn a_clock_that_is_not_the_databases_takes_nobody_s_time() {
    let table = Table::of_two(json!({"per_move_s": 60})).await;
    let trust = table.service.clock_trust();
    trust.compare_with_database(Some(3_600));
    table.hand.pass(3_600);
    assert!(matches!(table.service.ready().await, Err(ServiceError::ClockWrong)));
    table.play("a").await.unwrap();
    assert_eq!(table.service.abandon_games(0).unwrap(), 0);
    trust.compare_with_database(None);
    table.service.ready().await.unwrap();
    table.hand.pass(60);
    assert_eq!(names(&*table.at(3).await)[2], EventName::Timeout);
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
    let rematch = table.service.rematch(table.game, Some(&table.secrets[1]), None, &Uncounted).await.unwrap();
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
        let created = service.create(&serde_json::from_value(body).unwrap(), None, None, &Uncounted).await;
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
        assert_eq!(text.fr, "Personne n’a joué depuis 30 jours : la partie est close.");
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
    let created = service.create(&wanted, None, None, &Uncounted).await.unwrap();
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
    let ask = AskUndo { retry: None, expects: Ok::<_, ServiceError>(Vec::new()), wanted: Ok(()) };
    let refused = table.service.undo(&player, ask).await.err().unwrap();
    assert!(matches!(refused, ServiceError::Conflict { conflict: Conflict::TimeUp, .. }), "{refused:?}");
    let snapshot = table.look().await;
    let notation = snapshot.legal_moves(Viewer::Seat(Seat(0))).unwrap()[0].notation.clone();
    let wanted = Ok::<_, ServiceError>(AskedMove::Notation(notation));
    let verdict = table.service.validate(&player, Ok(Vec::new()), wanted).await.unwrap();
    let Verdict::Refused(refused) = verdict else { panic!("it would be refused") };
    assert!(matches!(refused, ServiceError::Conflict { conflict: Conflict::TimeUp, .. }), "{refused:?}");
}
