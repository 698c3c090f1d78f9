//! All games of a person are followed at one node, wherever they are played.

use serde_json::json;
use tapis_service::charge::Uncounted;
use tapis_service::pool::Caller;
use tapis_service::tables::Person;
use tapis_service::{Followed, SeatsNews, WantedMatch};

use super::Nodes;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_follows_all_games_at_one_node_hears_what_happens_at_another() {
    let nodes = Nodes::start(2).await;
    let [here, elsewhere] = [&nodes.nodes[0], &nodes.nodes[1]];
    let caller = Caller::new(None, 0);
    let tokens = Followed::Tokens(nodes.tokens.clone());
    let mut reader = elsewhere.follow_together(tokens, caller).await.unwrap();
    assert_eq!(reader.seats.len(), 2);
    let next = nodes.next(0).await.unwrap();
    nodes.play(0, &next, "a").await.unwrap();
    elsewhere.live_games().catch_up().await.unwrap();
    assert!(matches!(reader.next().await, SeatsNews::Games));
    assert!(reader.seats.iter().all(|seat| seat.newest().version() == next.version + 1));
    // Where a player is seated is known at once at the node that does it, and at others when they look.
    let ada = || Followed::Player { key: "lobby".to_owned(), player: "ada".to_owned() };
    let mut known = here.follow_together(ada(), caller).await.unwrap();
    let mut looked = elsewhere.follow_together(ada(), caller).await.unwrap();
    assert!(known.seats.is_empty() && looked.seats.is_empty() && !looked.is_over());
    let wanted: WantedMatch = serde_json::from_value(json!({"game": "richelieu"})).unwrap();
    let who = Person { key: "lobby".to_owned(), player: Some("ada".to_owned()) };
    let found = here.find_match(&wanted, Some(&who), None, None, &Uncounted).await.unwrap();
    assert!(matches!(known.next().await, SeatsNews::Seated));
    for (node, reader) in [(here, &mut known), (elsewhere, &mut looked)] {
        node.follow_on(reader).await.unwrap();
        let followed: Vec<_> = reader.seats.iter().map(|one| (one.game(), one.seat)).collect();
        assert_eq!(followed, [(found.snapshot.info.id, found.seat)]);
    }
}
