//! [`Published`] for Parbourg.

use std::sync::Arc;

use super::Parbourg;
use super::chance::Chance;
use super::deck::Played;
use super::document::Document;
use super::features::{self, Tally, count_move};
use super::moves::Move;
use super::options::Options;
use super::parts::MoveArgs;
use super::shown::TEXTS;
use super::state::{Phase, State};
use crate::game::{Showing, Window};
use crate::locale::Language;
use crate::prelude::*;
use crate::words::Words;

impl Published for Parbourg {
    const ID: &'static str = "parbourg";
    // Since version 2 the start of the day ends when all seats have passed, not after as many passes.
    const RULES_VERSION: u32 = 2;
    const DOCUMENT_IN_ORDER: bool = true;

    type Options = Options;
    type MoveArgs = MoveArgs;
    type Document = Document;
    type Tally = Tally;

    fn about() -> GameTexts {
        GameTexts {
            title: "Parbourg",
            text: || TEXTS.both("about", &[]),
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

    fn rules_text(language: Language) -> Option<&'static str> {
        Some(language.say(
            include_str!("../../data/parbourg/rules.md"),
            include_str!("../../data/parbourg/rules.fr.md"),
        ))
    }

    fn new(options: Options) -> Result<Self, Vec<Fault>> {
        Fault::none(options.faults())?;
        let deck = Arc::new(Played::new(&options.deck, options.players));
        Ok(Self { options: Arc::new(options), deck })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn in_order(options: &Options) -> Option<Options> {
        let mut ordered = options.clone();
        ordered.deck.put_in_order();
        (ordered != *options).then_some(ordered)
    }

    fn notation(&self, state: &State, mv: Move, viewer: Viewer) -> String {
        self.write(mv, self.decider(state).unwrap_or(Seat(0)), viewer)
    }

    fn parse(&self, _state: &State, notation: &str) -> Result<Move, NotationError> {
        let mut words = Words::new(notation);
        let verb = words.next();
        let mv = match verb.text {
            "bet" => self.read_bet(&mut words)?,
            "event" => self.read_use(&mut words, Move::Event)?,
            "alchemy" => self.read_use(&mut words, Move::Alchemy)?,
            "ephemeral" => self.read_use(&mut words, Move::Ephemeral)?,
            "build" => Move::Build(self.card_of(words.next())?),
            "keep" => Move::Keep(self.henchman_of(words.next())?),
            "initiative" => Move::Initiative(self.henchman_of(words.next())?),
            "pass" => Move::Pass,
            "end" => Move::End,
            "fold" => Move::Fold,
            _ => return Err(verb.wrong(said("parbourg_move"))),
        };
        words.end()?;
        Ok(mv)
    }

    fn window(&self, state: &State) -> Option<Window<Move>> {
        self.decider(state)?;
        let interrupts = !state.chain.is_empty() || state.phase == Phase::Window;
        (interrupts || state.phase == Phase::Alchemy).then_some(Window { pass: Move::Pass, interrupts })
    }

    fn move_args(&self, _state: &State, mv: Move) -> MoveArgs {
        MoveArgs::of(mv, self)
    }

    fn document(&self, state: &State) -> Document {
        Document::of(self, state)
    }

    fn is_deal(&self, outcome: &Chance) -> bool {
        matches!(outcome, Chance::Deal(_))
    }

    fn tally(&self, tally: &mut Tally, before: &State, ply: &Ply<Self>, after: &State) {
        self.count_received(tally, before, ply, after);
        let Some((seat, mv)) = ply.action else { return };
        count_move(&mut tally.seats[seat.index()], before, seat, mv);
        self.count_settled(tally, before, (seat, mv), after);
        if (before.day, before.challenge) != (after.day, after.challenge) {
            self.count_challenge(tally, before, after);
        }
    }

    fn features(&self, tally: &Tally, end: &State) -> BySeat<Vec<Feature>> {
        BySeat::from_fn(self.seats(), |seat| self.seat_features(tally, end, seat))
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        features::infos(&self.deck)
    }

    fn showing() -> Option<Showing<Self>> {
        Some(Showing::OF)
    }
}
