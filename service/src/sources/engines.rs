//! Who searches.

use std::sync::Arc;

use tapis_games::erased::AnyRuleset;
use tapis_solver::engine::{self, Engine};

/// Finds the engine of a ruleset, so that tests can put another in its place.
pub trait Engines: Send + Sync {
    /// The engine; `None` for a ruleset that no solver knows.
    fn engine(&self, ruleset: &Arc<dyn AnyRuleset>) -> Option<Arc<dyn Engine>>;
}

/// The solver's own engines.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolverEngines;

impl Engines for SolverEngines {
    fn engine(&self, ruleset: &Arc<dyn AnyRuleset>) -> Option<Arc<dyn Engine>> {
        engine::engine(ruleset)
    }
}
