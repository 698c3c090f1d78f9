//! What people see: options, notation, features.

use std::sync::LazyLock;

use tapis_games::bounds::Bounds;
use tapis_games::feature::FeatureKind;
use tapis_games::game::Showing;
use tapis_games::hands::{Deal, Received};
use tapis_games::playing_card::Card;
use tapis_games::prelude::*;
use tapis_games::words::Words;

use crate::Template;
use crate::rules::State;
use crate::shown::TEXTS;

/// The options, complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = TemplateOptions)]
pub struct Options {
    /// The cards of each seat in the first round.
    #[schema(minimum = 1, maximum = 10)]
    pub cards: u8,
    /// The number of seats.
    #[schema(minimum = 2, maximum = 5)]
    pub players: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { cards: 5, players: 3 }
    }
}

static BOUNDS: LazyLock<Bounds> = LazyLock::new(Bounds::of::<Options>);

/// A move taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
#[schema(as = TemplateMove)]
pub enum Parts {
    /// A card is played.
    Play {
        /// Which.
        card: Card,
    },
}

impl Published for Template {
    const ID: &'static str = "template";
    const RULES_VERSION: u32 = 1;

    type Options = Options;
    type MoveArgs = Parts;
    type Document = State;
    type Tally = Received;

    fn about() -> GameTexts {
        GameTexts {
            title: "Template",
            text: || TEXTS.both("about", &[]),
            min_players: 2,
            max_players: 5,
            notation: &["play Kh"],
        }
    }

    fn new(options: Options) -> Result<Self, Vec<Fault>> {
        Fault::none(BOUNDS.check(&options, Vec::new()))?;
        Ok(Self { options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn notation(&self, _: &State, card: Card, _: Viewer) -> String {
        format!("play {card}")
    }

    fn parse(&self, _: &State, notation: &str) -> Result<Card, NotationError> {
        let mut words = Words::new(notation);
        let verb = words.next();
        if verb.text != "play" {
            return Err(verb.wrong(said("form").with("form", "play Kh")));
        }
        let card = words.next().read()?;
        words.end()?;
        Ok(card)
    }

    fn move_args(&self, _: &State, card: Card) -> Parts {
        Parts::Play { card }
    }

    fn document(&self, state: &State) -> State {
        state.clone()
    }

    fn is_deal(&self, deal: &Deal) -> bool {
        deal.anew
    }

    fn tally(&self, tally: &mut Received, _: &State, ply: &Ply<Self>, _: &State) {
        tally.count(&ply.chance, self.seats());
    }

    fn features(&self, received: &Received, end: &State) -> BySeat<Vec<Feature>> {
        let tricks = |seat| vec![Feature::number("tricks", end.points[seat])];
        received.features("card_dealt", self.seats(), tricks)
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        let tricks = (FeatureKind::Number, (Role::Consequence, "tricks"));
        let dealt = (FeatureKind::Categories, (Role::Dealt, "card_dealt"));
        FeatureInfo::list(&TEXTS, [tricks, dealt])
    }

    fn showing() -> Option<Showing<Self>> {
        Some(Showing::OF)
    }
}
