//! [`Published`] for Richelieu.

use super::Richelieu;
use super::deal::Chance;
use super::document::Document;
use super::features::{self, Tally};
use super::moves::Move;
use super::notation;
use super::options::Options;
use super::state::State;
use super::view::{MoveArgs, View};
use crate::feature::{Feature, FeatureInfo};
use crate::game::{GameTexts, Published};
use crate::log::Ply;
use crate::refusal::NotationError;
use crate::ruleset::Fault;
use crate::seat::{BySeat, Viewer};

impl Published for Richelieu {
    const ID: &'static str = "richelieu";
    const RULES_VERSION: u32 = 1;

    type Options = Options;
    type View = View;
    type MoveArgs = MoveArgs;
    type Document = Document;
    type Tally = Tally;

    fn about() -> GameTexts {
        GameTexts {
            title: "Richelieu",
            en: "Take cards from the ends of four rows, protect what you want with markers, and hold the majority in \
                 nine regions and three symbols.",
            fr: "Prenez des cartes aux bouts de quatre rangées, protégez ce que vous voulez par des marqueurs, et ayez \
                 la majorité dans neuf provinces et trois symboles.",
            min_players: 2,
            max_players: 4,
            notation: notation::FORMS,
        }
    }

    fn rules_text() -> Option<&'static str> {
        Some(include_str!("../../data/richelieu/rules.md"))
    }

    fn new(options: Options) -> Result<Self, Vec<Fault>> {
        Fault::none(options.faults()).map(|()| Self::under(options))
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn notation(&self, _state: &State, mv: Move, _viewer: Viewer) -> String {
        mv.to_string()
    }

    fn parse(&self, _state: &State, notation: &str) -> Result<Move, NotationError> {
        notation::parse(notation)
    }

    fn move_args(&self, state: &State, mv: Move) -> MoveArgs {
        self.args_of(state, mv)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.view_for(state, viewer)
    }

    fn scores(&self, state: &State, viewer: Viewer) -> BySeat<i32> {
        self.scores_for(state, viewer)
    }

    fn document(&self, state: &State) -> Document {
        self.document_of(state)
    }

    fn is_deal(&self, outcome: &Chance) -> bool {
        matches!(outcome, Chance::Deal(_))
    }

    fn tally(&self, tally: &mut Tally, before: &State, ply: &Ply<Self>, after: &State) {
        tally.count(before, ply, after);
    }

    fn features(&self, tally: &Tally, end: &State) -> BySeat<Vec<Feature>> {
        self.features_of(tally, end)
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        features::infos()
    }
}
