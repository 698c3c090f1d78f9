//! Commands that need the database for themselves, and nodes that serve it: never both.

use std::sync::Barrier;

use tapis_db::model::*;
use tapis_db::postgres::{PostgresOptions, PostgresStore, Stay};
use tapis_db::{DatabaseUrl, StoreError};

use super::open;
use crate::build::*;
use crate::server;

fn nothing() -> Prune {
    Prune { before: at(0), unfinished: false, experiments: false, rulesets: false }
}

/// Who has the database, as every command that needs it for itself is told.
fn refusals(url: &DatabaseUrl) -> Vec<Option<StoreError>> {
    vec![url.open_copy_source().err(), url.open_alone().err(), url.prune(nothing()).err()]
}

fn is_owned(refusal: &Option<StoreError>) -> bool {
    matches!(refusal, Some(StoreError::Owned { by }) if by.contains("a node") || by.contains("a command"))
}

#[test]
fn a_database_that_is_served_is_not_copied_or_pruned() {
    let url = server::shared().database();
    let parsed: DatabaseUrl = url.parse().unwrap();
    let nodes = [open(&url), open(&url)];
    for node in nodes {
        let refused = refusals(&parsed);
        assert!(refused.iter().all(is_owned), "{refused:?}");
        assert_eq!(parsed.would_prune(nothing()), Ok(Pruned::default()), "it may be asked what would go");
        parsed.open_keys().unwrap().keys().unwrap();
        parsed.open_existing().unwrap().rebuild_rollups().unwrap();
        node.close().unwrap();
    }
    assert_eq!(refusals(&parsed), [None, None, None], "both nodes have ended");
}

#[test]
fn no_node_and_no_other_command_comes_while_a_command_has_the_database() {
    let url = server::shared().database();
    let parsed: DatabaseUrl = url.parse().unwrap();
    open(&url).close().unwrap();
    let source = parsed.open_copy_source().unwrap();
    let refused = parsed.open().err();
    assert!(is_owned(&refused), "{refused:?}");
    let refused = refusals(&parsed);
    assert!(refused.iter().all(|one| matches!(one, Some(StoreError::Owned { .. }))), "{refused:?}");
    drop(source);
    parsed.open().unwrap();
}

#[test]
fn of_a_node_and_a_command_that_come_at_once_one_is_turned_away() {
    let url = server::shared().database();
    let parsed: DatabaseUrl = url.parse().unwrap();
    open(&url).close().unwrap();
    for round in 0..20 {
        let barrier = Barrier::new(2);
        let come = |alone: bool| {
            barrier.wait();
            if alone { parsed.open_alone().ok() } else { parsed.open().ok() }
        };
        let (node, command) = std::thread::scope(|scope| {
            let come = &come;
            let (node, command) = (scope.spawn(move || come(false)), scope.spawn(move || come(true)));
            // Both are held until both were answered.
            (node.join().unwrap(), command.join().unwrap())
        });
        assert!(node.is_none() || command.is_none(), "round {round}");
    }
}

/// A node that was killed says nothing any more; until its time is up it may still be there.
#[test]
fn a_node_that_is_gone_keeps_nobody_out_and_is_told_of_once() {
    let url = server::shared().database();
    let parsed: DatabaseUrl = url.parse().unwrap();
    open(&url).close().unwrap();
    let killed = |until: &str| {
        server::shared()
            .sql(&url, &format!("INSERT INTO nodes (id, until) VALUES (gen_random_uuid(), now() {until})"))
    };
    killed("+ interval '1 hour'");
    assert!(is_owned(&parsed.open_alone().err()));
    server::shared().sql(&url, "UPDATE nodes SET until = now()");
    parsed.open_alone().unwrap();
    let nodes = [open(&url), open(&url)];
    assert_eq!((nodes[0].has_departed(), nodes[1].has_departed()), (Ok(true), Ok(true)), "both may look");
    assert_eq!(nodes[0].take_departed(), Ok(2), "the one that was killed, and the one that has ended");
    assert_eq!(nodes[1].has_departed(), Ok(false));
    assert_eq!((nodes[0].take_departed(), nodes[1].take_departed()), (Ok(0), Ok(0)));
    nodes[0].close().unwrap();
    assert_eq!((nodes[1].take_departed(), nodes[1].take_departed()), (Ok(1), Ok(0)));
}

