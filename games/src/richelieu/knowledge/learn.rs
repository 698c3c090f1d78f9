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
            return Err(outcome_refused(0, "exactly the field set_up", "exactement le champ set_up"));
        };
        let SetUp { first_seat, rows, disc_cells, discs } = set_up;
        let mut state = self.laid(first_seat, &rows)?;
        if disc_cells != self.options.disc_cells || discs.is_some() != self.options.open_discs {
            let en = "disc_cells as in the options, and discs exactly with open_discs";
            return Err(outcome_refused(
                0,
                en,
                "disc_cells comme dans les options, et discs seulement avec open_discs",
            ));
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
            let en = format!("ply {n}: it is not the turn of seat {}", seat.0);
            let fr = format!("coup {n} : ce n'est pas le tour de la place {}", seat.0);
            return Err(Refusal::new("not_this_seats_turn", RULE, en, fr));
        }
        let mv = self.parse(&knowledge.state, notation).map_err(|error| {
            let fr = format!("coup {n} : notation illisible à la colonne {}", error.column);
            Refusal::new("unreadable_notation", "richelieu.md#notation", format!("ply {n}: {error}"), fr)
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
            let en = "disc exactly when this viewer sees a disc taken, given_up exactly after recover, revealed exactly at the end";
            let fr = "disc si ce spectateur voit un disque pris, given_up après recover, revealed à la fin, et rien d'autre";
            return Err(outcome_refused(n, en, fr));
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
            let en = "given_up is the cell of the marker return that this seat took first";
            return Err(outcome_refused(
                n,
                en,
                "given_up est la case du premier retour de marqueur pris par cette place",
            ));
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
        let en = "revealed names every disc held and agrees with what is known";
        let fr = "revealed nomme tous les disques détenus et s'accorde avec ce qui est connu";
        if fits { Ok(()) } else { Err(outcome_refused(n, en, fr)) }
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
            let en = format!("the disc taken is {}, not {}", known.name(), seen.name());
            let fr = format!("le disque pris est {}, pas {}", known.name(), seen.name());
            Err(Refusal::new("disc_already_seen", RULE, en, fr))
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

fn outcome_refused(n: u32, en: &str, fr: &str) -> Refusal {
    let code = if n == 0 { "unknown_set_up" } else { "impossible_outcome" };
    Refusal::new(
        code,
        RULE,
        format!("ply {n}: the outcome must have {en}"),
        format!("coup {n} : l'issue doit avoir {fr}"),
    )
}
