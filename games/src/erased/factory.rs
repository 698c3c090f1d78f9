//! Typed rulesets behind [`AnyGame`] and [`AnyRuleset`].

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use utoipa::ToSchema;

use super::observation::{learn, legal_moves, typed_ply, viewer};
use super::table::{Table, seen, stored_ply};
use super::{
    AnyGame, AnyRuleset, AnyTable, GameSchemas, LegalMove, LogError, LogFault, ObservedPosition, Replay,
    ReplayPly, ReplayRound, StoredPly,
};
use crate::facts::infos;
use crate::feature::FeatureInfo;
use crate::game::{GameTexts, InformationSet, Ply, Published, Turn};
use crate::json::json;
use crate::locale::{Language, Texts};
use crate::log::{AnySeenPly, ObservationLog};
use crate::random::{Seed, Stream};
use crate::refusal::Refusal;
use crate::ruleset::{Fault, Ruleset};
use crate::seat::Viewer;
use crate::shown::Pieces;

/// The game `G` as an object.
pub struct Factory<G>(PhantomData<fn() -> G>);

impl<G> Factory<G> {
    /// The one value.
    pub const NEW: Self = Self(PhantomData);
}

impl<G: Published> AnyGame for Factory<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn about(&self) -> GameTexts {
        G::about()
    }

    fn rules_text(&self, language: Language) -> Option<&'static str> {
        G::rules_text(language)
    }

    fn rules_version(&self) -> u32 {
        G::RULES_VERSION
    }

    fn ruleset(&self, options: &str) -> Result<Arc<dyn AnyRuleset>, Vec<Fault>> {
        let rules = super::options::ruleset::<G>(options)?;
        let rules = match G::in_order(rules.options()) {
            Some(options) => G::new(options)?,
            None => rules,
        };
        Ok(Arc::new(TypedRuleset::new(rules)))
    }

    fn hashed(&self, options: &str) -> Result<Arc<dyn AnyRuleset>, Vec<Fault>> {
        Ok(Arc::new(TypedRuleset::new(super::options::ruleset::<G>(options)?)))
    }

    fn schemas(&self) -> GameSchemas {
        let mut all = Vec::new();
        fn add<T: ToSchema>(
            all: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>,
        ) -> String {
            T::schemas(all);
            let name = T::name().into_owned();
            all.push((name.clone(), T::schema()));
            name
        }
        GameSchemas { options: add::<G::Options>(&mut all), move_args: add::<G::MoveArgs>(&mut all), all }
    }
}

/// A ruleset of the game `G` behind [`AnyRuleset`].
pub struct TypedRuleset<G> {
    rules: G,
    ruleset: Ruleset,
}

impl<G: Published> TypedRuleset<G> {
    /// Names the ruleset `rules`.
    pub fn new(rules: G) -> Self {
        Self { ruleset: Ruleset::of(&rules), rules }
    }

    /// The typed rules.
    pub fn rules(&self) -> &G {
        &self.rules
    }

    /// A history, the set-up first, as it would be stored.
    ///
    /// # Errors
    /// The first ply that the rules forbid.
    pub fn stored(&self, history: &[Ply<G>]) -> Result<Vec<StoredPly>, Refusal> {
        let rules = &self.rules;
        let mut state = rules.start();
        let mut plies = Vec::with_capacity(history.len());
        for ply in history {
            plies.push(stored_ply(rules, &state, ply));
            if let Some((_, mv)) = ply.action {
                rules.play(&mut state, mv)?;
            }
            for outcome in &ply.chance {
                rules.resolve(&mut state, outcome)?;
            }
        }
        Ok(plies)
    }
}

impl<G: Published> AnyRuleset for TypedRuleset<G> {
    fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    fn seats(&self) -> usize {
        self.rules.seats()
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        infos(&self.rules)
    }

    fn texts(&self) -> Option<&'static Texts> {
        G::showing().and_then(|showing| (showing.texts)())
    }

    fn pieces(&self) -> Option<Pieces> {
        G::showing().map(|showing| (showing.pieces)(&self.rules))
    }

    fn deal(&self, seed: &Seed) -> Box<dyn AnyTable> {
        Box::new(Table::deal(self.rules.clone(), &mut seed.stream(Stream::Deal)))
    }

    fn restore(&self, plies: &[StoredPly]) -> Result<Box<dyn AnyTable>, LogError> {
        Ok(Box::new(Table::restore(self.rules.clone(), plies)?))
    }

    fn replay(&self, plies: &[StoredPly]) -> Result<Replay, LogError> {
        let (rules, mut replay) = (&self.rules, Replay::default());
        let table = Table::restore(rules.clone(), plies)?;
        for ((before, ply, after), record) in table.walk(0).zip(table.plies.iter()) {
            let state_hash = hex::encode(record.state_hash);
            let deals = ply.chance.iter().filter(|outcome| rules.is_deal(outcome));
            replay.rounds.extend(deals.map(|deal| ReplayRound {
                initial: json(deal),
                ply: ply.n,
                state_hash: state_hash.clone(),
            }));
            let AnySeenPly { n, seat, notation, outcome } =
                seen(rules, &before, &ply, &after, Viewer::Replay);
            if seat.is_some() {
                let legal = legal_moves(rules, &before).iter().map(LegalMove::in_replay).collect();
                replay.plies.push(ReplayPly { n, seat, legal, notation, outcome, state_hash });
            }
        }
        Ok(replay)
    }

    fn follow(&self, log: &ObservationLog) -> Result<ObservedPosition, LogFault> {
        let rules = &self.rules;
        let knowledge = learn(rules, log)?;
        let world = knowledge.sample_world(rules, &mut ChaCha8Rng::from_seed(log.sha256()));
        let turn = rules.turn(&world);
        let own = matches!((turn, log.seat), (Turn::Player(mover), Some(seat)) if mover == seat);
        Ok(ObservedPosition { turn, legal_moves: if own { legal_moves(rules, &world) } else { Vec::new() } })
    }

    fn sample_history(&self, log: &ObservationLog, rng: &mut dyn Rng) -> Result<Vec<StoredPly>, Refusal> {
        let seen = log.plies.iter().map(typed_ply::<G>).collect::<Result<Vec<_>, _>>()?;
        let history = G::Knowledge::sample_history(&self.rules, viewer(log.seat), &seen, rng)?;
        self.stored(&history)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
