//! What learned values see of a position, relative to the totals of the deck.

use tapis_games::game::Game;
use tapis_games::richelieu::card::{Region, Symbol};
use tapis_games::richelieu::cell::{CELLS, End, ROWS};
use tapis_games::richelieu::state::{MARKERS, PlayerArea, Step};
use tapis_games::richelieu::{Richelieu, State};
use tapis_games::seat::Seat;

use super::contest::Contest;
use super::evaluation::{gain, markers, of_region, of_symbol, spread};
use crate::heuristics::inputs::inputs;

const CONTESTS: usize = Region::ALL.len() + Symbol::ALL.len();

inputs! {
    // Of contests: `margin`, the expected points of the seat minus its rival's with what is left distributed at random; `lead`, how far the
    // seat leads, relative to what is left; `certain`, whether it cannot be caught up with.
    fn fill(rules: &Richelieu, state: &State, seat: Seat) {
        let contests = Region::ALL.iter().map(|&region| of_region(rules, state, seat, region));
        let contests = contests.chain(Symbol::ALL.iter().map(|&symbol| of_symbol(rules, state, seat, symbol)));
        let (mut margins, mut leads) = ([0.0; CONTESTS], [0.0; CONTESTS]);
        let (mut margin, mut points, mut certain) = (0.0, 0.0, 0.0);
        for (n, contest) in contests.enumerate() {
            let expected = contest.margin(rules.seats(), rules.penalty());
            margin += expected;
            let lead = lead(contest);
            margins[n] = expected / 8.0;
            leads[n] = (lead / (1.0 + f32::from(contest.left))).clamp(-1.0, 1.0);
            if lead.abs() > f32::from(contest.left) + 1.0 {
                certain += lead.signum() / 4.0;
                points += expected / 16.0;
            }
        }
        let step = |step| f32::from(u8::from(state.step == step && state.seat == seat));
        let (best, next) = best_ends(rules, state, seat);
    }
    "phase": 1.0 - state.table.len() as f32 / CELLS as f32,
    "margin": margin / 16.0,
    "margin_by_spread": margin / spread(state) as f32 / 2.0,
    "markers": markers(rules, state, seat) / 4.0,
    "reserve": against(rules, state, seat, |side| f32::from(side.reserve)) / f32::from(MARKERS),
    "lying": against(rules, state, seat, |side| side.markers.len() as f32) / f32::from(MARKERS),
    "returns": against(rules, state, seat, |side| f32::from(u8::from(side.can_recover()))),
    "cards": against(rules, state, seat, |side| side.cards() as f32) / 8.0,
    "discs": against(rules, state, seat, |side| f32::from(side.face_down)) / 4.0,
    "boxed": against(rules, state, seat, |side| f32::from(side.boxed())) / f32::from(MARKERS),
    "take": step(Step::Take),
    "take_second": step(Step::Take) * next,
    "second": step(Step::SecondCard),
    "marker": step(Step::Marker),
    "best_end": best,
    "next_end": next,
    "best_end_on_turn": best * (step(Step::Take) + step(Step::SecondCard)),
    "certain_points": points,
    "certain": certain,
    "margin_r0": margins[0], "margin_r1": margins[1], "margin_r2": margins[2],
    "margin_r3": margins[3], "margin_r4": margins[4], "margin_r5": margins[5],
    "margin_r6": margins[6], "margin_r7": margins[7], "margin_r8": margins[8],
    "margin_s0": margins[9], "margin_s1": margins[10], "margin_s2": margins[11],
    "lead_r0": leads[0], "lead_r1": leads[1], "lead_r2": leads[2],
    "lead_r3": leads[3], "lead_r4": leads[4], "lead_r5": leads[5],
    "lead_r6": leads[6], "lead_r7": leads[7], "lead_r8": leads[8],
    "lead_s0": leads[9], "lead_s1": leads[10], "lead_s2": leads[11],
}

/// How far the seat leads with its disc.
fn lead(contest: Contest) -> f32 {
    f32::from(contest.own) + f32::from(contest.own_disc)
        - f32::from(contest.rival)
        - f32::from(contest.rival_disc)
}

/// What the seat has, minus the others' mean.
fn against(rules: &Richelieu, state: &State, seat: Seat, of: impl Fn(&PlayerArea) -> f32) -> f32 {
    let all: f32 = Seat::all(rules.seats()).map(|other| of(state.side(other))).sum();
    let own = of(state.side(seat));
    own - (all - own) / (rules.seats() - 1).max(1) as f32
}

/// The value of the two best cards that the seat could take from ends of rows, in tens of points.
fn best_ends(rules: &Richelieu, state: &State, seat: Seat) -> (f32, f32) {
    let closed = state.protected_from(seat);
    let (mut best, mut next) = (0, 0);
    for row in 0..ROWS {
        let left = state.table.end(row, End::Left);
        let right = state.table.end(row, End::Right).filter(|&cell| Some(cell) != left);
        for cell in left.into_iter().chain(right).filter(|&cell| !closed.contains(cell)) {
            let value = gain(rules, state, seat, state.card(cell));
            (best, next) = if value > best { (value, best) } else { (best, next.max(value)) };
        }
    }
    (best as f32 / 1000.0, next as f32 / 1000.0)
}
