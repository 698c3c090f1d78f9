//! What people see of Leduc poker.

use serde::Serialize;
use tapis_games::feature::{Feature, FeatureInfo, Role};
use tapis_games::game::{GameTexts, Ply, Published};
use tapis_games::open::NoSettings;
use tapis_games::refusal::NotationError;
use tapis_games::ruleset::Fault;
use tapis_games::seat::{BySeat, Viewer};
use utoipa::ToSchema;

use super::observed::NOTATIONS;
use super::{Action, Card, Leduc, Luck, State, winnings};
use crate::words::one_of;

/// The full state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Document {
    /// By seat, the cards.
    pub cards: [Option<Card>; 2],
    /// The card in the middle, once turned up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub middle: Option<Card>,
    /// The actions of each round so far.
    pub rounds: [Vec<Action>; 2],
}

/// A move taken apart.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
#[schema(as = LeducMove)]
pub enum Parts {
    /// Give up the pot.
    Fold {},
    /// Put in what is asked.
    Call {},
    /// One bet more.
    Raise {},
}

impl Published for Leduc {
    const ID: &'static str = "leduc";
    const RULES_VERSION: u32 = 1;

    type Options = NoSettings;
    type MoveArgs = Parts;
    type Document = Document;
    type Tally = ();

    fn about() -> GameTexts {
        GameTexts {
            title: "Leduc poker",
            en: "Six cards, one each and one in the middle, two rounds of betting.",
            fr: "Six cartes, une chacun et une au milieu, deux tours de mises.",
            min_players: 2,
            max_players: 2,
            notation: &["fold", "call", "raise"],
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
            Action::Fold => Parts::Fold {},
            Action::Call => Parts::Call {},
            Action::Raise => Parts::Raise {},
        }
    }

    fn scores(&self, state: &State, _: Viewer) -> BySeat<i32> {
        // The cards decide who has won only once they are shown, or one has folded.
        winnings(state)
    }

    fn document(&self, state: &State) -> Document {
        Document {
            rounds: state.rounds.map(|round| round.actions().collect()),
            middle: state.middle,
            cards: [0, 1].map(|seat: usize| state.cards.map(|cards| cards[seat])),
        }
    }

    fn is_deal(&self, luck: &Luck) -> bool {
        matches!(luck, Luck::Deal { .. })
    }

    fn tally(&self, _: &mut (), _: &State, _: &Ply<Self>, _: &State) {}

    fn features(&self, _: &(), end: &State) -> BySeat<Vec<Feature>> {
        let chips = winnings(end);
        BySeat::from_fn(2, |seat| vec![Feature::number("chips", chips[seat])])
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        vec![FeatureInfo::number(Role::Consequence, "chips", "Chips won", "Jetons gagnés")]
    }
}
