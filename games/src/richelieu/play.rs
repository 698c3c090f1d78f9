//! What a move does.

use super::Richelieu;
use super::cell::{Cell, Cells};
use super::deal::Chance;
use super::disc::Disc;
use super::moves::Move;
use super::moves::Payment;
use super::options::Variant;
use super::score::held;
use super::state::{Place, State, Step};
use crate::prelude::*;
use crate::shown::{Milestone, Watch};

impl Richelieu {
    /// What a legal move does.
    #[inline]
    pub(super) fn apply(&self, state: &mut State, mv: Move, watch: &mut impl Watch<State>) {
        let seat = state.seat;
        match mv {
            Move::Take { row, end, pay } => {
                if let Some(cell) = state.table.end(usize::from(row), end) {
                    let opening = state.table == Cells::ALL;
                    self.take(state, cell, pay, watch);
                    self.after_take(state, cell, opening, watch);
                }
            }
            Move::Stop => self.enter_marker_step(state),
            Move::Recover => recover(state),
            Move::Mark(cell) => {
                let side = state.side_mut(seat);
                side.reserve = side.reserve.saturating_sub(1);
                side.markers.insert(cell);
                self.next_turn(state);
            }
            Move::Shift { from, to } => {
                let side = state.side_mut(seat);
                side.markers.remove(from);
                side.markers.insert(to);
                self.next_turn(state);
            }
            Move::Skip | Move::Pass => self.next_turn(state),
        }
    }

    /// What an outcome of chance does.
    pub(super) fn decide(
        &self,
        state: &mut State,
        outcome: &Chance,
        watch: &mut impl Watch<State>,
    ) -> Result<(), Refusal> {
        match outcome {
            Chance::Deal(deal) if state.step == Step::Deal => {
                *state = self.dealt(deal)?;
                watch.tell(|| Milestone::new("set_up", [("seat", state.first_seat.into())]));
            }
            Chance::Disc(drawn) if state.pending.is_some() => self.name_pending(state, drawn.disc)?,
            _ => {
                return Err(Refusal::said("no_such_chance", "richelieu.md#set-up", &said("no_such_chance")));
            }
        }
        Ok(())
    }

    /// Card, markers and disc; the marker paid is boxed by being nowhere else.
    pub(super) fn take(
        &self,
        state: &mut State,
        cell: Cell,
        pay: Option<Payment>,
        watch: &mut impl Watch<State>,
    ) {
        let seat = state.seat;
        state.table.remove(cell);
        if let Some(owner) = state.marker(cell) {
            let side = state.side_mut(owner);
            side.markers.remove(cell);
            side.reserve += 1;
            watch.tell(|| Milestone::new("marker_returned", [("seat", owner.into())]));
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
            watch.tell(|| Milestone::new("disc_taken", [("seat", seat.into())]));
        }
    }

    /// The end, the second card, or the marker step.
    pub(super) fn after_take(
        &self,
        state: &mut State,
        cell: Cell,
        opening: bool,
        watch: &mut impl Watch<State>,
    ) {
        if self.is_over(state) {
            watch.stage(state);
            state.first_card = None;
            state.step = Step::Over;
            watch.tell(|| Milestone::scored(self.score_rows(state, &held(state))));
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
