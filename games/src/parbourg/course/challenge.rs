//! A challenge: its beginning, turns, and who wins it.

use crate::parbourg::Parbourg;
use crate::parbourg::effects::Power;
use crate::parbourg::state::{Phase, SEATS, State};
use crate::parbourg::trace::Observer;
use crate::prelude::*;

impl Parbourg {
    /// The next challenge is revealed; everybody draws.
    pub(super) fn reveal(&self, state: &mut State, trace: &mut impl Observer) -> bool {
        trace.tell(|| self.tell_begun(state));
        state.standing = self.everybody();
        state.shielded = 0;
        state.skips = [0; SEATS];
        state.limits = [u8::MAX; SEATS];
        state.bonus = [0; SEATS];
        state.order = self.by_initiative(state);
        state.at = 0;
        state.round = 1;
        state.to_ask = 0;
        let due = |&seat: &Seat| (seat, self.challenge_draws(state, seat));
        state.due = state.order.iter().map(due).collect();
        state.phase = Phase::NextTurn;
        false
    }

    fn challenge_draws(&self, state: &State, seat: Seat) -> u8 {
        let base = self.options.challenge_draw + u8::from(self.seats() == 2);
        let first = if state.challenge == 0 { self.first_draws(state.buildings[seat.index()]) } else { 0 };
        self.powers(state, seat).fold(first.saturating_add(base), |sum, power| match power {
            Power::DrawChallenge { n } => sum.saturating_add(n),
            _ => sum,
        })
    }

    /// The next turn begins, or the challenge ends when nobody stands.
    pub(super) fn next_turn(&self, state: &mut State, trace: &mut impl Observer) -> bool {
        if state.standing == 0 {
            self.award(state, trace);
            return false;
        }
        if usize::from(state.at) >= state.order.len() {
            state.order = self.by_initiative(state);
            state.at = 0;
            state.round = state.round.saturating_add(1);
        }
        let seat = state.order[usize::from(state.at)];
        state.at += 1;
        if !state.stands(seat) {
            return false;
        }
        let alone = state.standing.count_ones() == 1;
        let skips = &mut state.skips[seat.index()];
        if *skips > 0 {
            *skips -= 1;
            if alone {
                state.standing = 0;
            }
            return false;
        }
        state.mover = seat;
        state.asked = seat;
        state.actions = 0;
        state.built = false;
        state.last = alone || state.round >= self.options.max_rounds;
        state.phase = Phase::Turn;
        true
    }

    pub(super) fn end_turn(&self, state: &mut State, seat: Seat, standing: bool) {
        if !standing {
            state.standing &= !(1 << seat.0);
        }
        state.to_ask = state.standing & !(1 << seat.0);
        state.actions = 0;
        state.built = false;
        state.last = false;
        state.phase = Phase::Window;
    }

    /// Whoever has most takes the token; the laid cards are shown and discarded.
    fn award(&self, state: &mut State, trace: &mut impl Observer) {
        self.show_all(state, trace);
        let winner = self.leader(state);
        trace.tell(|| self.tell_challenge(state, Some(winner)));
        trace.stage(state);
        state.won[winner.index()][state.colour().index()] += 1;
        self.end_challenge(state, trace);
    }

    /// Every face-down card is shown.
    pub(in crate::parbourg) fn show_all(&self, state: &mut State, trace: &mut impl Observer) {
        for at in 0..state.table.len() {
            if state.table[at].hidden {
                trace.shows(state, at);
                state.table[at].hidden = false;
            }
        }
    }

    /// The laid cards are discarded and the next challenge comes.
    pub(in crate::parbourg) fn end_challenge(&self, state: &mut State, trace: &mut impl Observer) {
        let laid = std::mem::take(&mut state.table);
        for laid in laid {
            state.discard.insert(laid.card);
            state.in_the_open(laid.card);
        }
        state.shielded = 0;
        state.skips = [0; SEATS];
        state.limits = [u8::MAX; SEATS];
        state.bonus = [0; SEATS];
        state.to_ask = 0;
        state.actions = 0;
        state.built = false;
        state.last = false;
        state.challenge += 1;
        trace.stage(state);
        if state.challenge == 4 {
            self.end_day(state, trace);
        } else {
            state.standing = self.everybody();
            state.phase = Phase::Reveal;
        }
    }

    /// Who would win the challenge now: most points, then *Beffroi*, then the higher score of initiative.
    pub(in crate::parbourg) fn leader(&self, state: &State) -> Seat {
        let worth = |seat: &Seat| {
            let belfry = state.buildings[seat.index()].meets(self.deck.belfries);
            (self.points(state, *seat), belfry, state.henchmen[seat.index()].first().copied())
        };
        Seat::all(self.seats()).max_by_key(worth).unwrap_or(Seat(0))
    }
}
