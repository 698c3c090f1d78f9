//! What engines with one writer promise.

use std::sync::mpsc;

use crate::build::*;
use crate::{Factory, fresh};

pub fn groups_share_a_commit<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let (sender, answers) = mpsc::channel();
    for n in 0..500 {
        let sender = sender.clone();
        store.create_game_then(game(n), Box::new(move |answer| sender.send(answer).unwrap()));
    }
    for _ in 0..500 {
        assert_eq!(answers.recv().unwrap().unwrap().version, 1);
    }
    let stats = store.writer_stats();
    assert_eq!(stats.committed_requests, 500);
    assert!(stats.commits < 250, "{stats:?}");
    assert!(stats.largest_group > 2, "{stats:?}");
}
