//! People are brought together whichever node they ask.

use serde_json::json;
use tapis_games::seat::Seat;
use tapis_service::WantedMatch;
use tapis_service::charge::Uncounted;
use tapis_service::tables::Person;

use super::Nodes;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_seen_at_one_node_is_found_at_another() {
    let nodes = Nodes::start(2).await;
    let wanted: WantedMatch = serde_json::from_value(json!({"game": "richelieu"})).unwrap();
    let find = |node: usize, player: &str| {
        let (node, wanted) = (&nodes.nodes[node], &wanted);
        let who = Person { key: "lobby".to_owned(), player: Some(player.to_owned()) };
        async move { node.find_match(wanted, Some(&who), None, None, &Uncounted).await }
    };
    let ada = find(0, "ada").await.unwrap();
    let game = ada.snapshot.info.id;
    assert_eq!(find(1, "ada").await.unwrap().token, ada.token, "one person, one place");
    nodes.hand.pass(29);
    nodes.nodes[1].look(game, Some(&ada.token)).await.unwrap();
    nodes.hand.pass(29);
    let bo = find(0, "bo").await.unwrap();
    assert_eq!((bo.snapshot.info.id, bo.seat), (game, Seat(1)));
    let cy = find(0, "cy").await.unwrap();
    nodes.hand.pass(30);
    let dee = find(1, "dee").await.unwrap();
    assert_ne!(dee.snapshot.info.id, cy.snapshot.info.id, "nobody has seen them for long");
    // Who comes back, to whichever node, is behind who waited meanwhile.
    nodes.hand.pass(1);
    nodes.nodes[1].look(cy.snapshot.info.id, Some(&cy.token)).await.unwrap();
    for (player, first) in [("eve", dee), ("fay", cy)] {
        assert_eq!(find(0, player).await.unwrap().snapshot.info.id, first.snapshot.info.id, "{player}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_ask_two_nodes_at_once_meet() {
    let nodes = Nodes::start(2).await;
    let wanted: WantedMatch = serde_json::from_value(json!({"game": "richelieu"})).unwrap();
    for round in 0..8 {
        let find = async |node: usize| {
            let who = Person { key: "lobby".to_owned(), player: Some(format!("{round}-{node}")) };
            let found = nodes.nodes[node].find_match(&wanted, Some(&who), None, None, &Uncounted).await;
            found.unwrap().snapshot.info.id
        };
        let (one, other) = tokio::join!(find(0), find(1));
        assert_eq!(one, other, "round {round}");
    }
}
