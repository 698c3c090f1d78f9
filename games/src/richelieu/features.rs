//! What designers count of a finished game, a seat.

use super::Richelieu;
use super::card::{Region, Symbol};
use super::disc::{Disc, DiscBag};
use super::moves::Move;
use super::score::{PENALTY, held};
use super::state::{SEATS, State};
use crate::feature::Feature;
use crate::log::Ply;
use crate::seat::{BySeat, Seat};

mod infos;

pub(super) use infos::infos;

/// Running counts, a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally([SeatTally; SEATS]);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SeatTally {
    first_card: Option<Region>,
    pairs: u32,
    paid: u32,
    /// Markers others paid to remove.
    broken: u32,
    placed: u32,
    moved: u32,
    recovered: u32,
    passed: u32,
    discs: DiscBag,
}

impl Tally {
    pub(super) fn count(&mut self, before: &State, ply: &Ply<Richelieu>, after: &State) {
        let Some((seat, mv)) = ply.action else { return };
        let Some(own) = self.0.get_mut(seat.index()) else { return };
        match mv {
            Move::Take { row, end, pay } => {
                let Some(cell) = before.table.end(usize::from(row), end) else { return };
                own.first_card.get_or_insert(before.card(cell).region);
                own.pairs += u32::from(before.first_card.is_some());
                own.paid += u32::from(pay.is_some());
                let taken = before.slots.iter().zip(&after.slots).find(|(old, new)| old.place != new.place);
                if let Some(disc) = taken.and_then(|(_, new)| new.disc) {
                    own.discs.add(disc);
                }
                if let Some(owner) = before.marker(cell).filter(|&owner| owner != seat) {
                    self.0[owner.index()].broken += 1;
                }
            }
            Move::Recover => own.recovered += 1,
            Move::Mark(_) => own.placed += 1,
            Move::Shift { .. } => own.moved += 1,
            Move::Pass => own.passed += 1,
            Move::Stop | Move::Skip => {}
        }
    }
}

impl Richelieu {
    pub(super) fn features_of(&self, tally: &Tally, end: &State) -> BySeat<Vec<Feature>> {
        let scores = self.scores_with(end, &held(end));
        BySeat::from_fn(self.seats, |seat| {
            let mut features = categories(self, tally, end, seat);
            let best_other =
                Seat::all(self.seats).filter(|&other| other != seat).map(|other| scores[other]).max();
            features.push(Feature::turn_order(end.first_seat, seat, self.seats));
            let numbers = numbers(tally, end, seat);
            features.extend(numbers.map(|(name, value)| Feature::number(name, value)));
            let margin = scores[seat] - best_other.unwrap_or_default();
            let lost = PENALTY * (missing_regions(end, seat) + missing_symbols(end, seat)) as i32;
            features.push(Feature::number("score_margin", margin));
            features.push(Feature::number("majority_points", scores[seat] + lost));
            features
        })
    }
}

fn categories(rules: &Richelieu, tally: &Tally, end: &State, seat: Seat) -> Vec<Feature> {
    let own = &tally.0[seat.index() % SEATS];
    let won_region = |region: &Region| rules.region_winner(end, *region) == Some(seat);
    let won_symbol = |symbol: &Symbol| rules.symbol_winner(end, *symbol) == Some(seat);
    let missing = Region::ALL.into_iter().filter(|&region| end.shields(seat, region) == 0);
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
    Region::ALL.into_iter().filter(|&region| end.shields(seat, region) == 0).count()
}

fn missing_symbols(end: &State, seat: Seat) -> usize {
    Symbol::ALL.into_iter().filter(|&symbol| end.symbols(seat, symbol) == 0).count()
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
