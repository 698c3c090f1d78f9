//! [`Published`] for Le Malin.

use std::sync::Arc;

use super::Malin;
use super::chance::Chance;
use super::document::Document;
use super::features::{self, Tally};
use super::moves::Move;
use super::options::Options;
use super::outcome::barter_for;
use super::state::{Phase, State};
use super::view::{MoveArgs, View};
use crate::feature::{Feature, FeatureInfo};
use crate::game::{Game, GameTexts, Published, Window};
use crate::log::Ply;
use crate::refusal::NotationError;
use crate::ruleset::Fault;
use crate::seat::{BySeat, Viewer};

impl Published for Malin {
    const ID: &'static str = "malin";
    const RULES_VERSION: u32 = 1;

    type Options = Options;
    type View = View;
    type MoveArgs = MoveArgs;
    type Document = Document;
    type Tally = Tally;

    fn about() -> GameTexts {
        GameTexts {
            title: "Le Malin et ses petits malheurs",
            en: "Announce how many tricks you will take, and take exactly so many. 3 to 6 players.",
            fr: "Annoncez combien de plis vous ferez, et faites-en exactement autant. De 3 à 6 joueurs.",
            min_players: 3,
            max_players: 6,
            notation: &[
                "bid 3",
                "play 17",
                "play twin 0 | play twin 35",
                "play wish 20",
                "malheur boost | void | inversion | parry",
                "malheur drain s2 | gift s1 | evil_eye s1",
                "malheur swap s0 s3",
                "malheur retake 12 | retake twin 35 | retake wish 20",
                "malheur perjury +1",
                "malheur curse s2 -1",
                "malheur barter 12 s3 (others read malheur barter ? s3)",
                "pass",
            ],
        }
    }

    fn rules_text() -> Option<&'static str> {
        Some(include_str!("../../data/malin/rules.md"))
    }

    fn new(options: Options) -> Result<Self, Vec<Fault>> {
        Fault::none(options.faults()).map(|()| Self { options: Arc::new(options) })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn notation(&self, state: &State, mv: Move, viewer: Viewer) -> String {
        let barter =
            self.decider(state).map_or(super::notation::Barter::Shown, |seat| barter_for(seat, mv, viewer));
        self.write(mv, barter)
    }

    fn parse(&self, state: &State, notation: &str) -> Result<Move, NotationError> {
        self.read(state, notation)
    }

    fn window(&self, state: &State) -> Option<Window<Move>> {
        let interrupts = match state.phase {
            Phase::DealWindow(_) => false,
            Phase::After(..) => true,
            _ => return None,
        };
        Some(Window { pass: Move::Pass, interrupts })
    }

    fn move_args(&self, _state: &State, mv: Move) -> MoveArgs {
        self.taken_apart(mv)
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

    fn features(&self, tally: &Tally, _end: &State) -> BySeat<Vec<Feature>> {
        self.feature_values(tally)
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        features::infos()
    }
}
