//! Options of the ruleset.

use super::deck::{Deck, Needs};
use crate::prelude::*;

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
    /// Seats, 2 to 6.
    #[schema(minimum = 2, maximum = 6)]
    pub players: u8,
    /// The seat that is asked in a window.
    pub windows: Windows,
    /// Days of a game: as printed 4. Two players use two henchmen a day.
    #[serde(skip_serializing_if = "days_are_printed")]
    #[schema(minimum = 1, maximum = 8)]
    pub days: u8,
    /// Cards each draws before the first day: as printed 8.
    #[serde(skip_serializing_if = "first_hand_is_printed")]
    #[schema(minimum = 1, maximum = 16)]
    pub first_hand: u8,
    /// Spare tokens of each colour, 0 to 10.
    #[schema(minimum = 0, maximum = 10)]
    pub spare_tokens: u8,
    /// The number of rounds of turns after which a challenge ends, 1 to 1000; the alchemy phase ends after the same number.
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
/// More are not played.
const MOST_DAYS: u8 = 8;
const MOST_CARDS: u8 = 16;

/// A number as printed stands in no ruleset: rulesets that say nothing of it keep their names.
fn days_are_printed(days: &u8) -> bool {
    *days == DAYS
}

fn first_hand_is_printed(cards: &u8) -> bool {
    *cards == FIRST_HAND
}

impl Options {
    /// Every fault, with its pointer.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if !(2..=6).contains(&self.players) {
            faults.push(Fault::new(
                "/players",
                said("players_can_play").with("n", self.players).with("least", 2).with("most", 6),
            ));
        }
        if !(1..=MOST_DAYS).contains(&self.days) {
            let detail = said("days").with("n", self.days).with("most", MOST_DAYS).with("printed", DAYS);
            faults.push(Fault::new("/days", detail));
        }
        if !(1..=MOST_CARDS).contains(&self.first_hand) {
            let detail = said("first_hand").with("n", self.first_hand);
            faults
                .push(Fault::new("/first_hand", detail.with("most", MOST_CARDS).with("printed", FIRST_HAND)));
        }
        if self.spare_tokens > 10 {
            faults.push(Fault::new(
                "/spare_tokens",
                said("value_bounds_right").with("value", self.spare_tokens).with("least", 0).with("most", 10),
            ));
        }
        if !(1..=1000).contains(&self.max_rounds) {
            faults.push(Fault::new(
                "/max_rounds",
                said("value_bounds_right").with("value", self.max_rounds).with("least", 1).with("most", 1000),
            ));
        }
        let deck = self.deck.faults(Needs {
            players: self.players.clamp(2, 6),
            days: self.days.clamp(1, MOST_DAYS),
            first_hand: self.first_hand.clamp(1, MOST_CARDS),
        });
        faults.extend(
            deck.into_iter().map(|fault| Fault::new(format!("/deck{}", fault.pointer), fault.detail)),
        );
        faults
    }
}
