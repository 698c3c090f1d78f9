//! The static evaluation of a position.

use tapis_games::game::Game;
use tapis_games::richelieu::card::{Card, Region, Symbol};
use tapis_games::richelieu::disc::Disc;
use tapis_games::richelieu::{Richelieu, State};
use tapis_games::seat::{BySeat, Seat};

use super::contest::{Contest, swing};
use crate::heuristics::Evaluation;

/// The value of a marker in reserve, in points.
const RESERVE: f32 = 0.7;
/// The part of a marked card's value that its marker secures.
const SECURED: f32 = 0.35;

/// The evaluation for every seat.
pub(super) fn evaluate(rules: &Richelieu, state: &State) -> BySeat<Evaluation> {
    let seats = rules.seats();
    let margins = BySeat::from_fn(seats, |seat| margin(rules, state, seat));
    let spread = spread(state);
    let weights = BySeat::from_fn(seats, |seat| (f64::from(margins[seat]) / spread).exp());
    let sum: f64 = weights.iter().sum();
    BySeat::from_fn(seats, |seat| Evaluation { share: weights[seat] / sum, margin: f64::from(margins[seat]) })
}

/// The margin that turns even odds into e² to 1. It shrinks as the cards do.
pub(super) fn spread(state: &State) -> f64 {
    2.0 + 1.6 * f64::from(state.table.len()).sqrt()
}

/// Expected points of `seat` minus those of its strongest rivals.
fn margin(rules: &Richelieu, state: &State, seat: Seat) -> f32 {
    let (seats, penalty) = (rules.seats(), rules.penalty());
    let regions: f32 =
        Region::ALL.iter().map(|&region| of_region(rules, state, seat, region).margin(seats, penalty)).sum();
    let symbols: f32 =
        Symbol::ALL.iter().map(|&symbol| of_symbol(rules, state, seat, symbol).margin(seats, penalty)).sum();
    regions + symbols + markers(rules, state, seat)
}

/// The value of the seat's own markers minus the others' mean.
pub(super) fn markers(rules: &Richelieu, state: &State, seat: Seat) -> f32 {
    let others = (rules.seats() - 1).max(1) as f32;
    let of = |holder: Seat| {
        let value = |cell| gain(rules, state, holder, state.card(cell));
        let secured: i32 = state.side(holder).markers.iter().map(value).sum();
        RESERVE * f32::from(state.side(holder).reserve) + SECURED * secured as f32 / 100.0
    };
    let all: f32 = Seat::all(rules.seats()).filter(|&other| other != seat).map(of).sum();
    of(seat) - all / others
}

/// The difference between `seat` and its rival taking `card`, in hundredths of points.
#[inline]
pub(super) fn gain(rules: &Richelieu, state: &State, seat: Seat, card: Card) -> i32 {
    let region = || {
        let (disc, total) = (Disc::of_region(card.region), rules.totals().shields[card.region.index()]);
        let on_cards = |seat| state.side(seat).shields(card.region) as u32;
        let counted = (card.shields, rules.points_of_region(card.region));
        swing_of(rules, state, seat, counted, u32::from(total), disc, on_cards)
    };
    let symbol = |symbol: Symbol| {
        let (disc, total) = (Disc::of_symbol(symbol), rules.totals().symbols[symbol.index()]);
        let counted = (1, rules.points_of_symbol(symbol));
        swing_of(rules, state, seat, counted, u32::from(total), disc, |seat| {
            state.side(seat).symbols(symbol) as u32
        })
    };
    region() + card.symbol.map_or(0, symbol)
}

/// The same for one contest, given what the card counts and the points of each. `on_cards` is a seat's count in it without its disc.
#[inline]
fn swing_of(
    rules: &Richelieu,
    state: &State,
    seat: Seat,
    counted: (u8, u8),
    total: u32,
    disc: Disc,
    on_cards: impl Fn(Seat) -> u32,
) -> i32 {
    let with_disc = |seat| on_cards(seat) + state.side(seat).discs.count(disc);
    let (mut rival, mut left) = (0, total.saturating_sub(on_cards(seat)));
    for other in Seat::all(rules.seats()).filter(|&other| other != seat) {
        rival = rival.max(with_disc(other));
        left = left.saturating_sub(on_cards(other));
    }
    swing((rules.seats(), rules.penalty()), counted, with_disc(seat), rival, left)
}

pub(super) fn of_region(rules: &Richelieu, state: &State, seat: Seat, region: Region) -> Contest {
    let total = rules.totals().shields[region.index()];
    let disc = Disc::of_region(region);
    contest(rules, seat, (total, rules.points_of_region(region)), |seat| {
        (state.side(seat).shields(region) as u8, state.side(seat).discs.count(disc) as u8)
    })
}

pub(super) fn of_symbol(rules: &Richelieu, state: &State, seat: Seat, symbol: Symbol) -> Contest {
    let total = rules.totals().symbols[symbol.index()];
    let disc = Disc::of_symbol(symbol);
    contest(rules, seat, (total, rules.points_of_symbol(symbol)), |seat| {
        (state.side(seat).symbols(symbol) as u8, state.side(seat).discs.count(disc) as u8)
    })
}

/// The contest between `seat` and the other seat with the most, for a total each of which has some points.
fn contest(
    rules: &Richelieu,
    seat: Seat,
    (total, points): (u8, u8),
    count: impl Fn(Seat) -> (u8, u8),
) -> Contest {
    let (own, own_disc) = count(seat);
    let (mut rival, mut rival_disc, mut left) = (0, 0, total.saturating_sub(own));
    for other in Seat::all(rules.seats()).filter(|&other| other != seat) {
        let (cards, disc) = count(other);
        left = left.saturating_sub(cards);
        if cards + disc > rival + rival_disc {
            (rival, rival_disc) = (cards, disc);
        }
    }
    Contest { own, own_disc, rival, rival_disc, left, points }
}
