//! What the learned evaluation reads of a position, in terms of any deck: the standing of each contest, the cards at the ends of
//! the rows, and the markers.

use tapis_games::game::Game;
use tapis_games::richelieu::card::{Region, Symbol};
use tapis_games::richelieu::cell::{CELLS, End, ROWS};
use tapis_games::richelieu::{Richelieu, State};
use tapis_games::seat::{BySeat, Seat};

use super::contest::Contest;
use super::evaluation::{gain, of_region, of_symbol};
use crate::learned::Inputs;

/// Leads from −6 to 6; greater ones count as these.
const LEADS: usize = 13;
/// What is left on the table, from 0; the last place is for all that is more.
const LEFTS: usize = 10;
/// Cards at ends that are told apart by rank: the best, the second, ….
const RANKED: usize = 4;

/// Writes the inputs of every seat.
pub(super) fn write(rules: &Richelieu, state: &State, inputs: &mut BySeat<Inputs>) {
    let mover = state.seat();
    let ends = gains_at_ends(rules, state, mover);
    for (seat, inputs) in Seat::all(rules.seats()).zip(inputs.iter_mut()) {
        contests(rules, state, seat, inputs);
        tempo(rules, state, seat == mover, &ends, inputs);
        markers(rules, state, seat, inputs);
    }
}

/// The standing of every contest between the seat and its strongest rival.
fn contests(rules: &Richelieu, state: &State, seat: Seat, inputs: &mut Inputs) {
    let seats = rules.seats();
    let mut margins = [0.0; 2];
    let mut write = |contests: &mut dyn Iterator<Item = Contest>, margin: &mut f64| {
        let standings = inputs.group(LEADS * LEFTS);
        let (without, rival_without) = (inputs.group(LEFTS), inputs.group(LEFTS));
        for contest in contests {
            let own = i32::from(contest.own + contest.own_disc);
            let lead = (own - i32::from(contest.rival + contest.rival_disc)).clamp(-6, 6) + 6;
            let left = usize::from(contest.left).min(LEFTS - 1);
            inputs.add(standings, lead as usize * LEFTS + left, 1.0);
            if contest.own == 0 {
                inputs.add(without, left, 1.0);
            }
            if contest.rival == 0 {
                inputs.add(rival_without, left, 1.0);
            }
            *margin += f64::from(contest.margin(seats));
        }
    };
    let (regions, symbols) = margins.split_at_mut(1);
    write(&mut Region::ALL.iter().map(|&region| of_region(rules, state, seat, region)), &mut regions[0]);
    write(&mut Symbol::ALL.iter().map(|&symbol| of_symbol(rules, state, seat, symbol)), &mut symbols[0]);
    let left = state.table().len() as f64;
    for margin in margins {
        inputs.number(margin / 10.0);
        inputs.number(margin / (2.0 + 1.6 * left.sqrt()));
    }
}

/// What the cards that the mover may take gain for it, greatest first, in points.
fn gains_at_ends(rules: &Richelieu, state: &State, mover: Seat) -> [f64; RANKED] {
    let (table, protected) = (state.table(), state.protected_from(mover));
    let mut gains = [0.0; RANKED];
    for row in 0..ROWS {
        let left = table.end(row, End::Left);
        let right = table.end(row, End::Right).filter(|right| Some(*right) != left);
        for cell in left.into_iter().chain(right).filter(|cell| !protected.contains(*cell)) {
            let mut gain = f64::from(gain(rules, state, mover, state.card(cell))) / 100.0;
            for place in &mut gains {
                if gain > *place {
                    std::mem::swap(place, &mut gain);
                }
            }
        }
    }
    gains
}

/// Whose turn it is, what it can bring, and how long the game still is.
fn tempo(rules: &Richelieu, state: &State, moves: bool, ends: &[f64; RANKED], inputs: &mut Inputs) {
    for own in [true, false] {
        inputs.number(f64::from(u8::from(own == moves)));
        for gain in ends {
            inputs.number(if own == moves { gain / 10.0 } else { 0.0 });
        }
    }
    inputs.choice(state.table().len() / 4, CELLS / 4 + 1);
    inputs.choice(rules.seats() - 2, 3);
}

/// Markers in reserve and on cards, of the seat and of the others.
fn markers(rules: &Richelieu, state: &State, seat: Seat, inputs: &mut Inputs) {
    let worth = |holder: Seat| -> f64 {
        let gains =
            state.markers(holder).into_iter().map(|cell| gain(rules, state, holder, state.card(cell)));
        gains.map(|gain| f64::from(gain) / 1000.0).sum()
    };
    let others = || Seat::all(rules.seats()).filter(|&other| other != seat);
    let most = |of: &dyn Fn(Seat) -> f64| others().map(of).fold(0.0, f64::max);
    inputs.choice(usize::from(state.reserve(seat)), 4);
    inputs.choice(most(&|other| f64::from(state.reserve(other))) as usize, 4);
    inputs.number(worth(seat));
    inputs.number(most(&worth));
    inputs.number(state.markers(seat).len() as f64);
    inputs.number(most(&|other| state.markers(other).len() as f64));
    inputs.number(f64::from(state.face_down(seat)) / 4.0);
    inputs.number(f64::from(state.cards(seat)) / 10.0 - most(&|other| f64::from(state.cards(other))) / 10.0);
}
