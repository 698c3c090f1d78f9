//! Where games, time, ids, randomness, deals and engines come from, so that tests can say what they are.

use rand::TryRng;
use rand::rngs::SysRng;
use std::sync::Arc;
use tapis_solver::registry::Registry;
use uuid::Uuid;

mod clock;
mod dealer;
mod engines;

use clock::ThisMachine;
pub use clock::{Clock, EvenClock, Machine};
pub use dealer::{Dealer, FairDealer, NewDeal};
pub use engines::Engines;

/// Makes ids.
pub trait Ids: Send + Sync {
    /// A new id, never given before; later ones sort after earlier ones.
    fn next(&self) -> Uuid;
}

/// Makes secrets: seeds, nonces, tickets.
pub trait Entropy: Send + Sync {
    /// 32 unpredictable bytes.
    ///
    /// # Errors
    /// The system has no randomness to give.
    fn bytes(&self) -> Result<[u8; 32], NoEntropy>;
}

/// The system has no randomness to give.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the system gives no randomness")]
pub struct NoEntropy;

/// The sources together.
#[derive(Clone)]
pub struct Sources {
    /// The games that are played.
    pub games: Registry,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Ids.
    pub ids: Arc<dyn Ids>,
    /// Secrets.
    pub entropy: Arc<dyn Entropy>,
    /// Deals: every new game passes through it.
    pub dealer: Arc<dyn Dealer>,
    /// Search: hints, analyses and bots ask here.
    pub engines: Arc<dyn Engines>,
}

impl Sources {
    /// The system's clock, which does not jump from now on, its randomness, and the solver's engines of `games`.
    pub fn system(games: Registry) -> Self {
        Self {
            clock: Arc::new(EvenClock::new(ThisMachine::default())),
            ids: Arc::new(System),
            entropy: Arc::new(System),
            dealer: Arc::new(FairDealer),
            engines: Arc::new(games.clone()),
            games,
        }
    }
}

struct System;

impl Ids for System {
    fn next(&self) -> Uuid {
        Uuid::now_v7()
    }
}

impl Entropy for System {
    fn bytes(&self) -> Result<[u8; 32], NoEntropy> {
        let mut bytes = [0; 32];
        SysRng.try_fill_bytes(&mut bytes).map_err(|_| NoEntropy)?;
        Ok(bytes)
    }
}
