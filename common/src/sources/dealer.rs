//! Who deals.

use tapis_games::erased::{AnyRuleset, AnyTable};
use tapis_games::random::Seed;

/// Deals new games, so that tests can say which deal is served, and what a table shows.
pub trait Dealer: Send + Sync {
    /// The table of a new game of `ruleset`, ply 0 played, and the commitment published for it.
    fn deal(&self, ruleset: &dyn AnyRuleset, seed: &Seed, nonce: &[u8; 32]) -> NewDeal;
}

/// A new game.
pub struct NewDeal {
    /// The table, ply 0 played.
    pub table: Box<dyn AnyTable>,
    /// `sha256:` and the hex digest everybody is told before the first move.
    pub commitment: String,
}

/// Deals from the seed, as documented in `docs/fair-deal.md`.
#[derive(Clone, Copy, Debug, Default)]
pub struct FairDealer;

impl Dealer for FairDealer {
    fn deal(&self, ruleset: &dyn AnyRuleset, seed: &Seed, nonce: &[u8; 32]) -> NewDeal {
        NewDeal { table: ruleset.deal(seed), commitment: seed.commitment(nonce) }
    }
}
