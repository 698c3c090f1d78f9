//! The registry: the games a program plays, each with its rules and its opinions.
//!
//! [`Registry::standard`] is the only list of the published games. A program adds its own with [`Registry::with`]; that one
//! call makes the game known to the service, its bots and hints, the lab and the OpenAPI document.

use std::fmt;
use std::sync::Arc;

use tapis_games::erased::{AnyGame, AnyRuleset, Factory, StoredPly, TypedRuleset};
use tapis_games::game::Published;
use tapis_games::malin::Malin;
use tapis_games::parbourg::Parbourg;
use tapis_games::richelieu::Richelieu;
use tapis_games::sept_blasons::SeptBlasons;

use crate::bots::Bot;
use crate::control::Control;
use crate::engine::{Engine, TypedEngine};
use crate::heuristics::Heuristics;
#[cfg(feature = "testing")]
use crate::learning::{self, Experience, Play};
use crate::reference::{Reference, TypedReference};
use crate::simulation::{self, Seeds, SimulatedGame, SimulationError, ValuedGame};

/// A game of the registry: its rules as objects, and the searches that need its types.
pub trait RegisteredGame: AnyGame {
    /// The engine of `ruleset`; `None` when it is a ruleset of another game.
    fn engine(&self, ruleset: &dyn AnyRuleset) -> Option<Arc<dyn Engine>>;

    /// The reference player of `ruleset`; `None` when it is a ruleset of another game.
    fn reference(&self, ruleset: &dyn AnyRuleset) -> Option<Arc<dyn Reference>>;

    /// Plays a game of `ruleset` in memory with one bot per seat.
    ///
    /// # Errors
    /// See [`SimulationError`]; [`SimulationError::UnknownGame`] when it is a ruleset of another game.
    fn simulate(
        &self,
        ruleset: &dyn AnyRuleset,
        bots: &[Bot],
        seeds: Seeds,
        control: &Control,
    ) -> Result<SimulatedGame, SimulationError>;

    /// Plays the same game as [`RegisteredGame::simulate`] and answers its log, the set-up first.
    ///
    /// # Errors
    /// As [`RegisteredGame::simulate`].
    fn simulate_log(
        &self,
        ruleset: &dyn AnyRuleset,
        bots: &[Bot],
        seeds: Seeds,
        control: &Control,
    ) -> Result<Vec<StoredPly>, SimulationError>;

    /// Plays the same game as [`RegisteredGame::simulate`] and answers what each of its positions is worth, by so many lines.
    ///
    /// # Errors
    /// As [`RegisteredGame::simulate`].
    fn simulate_valued(
        &self,
        ruleset: &dyn AnyRuleset,
        bots: &[Bot],
        seeds: Seeds,
        lines: u32,
        control: &Control,
    ) -> Result<ValuedGame, SimulationError>;

    /// Plays a game of `ruleset` and answers its positions, to learn from.
    ///
    /// # Errors
    /// As [`RegisteredGame::simulate`].
    #[cfg(feature = "testing")]
    fn experience(
        &self,
        ruleset: &dyn AnyRuleset,
        play: Play,
        control: &Control,
    ) -> Result<Experience, SimulationError>;
}

impl<G: Published + Heuristics> RegisteredGame for Factory<G> {
    fn engine(&self, ruleset: &dyn AnyRuleset) -> Option<Arc<dyn Engine>> {
        Some(Arc::new(TypedEngine::new(typed::<G>(ruleset).ok()?.rules().clone())))
    }

    fn reference(&self, ruleset: &dyn AnyRuleset) -> Option<Arc<dyn Reference>> {
        Some(Arc::new(TypedReference::new(typed::<G>(ruleset).ok()?.rules().clone())))
    }

    fn simulate(
        &self,
        ruleset: &dyn AnyRuleset,
        bots: &[Bot],
        seeds: Seeds,
        control: &Control,
    ) -> Result<SimulatedGame, SimulationError> {
        simulation::simulate(typed::<G>(ruleset)?.rules(), bots, seeds, control)
    }

