//! [`Published`] for Les 7 Blasons.

use std::sync::Arc;

use super::SeptBlasons;
use super::card::CHARACTERS;
use super::chance::Chance;
use super::document::{Document, MoveArgs};
use super::features::{self, Tally};
use super::moves::{Action, Move};
use super::options::{Options, Variant};
use super::powers;
use super::state::State;
use super::view::View;
use crate::feature::{Feature, FeatureInfo};
use crate::game::{Game, GameTexts, Published, SetChoice};
use crate::log::Ply;
use crate::refusal::NotationError;
use crate::ruleset::Fault;
use crate::seat::{BySeat, Viewer};

impl Published for SeptBlasons {
    const ID: &'static str = "sept-blasons";
    const RULES_VERSION: u32 = 1;

    type Options = Options;
    type View = View;
    type MoveArgs = MoveArgs;
    type Document = Document;
    type Tally = Tally;

    fn about() -> GameTexts {
        GameTexts {
            title: "Les 7 Blasons",
            en: "Tricks of open hands whose characters move tokens; a family's cards count by its tokens. 3 to 7 players.",
            fr: "Des plis à mains ouvertes dont les personnages déplacent des blasons ; les cartes d'une famille comptent \
                 selon ses blasons. De 3 à 7 joueurs.",
            min_players: 3,
            max_players: 7,
            notation: &[
                "play 0 … play 7, with activation play 5 consult | serve | peek",
                "value s2 | power s2 | self",
                "draw t07 | draw pool",
                "reveal t12 | reveal pool",
                "remove t12",
                "give t12 s3",
                "swap t03 t12 | swap t03 pool",
                "serve s2",
                "look s0:1,2 s3:4",
                "peek t05 t09",
                "none",
            ],
        }
    }

    fn rules_text() -> Option<&'static str> {
        Some(include_str!("../../data/sept_blasons/rules.md"))
    }

    fn new(mut options: Options) -> Result<Self, Vec<Fault>> {
        options.variants.sort();
        Fault::none(options.faults())?;
        let mut values = [0; CHARACTERS];
        values.iter_mut().zip(&options.deck.values).for_each(|(value, &printed)| *value = printed);
        let action = |variant: &Variant| match variant {
            Variant::Consultent => Some(Action::Consult),
            Variant::SeServent => Some(Action::Serve),
            Variant::Curieux => Some(Action::Peek),
            Variant::Religieux => None,
        };
        let actions = options.variants.iter().filter_map(action).collect();
        Ok(Self { options: Arc::new(options), values, actions })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn notation(&self, state: &State, mv: Move, _viewer: Viewer) -> String {
        self.write(state, mv)
    }

    fn parse(&self, state: &State, notation: &str) -> Result<Move, NotationError> {
        self.read(state, notation)
    }

    fn set_choice(&self, state: &State) -> Option<SetChoice> {
        powers::described(self, state)
    }

    fn is_described(&self, mv: Move) -> bool {
        matches!(mv, Move::Look { .. } | Move::Peek(_))
    }

    fn move_args(&self, state: &State, mv: Move) -> MoveArgs {
        self.taken_apart(state, mv)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.viewed(state, viewer)
    }

    fn scores(&self, state: &State, _viewer: Viewer) -> BySeat<i32> {
        self.payoffs(state).scores
    }

    fn document(&self, state: &State) -> Document {
        self.documented(state)
    }

    fn is_deal(&self, outcome: &Chance) -> bool {
        matches!(outcome, Chance::Deal(_))
    }

    fn tally(&self, tally: &mut Tally, before: &State, ply: &Ply<Self>, after: &State) {
        self.count(tally, before, ply, after);
    }

    fn features(&self, tally: &Tally, end: &State) -> BySeat<Vec<Feature>> {
        self.feature_values(tally, end)
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        features::infos()
    }
}
