//! Options of the ruleset.

use std::sync::LazyLock;

use super::deck::{Deck, Needs};
use crate::bounds::Bounds;
use crate::prelude::*;
use crate::ruleset::printed;

/// The seat that is asked in a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ParbourgWindows)]
pub enum Windows {
    /// Every other standing player: a window tells nothing.
    #[default]
    All,
    /// Only who could use a card: quicker, but it tells.
    Holders,
}

/// The options, complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = ParbourgOptions)]
pub struct Options {
    /// Seats.
    #[schema(minimum = 2, maximum = 6)]
    pub players: u8,
    /// The seat that is asked in a window.
    pub windows: Windows,
    /// Days of a game: as printed 4. Two players use two henchmen a day.
    #[serde(skip_serializing_if = "printed::<DAYS>")]
    #[schema(minimum = 1, maximum = 8, default = json!(DAYS))]
    pub days: u8,
    /// Cards each draws before the first day: as printed 8.
    #[serde(skip_serializing_if = "printed::<FIRST_HAND>")]
    #[schema(minimum = 1, maximum = 16, default = json!(FIRST_HAND))]
    pub first_hand: u8,
    /// Cards each draws at a challenge: as printed 1. Two players draw one more.
    #[serde(skip_serializing_if = "printed::<CHALLENGE_DRAW>")]
    #[schema(minimum = 0, maximum = 4, default = json!(CHALLENGE_DRAW))]
    pub challenge_draw: u8,
    /// Action cards of a turn at most: as printed 2.
    #[serde(skip_serializing_if = "printed::<ACTIONS>")]
    #[schema(minimum = 1, maximum = 5, default = json!(ACTIONS))]
    pub actions: u8,
    /// Spare tokens of each colour.
    #[schema(minimum = 0, maximum = 10)]
    pub spare_tokens: u8,
    /// The number of rounds of turns after which a challenge ends; the alchemy phase ends after the same number.
    #[schema(minimum = 1, maximum = 1000)]
    pub max_rounds: u16,
    /// The deck and the henchmen; at least as many cards a player as each draws first.
    pub deck: Deck,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            players: 3,
            windows: Windows::All,
            days: DAYS,
            first_hand: FIRST_HAND,
            challenge_draw: CHALLENGE_DRAW,
            actions: ACTIONS,
            spare_tokens: 2,
            max_rounds: 100,
            deck: Deck::default(),
        }
    }
}

/// The days of a game as printed.
pub(super) const DAYS: u8 = 4;
/// The cards of the first hand as printed.
pub(super) const FIRST_HAND: u8 = 8;
/// The cards drawn at a challenge as printed, by more than two players.
const CHALLENGE_DRAW: u8 = 1;
/// The action cards of a turn as printed.
const ACTIONS: u8 = 2;

static BOUNDS: LazyLock<Bounds> = LazyLock::new(Bounds::of::<Options>);

impl Options {
    /// Every fault, with its pointer.
    pub fn faults(&self) -> Vec<Fault> {
        let deck = self.deck.faults(Needs {
            players: self.players.clamp(2, 6),
            days: self.days.clamp(1, 8),
            first_hand: self.first_hand.clamp(1, 16),
        });
        let in_options = |fault: Fault| Fault::new(format!("/deck{}", fault.pointer), fault.detail);
        BOUNDS.check(self, deck.into_iter().map(in_options).collect())
    }
}
