//! One position.

use super::card::{Card, Face, Region, Symbol};
use super::cell::{CELLS, Cell, Cells};
use super::disc::{Disc, DiscBag, LAID};
use crate::names::names;
use crate::seat::Seat;

/// The most seats of a table.
pub const SEATS: usize = 4;
/// Property markers of a player.
pub const MARKERS: u8 = 3;

names! {
    /// The step of the turn.
    #[schema(as = RichelieuStep)]
    pub enum Step {
        /// Before the deal.
        Deal,
        /// Taking the first card of the turn.
        Take,
        /// Taking a second card, or stopping.
        SecondCard,
        /// Placing or moving a marker, or skipping it.
        Marker,
        Over,
    }
}

/// A position with everything hidden in it; plain data of some 230 bytes.
///
/// Discs may be *unknown slots*: a face-down disc on the table that nobody knows, resolved by chance when it is
/// taken; and, only inside what a viewer knows, a disc somebody else holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Cards still lying.
    pub table: Cells,
    /// Hash of the set-up's cards.
    pub(super) layout_key: u64,
    pub(super) layout: [Face; CELLS],
    pub(super) sides: [PlayerArea; SEATS],
    /// In the order of the option `disc_cells`.
    pub(super) slots: [Slot; LAID],
    /// Discs taken so far.
    pub(super) discs_taken: u8,
    /// The slot of a disc just taken that nobody has named yet: a chance node.
    pub(super) pending: Option<u8>,
    pub step: Step,
    /// The seat whose turn it is or was last.
    pub seat: Seat,
    /// The seat that took the first turn.
    pub first_seat: Seat,
    /// The first card of the turn, in the second-card step.
    pub first_card: Option<Cell>,
}

/// What lies before one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerArea {
    /// Cells whose card this player has taken.
    pub taken: Cells,
    /// Cells of the table with a marker of this player.
    pub markers: Cells,
    /// Shields on the cards taken, 7 bits a region.
    pub shields: u64,
    /// Cards taken (bits 0–7) and cards with each symbol (8–15, 16–23, 24–31).
    pub counts: u32,
    /// Face-down discs held whose face is known to the state.
    pub discs: DiscBag,
    /// Face-down discs held.
    pub face_down: u8,
    /// Markers in the reserve.
    pub reserve: u8,
}

impl PlayerArea {
    const SHIELD_BITS: usize = 7;

    pub fn shields(&self, region: Region) -> i32 {
        (self.shields >> (Self::SHIELD_BITS * region.index()) & 0x7F) as i32
    }

    pub fn symbols(&self, symbol: Symbol) -> i32 {
        (self.counts >> (8 + 8 * symbol.index()) & 0xFF) as i32
    }

    pub fn cards(&self) -> i32 {
        (self.counts & 0xFF) as i32
    }

    /// Markers in the box.
    pub fn boxed(&self) -> u8 {
        MARKERS.saturating_sub(self.reserve + self.markers.len() as u8)
    }

    /// Markers in the reserve or on a card.
    pub fn has_marker(&self) -> bool {
        self.reserve > 0 || !self.markers.is_empty()
    }

    /// Whether a `recover` is possible as far as everybody can tell: a boxed marker and a face-down disc, whatever
    /// that disc is.
    pub fn might_recover(&self) -> bool {
        self.face_down > 0 && self.boxed() > 0
    }

    /// Whether a `recover` is legal, the discs being known.
    pub fn can_recover(&self) -> bool {
        self.discs.count(Disc::MarkerReturn) > 0 && self.boxed() > 0
    }

    pub(super) fn add_card(&mut self, cell: Cell, face: Face) {
        self.taken.insert(cell);
        self.shields += u64::from(face.shields()) << (Self::SHIELD_BITS * face.region());
        self.counts += 1 + (u32::from(face.symbol_code() > 0) << (8 * face.symbol_code()));
    }
}

