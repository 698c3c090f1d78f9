//! Cards and henchmen, read from a deck.

use std::array;

use serde_json::Value;

use crate::RulesError;
use crate::read::{fault, number, text};

/// The colours in their order: politique, militaire, intrigue, science.
pub const COLOURS: [&str; 4] = ["yellow", "red", "green", "blue"];

/// What a card or a henchman does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// As in the effect vocabulary; empty for a bet without event.
    pub name: String,
    /// Its number, 0 if it has none.
    pub n: i64,
    /// Its colour, the first if it has none.
    pub colour: usize,
}

/// How a card is used, as a deck names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Kind {
    /// Laid.
    Bet,
    /// Laid, and its event may be used.
    BetAndEvent,
    /// Laid, or its event is used.
    BetOrEvent,
    /// Stays before its owner.
    Building,
    /// At the start of the day.
    Alchemy,
    /// At any time.
    Ephemeral,
}

/// A card of the deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its number in the deck.
    pub id: u32,
    /// How it is used.
    pub kind: Kind,
    /// Its bet by colour.
    pub values: [i64; 4],
    /// One of these the henchman needs for it.
    pub colours: Vec<usize>,
    /// What it does.
    pub effect: Effect,
    /// Whether it leaves with two players.
    pub needs_spare_henchmen: bool,
}

/// A henchman.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Henchman {
    /// The initiative score, which names it.
    pub score: i64,
    /// The colours of events it may use.
    pub colours: Vec<usize>,
    /// What it does.
    pub power: Effect,
}

impl Card {
    /// From a deck.
    pub fn read(given: &Value) -> Result<Self, RulesError> {
        let kind = given["kind"].as_str().and_then(|kind| kind.parse().ok());
        let central = given["value"].as_i64().unwrap_or_default();
        Ok(Self {
            id: number(given, "id")? as u32,
            kind: kind.ok_or_else(|| fault("kind", given))?,
            values: array::from_fn(|colour| given["values"][COLOURS[colour]].as_i64().unwrap_or(central)),
            colours: read_colours(&given["colours"])?,
            effect: Effect::read(&given["effect"])?,
            needs_spare_henchmen: given["needs_spare_henchmen"] == true,
        })
    }
}

impl Henchman {
    /// From a deck.
    pub fn read(given: &Value) -> Result<Self, RulesError> {
        Ok(Self {
            score: number(given, "initiative")? as i64,
            colours: read_colours(&given["colours"])?,
            power: Effect::read(&given["power"])?,
        })
    }
}

impl Effect {
    fn read(given: &Value) -> Result<Self, RulesError> {
        if given.is_null() {
            return Ok(Self::default());
        }
        let colour = given.get("colour").map_or(Ok(0), read_colour)?;
        Ok(Self { name: text(&given["name"])?, n: given["n"].as_i64().unwrap_or_default(), colour })
    }
}

fn read_colour(given: &Value) -> Result<usize, RulesError> {
    COLOURS.iter().position(|colour| given == *colour).ok_or_else(|| fault("colour", given))
}

fn read_colours(given: &Value) -> Result<Vec<usize>, RulesError> {
    given.as_array().map(Vec::as_slice).unwrap_or_default().iter().map(read_colour).collect()
}
