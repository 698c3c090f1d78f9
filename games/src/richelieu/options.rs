//! The options of a ruleset, their defaults and their faults.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::card::{Card, Region, Symbol};
use super::cell::{CELLS, Cell};
use super::disc::LAID;
use super::state::SEATS;
use crate::bounds::Bounds;
use crate::prelude::*;
use crate::ruleset::printed;

/// All options of Richelieu. Options you leave out take their defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = RichelieuOptions)]
pub struct Options {
    /// Seats at the table; three and four are the published online extension.
    #[schema(minimum = 2, maximum = 4)]
    pub players: u8,
    /// When the game ends.
    pub variant: Variant,
    /// Which cards may be a turn's second card.
    pub second_card: SecondCard,
    /// When a marker lying on a card may be moved.
    pub move_marker: MoveMarker,
    /// For analysis: all discs lie face up, nothing is hidden.
    pub open_discs: bool,
    /// Who sees a disc when it is taken.
    pub taken_discs: TakenDiscs,
    /// What each region and each symbol of which a seat has no card adds to its points: as printed -5.
    #[serde(skip_serializing_if = "penalty_is_printed")]
    #[schema(minimum = -20, maximum = 0, default = json!(PENALTY))]
    pub penalty: i8,
    /// Points of each shield of Bourgogne, on cards and on its disc: as printed 1.
    #[serde(skip_serializing_if = "printed::<POINT>")]
    #[schema(minimum = 0, maximum = 5, default = json!(POINT))]
    pub points_bourgogne: u8,
    /// Points of each shield of Bretagne, on cards and on its disc: as printed 1.
    #[serde(skip_serializing_if = "printed::<POINT>")]
    #[schema(minimum = 0, maximum = 5, default = json!(POINT))]
    pub points_bretagne: u8,
    /// Points of each shield of Champagne, on cards and on its disc: as printed 1.
    #[serde(skip_serializing_if = "printed::<POINT>")]
    #[schema(minimum = 0, maximum = 5, default = json!(POINT))]
    pub points_champagne: u8,
    /// Points of each shield of Normandie, on cards and on its disc: as printed 1.
    #[serde(skip_serializing_if = "printed::<POINT>")]
    #[schema(minimum = 0, maximum = 5, default = json!(POINT))]
    pub points_normandie: u8,
    /// Points of each shield of Languedoc, on cards and on its disc: as printed 1.
    #[serde(skip_serializing_if = "printed::<POINT>")]
    #[schema(minimum = 0, maximum = 5, default = json!(POINT))]
    pub points_languedoc: u8,
    /// Points of each shield of Provence, on cards and on its disc: as printed 1.
    #[serde(skip_serializing_if = "printed::<POINT>")]
    #[schema(minimum = 0, maximum = 5, default = json!(POINT))]
    pub points_provence: u8,
    /// Points of each shield of Anjou, on cards and on its disc: as printed 1.
    #[serde(skip_serializing_if = "printed::<POINT>")]
    #[schema(minimum = 0, maximum = 5, default = json!(POINT))]
    pub points_anjou: u8,
    /// Points of each shield of Bourbon, on cards and on its disc: as printed 1.
    #[serde(skip_serializing_if = "printed::<POINT>")]
    #[schema(minimum = 0, maximum = 5, default = json!(POINT))]
    pub points_bourbon: u8,
    /// Points of each shield of Auvergne, on cards and on its disc: as printed 1.
    #[serde(skip_serializing_if = "printed::<POINT>")]
    #[schema(minimum = 0, maximum = 5, default = json!(POINT))]
    pub points_auvergne: u8,
    /// Points of each card with the sword, and of its disc: as printed 1.
    #[serde(skip_serializing_if = "printed::<POINT>")]
    #[schema(minimum = 0, maximum = 5, default = json!(POINT))]
    pub points_sword: u8,
    /// Points of each card with the cross, and of its disc: as printed 1.
    #[serde(skip_serializing_if = "printed::<POINT>")]
    #[schema(minimum = 0, maximum = 5, default = json!(POINT))]
    pub points_cross: u8,
    /// Points of each card with the tower, and of its disc: as printed 1.
    #[serde(skip_serializing_if = "printed::<POINT>")]
    #[schema(minimum = 0, maximum = 5, default = json!(POINT))]
    pub points_tower: u8,
    /// The seat that begins; drawn at random when absent.
    #[serde(deserialize_with = "stated", skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 3, nullable = false)]
    pub first_seat: Option<u8>,
    /// The 48 cards, in any order. All nine regions, 1 or 2 shields, at most one symbol.
    #[schema(min_items = 48, max_items = 48)]
    pub deck: Vec<Card>,
    /// The eight different cells on which discs are laid, in any order.
    #[schema(value_type = std::collections::BTreeSet<Cell>, min_items = 8, max_items = 8)]
    pub disc_cells: Vec<Cell>,
}

