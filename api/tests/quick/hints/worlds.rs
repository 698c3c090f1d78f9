//! Two deals that look alike to a seat give it the same bytes.

use std::sync::Arc;

use parking_lot::Mutex;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::json;
use tapis_games::erased::{AnyRuleset, StoredPly};
use tapis_games::random::Seed;
use tapis_games::seat::{Seat, Viewer};
use tapis_service::sources::{Dealer, NewDeal, Sources};

use crate::common::{Table, TestApp};
use crate::hints::{hint, timeless};

/// Deals what it is told to.
struct Chosen(Mutex<Option<StoredPly>>);

impl Dealer for Chosen {
    fn deal(&self, ruleset: &dyn AnyRuleset, seed: &Seed, nonce: &[u8; 32]) -> NewDeal {
        let table = match self.0.lock().take() {
            Some(set_up) => ruleset.restore(&[set_up]).unwrap(),
            None => ruleset.deal(seed),
        };
        NewDeal { table, commitment: seed.commitment(nonce) }
    }
}

#[tokio::test]
async fn a_hint_depends_on_the_observation_alone() {
    let dealer = Arc::new(Chosen(Mutex::new(None)));
    let app = {
        let dealer = Arc::clone(&dealer);
        TestApp::start_from(&[], |sources| Sources { dealer, ..sources }).await
    };
    let table = Table::two_people(&app).await;
    let mut state = table.play_on(&app, 12).await;
    while state["turn"]["seat"] != 0 {
        state = table.play_on(&app, 1).await;
    }
    let snapshot = app.state.service.live_games().open(table.id.parse().unwrap()).await.unwrap().snapshot();
    let log = snapshot.observation_log(Viewer::Seat(Seat(0)));
    let rules = snapshot.rules().unwrap();
    let mut hidden = Vec::new();
    for seed in 0..6 {
        let history = rules.sample_history(&log, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
        *dealer.0.lock() = Some(history[0].clone());
        let twin = Table::two_people(&app).await;
        for ply in &history[1..] {
            twin.play(&app, ply.seat.unwrap().index(), ply.notation.as_ref().unwrap()).await;
        }
        for body in [
            json!({"budget": {"iterations": 500}}),
            json!({"solver": "exhaustive", "budget": {"nodes": 3000}}),
        ] {
            let ours = hint(&app, &table, &body).await.expect(200);
            let theirs = hint(&app, &twin, &body).await.expect(200);
            assert_eq!(timeless(ours).to_string(), timeless(theirs).to_string());
        }
        let twin = app.state.service.live_games().open(twin.id.parse().unwrap()).await.unwrap().snapshot();
        assert_eq!(twin.observation_log(Viewer::Seat(Seat(0))), log);
        hidden.push(twin.table().unwrap().document());
    }
    hidden.dedup();
    assert!(hidden.len() > 1, "the deals differ in what the seat cannot know");
}
