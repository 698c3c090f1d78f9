//! [`Published`] for Parbourg.

use super::Parbourg;
use super::chance::Chance;
use super::document::Document;
use super::features::{self, Tally};
use super::moves::Move;
use super::options::Options;
use super::state::{Phase, State};
use super::view::{MoveArgs, View};
use crate::feature::{Feature, FeatureInfo};
use crate::game::{Game, GameTexts, Published, Window};
use crate::log::Ply;
use crate::refusal::NotationError;
use crate::ruleset::Fault;
use crate::seat::{BySeat, Seat, Viewer};

impl Published for Parbourg {
    const ID: &'static str = "parbourg";
    // Since version 2 the start of the day ends when all seats have passed, not after as many passes.
    const RULES_VERSION: u32 = 2;

    type Options = Options;
    type View = View;
    type MoveArgs = MoveArgs;
    type Document = Document;
    type Tally = Tally;

    fn about() -> GameTexts {
        GameTexts {
            title: "Parbourg",
            en: "Four days of four challenges, won with bets, events, buildings and the henchman of the day. 2 to 6 \
                 players.",
            fr: "Quatre journées de quatre défis, remportés par des mises, des événements, des bâtiments et l'homme de \
                 main du jour. De 2 à 6 joueurs.",
            min_players: 2,
            max_players: 6,
            notation: &[
                "bet #17 | bet #17 hidden (others read bet #? hidden)",
                "bet #48 event | bet #56 event s2 | bet #51 event s2 #44 | bet #51 event s2 ?3",
                "event #67 | event #73 s2 | event #77 #44 | event #78 #12",
                "build #82",
                "alchemy #90",
                "ephemeral #95 | ephemeral #99 s2 | ephemeral #97 3 | ephemeral #98 s2 3",
                "keep 3",
                "initiative 3",
                "pass",
                "end | fold",
            ],
        }
    }

    fn rules_text() -> Option<&'static str> {
        Some(include_str!("../../data/parbourg/rules.md"))
    }

    fn new(options: Options) -> Result<Self, Vec<Fault>> {
        Self::built(options)
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn notation(&self, state: &State, mv: Move, viewer: Viewer) -> String {
        self.write(mv, self.decider(state).unwrap_or(Seat(0)), viewer)
    }

    fn parse(&self, _state: &State, notation: &str) -> Result<Move, NotationError> {
        self.read(notation)
    }

    fn window(&self, state: &State) -> Option<Window<Move>> {
        self.decider(state)?;
        let interrupts = !state.chain.is_empty() || state.phase == Phase::Window;
        (interrupts || state.phase == Phase::Alchemy).then_some(Window { pass: Move::Pass, interrupts })
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

    fn features(&self, tally: &Tally, end: &State) -> BySeat<Vec<Feature>> {
        self.feature_values(tally, end)
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        features::infos(&self.deck)
    }
}
