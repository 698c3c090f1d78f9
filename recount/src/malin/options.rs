//! The options of Le Malin that matter for play.

use serde_json::Value;

use crate::RulesError;
use crate::read::{fault, flag, number, printed, switch, text};

/// The switches of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// 3 to 6.
    pub players: usize,
    /// Points at the start.
    pub points: i64,
    /// Points that a trick off the contract costs.
    pub penalty: i64,
    /// Whether Malheur cards are in play.
    pub malheurs: bool,
    /// What a boost adds and a drain takes.
    pub boost: i64,
    /// Whether seats i and i+3 are partners.
    pub teams: bool,
    /// `twins: "fixed"`.
    pub fixed_twins: bool,
    /// `wish: "removed_card"`.
    pub wish_is_removed: bool,
    /// `ties: "last"`.
    pub last_wins_ties: bool,
    /// The Malheur cards, every copy, in the order of the deck.
    pub deck: Vec<String>,
}

impl Options {
    /// From complete options.
    ///
    /// # Errors
    /// A switch is missing or unknown.
    pub fn read(given: &Value) -> Result<Self, RulesError> {
        Ok(Self {
            players: number(given, "players")?,
            points: number(given, "points")? as i64,
            penalty: printed(given, "penalty", 1)?,
            malheurs: flag(given, "malheurs")?,
            boost: printed(given, "boost", 10)?,
            teams: flag(given, "teams")?,
            fixed_twins: switch(given, "twins", ["declared", "fixed"])?,
            wish_is_removed: switch(given, "wish", ["declared", "removed_card"])?,
            last_wins_ties: switch(given, "ties", ["first", "last"])?,
            deck: read_deck(&given["malheur_deck"])?,
        })
    }

    /// The highest value: 35, with three players 20.
    pub fn highest(&self) -> i64 {
        if self.players == 3 { 20 } else { 35 }
    }

    /// Cards a hand, which is tricks a round.
    pub fn tricks(&self) -> usize {
        match self.players {
            4 => 9,
            6 => 6,
            _ => 7,
        }
    }

    /// Whether two seats share their points.
    pub fn together(&self, one: usize, other: usize) -> bool {
        one == other || self.teams && one % 3 == other % 3
    }
}

fn read_deck(deck: &Value) -> Result<Vec<String>, RulesError> {
    let kinds = deck.as_array().ok_or_else(|| fault("malheur_deck", deck))?;
    let mut cards = Vec::new();
    for kind in kinds {
        cards.extend(vec![text(&kind["id"])?; number(kind, "copies")?]);
    }
    Ok(cards)
}
