//! Sound bounds of the final margin: the sum of the best and of the worst outcome of each region and symbol.

use tapis_games::game::Game;
use tapis_games::richelieu::{Richelieu, State};
use tapis_games::seat::Seat;

use super::duel::{ContestKind, Duel, OpenDiscs};
use crate::request::Objective;

/// Least and greatest value.
type Range = (i32, i32);

/// Bounds of `objective` for `seat`; `None` if the rules exceed the tables.
pub(super) fn bounds(
    rules: &Richelieu,
    state: &State,
    seat: Seat,
    objective: Objective,
) -> Option<(f64, f64)> {
    Some(match rules.seats() {
        2 => of_two(&Duel::of(rules, state, &OpenDiscs::of(state))?, seat, objective),
        _ => of_margins(of_many(rules, state, seat), objective),
    })
}

/// Bounds of `objective` for `seat` in a game of two seats.
pub(super) fn of_two(duel: &Duel, seat: Seat, objective: Objective) -> (f64, f64) {
    let margins = if seat == Seat(0) { (duel.least, duel.most) } else { (-duel.most, -duel.least) };
    of_margins(margins, objective)
}

fn of_margins((least, most): Range, objective: Objective) -> (f64, f64) {
    match objective {
        Objective::RoundPayoff => (f64::from(least), f64::from(most)),
        Objective::Points => (f64::NEG_INFINITY, f64::INFINITY),
        // The number of cards breaks a tie of points.
        Objective::WinShare => (f64::from(u8::from(least > 0)), f64::from(u8::from(most >= 0))),
    }
}

/// Bounds of the points of `seat` minus those of the best other seat: its least against their greatest points, and
/// the reverse.
fn of_many(rules: &Richelieu, state: &State, seat: Seat) -> Range {
    let seats = rules.seats();
    let discs_left = OpenDiscs::of(state);
    let mut ranges = [(0, 0); 4];
    for contest in ContestKind::all() {
        let disc = contest.disc();
        let on_cards = |seat| contest.count(state, seat);
        let held = |seat| on_cards(seat) + state.side(seat).discs.count(disc) as i32;
        let left = contest.total(rules) - Seat::all(seats).map(on_cards).sum::<i32>();
        let (open, points) = (left + i32::from(discs_left.contains(disc)), contest.points(rules));
        for (seat, range) in Seat::all(seats).zip(&mut ranges) {
            let rivals = Seat::all(seats).filter(|&other| other != seat).map(held).max().unwrap_or(0);
            let won = |sum: i32, rivals: i32| if sum > rivals { points * sum } else { 0 };
            range.0 += won(held(seat), rivals + open);
            range.1 += won(held(seat) + open, rivals);
            if on_cards(seat) == 0 {
                range.0 += rules.penalty();
                range.1 += if left == 0 { rules.penalty() } else { 0 };
            }
        }
    }
    let others = || Seat::all(seats).filter(|&other| other != seat).map(|other| ranges[other.index() % 4]);
    let own = ranges[seat.index() % 4];
    let most = others().map(|range| range.1).max().unwrap_or(0);
    let least = others().map(|range| range.0).max().unwrap_or(0);
    (own.0 - most, own.1 - least)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use tapis_games::game::{Published, Turn};
    use tapis_games::richelieu::options::{Options, TakenDiscs, Variant};

    use super::*;

    /// In random games the bounds hold for the final margin and share. At the end of a standard game of two they are
    /// exact.
    #[test]
    fn the_end_lies_within_the_bounds_of_every_position_before() {
        for n in 0..200_u64 {
            let players = 2 + (n % 3) as u8;
            let variant = if n % 2 == 0 { Variant::Standard } else { Variant::ThreeRows };
            let options = Options {
                players,
                variant,
                open_discs: n % 5 == 0,
                taken_discs: TakenDiscs::Public,
                penalty: [-5, -3, 0, -20][(n / 6 % 4) as usize],
                // The tables of two seats are of what is printed.
                points_bourgogne: if players > 2 { (n / 4 % 6) as u8 } else { 1 },
                points_tower: if players > 2 { (n / 8 % 6) as u8 } else { 1 },
                ..Options::default()
            };
            let rules = Richelieu::new(options).unwrap();
            let states = random_game(&rules, n);
            let end = states.last().unwrap();
            let payoffs = rules.payoffs(end);
            for seat in Seat::all(rules.seats()) {
                let others = Seat::all(rules.seats()).filter(|&other| other != seat);
                let best_other = others.map(|other| payoffs.scores[other]).max().unwrap();
                let margin = f64::from(payoffs.scores[seat] - best_other);
                for state in states.iter().step_by(3) {
                    let (low, high) = bounds(&rules, state, seat, Objective::RoundPayoff).unwrap();
                    assert!(low <= margin && margin <= high, "game {n}: {low} {margin} {high}");
                    let (low, high) = bounds(&rules, state, seat, Objective::WinShare).unwrap();
                    let share = payoffs.shares[seat];
                    assert!(low <= share && share <= high, "game {n}: {low} {share} {high}");
                }
                if players == 2 && variant == Variant::Standard {
                    let last = bounds(&rules, end, seat, Objective::RoundPayoff);
                    assert_eq!(last, Some((margin, margin)), "game {n}");
                }
            }
        }
    }

    fn random_game(rules: &Richelieu, seed: u64) -> Vec<State> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = rules.start();
        let mut met = Vec::new();
        while rules.turn(&state) != Turn::Over {
            if let Some(mv) = rules.random_move(&state, &mut rng) {
                rules.play_unchecked(&mut state, mv);
            } else {
                let outcome = rules.sample_chance(&state, &mut rng);
                rules.resolve(&mut state, &outcome).unwrap();
            }
            met.push(state);
        }
        met
    }
}
