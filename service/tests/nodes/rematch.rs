//! Playing again.

use futures_util::future::join_all;
use serde_json::json;
use tapis_service::charge::Uncounted;

use super::Nodes;
use crate::common::{add_front_ends, named, told};
use crate::server;

/// A finished game of two people, and the games that there are.
async fn over(nodes: &Nodes) -> usize {
    let resigned = nodes.nodes[0].resign(nodes.game, Some(&nodes.tokens[0]), None).await;
    resigned.unwrap();
    games(nodes)
}

fn games(nodes: &Nodes) -> usize {
    nodes.nodes[0].store().unfinished_games(None, 1_000).unwrap().len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_play_again_at_several_nodes_at_once_meet_at_one_table() {
    for round in 0..6 {
        let nodes = Nodes::start(2).await;
        let before = over(&nodes).await;
        let ask = |n: usize| {
            let (node, token) = (&nodes.nodes[n % 2], nodes.tokens[n / 2 % 2].as_str());
            node.rematch(nodes.game, Some(token), None, None, &Uncounted)
        };
        let asked = join_all((0..8).map(ask)).await;
        let asked: Vec<_> = asked.into_iter().map(|seat| seat.unwrap()).collect();
        assert!(asked.iter().all(|seat| seat.game == asked[0].game), "round {round}");
        assert_eq!(asked.iter().filter(|seat| seat.made).count(), 1, "round {round}");
        assert_eq!(games(&nodes), before + 1, "no game that nobody knows of");
        let next = nodes.nodes[1].look(asked[0].game, None).await.unwrap().snapshot;
        assert_eq!(next.version(), 2, "the second of them joined once");
    }
}

/// As when the process ends between the two.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_follows_and_was_not_noted_is_found_by_the_next_who_asks() {
    let nodes = Nodes::start(2).await;
    let before = over(&nodes).await;
    let ask = |n: usize| nodes.nodes[n].rematch(nodes.game, Some(&nodes.tokens[n]), None, None, &Uncounted);
    let sql = |sql: &str| server::shared().sql(&nodes.url, sql);
    sql("ALTER TABLE events ADD CONSTRAINT cut CHECK (kind <> 'rematch')");
    assert!(ask(0).await.is_err());
    assert_eq!(games(&nodes), before + 1, "the game is there, and the old one does not tell of it");
    sql("ALTER TABLE events DROP CONSTRAINT cut");
    let (second, first) = (ask(1).await.unwrap(), ask(0).await.unwrap());
    assert_eq!((second.made, first.made, second.game), (true, false, first.game));
    assert_eq!(games(&nodes), before + 1, "it is the one that is played");
    assert_eq!(nodes.look(1).await.rematch, Some(first.game));
}

/// As when the process ends in the middle of a creation, and between a rematch and its note.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_named_and_told_comes_with_the_game_or_the_game_does_not() {
    let nodes = Nodes::start(2).await;
    let sql = |sql: &str| server::shared().sql(&nodes.url, sql);
    let stores = [nodes.nodes[0].store(), nodes.nodes[1].store()];
    add_front_ends(&**stores[0], &["one"]);
    let seats = json!([{"kind": "mine", "player": "ada"}, {"kind": "mine", "player": "bo"}]);
    let wanted = serde_json::from_value(json!({"game": "richelieu", "seats": seats})).unwrap();
    let create = || nodes.nodes[0].create(&wanted, Some("one"), None, None, &Uncounted);
    let before = games(&nodes);
    sql("ALTER TABLE webhook_games ADD CONSTRAINT cut CHECK (key <> 'one')");
    assert!(create().await.is_err());
    assert_eq!(games(&nodes), before);
    sql("ALTER TABLE webhook_games DROP CONSTRAINT cut");
    let created = create().await.unwrap();
    let (game, token) = (created.snapshot.info.id, created.seats[0].token.clone());
    nodes.nodes[0].resign(game, token.as_deref(), None).await.unwrap();
    sql("ALTER TABLE events ADD CONSTRAINT cut CHECK (kind <> 'rematch')");
    assert!(nodes.nodes[0].rematch(game, token.as_deref(), None, None, &Uncounted).await.is_err());
    sql("ALTER TABLE events DROP CONSTRAINT cut");
    let unfinished = stores[1].unfinished_games(None, 1_000).unwrap();
    let next = unfinished.iter().find(|found| found.id != nodes.game).unwrap().id;
    let one = |seat: u8, player: &str| (seat, "one".to_owned(), player.to_owned());
    assert_eq!(named(&**stores[1], next), [one(0, "bo"), one(1, "ada")], "nobody has to ask once more");
    assert_eq!(told(&**stores[1], next), [("one".to_owned(), 0, false)]);
}
