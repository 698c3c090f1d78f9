//! Nodes where a seat decides.

use tapis_games::game::Turn;
use tapis_games::seat::Seat;

use super::super::goal::{self, Bounds};
use super::super::limits::Stopped;
use super::super::order::Spot;
use super::entry::Entry;
use super::{Eval, Minimax, MinimaxTable, Setting, TO_THE_END, Window};
use crate::heuristics::Heuristics;

/// Width of a null window: below every real difference, above every rounding.
pub(super) const NULL: f64 = 1e-11;

/// Where a node lies in the search.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Plies still to search.
    pub depth: u16,
    /// Plies from the root.
    pub ply: usize,
}

impl Place {
    /// One ply on.
    pub fn below(self) -> Self {
        let depth = if self.depth == TO_THE_END { self.depth } else { self.depth.saturating_sub(1) };
        Self { depth, ply: self.ply + 1 }
    }
}

/// A node's mover: everything in its eyes, more is better.
struct Mover {
    maximises: bool,
    alpha: f64,
    beta: f64,
    /// More than this cannot be had.
    top: f64,
}

impl<G: Heuristics> Minimax<'_, G> {
    /// The worth of `state`, told apart within `window`.
    pub(super) fn search(&mut self, state: &G::State, place: Place, window: Window) -> Result<Eval, Stopped> {
        self.meter.tick()?;
        let setting = &self.setting;
        let turn = setting.rules.turn(state);
        if goal::is_end(setting.rules, setting.objective, state, turn) {
            return Ok(Eval::proved(goal::worth(setting.rules, setting.objective, state, setting.seat)));
        }
        match turn {
            Turn::Player(seat) => self.decide(state, seat, place, window),
            _ => self.expect(state, place, window),
        }
    }

    fn decide(
        &mut self,
        state: &G::State,
        seat: Seat,
        place: Place,
        window: Window,
    ) -> Result<Eval, Stopped> {
        let (bounds, key) = self.survey(state, place.depth);
        if let Some(eval) = decided(bounds, window) {
            return Ok(eval);
        }
        let known = self.lookup(key);
        if let Some(eval) = known.as_ref().and_then(|known| known.answer(place.depth, window)) {
            return Ok(eval);
        }
        if place.depth == 0 {
            return Ok(self.opinion(state, bounds));
        }
        let before = self.meter.nodes();
        let mover = Mover::new(seat == self.setting.seat, window, bounds);
        let (eval, mv) = self.best(state, place, mover, known.and_then(|known| known.mv))?;
        if let (Some(table), Some(key)) = (self.setting.table, key) {
            let entry = Entry::new(eval, mv, place.depth, window, self.setting.range);
            table.put(key, entry.pack(self.meter.nodes() - before));
        }
        Ok(eval)
    }

    /// Tries the moves, number `first` first; the worth and the number of the move that reached it. A call of its own: most
    /// nodes are leaves, which need none of its room.
    #[inline(never)]
    fn best(
        &mut self,
        state: &G::State,
        place: Place,
        mut mover: Mover,
        first: Option<usize>,
    ) -> Result<(Eval, Option<usize>), Stopped> {
        let rules = self.setting.rules;
        let moves = rules.legal_moves(state);
        let spot = Spot { ply: place.ply, side: usize::from(!mover.maximises) };
        let (mut best, mut best_move, mut proved) = (f64::NEG_INFINITY, None, true);
        let mut picks = self.order.start(first);
        while let Some(number) = self.order.next(&mut picks, rules, state, &moves, spot) {
            let mut child = state.clone();
            rules.play_unchecked(&mut child, moves[number]);
            let before = self.meter.nodes();
            let (worth, sure) = self.reply(&child, place.below(), &mover, best_move.is_some())?;
            if worth > best || best_move.is_none() {
                (best, best_move) = (worth, Some(number));
            }
            if best >= mover.beta || best >= mover.top {
                self.order.cut(moves[number], spot, self.meter.nodes() - before);
                proved = sure;
                break;
            }
            proved &= sure;
            mover.alpha = mover.alpha.max(best);
        }
        self.order.finish(&picks);
        Ok((Eval { worth: mover.seen(best), proved }, best_move))
    }

    /// The worth of a child in the mover's eyes; a `later` one is first asked only whether it beats alpha.
    fn reply(
        &mut self,
        child: &G::State,
        place: Place,
        mover: &Mover,
        later: bool,
    ) -> Result<(f64, bool), Stopped> {
        if place.depth == 0
            && let Some(eval) = self.glimpse(child, mover.window(mover.beta))?
        {
            return Ok((mover.seen(eval.worth), eval.proved));
        }
        if later && self.setting.tuning.pvs && mover.beta - mover.alpha > NULL {
            let eval = self.search(child, place, mover.window(mover.alpha + NULL))?;
            let worth = mover.seen(eval.worth);
            if worth <= mover.alpha || worth >= mover.beta {
                return Ok((worth, eval.proved));
            }
        }
        let eval = self.search(child, place, mover.window(mover.beta))?;
        Ok((mover.seen(eval.worth), eval.proved))
    }

    /// The worth of `state` on the horizon, as [`Minimax::search`] finds it. Most nodes are such leaves: nothing is asked
    /// twice, and nobody called. `None` where the table may know more, or chance comes first.
    #[inline]
    fn glimpse(&mut self, state: &G::State, window: Window) -> Result<Option<Eval>, Stopped> {
        let setting = &self.setting;
        let turn = setting.rules.turn(state);
        let end = goal::is_end(setting.rules, setting.objective, state, turn);
        if !end && (turn == Turn::Chance || setting.table.is_some_and(MinimaxTable::knows_horizon)) {
            return Ok(None);
        }
        self.meter.tick()?;
        if end {
            let worth = goal::worth(setting.rules, setting.objective, state, setting.seat);
            return Ok(Some(Eval::proved(worth)));
        }
        let bounds = self.bounds(state);
        Ok(Some(decided(bounds, window).unwrap_or_else(|| self.opinion(state, bounds))))
    }

    /// What is made of `state` without looking further.
    #[inline]
    fn opinion(&self, state: &G::State, bounds: Bounds) -> Eval {
        Eval { worth: self.guess(state).max(bounds.0).min(bounds.1), proved: false }
    }

    /// Sound bounds of the worth of `state`, and the key under which the table has it, if there is a table that is asked so
    /// few plies from the horizon.
    fn survey(&self, state: &G::State, depth: u16) -> (Bounds, Option<u64>) {
        let Setting { rules, seat, objective, range, tuning, table } = self.setting;
        let asked = table.is_some_and(|table| depth >= tuning.table_from || table.knows_horizon());
        match (tuning.bounds, asked) {
            (true, true) => {
                let survey = rules.survey(state, seat, objective);
                (within(range, survey.bounds), Some(survey.key))
            }
            (true, false) => (within(range, rules.bounds(state, seat, objective)), None),
            (false, true) => (range, Some(rules.worth_key(state, objective))),
            (false, false) => (range, None),
        }
    }

    /// Sound bounds of the worth of `state`.
    pub(super) fn bounds(&self, state: &G::State) -> Bounds {
        let Setting { rules, seat, objective, range, tuning, .. } = self.setting;
        if tuning.bounds { within(range, rules.bounds(state, seat, objective)) } else { range }
    }

    /// What `state` looks worth.
    pub(super) fn guess(&self, state: &G::State) -> f64 {
        let setting = &self.setting;
        goal::guess_of(setting.rules, setting.objective, state, setting.seat)
    }

    /// What the table has under `key`.
    fn lookup(&self, key: Option<u64>) -> Option<Entry> {
        self.setting.table?.get(key?).map(Entry::unpack)
    }

    /// The move the table has for `state`.
    pub(super) fn known_move(&self, state: &G::State) -> Option<usize> {
        let key = self.setting.table.map(|_| self.setting.rules.worth_key(state, self.setting.objective));
        self.lookup(key)?.mv
    }
}

impl Mover {
    fn new(maximises: bool, window: Window, bounds: Bounds) -> Self {
        match maximises {
            true => Self { maximises, alpha: window.alpha, beta: window.beta, top: bounds.1 },
            false => Self { maximises, alpha: -window.beta, beta: -window.alpha, top: -bounds.0 },
        }
    }

    /// A worth of the advised seat in the mover's eyes, and back.
    fn seen(&self, worth: f64) -> f64 {
        if self.maximises { worth } else { -worth }
    }

    /// The window from alpha to `beta` in the advised seat's eyes.
    fn window(&self, beta: f64) -> Window {
        match self.maximises {
            true => Window { alpha: self.alpha, beta },
            false => Window { alpha: -beta, beta: -self.alpha },
        }
    }
}

fn within(range: Bounds, bounds: Option<Bounds>) -> Bounds {
    bounds.map_or(range, |(low, high)| (low.max(range.0), high.min(range.1)))
}

/// The result that `bounds` alone give within `window`.
fn decided(bounds: Bounds, window: Window) -> Option<Eval> {
    let (low, high) = bounds;
    if low >= window.beta || low == high {
        return Some(Eval::proved(low));
    }
    (high <= window.alpha).then_some(Eval::proved(high))
}
