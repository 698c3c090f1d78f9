//! Following an observation log. It may come from outside: everything is checked.

use std::collections::BTreeMap;

use super::super::Richelieu;
use super::super::cell::{Cell, Cells};
use super::super::disc::Disc;
use super::super::moves::Move;
use super::super::state::{Place, State, Step};
use super::{Knowledge, Outcome, SetUp};
use crate::prelude::*;

pub(super) const RULE: &str = "richelieu.md#what-a-seat-observes";

impl Richelieu {
    pub(super) fn learn_set_up(&self, knowledge: &mut Knowledge, told: Outcome) -> Result<(), Refusal> {
        let Outcome { set_up: Some(set_up), disc: None, given_up: None, revealed: None } = told else {
            return Err(outcome_refused(0, said("outcome_set_up")));
        };
        let SetUp { first_seat, rows, disc_cells, discs } = set_up;
        let mut state = self.laid(first_seat, &rows)?;
        if disc_cells != self.options.disc_cells || discs.is_some() != self.options.open_discs {
            return Err(outcome_refused(0, said("outcome_disc_cells")));
        }
        if let Some(discs) = discs {
            self.lay_discs(&mut state, &discs)?;
        }
        knowledge.state = state;
        Ok(())
    }

    pub(super) fn learn_move(
        &self,
        knowledge: &mut Knowledge,
        seat: Seat,
        notation: &str,
        told: Outcome,
    ) -> Result<(), Refusal> {
        let n = knowledge.next;
        if self.turn(&knowledge.state) != Turn::Player(seat) {
            let why = said("not_turn_of").with("seat", seat.0);
            return Err(Refusal::said("not_this_seats_turn", RULE, &of_ply(n, why)));
        }
        let mv = self.parse(&knowledge.state, notation).map_err(|error| {
            Refusal::said("unreadable_notation", "richelieu.md#notation", &of_ply(n, error.said()))
        })?;
        let disc = self.disc_taken(&knowledge.state, mv);
        match mv {
            Move::Recover => self.learn_recover(knowledge, seat, told.given_up)?,
            mv => self.play(&mut knowledge.state, mv)?,
        }
        let expects_disc = disc.is_some() && (self.all_see_taken() || knowledge.viewer.knows_as(seat));
        if told.set_up.is_some()
            || told.disc.is_some() != expects_disc
            || told.given_up.is_some() != (mv == Move::Recover)
            || told.revealed.is_some() != (knowledge.state.step == Step::Over)
        {
            return Err(outcome_refused(n, said("outcome_fields")));
        }
        if let Some(number) = disc {
            learn_disc(self, &mut knowledge.state, number, told.disc)?;
        }
        told.revealed.map_or(Ok(()), |revealed| self.learn_revealed(&mut knowledge.state, n, &revealed))
    }

    /// `recover` shows which disc was given up: that one is a marker return, those taken before it are not.
    fn learn_recover(
        &self,
        knowledge: &mut Knowledge,
        seat: Seat,
        given_up: Option<Cell>,
    ) -> Result<(), Refusal> {
        let n = knowledge.next;
        let state = &mut knowledge.state;
        if !state.side(seat).might_recover() {
            return Err(self.refusal(state, Move::Recover));
        }
        let number = given_up.and_then(|cell| self.slot_at(cell)).filter(|&number| {
            let older = |slot: &super::super::state::Slot| slot.order < state.slots[number].order;
            state.slots[number].place == Place::Held(seat)
                && !barred(state, number)
                && state.held(seat).all(|(_, slot)| !older(&slot) || slot.disc != Some(Disc::MarkerReturn))
                && match state.slots[number].disc {
                    Some(disc) => disc == Disc::MarkerReturn,
                    None => state.unseen_discs().count(Disc::MarkerReturn) > 0,
                }
        });
        let Some(number) = number else {
            return Err(outcome_refused(n, said("outcome_given_up")));
        };
        if state.slots[number].disc.is_none() {
            state.assign(number, Disc::MarkerReturn);
        }
        state.give_up(number);
        Ok(())
    }

    /// The end shows all discs held.
    fn learn_revealed(
        &self,
        state: &mut State,
        n: u32,
        revealed: &BTreeMap<Cell, Disc>,
    ) -> Result<(), Refusal> {
        let held = |number: &usize| matches!(state.slots[*number].place, Place::Held(_));
        let numbers: Vec<usize> = (0..state.slots.len()).filter(held).collect();
        let cells: Cells = numbers.iter().map(|&number| self.options.disc_cells[number]).collect();
        let fits = revealed.keys().copied().collect::<Cells>() == cells
            && numbers.iter().all(|&number| {
                let shown = revealed.get(&self.options.disc_cells[number]).copied();
                match (state.slots[number].disc, shown) {
                    (Some(known), shown) => shown == Some(known),
                    (None, Some(shown)) => {
                        let fits = state.unseen_discs().count(shown) > 0
                            && !(shown == Disc::MarkerReturn && barred(state, number));
                        state.assign(number, shown);
                        fits
                    }
                    (None, None) => false,
                }
            });
        if fits { Ok(()) } else { Err(outcome_refused(n, said("outcome_revealed"))) }
    }
}

/// A disc just taken: named when the viewer sees it, else it stays unknown in its holder's hands.
fn learn_disc(
    rules: &Richelieu,
    state: &mut State,
    number: usize,
    seen: Option<Disc>,
) -> Result<(), Refusal> {
    match (seen, state.slots.get(number).and_then(|slot| slot.disc)) {
        (Some(seen), None) => rules.name_pending(state, seen),
        (Some(seen), Some(known)) if seen != known => {
            let why = said("disc_taken_is").with("known", known.name()).with("seen", seen.name());
            Err(Refusal::said("disc_already_seen", RULE, &why))
        }
        _ => {
            state.pending = None;
            Ok(())
        }
    }
}

/// Whether a held disc cannot be a marker return: its holder gave up one taken later, and the first is given up first.
pub(super) fn barred(state: &State, number: usize) -> bool {
    let Some(slot) = state.slots.get(number) else { return false };
    let Place::Held(seat) = slot.place else { return false };
    state.slots.iter().any(|other| other.place == Place::GivenUp(seat) && other.order > slot.order)
}

fn outcome_refused(n: u32, wanted: Said) -> Refusal {
    let code = if n == 0 { "unknown_set_up" } else { "impossible_outcome" };
    Refusal::said(code, RULE, &of_ply(n, said("outcome_wanted").around("fault_wanted", wanted)))
}

/// What is wrong with ply `n`.
pub(super) fn of_ply(n: u32, why: Said) -> Said {
    said("of_ply").with("n", n).around("fault_why", why)
}
