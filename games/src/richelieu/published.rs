//! [`Published`] for Richelieu.

use super::Richelieu;
use super::card::Card;
use super::deal::Chance;
use super::document::Document;
use super::features::{self, Tally};
use super::moves::Move;
use super::notation;
use super::options::Options;
use super::parts::MoveArgs;
use super::state::State;
use super::told::TEXTS;
use crate::game::Showing;
use crate::locale::Language;
use crate::prelude::*;

impl Published for Richelieu {
    const ID: &'static str = "richelieu";
    const RULES_VERSION: u32 = 1;
    const DOCUMENT_IN_ORDER: bool = true;

    type Options = Options;
    type MoveArgs = MoveArgs;
    type Document = Document;
    type Tally = Tally;

    fn about() -> GameTexts {
        GameTexts {
            title: "Richelieu",
            text: || TEXTS.both("about", &[]),
            min_players: 2,
            max_players: 4,
            notation: notation::FORMS,
        }
    }

    fn rules_text(language: Language) -> Option<&'static str> {
        Some(language.say(
            include_str!("../../data/richelieu/rules.md"),
            include_str!("../../data/richelieu/rules.fr.md"),
        ))
    }

    fn showing() -> Option<Showing<Self>> {
        Some(Showing::OF)
    }

    fn new(options: Options) -> Result<Self, Vec<Fault>> {
        Fault::none(options.faults()).map(|()| Self::under(options))
    }

    fn options(&self) -> &Options {
        &self.options
    }

    /// Both lists are dealt from at random.
    fn in_order(options: &Options) -> Option<Options> {
        let mut ordered = options.clone();
        ordered.deck.sort_by_key(Card::printed_order);
        ordered.disc_cells.sort();
        (ordered != *options).then_some(ordered)
    }

    fn notation(&self, _state: &State, mv: Move, _viewer: Viewer) -> String {
        mv.to_string()
    }

    fn parse(&self, _state: &State, notation: &str) -> Result<Move, NotationError> {
        notation::parse(notation)
    }

    fn move_args(&self, state: &State, mv: Move) -> MoveArgs {
        MoveArgs::of(mv, state)
    }

    fn scores(&self, state: &State, viewer: Viewer) -> BySeat<i32> {
        self.scores_with(state, &self.discs_seen(state, viewer))
    }

    fn document(&self, state: &State) -> Document {
        Document::of(self, state)
    }

    fn is_deal(&self, outcome: &Chance) -> bool {
        matches!(outcome, Chance::Deal(_))
    }

    fn tally(&self, tally: &mut Tally, before: &State, ply: &Ply<Self>, after: &State) {
        let Some((seat, mv)) = ply.action else { return };
        let Some(own) = tally.0.get_mut(seat.index()) else { return };
        match mv {
            Move::Take { row, end, pay } => {
                let Some(cell) = before.table.end(usize::from(row), end) else { return };
                own.first_card.get_or_insert(before.card(cell).region);
                own.pairs += u32::from(before.first_card.is_some());
                own.paid += u32::from(pay.is_some());
                let taken = before.slots.iter().zip(&after.slots).find(|(old, new)| old.place != new.place);
                if let Some(disc) = taken.and_then(|(_, new)| new.disc) {
                    own.discs.add(disc);
                }
                if let Some(owner) = before.marker(cell).filter(|&owner| owner != seat) {
                    tally.0[owner.index()].broken += 1;
                }
            }
            Move::Recover => own.recovered += 1,
            Move::Mark(_) => own.placed += 1,
            Move::Shift { .. } => own.moved += 1,
            Move::Pass => own.passed += 1,
            Move::Stop | Move::Skip => {}
        }
    }

    fn features(&self, tally: &Tally, end: &State) -> BySeat<Vec<Feature>> {
        BySeat::from_fn(self.seats(), |seat| self.seat_features(tally, end, seat))
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        features::infos()
    }
}
