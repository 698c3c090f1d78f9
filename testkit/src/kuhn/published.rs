//! What people see of Kuhn poker.

use serde::Serialize;
use tapis_games::feature::{Feature, FeatureInfo, Role};
use tapis_games::game::{GameTexts, Ply, Published, Showing};
use tapis_games::refusal::{NotationError, Text};
use tapis_games::ruleset::Fault;
use tapis_games::seat::{BySeat, Viewer};
use utoipa::ToSchema;

use super::observed::NOTATIONS;
use super::{Action, Deal, Kuhn, State, winnings};
use crate::words::one_of;

pub use tapis_games::open::NoSettings;

/// A move taken apart.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
#[schema(as = KuhnMove)]
pub enum Parts {
    /// Check, or fold to a bet.
    Pass {},
    /// Bet one, or call a bet.
    Bet {},
}

impl Published for Kuhn {
    const ID: &'static str = "kuhn";
    const RULES_VERSION: u32 = 1;

    type Options = NoSettings;
    type MoveArgs = Parts;
    type Document = State;
    type Tally = ();

    fn about() -> GameTexts {
        GameTexts {
            title: "Kuhn poker",
            text: || Text::new("Three cards, one each, one bet.", "Trois cartes, une chacun, une mise."),
            min_players: 2,
            max_players: 2,
            notation: &["pass", "bet"],
        }
    }

    fn new(settings: NoSettings) -> Result<Self, Vec<Fault>> {
        Ok(Self { settings })
    }

    fn options(&self) -> &NoSettings {
        &self.settings
    }

    fn notation(&self, _: &State, action: Action, _: Viewer) -> String {
        action.notation().to_owned()
    }

    fn parse(&self, _: &State, notation: &str) -> Result<Action, NotationError> {
        one_of(notation, &NOTATIONS)
    }

    fn move_args(&self, _: &State, action: Action) -> Parts {
        match action {
            Action::Pass => Parts::Pass {},
            Action::Bet => Parts::Bet {},
        }
    }

    fn document(&self, state: &State) -> State {
        *state
    }

    fn is_deal(&self, _: &Deal) -> bool {
        true
    }

    fn tally(&self, _: &mut (), _: &State, _: &Ply<Self>, _: &State) {}

    fn features(&self, _: &(), end: &State) -> BySeat<Vec<Feature>> {
        let chips = winnings(end);
        BySeat::from_fn(2, |seat| vec![Feature::number("chips", chips[seat])])
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        vec![FeatureInfo::number(Role::Consequence, "chips", "Chips won", "Jetons gagnés")]
    }

    fn showing() -> Option<Showing<Self>> {
        Some(Showing::OF)
    }
}
