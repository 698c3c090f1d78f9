//! What designers count of a finished game, a seat.

use super::Richelieu;
use super::card::{Region, Symbol};
use super::disc::{Disc, DiscBag};
use super::score::held;
use super::state::{SEATS, State};
use crate::prelude::*;

pub(super) mod infos;

/// Running counts, a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally(pub(super) [SeatTally; SEATS]);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SeatTally {
    pub(super) first_card: Option<Region>,
    pub(super) pairs: u32,
    pub(super) paid: u32,
    /// Markers others paid to remove.
    pub(super) broken: u32,
    pub(super) placed: u32,
    pub(super) moved: u32,
    pub(super) recovered: u32,
    pub(super) passed: u32,
    pub(super) discs: DiscBag,
}

impl Richelieu {
    pub(super) fn seat_features(&self, tally: &Tally, end: &State, seat: Seat) -> Vec<Feature> {
        let scores = self.scores_with(end, &held(end));
        let mut features = categories(self, tally, end, seat);
        let best_other =
            Seat::all(self.seats).filter(|&other| other != seat).map(|other| scores[other]).max();
        features.push(Feature::turn_order(end.first_seat, seat, self.seats));
        let numbers = numbers(tally, end, seat);
        features.extend(numbers.map(|(name, value)| Feature::number(name, value)));
        let margin = scores[seat] - best_other.unwrap_or_default();
        let lost = self.penalty * (missing_regions(end, seat) + missing_symbols(end, seat)) as i32;
        features.push(Feature::number("score_margin", margin));
        features.push(Feature::number("majority_points", scores[seat] - lost));
        features
    }
}

fn categories(rules: &Richelieu, tally: &Tally, end: &State, seat: Seat) -> Vec<Feature> {
    let own = &tally.0[seat.index() % SEATS];
    let won_region = |region: &Region| rules.region_winner(end, *region) == Some(seat);
    let won_symbol = |symbol: &Symbol| rules.symbol_winner(end, *symbol) == Some(seat);
    let missing = Region::ALL.into_iter().filter(|&region| end.side(seat).shields(region) == 0);
    let mut features: Vec<Feature> = Region::ALL
        .into_iter()
        .filter(won_region)
        .map(|region| Feature::category("region_won", region.name()))
        .collect();
    let symbols = Symbol::ALL.into_iter().filter(won_symbol);
    features.extend(symbols.map(|symbol| Feature::category("symbol_won", symbol.name())));
    features.extend(missing.map(|region| Feature::category("region_missing", region.name())));
    features.extend(own.discs.kinds().map(|(disc, _)| Feature::category("disc_taken", disc.name())));
    features.extend(own.first_card.map(|region| Feature::category("first_card", region.name())));
    features
}

fn missing_regions(end: &State, seat: Seat) -> usize {
    Region::ALL.into_iter().filter(|&region| end.side(seat).shields(region) == 0).count()
}

fn missing_symbols(end: &State, seat: Seat) -> usize {
    Symbol::ALL.into_iter().filter(|&symbol| end.side(seat).symbols(symbol) == 0).count()
}

fn numbers(tally: &Tally, end: &State, seat: Seat) -> [(&'static str, i64); 13] {
    let own = &tally.0[seat.index() % SEATS];
    let side = end.side(seat);
    [
        ("cards_taken", i64::from(side.cards())),
        ("regions_missing", missing_regions(end, seat) as i64),
        ("symbols_missing", missing_symbols(end, seat) as i64),
        ("discs_taken", i64::from(own.discs.len())),
        ("returns_unused", i64::from(side.discs.count(Disc::MarkerReturn))),
        ("two_card_turns", i64::from(own.pairs)),
        ("markers_placed", i64::from(own.placed)),
        ("markers_moved", i64::from(own.moved)),
        ("markers_paid", i64::from(own.paid)),
        ("markers_broken", i64::from(own.broken)),
        ("markers_boxed", i64::from(side.boxed())),
        ("recovers", i64::from(own.recovered)),
        ("passes", i64::from(own.passed)),
    ]
}
