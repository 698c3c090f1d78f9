//! Who searches.

use std::sync::Arc;

use tapis_games::erased::AnyRuleset;
use tapis_solver::engine::Engine;
use tapis_solver::registry::Registry;

/// Finds the engine of a ruleset, so that tests can put another in its place.
pub trait Engines: Send + Sync {
    /// The engine; `None` for a ruleset that no solver knows.
    fn engine(&self, ruleset: &dyn AnyRuleset) -> Option<Arc<dyn Engine>>;
}

/// The solver's own engines.
impl Engines for Registry {
    fn engine(&self, ruleset: &dyn AnyRuleset) -> Option<Arc<dyn Engine>> {
        Registry::engine(self, ruleset)
    }
}
