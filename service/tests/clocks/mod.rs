//! Clocks, with the time in the test's hand: what runs, what is paid, and what happens when a time is up.

mod late;
mod unseen;

use std::sync::Arc;
use std::time::Duration;

use crate::common::{Hand, HandMade, Hands, settings};
use serde_json::{Value, json};
use tapis_db::Store;
use tapis_db::model::{Digest, SeatKind};
use tapis_games::seat::{Seat, Viewer};
use tapis_service::charge::Uncounted;
use tapis_service::pool::Caller;
use tapis_service::retry::RetryKey;
use tapis_service::sources::{EvenClock, Sources};
use tapis_service::tables::changes::Successor;
use tapis_service::tables::event::EventName;
use tapis_service::tables::{Doubt, DoubtName};
use tapis_service::tables::{EndedBy, Expected, GameId, GameStatus, ServerSecret, Snapshot};
use tapis_service::{
    Access, AskUndo, AskedMove, GameNews, Judgement, PlayMove, PlayedMove, Service, ServiceError, TokenFault,
    WantedMove,
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
        let created = service.create(&wanted, None, None, None, &Uncounted).await.unwrap();
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
            assert!(matches!(reader.next(known).await, GameNews::Newer(_)), "version {version} never came");
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
        let ask = PlayMove { retry: Some(retry), expects, wanted };
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
        let refused = table.service.create(&wanted, None, None, None, &Uncounted).await.err().unwrap();
        let ServiceError::Invalid(faults) = refused else { panic!("{clock}: {refused:?}") };
        assert_eq!(faults[0].pointer, pointer, "{clock}");
        let text = &faults[0].text;
        assert!(!text.fr.is_empty() && text.fr != text.en, "{clock}: {text:?}");
    }
    for clock in [json!({"per_move_s": 1}), json!({"bank_s": month, "increment_s": month})] {
        let wanted = body(clock, json!([{"kind": "mine"}, {"kind": "mine"}]));
        table
            .service
            .create(&serde_json::from_value(wanted).unwrap(), None, None, None, &Uncounted)
            .await
            .unwrap();
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
    let grant = table.service.rotate_token((table.game, Seat(1)), Some(&table.secrets[1]), None);
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
    let ask = AskUndo { retry: None, expects: Vec::new() };
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
    assert_eq!(table.look().await.by_service(), [1], "for a review");
    assert_eq!(table.restart().look().await.by_service(), [1], "and it is stored");
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
        service.create(&serde_json::from_value(wanted).unwrap(), None, None, None, &Uncounted).await.unwrap();
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
    table.service.join(place, Some(&table.secrets[1]), None, None, None).await.unwrap();
    let snapshot = table.look().await;
    assert_eq!((deadline(&snapshot), banks(&snapshot)), (Some(1_100), vec![100, 100]));
    table.hand.pass(40);
    let place = (table.game, Seat(0));
    let left = table.service.leave(place, Some(&table.secrets[0]), Successor::Invite, None);
    let ticket = left.await.unwrap().secret.unwrap();
    assert_eq!(deadline(&*table.look().await), Some(1_100));
    table.service.join(place, Some(&ticket), None, None, None).await.unwrap();
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
    assert_eq!(refused.code(), "time_up", "{refused:?}");
    let repeated = table.play_this(0, "once", 1, "take 1L".to_owned()).await.unwrap();
    assert_eq!((repeated.version(), repeated.repeated), (first, true));
}
