//! Days: henchmen, the start of the day, the end of it.

use crate::parbourg::Parbourg;
use crate::parbourg::card::{CardSet, Colour};
use crate::parbourg::effects::Power;
use crate::parbourg::state::{Phase, State};
use crate::parbourg::trace::Observer;
use crate::prelude::*;
use crate::shown::Milestone;

impl Parbourg {
    /// The next day begins: its tokens lie ready, nobody has a henchman.
    pub(in crate::parbourg) fn begin_day(&self, state: &mut State) {
        state.day += 1;
        state.challenge = 0;
        state.tokens = Colour::ALL;
        state.day_bonus = Default::default();
        state.henchmen = Default::default();
        state.standing = self.everybody();
        state.phase = Phase::Drawing(0);
    }

    /// After the fourth challenge.
    pub(super) fn end_day(&self, state: &mut State, trace: &mut impl Observer) {
        state.standing = self.everybody();
        if state.day == self.options.days {
            state.phase = Phase::Over;
            trace.tell(|| Milestone::scored(self.rows(state)));
        } else if self.seats() == 2 {
            self.begin_day(state); // used henchmen stay out
        } else {
            state.phase = Phase::Henchmen;
        }
    }

    /// The next seat draws, two henchmen where it may choose.
    pub(super) fn draw_henchman(&self, state: &mut State, done: u8, trace: &mut impl Observer) -> bool {
        if usize::from(done) == self.seats() {
            self.begin_alchemy(state);
            return false;
        }
        if done == 0 {
            trace.tell(|| Milestone::new("day_begins", [("day", i32::from(state.day).into())]));
        }
        let seat = Seat(((state.first.index() + usize::from(done)) % self.seats()) as u8);
        if state.day == 1 {
            state.due.push((seat, self.options.first_hand));
        }
        if state.buildings[seat.index()].meets(self.deck.choosers) && state.henchman_pile.len() > 1 {
            trace.chooses(state, seat);
            if let (Some(a), Some(b)) = (state.henchman_pile.pop(), state.henchman_pile.pop()) {
                state.phase = Phase::Keep(seat, a.min(b), a.max(b));
                return false;
            }
        }
        trace.lays_open(state, seat);
        let drawn = state.henchman_pile.pop();
        drawn.into_iter().for_each(|henchman| trace.tell(|| self.tell_drawn(seat, henchman)));
        state.henchmen[seat.index()] = drawn.into_iter().collect();
        state.phase = Phase::Drawing(done + 1);
        false
    }

    pub(super) fn keep(&self, state: &mut State, henchman: u8, trace: &mut impl Observer) {
        let Phase::Keep(seat, a, b) = state.phase else { return };
        let other = if henchman == a { b } else { a };
        state.henchmen[seat.index()] = [henchman].into_iter().collect();
        state.henchman_pile.insert(0, other);
        let count = self.seats();
        let done = (seat.index() + count - state.first.index()) % count + 1;
        state.phase = Phase::Drawing(done as u8);
        trace.stage(state);
    }

    fn begin_alchemy(&self, state: &mut State) {
        state.order = self.by_initiative(state);
        state.at = 0;
        state.round = 1;
        state.passed = 0;
        let due = |&seat: &Seat| (seat, self.day_draws(state, seat));
        state.due = state.order.iter().map(due).filter(|(_, count)| *count > 0).collect();
        state.phase = Phase::Alchemy;
    }

    fn day_draws(&self, state: &State, seat: Seat) -> u8 {
        self.powers(state, seat).fold(0, |sum, power| match power {
            Power::DrawDay { n } => sum + n,
            _ => sum,
        })
    }

    /// The powers of a seat's henchmen.
    pub(in crate::parbourg) fn powers<'a>(
        &'a self,
        state: &'a State,
        seat: Seat,
    ) -> impl Iterator<Item = Power> + 'a {
        state.henchmen[seat.index()].iter().filter_map(|&henchman| self.deck.henchman(henchman).power)
    }

    /// Asks the next seat for an alchemy card, unless all have passed since the last one. The order may change between
    /// two rounds, so that a seat passes twice before another one is asked: who has passed counts, not how often.
    pub(super) fn ask_alchemy(&self, state: &mut State) -> bool {
        let over = state.passed == self.everybody();
        let round_over = usize::from(state.at) >= state.order.len();
        if over || (round_over && state.round >= self.options.max_rounds) {
            state.passed = 0;
            state.phase = Phase::Reveal;
            return false;
        }
        if round_over {
            state.order = self.by_initiative(state);
            state.at = 0;
            state.round += 1;
        }
        state.asked = state.order[usize::from(state.at)];
        state.at += 1;
        true
    }

    /// What a seat's buildings let it draw besides at the day's first challenge.
    pub(super) fn first_draws(&self, buildings: CardSet) -> u8 {
        use crate::parbourg::effects::Effect;
        buildings.iter().fold(0u8, |sum, card| match self.deck.card(card).effect {
            Some(Effect::DrawFirstChallenge { n }) => sum.saturating_add(n),
            _ => sum,
        })
    }
}
