//! [`Published`] for Les 7 Blasons.

use std::sync::Arc;

use super::SeptBlasons;
use super::card::{CHARACTERS, Character};
use super::chance::Chance;
use super::document::Document;
use super::features::{self, Tally};
use super::moves::{Action, Move};
use super::notation::{action, pick, read_peek, token};
use super::options::{Options, Variant};
use super::parts::MoveArgs;
use super::powers;
use super::state::State;
use super::told::TEXTS;
use crate::game::{SetChoice, Showing};
use crate::locale::Language;
use crate::prelude::*;
use crate::words::Words;

impl Published for SeptBlasons {
    const ID: &'static str = "sept-blasons";
    const RULES_VERSION: u32 = 1;
    const DOCUMENT_IN_ORDER: bool = true;

    type Options = Options;
    type MoveArgs = MoveArgs;
    type Document = Document;
    type Tally = Tally;

    fn about() -> GameTexts {
        GameTexts {
            title: "Les 7 Blasons",
            text: || TEXTS.both("about", &[]),
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

    fn rules_text(language: Language) -> Option<&'static str> {
        Some(language.say(
            include_str!("../../data/sept_blasons/rules.md"),
            include_str!("../../data/sept_blasons/rules.fr.md"),
        ))
    }

    fn showing() -> Option<Showing<Self>> {
        Some(Showing::OF)
    }

    fn new(mut options: Options) -> Result<Self, Vec<Fault>> {
        Fault::none(options.faults())?;
        options.variants.sort();
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
        match mv {
            Move::Play(character, None) => format!("play {}", character.0),
            Move::Play(character, Some(action)) => format!("play {} {}", character.0, action.name()),
            Move::Value(seat) => format!("value s{}", seat.0),
            Move::Power(seat) => format!("power s{}", seat.0),
            Move::Itself => "self".to_owned(),
            Move::Draw(pick) => format!("draw {pick}"),
            Move::Reveal(pick) => format!("reveal {pick}"),
            Move::Remove(id) => format!("remove t{id:02}"),
            Move::Give(id, seat) => format!("give t{id:02} s{}", seat.0),
            Move::Swap(id, pick) => format!("swap t{id:02} {pick}"),
            Move::Serve(seat) => format!("serve s{}", seat.0),
            Move::Look { own, other } => self.write_look(state, own, other),
            Move::Peek(mask) => state
                .tokens
                .among(mask)
                .fold("peek".to_owned(), |text, token| format!("{text} t{:02}", token.id)),
            Move::Decline => "none".to_owned(),
        }
    }

    fn parse(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        let mut words = Words::new(text);
        let verb = words.next();
        let mv = match verb.text {
            "play" => {
                let character = words.next().number(7, said("character"))?;
                let action = words.maybe().map(action).transpose()?;
                Move::Play(Character(character), action)
            }
            "value" => Move::Value(words.next().seat()?),
            "power" => Move::Power(words.next().seat()?),
            "serve" => Move::Serve(words.next().seat()?),
            "self" => Move::Itself,
            "none" => Move::Decline,
            "draw" => Move::Draw(pick(words.next())?),
            "reveal" => Move::Reveal(pick(words.next())?),
            "remove" => Move::Remove(token(words.next())?),
            "give" => Move::Give(token(words.next())?, words.next().seat()?),
            "swap" => Move::Swap(token(words.next())?, pick(words.next())?),
            "look" => self.read_look(state, &mut words)?,
            "peek" => read_peek(state, &mut words)?,
            _ => return Err(verb.wrong(said("blasons_move"))),
        };
        words.end()?;
        Ok(mv)
    }

    fn set_choice(&self, state: &State) -> Option<SetChoice> {
        powers::described(self, state)
    }

    fn is_described(&self, mv: Move) -> bool {
        matches!(mv, Move::Look { .. } | Move::Peek(_))
    }

    fn move_args(&self, state: &State, mv: Move) -> MoveArgs {
        MoveArgs::of(mv, state)
    }

    fn document(&self, state: &State) -> Document {
        Document::of(self, state)
    }

    fn is_deal(&self, outcome: &Chance) -> bool {
        matches!(outcome, Chance::Deal(_))
    }

    fn tally(&self, tally: &mut Tally, before: &State, ply: &Ply<Self>, after: &State) {
        let Some((seat, mv)) = ply.action else {
            tally.first = Some(after.trick.leader());
            return;
        };
        self.count_action(&mut tally.seats[seat.index()], before, seat, mv);
        Self::count_tokens(tally, before, seat, mv);
        let ended = after.round != before.round || after.trick_no != before.trick_no;
        if ended {
            self.count_trick(tally, before, mv);
        }
    }

    fn features(&self, tally: &Tally, end: &State) -> BySeat<Vec<Feature>> {
        BySeat::from_fn(self.seats(), |seat| self.seat_features(tally, end, seat))
    }

    fn feature_infos(&self) -> Vec<FeatureInfo> {
        features::infos()
    }
}