/// No clock of a game runs meanwhile: every node knows it, whichever came first.
#[test]
fn the_time_in_which_no_node_was_there_is_noted_once() {
    let url = server::shared().database();
    let known = |store: &dyn tapis_db::Store| store.arrive(at(0), None).unwrap();
    let maker = open(&url);
    assert!(known(&*maker).is_empty(), "nobody was there before");
    maker.close().unwrap();
    server::shared().sql(&url, "UPDATE nodes SET until = now() - interval '1 hour'");
    let (first, second) = (open(&url), open(&url));
    let found = known(&*first);
    let [absence] = found[..] else { panic!("{found:?}") };
    let away = absence.until.millis_since(absence.since);
    assert!((3_600_000..3_700_000).contains(&away), "{away}");
    assert_eq!(known(&*second), found, "the first was there");
    first.close().unwrap();
    assert_eq!(known(&*open(&url)), found, "the second goes on");
}

/// As after a copy: no node is known that was there.
#[test]
fn a_database_without_nodes_was_served_until_its_newest_event() {
    let url = server::shared().database();
    let maker = open(&url);
    maker.create_game(game(1)).unwrap();
    maker.close().unwrap();
    let hour_ago = "DELETE FROM nodes; UPDATE heads SET updated_at = now() - interval '1 hour'";
    server::shared().sql(&url, hour_ago);
    let found = open(&url).arrive(at(0), None).unwrap();
    let [absence] = found[..] else { panic!("{found:?}") };
    let away = absence.until.millis_since(absence.since);
    assert!((3_600_000..3_700_000).contains(&away), "{away}");
}

/// As at a standby whose clock is an hour behind: nobody's time goes back.
#[test]
fn a_node_that_comes_to_a_server_that_is_behind_goes_on_from_the_time_that_was() {
    let url = server::shared().database();
    let time = |store: &dyn tapis_db::Store| store.server_time().unwrap().time;
    let maker = open(&url);
    let before = time(&*maker);
    maker.close().unwrap();
    server::shared().sql(&url, "UPDATE clock SET served = served + interval '1 hour'");
    let first = open(&url);
    let then = time(&*first);
    assert!(then >= before.plus_seconds(3_600), "{then} {before}");
    assert!(time(&*open(&url)) >= then, "all have the same time");
}

/// As at a standby whose clock is a minute ahead, before the nodes that are there have noticed it.
#[test]
fn a_node_that_comes_to_others_goes_by_them() {
    let url = server::shared().database();
    let first = open(&url);
    let before = first.server_time().unwrap().time;
    server::shared().sql(&url, "UPDATE clock SET ahead_ms = ahead_ms + 60000");
    let then = open(&url).server_time().unwrap().time;
    assert!(then.millis_since(before) < 30_000, "{then} {before}");
}

#[test]
fn a_guest_is_no_node() {
    let url = server::shared().database();
    open(&url).close().unwrap();
    let options = PostgresOptions { stay: Stay::Guest, ..PostgresOptions::default() };
    let guest = PostgresStore::open(&url.parse().unwrap(), options).unwrap();
    let parsed: DatabaseUrl = url.parse().unwrap();
    parsed.open_alone().unwrap();
    assert_eq!(guest.take_departed(), Ok(1), "of the node that made the tables alone");
}

#[test]
fn another_secret_is_said_to_be_new_by_the_only_node() {
    let url = server::shared().database();
    let first = open(&url);
    first.claim(&digest(1), false).unwrap();
    let second = open(&url);
    assert!(
        matches!(second.claim(&digest(2), true), Err(StoreError::Unfit(_))),
        "the first goes on with its own"
    );
    first.close().unwrap();
    second.claim(&digest(2), true).unwrap();
    second.claim(&digest(2), false).unwrap();
}