/// One of the eight discs laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// `None`: nobody in this state knows it.
    pub disc: Option<Disc>,
    pub place: Place,
    /// Number of discs taken before this one; meaningless on the table.
    pub order: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Table,
    /// Face down before a seat.
    Held(Seat),
    /// Open and out of the game, by a seat's `recover`.
    GivenUp(Seat),
}

impl Place {
    /// Whether `seat` took it.
    pub(super) fn is_with(self, seat: Seat) -> bool {
        matches!(self, Self::Held(taker) | Self::GivenUp(taker) if taker == seat)
    }
}

impl State {
    pub(super) fn empty(players: usize) -> Self {
        let mut sides = [PlayerArea::default(); SEATS];
        for side in &mut sides[..players.min(SEATS)] {
            side.reserve = MARKERS;
        }
        Self {
            table: Cells::NONE,
            layout_key: 0,
            layout: [Face::default(); CELLS],
            sides,
            slots: [Slot { disc: None, place: Place::Table, order: 0 }; LAID],
            discs_taken: 0,
            pending: None,
            step: Step::Deal,
            seat: Seat(0),
            first_seat: Seat(0),
            first_card: None,
        }
    }

    /// The card of the set-up at `cell`.
    pub fn card(&self, cell: Cell) -> Card {
        self.layout[cell.index()].card()
    }

    /// The owner of the marker on `cell`, if one lies there.
    pub fn marker(&self, cell: Cell) -> Option<Seat> {
        Seat::all(SEATS).find(|&seat| self.side(seat).markers.contains(cell))
    }

    /// Cells of the table with a marker of anybody.
    pub fn marked(&self) -> Cells {
        self.sides.iter().fold(Cells::NONE, |cells, side| cells | side.markers)
    }

    /// Cells of the table with a marker of another seat than `seat`.
    pub fn protected_from(&self, seat: Seat) -> Cells {
        self.marked().without(self.side(seat).markers)
    }

    /// The discs nobody in this state knows: on the table, removed, or pending.
    pub fn unseen_discs(&self) -> DiscBag {
        let mut bag = DiscBag::FULL;
        for disc in self.slots.iter().filter_map(|slot| slot.disc) {
            bag.take(disc);
        }
        bag
    }

    /// The discs lying face up on the table.
    pub fn discs_shown(&self) -> DiscBag {
        let mut bag = DiscBag::EMPTY;
        let lying = self.slots.iter().filter(|slot| slot.place == Place::Table);
        lying.filter_map(|slot| slot.disc).for_each(|disc| bag.add(disc));
        bag
    }

    /// How many discs nobody in this state knows will or may still come to light: on the table or pending.
    pub fn discs_unknown(&self) -> usize {
        let pending = self.pending.map(usize::from);
        let unknown = |&(number, slot): &(usize, &Slot)| {
            slot.disc.is_none() && (slot.place == Place::Table || pending == Some(number))
        };
        self.slots.iter().enumerate().filter(unknown).count()
    }

    /// What lies before `seat`.
    pub fn side(&self, seat: Seat) -> &PlayerArea {
        &self.sides[seat.index() % SEATS]
    }

    pub(super) fn side_mut(&mut self, seat: Seat) -> &mut PlayerArea {
        &mut self.sides[seat.index() % SEATS]
    }

    /// Slots held face down by `seat`, in the order taken.
    pub(super) fn held(&self, seat: Seat) -> impl Iterator<Item = (usize, Slot)> {
        self.in_order(Place::Held(seat))
    }

    /// Slots given up by `seat`, in the order taken (which is that of giving them up).
    pub(super) fn given_up(&self, seat: Seat) -> impl Iterator<Item = (usize, Slot)> {
        self.in_order(Place::GivenUp(seat))
    }

    fn in_order(&self, place: Place) -> impl Iterator<Item = (usize, Slot)> {
        let mut slots: arrayvec::ArrayVec<(usize, Slot), LAID> =
            self.slots.iter().copied().enumerate().filter(|(_, slot)| slot.place == place).collect();
        slots.sort_unstable_by_key(|(_, slot)| slot.order);
        slots.into_iter()
    }
}
