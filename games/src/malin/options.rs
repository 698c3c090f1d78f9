//! Options of the ruleset.

use std::sync::LazyLock;

use super::malheur::{Kind, MalheurCard, default_deck};
use crate::bounds::Bounds;
use crate::prelude::*;
use crate::ruleset::printed;

/// How a twin gets its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MalinTwins)]
pub enum Twins {
    /// Its player says 0 or the highest value when playing it.
    #[default]
    Declared,
    /// One is 0, the other the highest value.
    Fixed,
}

/// How the wish gets its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MalinWish)]
pub enum Wish {
    /// Its player says any value when playing it.
    #[default]
    Declared,
    /// It has the value of the card it replaced (a twin: 0 or the highest, said; a fixed twin its value).
    RemovedCard,
}

/// Who wins among equal highest values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MalinTies)]
pub enum Ties {
    /// Who played first.
    #[default]
    First,
    /// Who played last.
    Last,
}

/// The options, complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = MalinOptions)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Seats.
    #[schema(minimum = 3, maximum = 6)]
    pub players: u8,
    /// The points everybody starts with: 10 (long) or 6 (short) as printed.
    #[schema(minimum = 1, maximum = 30)]
    pub points: u8,
    /// The points that each trick off the contract costs: as printed 1.
    #[serde(skip_serializing_if = "printed::<PENALTY>")]
    #[schema(minimum = 1, maximum = 10, default = json!(PENALTY))]
    pub penalty: u8,
    /// Whether Malheur cards are played.
    pub malheurs: bool,
    /// What a boost adds to a card, and a drain takes from one: as printed 10.
    #[serde(skip_serializing_if = "printed::<BOOST>")]
    #[schema(minimum = 1, maximum = 40, default = json!(BOOST))]
    pub boost: u8,
    /// Whether seats i and i + 3 of six are partners with one score.
    pub teams: bool,
    /// How a twin gets its value.
    pub twins: Twins,
    /// How the wish gets its value.
    pub wish: Wish,
    /// Who wins among equal highest values.
    pub ties: Ties,
    pub malheur_deck: Vec<MalheurCard>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            players: 4,
            points: 10,
            penalty: PENALTY,
            malheurs: false,
            boost: BOOST,
            teams: false,
            twins: Twins::Declared,
            wish: Wish::Declared,
            ties: Ties::First,
            malheur_deck: default_deck(),
        }
    }
}

/// What a trick off the contract costs as printed.
const PENALTY: u8 = 1;
/// What a boost adds as printed.
const BOOST: u8 = 10;
/// Most cards a Malheur deck may have.
pub const MAX_MALHEURS: u32 = 60;

static BOUNDS: LazyLock<Bounds> = LazyLock::new(Bounds::of::<Options>);

impl Options {
    /// Every fault, with its pointer.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.teams && self.players != 6 {
            faults.push(Fault::new("/teams", said("three_teams")));
        }
        self.deck_faults(&mut faults);
        BOUNDS.check(self, faults)
    }

    fn deck_faults(&self, faults: &mut Vec<Fault>) {
        let mut seen: Vec<Kind> = Vec::new();
        for (at, card) in self.malheur_deck.iter().enumerate() {
            if seen.contains(&card.id) {
                faults.push(Fault::new(format!("/malheur_deck/{at}/id"), said("effect_twice")));
            }
            seen.push(card.id);
        }
        let all: u32 = self.malheur_deck.iter().map(|card| u32::from(card.copies)).sum();
        if all < u32::from(self.players) || all > MAX_MALHEURS {
            let detail = said("malheurs").with("n", all).with("most", MAX_MALHEURS);
            faults.push(Fault::new("/malheur_deck", detail));
        }
    }
}
