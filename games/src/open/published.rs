//! What people see of an open game.

use super::{Drawn, Open};
use crate::feature::{Feature, FeatureInfo, Role};
use crate::game::{GameTexts, Ply, Published};
use crate::refusal::NotationError;
use crate::ruleset::Fault;
use crate::seat::{BySeat, Viewer};

impl<G: Open> Published for G
where
    Drawn<G::Chance>: utoipa::ToSchema,
{
    const ID: &'static str = G::NAME;
    const RULES_VERSION: u32 = 1;

    type Options = G::Settings;
    type MoveArgs = G::Parts;
    type Document = G::Board;
    type Tally = u32;

    fn about() -> GameTexts {
        G::texts()
    }

    fn new(options: Self::Options) -> Result<Self, Vec<Fault>> {
        G::with(options)
    }

    fn options(&self) -> &Self::Options {
        self.settings()
    }

    fn notation(&self, _: &G::State, mv: G::Move, _: Viewer) -> String {
        self.write(mv)
    }

    fn parse(&self, _: &G::State, notation: &str) -> Result<G::Move, NotationError> {
        self.read(notation)
    }

    fn move_args(&self, _: &G::State, mv: G::Move) -> Self::MoveArgs {
        self.parts(mv)
    }

    fn document(&self, state: &G::State) -> Self::Document {
        self.board(state)
    }

    fn is_deal(&self, _: &G::Chance) -> bool {
        false
    }

    fn tally(&self, tally: &mut Self::Tally, _: &G::State, ply: &Ply<Self>, _: &G::State) {
        *tally += u32::from(ply.action.is_some());
    }

    fn features(&self, &length: &u32, _: &G::State) -> BySeat<Vec<Feature>> {
        BySeat::from_fn(self.seats(), |_| vec![Feature::number("length", length)])
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        vec![FeatureInfo::number(Role::Consequence, "length", "Plies of the game", "Coups de la partie")]
    }
}
