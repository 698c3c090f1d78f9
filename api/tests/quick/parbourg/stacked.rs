//! Deals that a test chooses.

use std::sync::Arc;

use serde_json::json;
use tapis_games::erased::{AnyRuleset, StoredPly};
use tapis_games::random::Seed;
use tapis_service::sources::{Dealer, NewDeal, Sources};

use crate::common::TestApp;

/// Deals the default deck so that every seat has a henchman and a hand that begins as chosen; seat 0 draws first.
pub struct Stacked {
    pub henchmen: &'static [u8],
    pub hands: &'static [&'static [u16]],
}

impl Stacked {
    /// A service that deals so.
    pub async fn start(self) -> TestApp {
        TestApp::start_from(&[], |sources| Sources { dealer: Arc::new(self), ..sources }).await
    }
}

impl Dealer for Stacked {
    fn deal(&self, ruleset: &dyn AnyRuleset, _: &Seed, _: &[u8; 32]) -> NewDeal {
        let chosen = |id: &u16| self.hands.iter().any(|hand| hand.contains(id));
        // With two players these four stay out.
        let out = |id: &u16| self.hands.len() == 2 && [88, 89, 97, 98].contains(id);
        let mut rest = (1..=100).filter(|id| !chosen(id) && !out(id));
        let mut pile: Vec<u16> = Vec::new();
        for hand in self.hands {
            pile.extend(*hand);
            pile.extend(rest.by_ref().take(8 - hand.len()));
        }
        pile.extend(rest);
        let mut henchmen = self.henchmen.to_vec();
        henchmen.extend((1..=8).filter(|score| !self.henchmen.contains(score)));
        let deal = json!({"first": 0, "henchmen": henchmen, "pile": pile});
        let set_up = StoredPly { seat: None, notation: None, chance: vec![deal] };
        let table = ruleset.restore(&[set_up]).unwrap();
        NewDeal { table, commitment: format!("sha256:{}", "0".repeat(64)) }
    }
}
