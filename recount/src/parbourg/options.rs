//! The options of Parbourg.

use serde_json::Value;

use super::card::{Card, Henchman};
use crate::RulesError;
use crate::read::{fault, number, printed, switch};

/// The switches of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// 2 to 6.
    pub players: usize,
    /// `windows: "holders"`: only who could use a card is asked.
    pub only_holders: bool,
    /// Days of a game.
    pub days: usize,
    /// Cards each player draws before the first day.
    pub first_hand: i64,
    /// Cards each draws at a challenge; two players one more.
    pub challenge_draw: i64,
    /// Action cards of a turn, at most.
    pub actions: usize,
    /// Spare tokens of each colour.
    pub spare_tokens: i64,
    /// Rounds of a challenge, and of the alchemy phase.
    pub max_rounds: usize,
    /// The cards in play, ascending.
    pub cards: Vec<Card>,
    /// The henchmen, ascending.
    pub henchmen: Vec<Henchman>,
}

impl Options {
    /// From complete options.
    ///
    /// # Errors
    /// A switch is missing or unknown.
    pub fn read(given: &Value) -> Result<Self, RulesError> {
        let players = number(given, "players")?;
        let deck = &given["deck"];
        let mut cards: Vec<Card> = list(deck, "cards")?.iter().map(Card::read).collect::<Result<_, _>>()?;
        cards.retain(|card| players > 2 || !card.needs_spare_henchmen);
        cards.sort_by_key(|card| card.id);
        let mut henchmen: Vec<Henchman> =
            list(deck, "henchmen")?.iter().map(Henchman::read).collect::<Result<_, _>>()?;
        henchmen.sort_by_key(|henchman| henchman.score);
        Ok(Self {
            players,
            only_holders: switch(given, "windows", ["all", "holders"])?,
            days: printed(given, "days", 4)? as usize,
            first_hand: printed(given, "first_hand", 8)?,
            challenge_draw: printed(given, "challenge_draw", 1)?,
            actions: printed(given, "actions", 2)? as usize,
            spare_tokens: number(given, "spare_tokens")? as i64,
            max_rounds: number(given, "max_rounds")?,
            cards,
            henchmen,
        })
    }

    /// The card with this id, which is in play.
    pub fn card(&self, id: u32) -> &Card {
        let at = self.cards.binary_search_by_key(&id, |card| card.id);
        &self.cards[at.unwrap_or_default()]
    }

    /// The henchman with this score.
    pub fn henchman(&self, score: i64) -> &Henchman {
        let at = self.henchmen.binary_search_by_key(&score, |henchman| henchman.score);
        &self.henchmen[at.unwrap_or_default()]
    }
}

fn list<'a>(given: &'a Value, name: &str) -> Result<&'a Vec<Value>, RulesError> {
    given[name].as_array().ok_or_else(|| fault(name, given))
}
