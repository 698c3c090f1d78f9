//! Experiments of three nodes on one PostgreSQL database: one plays, all tell, and what comes of it is as on one.

use std::path::Path;
use std::time::Duration;

use futures_util::future::join_all;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use crate::binary::{ADMIN, Binary};
use crate::knobs::size;
use crate::leases;
use crate::server::{Server, shared};
use crate::table::{client, get};

/// Greedy play against random play, each on the same deals; the second arm in both seatings.
fn plan(games: usize) -> Value {
    json!({
        "game": "richelieu",
        "arms": [
            {"name": "random", "seats": ["random"]},
            {"name": "greedy", "seats": ["greedy", "random"]},
        ],
        "games": games, "metric": "win_share:random", "stop": "fixed",
    })
}

fn start(server: &Server, nodes: usize, directory: &Path) -> (String, Vec<Binary>) {
    let url = server.database();
    let nodes = (0..nodes).map(|_| Binary::start_node(&url, directory)).collect();
    (url, nodes)
}

/// Asks a node for an experiment; answers its path.
async fn ask(http: &Client, node: &Binary, plan: &Value) -> String {
    let answer = http
        .post(format!("{}/v1/experiments", node.base))
        .bearer_auth(ADMIN)
        .json(plan)
        .send()
        .await
        .unwrap();
    let (status, report): (_, Value) = (answer.status(), answer.json().await.unwrap());
    assert_eq!(status, StatusCode::ACCEPTED, "{report}");
    format!("/v1/experiments/{}", report["id"].as_str().unwrap())
}

/// What a node reports once `is_there` says so of it.
async fn once(http: &Client, node: &Binary, path: &str, is_there: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..6_000 {
        let report = get(http, &format!("{}{path}", node.base), Some(ADMIN)).await;
        if is_there(&report) {
            return report;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it never came")
}

/// Which node plays: only there the rate is known.
async fn player(http: &Client, nodes: &[Binary], path: &str) -> usize {
    let is_played = |report: &Value| report["progress"]["games_per_second"].is_f64();
    for _ in 0..6_000 {
        let look = |node: &Binary| format!("{}{path}", node.base);
        let reports =
            join_all(nodes.iter().map(|node| async move { get(http, &look(node), Some(ADMIN)).await })).await;
        if let Some(at) = reports.iter().position(is_played) {
            return at;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("nobody plays it")
}

fn is_over(report: &Value) -> bool {
    !["queued", "running"].contains(&report["state"].as_str().unwrap())
}

/// Stores the first chunk of each experiment and none after it, while the lock is held.
const ONE_CHUNK: &str = "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
    IF NEW.number > 0 THEN PERFORM pg_advisory_xact_lock(1); END IF; RETURN NEW; END $$; \
    CREATE TRIGGER wait BEFORE INSERT ON experiment_chunks FOR EACH ROW EXECUTE FUNCTION wait()";

/// What is stored of experiments: what was measured, and how many games were counted.
fn stored(server: &Server, url: &str) -> [String; 2] {
    let chunks = "SELECT experiment, number, md5(measured) FROM experiment_chunks ORDER BY 1, 2";
    let games = "SELECT count(DISTINCT game), count(*) FROM facts";
    [server.sql(url, chunks), server.sql(url, games)]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_experiment_whose_node_is_killed_comes_out_as_on_one() {
    let (server, directory) = (shared(), tempfile::tempdir().unwrap());
    let (http, plan) = (client(), plan(size("TAPIS_NODE_LAB_GAMES", 30)));
    let (url, mut nodes) = start(server, 3, directory.path());
    // So it cannot be over before its node is killed.
    server.sql(&url, ONE_CHUNK);
    let held = server.hold(&url, "SELECT pg_advisory_lock(1)");
    let path = ask(&http, &nodes[0], &plan).await;
    assert_eq!(ask(&http, &nodes[1], &plan).await, path, "asked twice, it is one");
    let playing = player(&http, &nodes, &path).await;
    let at = once(&http, &nodes[(playing + 1) % 3], &path, |report| report["progress"]["games"] != 0).await;
    assert!(!is_over(&at), "it was over before its node was killed: {at}");
    nodes.remove(playing).kill();
    drop(held);
    leases::time_is_up(server, &url);
    let ends = join_all(nodes.iter().map(|node| once(&http, node, &path, is_over))).await;
    assert_eq!((&ends[0]["state"], &ends[0]), (&json!("finished"), &ends[1]));
    drop(nodes);

    let (alone_url, alone) = start(server, 1, directory.path());
    assert_eq!(ask(&http, &alone[0], &plan).await, path);
    let alone = once(&http, &alone[0], &path, is_over).await;
    for of in ["outcome", "progress", "plan"] {
        assert_eq!(ends[0][of].to_string(), alone[of].to_string());
    }
    assert_eq!(stored(server, &url), stored(server, &alone_url));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_experiment_is_ended_and_taken_up_again_from_any_node() {
    let (server, directory) = (shared(), tempfile::tempdir().unwrap());
    let (http, long) = (client(), plan(1_000_000));
    let (_, nodes) = start(server, 2, directory.path());
    let path = ask(&http, &nodes[0], &long).await;
    let playing = player(&http, &nodes, &path).await;
    let other = &nodes[1 - playing];
    let stream = http.get(format!("{}{path}", other.base)).bearer_auth(ADMIN);
    let stream = stream.header("Accept", "text/event-stream").send().await.unwrap();
    let cancelled = http.delete(format!("{}{path}", other.base)).bearer_auth(ADMIN).send().await.unwrap();
    assert_eq!(cancelled.status(), StatusCode::NO_CONTENT);
    let told = stream.text().await.unwrap();
    assert!(told.contains("event: ended") && told.contains(r#""state":"cancelled""#), "{told}");
    // It goes on where it is asked for, whether its player has noticed its end or not.
    assert_eq!(ask(&http, &nodes[playing], &long).await, path);
    player(&http, &nodes, &path).await;
    let again = get(&http, &format!("{}{path}", other.base), Some(ADMIN)).await;
    assert!(!is_over(&again), "{again}");
    // Another one is played beside it by the node that has nothing to do.
    let short = ask(&http, &nodes[0], &plan(30)).await;
    // What a node has stored, the other may tell before it does itself.
    let ends = join_all(nodes.iter().map(|node| once(&http, node, &short, is_over))).await;
    assert_eq!((&ends[0]["state"], &ends[0]), (&json!("finished"), &ends[1]));
}
