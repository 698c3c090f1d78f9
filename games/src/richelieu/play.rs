//! What a move does.

use super::Richelieu;
use super::cell::Cell;
use super::disc::Disc;
use super::moves::Payment;
use super::options::Variant;
use super::state::{Place, State, Step};

impl Richelieu {
    /// Card, markers and disc; the marker paid is boxed by being nowhere else.
    pub(super) fn take(&self, state: &mut State, cell: Cell, pay: Option<Payment>) {
        let seat = state.seat;
        state.table.remove(cell);
        if let Some(owner) = state.marker(cell) {
            let side = state.side_mut(owner);
            side.markers.remove(cell);
            side.reserve += 1;
        }
        let face = state.layout[cell.index()];
        let side = state.side_mut(seat);
        match pay {
            None => {}
            Some(Payment::Reserve) => side.reserve = side.reserve.saturating_sub(1),
            Some(Payment::Card(own)) => side.markers.remove(own),
        }
        side.add_card(cell, face);
        if let Some(number) = self.slot_at(cell) {
            take_disc(state, number);
        }
    }

    /// The end, the second card, or the marker step.
    pub(super) fn after_take(&self, state: &mut State, cell: Cell, opening: bool) {
        if self.is_over(state) {
            state.first_card = None;
            state.step = Step::Over;
            return;
        }
        if state.step == Step::Take && !opening {
            state.first_card = Some(cell);
            if self.second_card_possible(state) {
                state.step = Step::SecondCard;
                return;
            }
        }
        self.enter_marker_step(state);
    }

    pub(super) fn enter_marker_step(&self, state: &mut State) {
        state.first_card = None;
        if self.marker_step_possible(state) {
            state.step = Step::Marker;
        } else {
            self.next_turn(state);
        }
    }

    pub(super) fn next_turn(&self, state: &mut State) {
        state.first_card = None;
        state.step = Step::Take;
        state.seat = state.seat.next(self.seats);
    }

    fn is_over(&self, state: &State) -> bool {
        state.table.is_empty() || (self.variant == Variant::ThreeRows && state.table.empty_rows() >= 3)
    }
}

fn take_disc(state: &mut State, number: usize) {
    let seat = state.seat;
    let slot = &mut state.slots[number];
    slot.place = Place::Held(seat);
    slot.order = state.discs_taken;
    let disc = slot.disc;
    state.discs_taken += 1;
    state.side_mut(seat).face_down += 1;
    match disc {
        Some(disc) => state.side_mut(seat).discs.add(disc),
        None => state.pending = Some(number as u8),
    }
}

/// Gives up the return disc taken first.
pub(super) fn recover(state: &mut State) {
    let seat = state.seat;
    let first = state.held(seat).find(|(_, slot)| slot.disc == Some(Disc::MarkerReturn));
    if let Some((number, _)) = first {
        state.give_up(number);
    }
}

impl State {
    /// The holder of a slot gives its return disc up.
    pub(super) fn give_up(&mut self, number: usize) {
        let Some(slot) = self.slots.get_mut(number) else { return };
        let Place::Held(seat) = slot.place else { return };
        slot.place = Place::GivenUp(seat);
        let side = self.side_mut(seat);
        side.discs.take(Disc::MarkerReturn);
        side.face_down -= 1;
        side.reserve += 1;
    }

    /// Says what an unknown slot shows.
    pub(super) fn assign(&mut self, number: usize, disc: Disc) {
        let Some(slot) = self.slots.get_mut(number) else { return };
        slot.disc = Some(disc);
        if let Place::Held(seat) = slot.place {
            self.side_mut(seat).discs.add(disc);
        }
    }
}
