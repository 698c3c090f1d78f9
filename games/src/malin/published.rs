//! [`Published`] for Le Malin.

use std::sync::Arc;

use super::Malin;
use super::chance::Chance;
use super::document::Document;
use super::features::{self, Tally};
use super::moves::Move;
use super::options::Options;
use super::parts::MoveArgs;
use super::state::{Phase, State};
use super::told::TEXTS;
use crate::game::{Showing, Window};
use crate::locale::Language;
use crate::prelude::*;
use crate::words::Words;

impl Published for Malin {
    const ID: &'static str = "malin";
    const RULES_VERSION: u32 = 1;
    const DOCUMENT_IN_ORDER: bool = true;

    type Options = Options;
    type MoveArgs = MoveArgs;
    type Document = Document;
    type Tally = Tally;

    fn about() -> GameTexts {
        GameTexts {
            title: "Le Malin et ses petits malheurs",
            text: || TEXTS.both("about", &[]),
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

    fn rules_text(language: Language) -> Option<&'static str> {
        Some(
            language
                .say(include_str!("../../data/malin/rules.md"), include_str!("../../data/malin/rules.fr.md")),
        )
    }

    fn showing() -> Option<Showing<Self>> {
        Some(Showing::OF)
    }

    fn new(options: Options) -> Result<Self, Vec<Fault>> {
        Fault::none(options.faults()).map(|()| Self { options: Arc::new(options) })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn in_order(options: &Options) -> Option<Options> {
        let mut ordered = options.clone();
        ordered.malheur_deck.sort_by_key(|card| card.id);
        (ordered != *options).then_some(ordered)
    }

    fn notation(&self, state: &State, mv: Move, viewer: Viewer) -> String {
        self.write(mv, self.decider(state).unwrap_or_default(), viewer)
    }

    fn parse(&self, _state: &State, text: &str) -> Result<Move, NotationError> {
        let mut words = Words::new(text);
        let verb = words.next();
        let mv = match verb.text {
            "bid" => Move::Bid(words.next().number(99, said("bid_number"))?),
            "play" => Move::Play(self.read_lay(&mut words)?),
            "malheur" => Move::Malheur(self.read_malheur(&mut words)?),
            "pass" => Move::Pass,
            _ => return Err(verb.wrong(said("malin_move"))),
        };
        words.end()?;
        Ok(mv)
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
        MoveArgs::of(mv)
    }

    fn document(&self, state: &State) -> Document {
        Document::of(self, state)
    }

    fn is_deal(&self, outcome: &Chance) -> bool {
        matches!(outcome, Chance::Deal(_))
    }

    fn tally(&self, tally: &mut Tally, before: &State, ply: &Ply<Self>, after: &State) {
        if after.round != before.round {
            self.count_deal(tally, after);
            self.count_drawn(tally, before, ply, after);
        }
        let Some((seat, mv)) = ply.action else { return };
        self.count_move(tally, before, seat, mv);
        let mut end = before.clone();
        self.play_unchecked(&mut end, mv);
        if end.tricks != before.tricks {
            self.count_trick(tally, before, seat, mv);
        }
        if matches!(end.phase, Phase::Deal | Phase::Reshuffle(_) | Phase::Over) {
            self.count_contracts(tally, &end);
        }
    }

    fn features(&self, tally: &Tally, _end: &State) -> BySeat<Vec<Feature>> {
        BySeat::from_fn(self.seats(), |seat| self.seat_features(tally, seat))
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        features::infos()
    }
}