    fn simulate_log(
        &self,
        ruleset: &dyn AnyRuleset,
        bots: &[Bot],
        seeds: Seeds,
        control: &Control,
    ) -> Result<Vec<StoredPly>, SimulationError> {
        let ruleset = typed::<G>(ruleset)?;
        Ok(ruleset.stored(&simulation::log(ruleset.rules(), bots, seeds, control)?)?)
    }

    fn simulate_valued(
        &self,
        ruleset: &dyn AnyRuleset,
        bots: &[Bot],
        seeds: Seeds,
        lines: u32,
        control: &Control,
    ) -> Result<ValuedGame, SimulationError> {
        simulation::valued(typed::<G>(ruleset)?.rules(), bots, seeds, lines, control)
    }

    #[cfg(feature = "testing")]
    fn experience(
        &self,
        ruleset: &dyn AnyRuleset,
        play: Play,
        control: &Control,
    ) -> Result<Experience, SimulationError> {
        learning::experience(typed::<G>(ruleset)?.rules(), play, control)
    }
}

/// `ruleset` as one of the game `G`.
fn typed<G: Published>(ruleset: &dyn AnyRuleset) -> Result<&TypedRuleset<G>, SimulationError> {
    ruleset.as_any().downcast_ref().ok_or(SimulationError::UnknownGame)
}

/// The games, in the order they are shown. Cheap to clone.
#[derive(Clone, Default)]
pub struct Registry(Vec<&'static dyn RegisteredGame>);

impl Registry {
    /// The four published games. A new game of this repository is one line here.
    pub fn standard() -> Self {
        Self::default().with::<Richelieu>().with::<SeptBlasons>().with::<Malin>().with::<Parbourg>()
    }

    /// The registry with the game `G` at its end. It takes the place of a game with the same id.
    #[must_use]
    pub fn with<G: Published + Heuristics>(mut self) -> Self {
        let game: &'static dyn RegisteredGame = const { &Factory::<G>::NEW };
        match self.0.iter_mut().find(|known| known.id() == game.id()) {
            Some(known) => *known = game,
            None => self.0.push(game),
        }
        self
    }

    /// All games, in the order they are shown.
    pub fn games(&self) -> impl ExactSizeIterator<Item = &'static dyn RegisteredGame> + '_ {
        self.0.iter().copied()
    }

    /// The game with this id.
    pub fn game(&self, id: &str) -> Option<&'static dyn RegisteredGame> {
        self.games().find(|game| game.id() == id)
    }

    /// The ids of all games, for refusals: `richelieu, sept-blasons, …`.
    pub fn ids(&self) -> String {
        self.games().map(|game| game.id()).collect::<Vec<_>>().join(", ")
    }

    /// The engine of a ruleset; `None` when its game is not registered.
    pub fn engine(&self, ruleset: &dyn AnyRuleset) -> Option<Arc<dyn Engine>> {
        self.game(&ruleset.ruleset().game)?.engine(ruleset)
    }

    /// The reference player of a ruleset; `None` when its game is not registered.
    pub fn reference(&self, ruleset: &dyn AnyRuleset) -> Option<Arc<dyn Reference>> {
        self.game(&ruleset.ruleset().game)?.reference(ruleset)
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.games().map(|game| game.id())).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_an_engine_for_its_own_rulesets_alone() {
        let registry = Registry::standard();
        assert_eq!(registry.ids(), "richelieu, sept-blasons, malin, parbourg");
        for game in registry.games() {
            let ruleset = game.ruleset("{}").expect("the default ruleset");
            assert!(registry.engine(&*ruleset).is_some(), "{}", game.id());
            let able = registry.games().filter(|other| other.engine(&*ruleset).is_some());
            assert_eq!(able.map(|other| other.id()).collect::<Vec<_>>(), [game.id()]);
        }
    }

    #[test]
    fn a_game_of_the_same_id_takes_the_place() {
        let registry = Registry::standard().with::<Malin>();
        assert_eq!(registry.ids(), Registry::standard().ids());
        assert!(Registry::default().game("malin").is_none());
    }
}