/// When the game ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RichelieuVariant)]
pub enum Variant {
    /// When the last card is taken.
    #[default]
    Standard,
    /// As soon as any three rows are empty.
    ThreeRows,
}

/// Which cards may be a turn's second card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RichelieuSecondCard)]
pub enum SecondCard {
    /// Those at an end of a row when they are taken.
    #[default]
    Uncovered,
    /// Those at an end of a row before the turn's first take.
    VisibleAtStart,
}

/// When a marker lying on a card may be moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RichelieuMoveMarker)]
pub enum MoveMarker {
    /// Only when the reserve is empty.
    #[default]
    EmptyReserve,
    Always,
}

/// Who sees a disc when it is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RichelieuTakenDiscs)]
pub enum TakenDiscs {
    /// Its taker alone: the rules.
    #[default]
    Private,
    /// Everybody: for analysis.
    Public,
}

/// What each shield and each card with a symbol counts as printed.
pub const POINT: u8 = 1;
/// The penalty as printed.
pub const PENALTY: i8 = -5;
/// The greatest penalty that can be played; what bounds the points of a game is tabulated for each.
pub const MOST_LOST: i8 = -20;

const DECK: &str = include_str!("../../data/richelieu/deck.json");
const DISC_CELLS: &str = include_str!("../../data/richelieu/disc-cells.json");

impl Default for Options {
    fn default() -> Self {
        Self {
            players: 2,
            variant: Variant::default(),
            second_card: SecondCard::default(),
            move_marker: MoveMarker::default(),
            open_discs: false,
            taken_discs: TakenDiscs::default(),
            penalty: PENALTY,
            points_bourgogne: POINT,
            points_bretagne: POINT,
            points_champagne: POINT,
            points_normandie: POINT,
            points_languedoc: POINT,
            points_provence: POINT,
            points_anjou: POINT,
            points_bourbon: POINT,
            points_auvergne: POINT,
            points_sword: POINT,
            points_cross: POINT,
            points_tower: POINT,
            first_seat: None,
            // Both data files are part of the program; a test loads them.
            deck: serde_json::from_str(DECK).unwrap_or_default(),
            disc_cells: serde_json::from_str(DISC_CELLS).unwrap_or_default(),
        }
    }
}

static BOUNDS: LazyLock<Bounds> = LazyLock::new(Bounds::of::<Options>);

impl Options {
    /// The points of each shield by region, then of each card by symbol.
    pub(super) fn points(&self) -> [u8; Region::ALL.len() + Symbol::ALL.len()] {
        [
            self.points_bourgogne,
            self.points_bretagne,
            self.points_champagne,
            self.points_normandie,
            self.points_languedoc,
            self.points_provence,
            self.points_anjou,
            self.points_bourbon,
            self.points_auvergne,
            self.points_sword,
            self.points_cross,
            self.points_tower,
        ]
    }

    /// Everything wrong with the options beyond the types of their fields.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if let Some(seat) = self.first_seat
            && seat >= self.players.clamp(2, SEATS as u8)
        {
            let last = self.players.clamp(2, SEATS as u8) - 1;
            faults.push(Fault::new("/first_seat", said("first_seat").with("last", last).with("seat", seat)));
        }
        deck_faults(&self.deck, &mut faults);
        disc_cell_faults(&self.disc_cells, &mut faults);
        BOUNDS.check(self, faults)
    }
}

fn deck_faults(deck: &[Card], faults: &mut Vec<Fault>) {
    if deck.len() != CELLS {
        faults.push(Fault::new("/deck", said("cards_exactly").with("n", CELLS).with("given", deck.len())));
    }
    for region in Region::ALL {
        if deck.iter().all(|card| card.region != region) {
            faults.push(Fault::new("/deck", said("one_card_of").with("region", region.name())));
        }
    }
}

fn disc_cell_faults(cells: &[Cell], faults: &mut Vec<Fault>) {
    if cells.len() != LAID {
        faults.push(Fault::new(
            "/disc_cells",
            said("cells_exactly").with("n", LAID).with("given", cells.len()),
        ));
    }
    let mut first = HashMap::new();
    for (i, cell) in cells.iter().enumerate() {
        if let Some(before) = first.insert(cell, i) {
            let detail = said("cell_twice").with("cell", cell).with("before", before);
            faults.push(Fault::new(format!("/disc_cells/{i}"), detail));
        }
    }
}

/// The penalty as printed stands in no ruleset: rulesets that say nothing of it keep their names.
fn penalty_is_printed(penalty: &i8) -> bool {
    *penalty == PENALTY
}

/// What is not chosen is left out; `null` is no value.
fn stated<'de, D: serde::Deserializer<'de>>(source: D) -> Result<Option<u8>, D::Error> {
    u8::deserialize(source).map(Some)
}
