//! What learned values see of a position, relative to the totals of the deck.

use tapis_games::game::Game;
use tapis_games::richelieu::card::{Region, Symbol};
use tapis_games::richelieu::cell::{CELLS, End, ROWS};
use tapis_games::richelieu::state::{MARKERS, PlayerArea, Step};
use tapis_games::richelieu::{Richelieu, State};
use tapis_games::seat::Seat;

use super::contest::Contest;
use super::evaluation::{gain, markers, of_region, of_symbol, spread};
use crate::value::Features;

/// One name a feature. Of contests: `margin`, the expected points of the seat minus its rival's with what is left distributed at
/// random; `lead`, how far the seat leads, relative to what is left; `certain`, whether it cannot be caught up with.
pub(super) const NAMES: [&str; 43] = [
    "phase",
    "margin",
    "margin_by_spread",
    "markers",
    "reserve",
    "lying",
    "returns",
    "cards",
    "discs",
    "boxed",
    "take",
    "take_second",
    "second",
    "marker",
    "best_end",
    "next_end",
    "best_end_on_turn",
    "certain_points",
    "certain",
    "margin_r0",
    "margin_r1",
    "margin_r2",
    "margin_r3",
    "margin_r4",
    "margin_r5",
    "margin_r6",
    "margin_r7",
    "margin_r8",
    "margin_s0",
    "margin_s1",
    "margin_s2",
    "lead_r0",
    "lead_r1",
    "lead_r2",
    "lead_r3",
    "lead_r4",
    "lead_r5",
    "lead_r6",
    "lead_r7",
    "lead_r8",
    "lead_s0",
    "lead_s1",
    "lead_s2",
];

/// The features of contests begin here.
const CONTESTS: usize = 19;
const NUMBER: usize = Region::ALL.len() + Symbol::ALL.len();

pub(super) fn fill(rules: &Richelieu, state: &State, seat: Seat, out: &mut Features) {
    let contests = Region::ALL.iter().map(|&region| of_region(rules, state, seat, region));
    let contests = contests.chain(Symbol::ALL.iter().map(|&symbol| of_symbol(rules, state, seat, symbol)));
    let (mut margin, mut points, mut certain) = (0.0, 0.0, 0.0);
    for (n, contest) in contests.enumerate().take(NUMBER) {
        let expected = contest.margin(rules.seats(), rules.penalty());
        margin += expected;
        let lead = lead(contest);
        out[CONTESTS + n] = expected / 8.0;
        out[CONTESTS + NUMBER + n] = (lead / (1.0 + f32::from(contest.left))).clamp(-1.0, 1.0);
        if lead.abs() > f32::from(contest.left) + 1.0 {
            certain += lead.signum() / 4.0;
            points += expected / 16.0;
        }
    }
    let step = |step| f32::from(u8::from(state.step == step && state.seat == seat));
    let ends = best_ends(rules, state, seat);
    let rest = [
        1.0 - state.table.len() as f32 / CELLS as f32,
        margin / 16.0,
        margin / spread(state) as f32 / 2.0,
        markers(rules, state, seat) / 4.0,
        against(rules, state, seat, |side| f32::from(side.reserve)) / f32::from(MARKERS),
        against(rules, state, seat, |side| side.markers.len() as f32) / f32::from(MARKERS),
        against(rules, state, seat, |side| f32::from(u8::from(side.can_recover()))),
        against(rules, state, seat, |side| side.cards() as f32) / 8.0,
        against(rules, state, seat, |side| f32::from(side.face_down)) / 4.0,
        against(rules, state, seat, |side| f32::from(side.boxed())) / f32::from(MARKERS),
        step(Step::Take),
        step(Step::Take) * ends.1,
        step(Step::SecondCard),
        step(Step::Marker),
        ends.0,
        ends.1,
        ends.0 * (step(Step::Take) + step(Step::SecondCard)),
        points,
        certain,
    ];
    out[..CONTESTS].copy_from_slice(&rest);
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
