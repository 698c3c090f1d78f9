//! Options of the ruleset.

use std::sync::LazyLock;

use super::card::{CHARACTERS, Family};
use super::trick::Ties;
use crate::bounds::Bounds;
use crate::prelude::*;
use crate::ruleset::printed;

/// A variant; any combination may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SeptBlasonsVariant)]
pub enum Variant {
    /// Collected tricks may only be looked at by activation.
    Consultent,
    /// Activation takes a card of the trick.
    SeServent,
    /// Activation looks at face-down tokens.
    Curieux,
    /// The religieux moves a token.
    Religieux,
}

/// The options, complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = SeptBlasonsOptions)]
pub struct Options {
    /// Seats.
    #[schema(minimum = 3, maximum = 7)]
    pub players: u8,
    /// Variants in play, each at most once.
    pub variants: Vec<Variant>,
    /// How equal highest values are treated.
    pub ties: Ties,
    /// Whether the magistrat may remove a token of the actor's own area.
    pub magistrat_may_target_self: bool,
    /// Rounds of a game without a tie: as printed 3.
    #[serde(skip_serializing_if = "printed::<ROUNDS>")]
    #[schema(minimum = 1, maximum = 10, default = json!(ROUNDS))]
    pub rounds: u8,
    /// Rounds played at most beyond these to break a tie for first place; 0 shares victory at once.
    #[schema(minimum = 0, maximum = 20)]
    pub max_extra_rounds: u8,
    /// The family of each seat; drawn when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub families: Option<Vec<Family>>,
    /// Values of a family's characters 1 to 7 for scoring (the malandrin's is 0).
    pub deck: Deck,
}

/// The eight values of a family, malandrin first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SeptBlasonsDeck)]
pub struct Deck {
    /// Printed values by character, malandrin (always 0) first.
    pub values: Vec<u8>,
}

/// The rounds of a game as printed.
const ROUNDS: u8 = 3;

impl Default for Deck {
    fn default() -> Self {
        Self { values: (0..8).collect() }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            players: 4,
            variants: Vec::new(),
            ties: Ties::OneStep,
            magistrat_may_target_self: false,
            rounds: ROUNDS,
            max_extra_rounds: 3,
            families: None,
            deck: Deck::default(),
        }
    }
}

static BOUNDS: LazyLock<Bounds> = LazyLock::new(Bounds::of::<Options>);

impl Options {
    /// Every fault, with its pointer.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (at, variant) in self.variants.iter().enumerate() {
            if self.variants[..at].contains(variant) {
                faults.push(Fault::new(format!("/variants/{at}"), said("variant_twice")));
            }
        }
        self.family_faults(&mut faults);
        self.deck_faults(&mut faults);
        BOUNDS.check(self, faults)
    }

    fn deck_faults(&self, faults: &mut Vec<Fault>) {
        let values = &self.deck.values;
        if values.len() != CHARACTERS {
            let detail = said("eight_values").with("n", values.len());
            faults.push(Fault::new("/deck/values", detail));
        }
        for (at, &value) in values.iter().enumerate() {
            if at == 0 && value != 0 {
                faults.push(Fault::new("/deck/values/0", said("malandrin")));
            }
            if at > 0 && !(1..=99).contains(&value) {
                faults.push(Fault::new(
                    format!("/deck/values/{at}"),
                    said("value_bounds").with("value", value).with("least", 1).with("most", 99),
                ));
            }
        }
    }

    fn family_faults(&self, faults: &mut Vec<Fault>) {
        let Some(families) = &self.families else { return };
        if families.len() != usize::from(self.players) {
            let detail = said("families").with("n", families.len()).with("players", self.players);
            faults.push(Fault::new("/families", detail));
        }
        for (at, family) in families.iter().enumerate() {
            if families[..at].contains(family) {
                faults.push(Fault::new(format!("/families/{at}"), said("family_taken")));
            }
        }
    }
}
