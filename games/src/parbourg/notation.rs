//! Notation, both ways.

use super::Parbourg;
use super::card::Card;
use super::effects::Effect;
use super::moves::{Move, Pick, Target};
use crate::prelude::*;
use crate::words::{Word, Words};

/// A face-down bet as it is read by everybody but its owner.
pub(super) const UNSEEN_BET: &str = "bet #? hidden";

impl Parbourg {
    /// The move of `seat` as `viewer` may read it.
    pub(super) fn write(&self, mv: Move, seat: Seat, viewer: Viewer) -> String {
        let card = |card: Card| format!("#{}", self.id(card));
        match mv {
            Move::Bet { hidden: true, event: None, .. } if !viewer.knows_as(seat) => UNSEEN_BET.to_owned(),
            Move::Bet { card: laid, hidden, event } => {
                let hidden = if hidden { " hidden" } else { "" };
                let event = event.map_or_else(String::new, |target| format!(" event{}", self.aim(target)));
                format!("bet {}{hidden}{event}", card(laid))
            }
            Move::Event(used, target) => format!("event {}{}", card(used), self.aim(target)),
            Move::Build(building) => format!("build {}", card(building)),
            Move::Alchemy(used, target) => format!("alchemy {}{}", card(used), self.aim(target)),
            Move::Ephemeral(used, target) => format!("ephemeral {}{}", card(used), self.aim(target)),
            Move::Keep(henchman) => format!("keep {}", self.score(henchman)),
            Move::Initiative(henchman) => format!("initiative {}", self.score(henchman)),
            Move::Pass => "pass".to_owned(),
            Move::End => "end".to_owned(),
            Move::Fold => "fold".to_owned(),
        }
    }

    /// The initiative score of a henchman.
    pub(super) fn score(&self, henchman: u8) -> u8 {
        self.deck.henchman(henchman).initiative
    }

    /// What follows the card, with a space before it.
    pub(super) fn aim(&self, target: Target) -> String {
        let pick = |pick: Pick| match pick {
            Pick::Card(card) => format!("#{}", self.id(card)),
            Pick::Down(place) => format!("?{place}"),
        };
        match target {
            Target::Nothing => String::new(),
            Target::Seat(seat) => format!(" s{}", seat.0),
            Target::Laid(seat, laid) => format!(" s{} {}", seat.0, pick(laid)),
            Target::Building(seat, card) => format!(" s{} #{}", seat.0, self.id(card)),
            Target::Own(laid) => format!(" {}", pick(laid)),
            Target::Discarded(card) => format!(" #{}", self.id(card)),
            Target::Leaver(henchman) => format!(" {}", self.score(henchman)),
            Target::LeaverOf(seat, henchman) => format!(" s{} {}", seat.0, self.score(henchman)),
        }
    }

    pub(super) fn read_bet(&self, words: &mut Words<'_>) -> Result<Move, NotationError> {
        let card = self.card_of(words.next())?;
        let (mut hidden, mut next) = (false, words.maybe());
        if next.is_some_and(|word| word.text == "hidden") {
            (hidden, next) = (true, words.maybe());
        }
        let event = match next {
            None => None,
            Some(word) if word.text == "event" => Some(self.read_target(card, words)?),
            Some(word) => return Err(word.wrong(said("hidden_event"))),
        };
        Ok(Move::Bet { card, hidden, event })
    }

    pub(super) fn read_use(
        &self,
        words: &mut Words<'_>,
        mv: impl Fn(Card, Target) -> Move,
    ) -> Result<Move, NotationError> {
        let card = self.card_of(words.next())?;
        Ok(mv(card, self.read_target(card, words)?))
    }

    fn read_target(&self, card: Card, words: &mut Words<'_>) -> Result<Target, NotationError> {
        Ok(match self.deck.card(card).effect {
            Some(
                Effect::DiscardHand { .. }
                | Effect::StealCard {}
                | Effect::PeekHand {}
                | Effect::ForceFold {}
                | Effect::SkipTurn {},
            ) => Target::Seat(words.next().seat()?),
            Some(Effect::DiscardAction {}) => Target::Laid(words.next().seat()?, self.pick_of(words.next())?),
            Some(Effect::DestroyBuilding {}) => {
                Target::Building(words.next().seat()?, self.card_of(words.next())?)
            }
            Some(Effect::TakeBack {} | Effect::Double {}) => Target::Own(self.pick_of(words.next())?),
            Some(Effect::Retrieve {}) => Target::Discarded(self.card_of(words.next())?),
            Some(Effect::ExchangeHenchman {}) => match words.maybe() {
                Some(word) => Target::Leaver(self.henchman_of(word)?),
                None => Target::Nothing,
            },
            Some(Effect::ReplaceHenchman {}) => {
                let seat = words.next().seat()?;
                match words.maybe() {
                    Some(word) => Target::LeaverOf(seat, self.henchman_of(word)?),
                    None => Target::Seat(seat),
                }
            }
            _ => Target::Nothing,
        })
    }

    pub(super) fn card_of(&self, word: Word<'_>) -> Result<Card, NotationError> {
        let id = word
            .text
            .strip_prefix('#')
            .and_then(|digits| digits.parse().ok().filter(|id: &u16| id.to_string() == digits));
        id.and_then(|id| self.deck.by_id(id)).ok_or_else(|| word.wrong(said("deck_card")))
    }

    fn pick_of(&self, word: Word<'_>) -> Result<Pick, NotationError> {
        let expected = || said("laid_card");
        match word.text.strip_prefix('?') {
            Some(digits) => {
                let place = Word { text: digits, column: word.column }.number(MOST_PLACES, expected());
                place.ok().filter(|&place| place > 0).map(Pick::Down).ok_or_else(|| word.wrong(expected()))
            }
            None => self.card_of(word).map(Pick::Card).map_err(|_| word.wrong(expected())),
        }
    }

    pub(super) fn henchman_of(&self, word: Word<'_>) -> Result<u8, NotationError> {
        let expected = || said("initiative");
        let score = word.number(99, expected())?;
        self.deck.by_initiative(score).ok_or_else(|| word.wrong(expected()))
    }
}

const MOST_PLACES: u8 = 128;
