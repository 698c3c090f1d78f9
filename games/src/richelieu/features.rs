//! What designers count of a finished game, a seat.

use super::Richelieu;
use super::card::{Region, Symbol};
use super::disc::{Disc, DiscBag};
use super::moves::Move;
use super::score::{PENALTY, held};
use super::state::{SEATS, State};
use crate::feature::{Feature, FeatureInfo};
use crate::log::Ply;
use crate::seat::{BySeat, Seat};

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

fn numbers(tally: &Tally, end: &State, seat: Seat) -> [(&'static str, i64); 14] {
    let own = &tally.0[seat.index() % SEATS];
    let side = end.side(seat);
    [
        ("went_first", i64::from(end.first_seat == seat)),
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

/// Names, kinds and texts of all features.
pub(super) fn infos() -> Vec<FeatureInfo> {
    let mut infos = vec![
        FeatureInfo::categories("region_won", "Regions scored", "Provinces marquées"),
        FeatureInfo::categories("symbol_won", "Symbols scored", "Symboles marqués"),
        FeatureInfo::categories(
            "region_missing",
            "Regions without a card (−5 each)",
            "Provinces sans carte (−5 chacune)",
        ),
        FeatureInfo::categories("disc_taken", "Discs taken", "Disques pris"),
        FeatureInfo::categories(
            "first_card",
            "Region of the first card taken",
            "Province de la première carte prise",
        ),
        FeatureInfo::number("went_first", "Took the first turn (1) or not (0)", "A commencé (1) ou non (0)"),
        FeatureInfo::number(
            "score_margin",
            "Points ahead of the best other seat",
            "Points d'avance sur le meilleur autre",
        ),
        FeatureInfo::number(
            "majority_points",
            "Points before the losses of 5",
            "Points avant les pertes de 5",
        ),
    ];
    infos.extend(count_infos());
    infos
}

/// What was taken, moved and paid.
fn count_infos() -> Vec<FeatureInfo> {
    vec![
        FeatureInfo::number("cards_taken", "Cards taken", "Cartes prises"),
        FeatureInfo::number(
            "regions_missing",
            "Number of regions without a card",
            "Nombre de provinces sans carte",
        ),
        FeatureInfo::number(
            "symbols_missing",
            "Number of symbols without a card",
            "Nombre de symboles sans carte",
        ),
        FeatureInfo::number("discs_taken", "Number of discs taken", "Nombre de disques pris"),
        FeatureInfo::number(
            "returns_unused",
            "Marker returns never given up",
            "Retours de marqueur non utilisés",
        ),
        FeatureInfo::number("two_card_turns", "Turns in which two cards were taken", "Tours à deux cartes"),
        FeatureInfo::number(
            "markers_placed",
            "Markers placed from the reserve",
            "Marqueurs posés de la réserve",
        ),
        FeatureInfo::number("markers_moved", "Markers moved on the table", "Marqueurs déplacés"),
        FeatureInfo::number(
            "markers_paid",
            "Markers paid for protected cards",
            "Marqueurs payés pour des cartes protégées",
        ),
        FeatureInfo::number(
            "markers_broken",
            "Own markers that others paid to remove",
            "Marqueurs levés par paiement adverse",
        ),
        FeatureInfo::number(
            "markers_boxed",
            "Markers in the box at the end",
            "Marqueurs dans la boîte à la fin",
        ),
        FeatureInfo::number(
            "recovers",
            "Markers recovered with a marker return",
            "Marqueurs récupérés par un disque",
        ),
        FeatureInfo::number(
            "passes",
            "Turns passed for want of a card to take",
            "Tours passés faute de carte à prendre",
        ),
    ]
}
