//! Notation, both ways.

use super::Malin;
use super::card::Card;
use super::malheur::{Change, Kind, Malheur};
use super::moves::{Move, ValuedCard};
use crate::prelude::*;
use crate::words::{Word, Words};

impl Malin {
    /// The move of `user` as `viewer` may read it: only the two seats of a barter read which card is given.
    pub(super) fn write(&self, mv: Move, user: Seat, viewer: Viewer) -> String {
        match mv {
            Move::Bid(bid) => format!("bid {bid}"),
            Move::Play(lay) => format!("play {}", self.write_lay(lay)),
            Move::Pass => "pass".to_owned(),
            Move::Malheur(malheur) => {
                let card = match malheur {
                    Malheur::Retake(lay) => format!(" {}", self.write_lay(lay)),
                    Malheur::Barter(_, to) if !viewer.knows_as(user) && !viewer.knows_as(to) => {
                        " ?".to_owned()
                    }
                    Malheur::Barter(card, _) => format!(" {card}"),
                    _ => String::new(),
                };
                let seats: Vec<_> = malheur.seats().map(|seat| format!(" s{}", seat.0)).collect();
                let change =
                    malheur.change().map(|change| format!(" {:+}", change.delta())).unwrap_or_default();
                format!("malheur {}{card}{}{change}", malheur.kind().name(), seats.concat())
            }
        }
    }

    /// A card laid: its name, and the value where its player says it.
    fn write_lay(&self, lay: ValuedCard) -> String {
        match lay.card {
            Card::Number(number) => number.to_string(),
            Card::Wish => format!("wish {}", lay.value),
            Card::Twin | Card::FixedTwin(_) => format!("twin {}", lay.value),
        }
    }

    pub(super) fn read_lay(&self, words: &mut Words<'_>) -> Result<ValuedCard, NotationError> {
        let highest = self.highest();
        let word = words.next();
        match word.text {
            "twin" => {
                let word = words.next();
                let value = word.number(highest, said("twin_value"))?;
                let card = match self.fixed_twins() {
                    None => Card::Twin,
                    Some(_) if value == 0 || value == highest => Card::FixedTwin(value),
                    Some(_) => return Err(word.wrong(said("twin_value"))),
                };
                Ok(ValuedCard { card, value })
            }
            "wish" => {
                Ok(ValuedCard { card: Card::Wish, value: words.next().number(highest, said("wish_value"))? })
            }
            _ => {
                let value = self.read_number(word)?;
                Ok(ValuedCard { card: Card::Number(value), value })
            }
        }
    }

    fn read_number(&self, word: Word<'_>) -> Result<u8, NotationError> {
        let expected = || said("card_number");
        let number = word.number(self.highest() - 1, expected())?;
        if number == 0 { Err(word.wrong(expected())) } else { Ok(number) }
    }

    fn read_card(&self, words: &mut Words<'_>) -> Result<Card, NotationError> {
        let word = words.next();
        match word.text {
            "twin" if self.fixed_twins().is_some() => match words.next() {
                word if word.text == "0" => Ok(Card::FixedTwin(0)),
                word if word.text == self.highest().to_string() => Ok(Card::FixedTwin(self.highest())),
                word => Err(word.wrong(said("twin_0"))),
            },
            "twin" => Ok(Card::Twin),
            "wish" => Ok(Card::Wish),
            _ => Ok(Card::Number(self.read_number(word)?)),
        }
    }

    pub(super) fn read_malheur(&self, words: &mut Words<'_>) -> Result<Malheur, NotationError> {
        let word = words.next();
        Ok(match Kind::named(word.text).ok_or_else(|| word.wrong(said("malheur")))? {
            Kind::Inversion => Malheur::Inversion,
            Kind::Boost => Malheur::Boost,
            Kind::Void => Malheur::Void,
            Kind::Parry => Malheur::Parry,
            Kind::Drain => Malheur::Drain(words.next().seat()?),
            Kind::Gift => Malheur::Gift(words.next().seat()?),
            Kind::EvilEye => Malheur::EvilEye(words.next().seat()?),
            Kind::Swap => Malheur::Swap(words.next().seat()?, words.next().seat()?),
            Kind::Retake => Malheur::Retake(self.read_lay(words)?),
            Kind::Perjury => Malheur::Perjury(change(words.next())?),
            Kind::Curse => Malheur::Curse(words.next().seat()?, change(words.next())?),
            Kind::Barter => Malheur::Barter(self.read_card(words)?, words.next().seat()?),
        })
    }
}

fn change(word: Word<'_>) -> Result<Change, NotationError> {
    let written = |change: &Change| format!("{:+}", change.delta()) == word.text;
    Change::ALL.into_iter().find(written).ok_or_else(|| word.wrong(said("plus_minus")))
}

/// The seat of a barter whose given card is hidden: `malheur barter ? s3`.
pub(super) fn hidden_barter(text: &str) -> Option<Result<Seat, NotationError>> {
    let rest = text.strip_prefix("malheur barter ? ")?;
    Some(Word { text: rest, column: text.chars().count() - rest.chars().count() }.seat())
}
