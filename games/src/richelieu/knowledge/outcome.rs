//! What a ply tells a viewer beyond its notation.

use std::collections::BTreeMap;

use super::super::Richelieu;
use super::super::cell::Cell;
use super::super::deal::{LaidCard, rows_of};
use super::super::disc::Disc;
use super::super::key::Mixer;
use super::super::moves::Move;
use super::super::options::TakenDiscs;
use super::super::state::{Place, State, Step};
use super::Knowledge;
use crate::prelude::*;

/// What a ply told a viewer beyond its notation. At least one member is present.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = RichelieuOutcome)]
pub struct Outcome {
    /// The visible set-up; ply 0 only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_up: Option<SetUp>,
    /// The disc that went with the card taken, for those who see it: its taker, or everybody with `open_discs` or public
    /// `taken_discs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disc: Option<Disc>,
    /// The cell from which the given-up marker return came; for everybody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_up: Option<Cell>,
    /// At the end of the game: all discs still face down before players, by the cells they came from; for everybody.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, Disc>>)]
    pub revealed: Option<BTreeMap<Cell, Disc>>,
}

/// The visible set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RichelieuSetUp)]
pub struct SetUp {
    /// The seat that begins.
    pub first_seat: Seat,
    /// The four rows of twelve cards, left to right.
    pub rows: Vec<Vec<LaidCard>>,
    /// The cells on which discs lie.
    pub disc_cells: Vec<Cell>,
    /// What the discs show; only with `open_discs`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, Disc>>)]
    pub discs: Option<BTreeMap<Cell, Disc>>,
}

impl Observed for Richelieu {
    type Outcome = Outcome;
    type Knowledge = Knowledge;

    fn see(&self, before: &State, ply: &Ply<Self>, after: &State, viewer: Viewer) -> SeenPly<Outcome> {
        let Some((seat, mv)) = ply.action else {
            let outcome = Outcome { set_up: Some(self.set_up(after)), ..Outcome::default() };
            return SeenPly::of(ply, None, outcome);
        };
        let taken = self.disc_taken(before, mv).filter(|_| self.all_see_taken() || viewer.knows_as(seat));
        let outcome = Outcome {
            set_up: None,
            disc: taken.and_then(|number| after.slots.get(number)?.disc),
            given_up: (mv == Move::Recover).then(|| self.given_up_between(before, after)).flatten(),
            revealed: (after.step == Step::Over).then(|| self.revealed(after)),
        };
        SeenPly::of(ply, Some(mv.to_string()), outcome)
    }

    /// Whether anybody learns from the ply what was hidden.
    fn discloses(&self, before: &State, ply: &Ply<Self>) -> bool {
        let Some((_, mv)) = ply.action else { return true };
        let mut after = *before;
        self.play_unchecked(&mut after, mv);
        if self.options.open_discs {
            return false;
        }
        let private = self.options.taken_discs == TakenDiscs::Private;
        let held = after.slots.iter().any(|slot| matches!(slot.place, Place::Held(_)));
        self.disc_taken(before, mv).is_some()
            || (private && mv == Move::Recover)
            || (private && after.step == Step::Over && held)
    }

    /// What `seat` knows: everything public, with the history of the discs, and the discs it may know.
    fn info_key(&self, state: &State, seat: Seat) -> u64 {
        let mut mixer =
            Mixer(state.layout_key ^ u64::from(seat.0) << 1).pair(state.table.bits(), self.turn_word(state));
        for side in &state.sides[..self.seats] {
            let hand = u64::from(side.counts) | u64::from(side.reserve) << 46;
            mixer = mixer.pair(side.taken.bits(), side.markers.bits()).pair(hand, side.shields);
        }
        for (number, slot) in state.slots.iter().enumerate() {
            let place = match slot.place {
                Place::Table => 0,
                Place::Held(holder) => 0x10 | u64::from(holder.0),
                Place::GivenUp(holder) => 0x20 | u64::from(holder.0),
            };
            let order = if slot.place == Place::Table { 0 } else { u64::from(slot.order) };
            let shown = self.disc_seen(state, number, Viewer::Seat(seat)).map_or(0, |disc| disc as u64 + 1);
            mixer = mixer.pair(place << 16 | order << 8 | shown, number as u64);
        }
        mixer.finish()
    }
}

impl Richelieu {
    /// The slot of the disc that goes with the card `mv` takes.
    pub(in super::super) fn disc_taken(&self, before: &State, mv: Move) -> Option<usize> {
        let Move::Take { row, end, .. } = mv else { return None };
        self.slot_at(before.table.end(usize::from(row), end)?)
    }

    fn given_up_between(&self, before: &State, after: &State) -> Option<Cell> {
        let number = (0..before.slots.len()).find(|&n| before.slots[n].place != after.slots[n].place)?;
        self.options.disc_cells.get(number).copied()
    }

    /// All discs held, by cell.
    fn revealed(&self, state: &State) -> BTreeMap<Cell, Disc> {
        let held = |(slot, &cell): (&super::super::state::Slot, &Cell)| {
            matches!(slot.place, Place::Held(_)).then_some(slot.disc).flatten().map(|disc| (cell, disc))
        };
        state.slots.iter().zip(&self.options.disc_cells).filter_map(held).collect()
    }

    fn set_up(&self, state: &State) -> SetUp {
        let cells = || self.options.disc_cells.iter().copied();
        let discs = cells().zip(state.slots).filter_map(|(cell, slot)| slot.disc.map(|disc| (cell, disc)));
        SetUp {
            first_seat: state.first_seat,
            rows: self.rows(state),
            disc_cells: cells().collect(),
            discs: self.options.open_discs.then(|| discs.collect()),
        }
    }

    /// The cards of the set-up in rows.
    pub(in super::super) fn rows(&self, state: &State) -> Vec<Vec<LaidCard>> {
        rows_of(Cell::all().map(|cell| state.card(cell)))
    }
}
