//! What a node reads that lags behind another.

use std::fmt::{Debug, Write as _};
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::json;
use tapis_games::seat::Seat;
use tapis_service::tables::Snapshot;
use tapis_service::tables::event::EventName;
use tapis_service::{AskUndo, ServiceError};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use super::{Move, Nodes};
use crate::server;

/// How often tables were looked into, and how many rows that gave.
fn read(nodes: &Nodes, table: &str) -> (u64, u64) {
    let sql = |sql: &str| server::shared().sql(&nodes.url, sql);
    // A connection says what it did when it ends.
    let others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    server::shared().until(&nodes.url, others, "0");
    let number = |columns: &str| {
        let sql = sql(&format!("SELECT {columns} FROM pg_stat_user_tables WHERE relname = '{table}'"));
        sql.parse().unwrap()
    };
    (number("seq_scan + idx_scan"), number("seq_tup_read + idx_tup_fetch"))
}

fn stop(nodes: &Nodes) {
    nodes.nodes.iter().for_each(|node| node.close().unwrap());
}

/// All that is told of a game.
fn told(snapshot: &Snapshot) -> String {
    let entries: Vec<_> = snapshot.entries().iter().collect();
    let line: Vec<_> = snapshot.line().iter().map(|entry| entry.version).collect();
    let table = snapshot.table().unwrap();
    format!(
        "{entries:?} {line:?} {:?} {} {:?} {:?} {:?} {:?} {:?} {:?}",
        snapshot.seats,
        table.document(),
        snapshot.status,
        snapshot.undo,
        snapshot.undone,
        snapshot.prompted,
        snapshot.resigned,
        snapshot.info.tally.by_seat()
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_lags_reads_only_what_it_lacks() {
    let nodes = Nodes::start(2).await;
    let mut moves = 0;
    while let Some(next) = nodes.next(moves).await {
        nodes.play(moves + 1, &next, &format!("move {moves}")).await.unwrap();
        moves += 1;
    }
    let ends = (nodes.look(0).await, nodes.look(1).await);
    assert_eq!(told(&ends.0), told(&ends.1));
    stop(&nodes);
    let (_, loads) = read(&nodes, "game_secrets");
    assert!(loads <= 1, "the node that did not make the game loads it once, and not {loads} times");
    let (_, events) = read(&nodes, "events");
    // Each move is read by the other node; the last one made two events.
    let moves = moves as u64;
    let (heads, _) = read(&nodes, "heads");
    // Before each move the test looks. Then the node asks for the version, reads what it lacks, and stores the move. Besides, each node
    // looks for what is due as time passes.
    assert!(heads < 5 * moves, "heads were looked for {heads} times for {moves} moves");
    assert!(moves > 10 && events <= 2 * moves + 8, "{events} events were read for {moves} moves");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_goes_on_from_its_memory_has_what_a_node_has_that_loads() {
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "greedy"}]);
    let nodes = Nodes::with(3, json!({"seats": seats})).await;
    let of_person = |snapshot: &Snapshot| snapshot.turn().is_none_or(|seat| seat == Seat(0));
    let token = Some(nodes.tokens[0].as_str());
    let mut undone = false;
    for n in 0..6 {
        nodes.once(1, of_person).await;
        let Some(next) = nodes.next(1).await else { break };
        nodes.play(0, &next, &format!("move {n}")).await.unwrap();
        let person = nodes.nodes[0].player(nodes.game, token).await.unwrap();
        let took_back: Result<_, ServiceError> =
            nodes.nodes[0].undo(&person, AskUndo { retry: None, expects: Vec::new() }).await;
        undone |= took_back.is_ok();
        nodes.nodes[0].store().count_hint(nodes.game, (0, next.version), None).unwrap();
    }
    nodes.once(1, of_person).await;
    assert!(undone, "no move could be taken back");
    // The third node asks for the first time.
    let (known, loaded) = (nodes.look(1).await, nodes.look(2).await);
    assert!(known.entries().iter().any(|entry| entry.kind.name() == EventName::Undo));
    assert_eq!(told(&known), told(&loaded));
    stop(&nodes);
    let (_, loads) = read(&nodes, "game_secrets");
    assert!(loads <= 2, "{loads} loads by two nodes");
}

/// As after a server was replaced by one that lacked the newest move.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_whose_memory_is_of_another_past_reads_the_game_anew_and_says_so() {
    let warnings = Warnings::listen();
    let nodes = Nodes::start(2).await;
    let sql = |sql: &str| server::shared().sql(&nodes.url, sql);
    let first = nodes.next(0).await.unwrap();
    nodes.play(1, &first, "first").await.unwrap();
    let second = nodes.next(1).await.unwrap();
    sql("CREATE TABLE before AS SELECT * FROM heads");
    nodes.play(0, &second, "lost").await.unwrap();
    sql("DELETE FROM events WHERE version = 3");
    sql("DELETE FROM heads");
    sql("INSERT INTO heads SELECT * FROM before");
    let notation = |n: usize, snapshot: &Snapshot| {
        let legal = snapshot.table().unwrap().legal_moves();
        legal[n % legal.len()].notation.clone()
    };
    // The other node goes on otherwise, and further.
    let known = nodes.look(1).await;
    let other = Move { notation: notation(1, &known), ..second };
    nodes.play(1, &other, "other").await.unwrap();
    let next = nodes.next(1).await.unwrap();
    nodes.play(1, &next, "next").await.unwrap();
    let (lost, kept) = (nodes.look(0).await, nodes.look(1).await);
    assert_eq!((lost.version(), told(&lost)), (kept.version(), told(&kept)));
    let said = warnings.of(&nodes.game.to_string());
    assert!(matches!(&said[..], [one] if one.contains("read anew")), "{said:?}");
}

/// The warnings of this process.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Vec<String>>>);

impl Warnings {
    fn listen() -> Self {
        let warnings = Self::default();
        tracing::subscriber::set_global_default(warnings.clone()).unwrap();
        warnings
    }

    fn of(&self, what: &str) -> Vec<String> {
        self.0.lock().iter().filter(|said| said.contains(what)).cloned().collect()
    }
}

impl Subscriber for Warnings {
    fn enabled(&self, of: &Metadata<'_>) -> bool {
        *of.level() <= Level::WARN
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        struct Text(String);
        impl Visit for Text {
            fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
                let _ = write!(self.0, "{}={value:?} ", field.name());
            }
        }
        let mut text = Text(String::new());
        event.record(&mut text);
        self.0.lock().push(text.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
