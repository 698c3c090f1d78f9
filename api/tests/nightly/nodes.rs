//! A node that was killed is taken for alive for ten seconds: here nobody helps the time on.

use crate::binary::Binary;
use crate::server::shared;
use crate::table::client;
use crate::waiting::{assert_replied, wait_for_a_bot_of};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bot_of_a_killed_node_is_taken_up_by_another() {
    let (http, directory) = (client(), tempfile::tempdir().unwrap());
    let url = shared().database();
    let [killed, other] = [(); 2].map(|()| Binary::start_node(&url, directory.path()));
    let game = wait_for_a_bot_of(&http, &killed.base, 10_000).await;
    killed.kill();
    assert_replied(&http, &other.base, &game).await;
}
