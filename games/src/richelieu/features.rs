//! What designers count of a finished game, a seat.

use super::Richelieu;
use super::card::{Region, Symbol};
use super::disc::{Disc, DiscBag};
use super::score::held;
use super::state::{PlayerArea, SEATS, State};
use crate::feature::Counted::{self, Categories, Number};
use crate::feature::Role::{Choice, Consequence};
use crate::feature::names;
use crate::prelude::*;

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

/// What is read of a finished game, for a seat.
struct Seen<'a> {
    rules: &'a Richelieu,
    end: &'a State,
    seat: Seat,
    own: SeatTally,
    scores: BySeat<i32>,
}

impl Seen<'_> {
    fn side(&self) -> &PlayerArea {
        self.end.side(self.seat)
    }

    fn regions_missing(&self) -> impl Iterator<Item = Region> {
        Region::ALL.into_iter().filter(|&region| self.side().shields(region) == 0)
    }

    fn symbols_missing(&self) -> usize {
        Symbol::ALL.into_iter().filter(|&symbol| self.side().symbols(symbol) == 0).count()
    }

    fn regions_won(&self) -> impl Iterator<Item = Region> {
        Region::ALL
            .into_iter()
            .filter(|&region| self.rules.region_winner(self.end, region) == Some(self.seat))
    }

    fn symbols_won(&self) -> impl Iterator<Item = Symbol> {
        Symbol::ALL
            .into_iter()
            .filter(|&symbol| self.rules.symbol_winner(self.end, symbol) == Some(self.seat))
    }

    fn margin(&self) -> i32 {
        let others = Seat::all(self.rules.seats).filter(|&other| other != self.seat);
        self.scores[self.seat] - others.map(|other| self.scores[other]).max().unwrap_or_default()
    }

    fn majority_points(&self) -> i32 {
        let missing = self.regions_missing().count() + self.symbols_missing();
        self.scores[self.seat] - self.rules.penalty * missing as i32
    }
}

fn table<'a>() -> [Counted<Seen<'a>>; 20] {
    [
        Number(Consequence, "score_margin", |s| s.margin().into()),
        Number(Consequence, "majority_points", |s| s.majority_points().into()),
        Number(Consequence, "cards_taken", |s| s.side().cards().into()),
        Number(Consequence, "regions_missing", |s| s.regions_missing().count() as i64),
        Number(Consequence, "symbols_missing", |s| s.symbols_missing() as i64),
        Number(Consequence, "discs_taken", |s| s.own.discs.len().into()),
        Number(Consequence, "returns_unused", |s| s.side().discs.count(Disc::MarkerReturn).into()),
        Number(Consequence, "two_card_turns", |s| s.own.pairs.into()),
        Number(Consequence, "markers_placed", |s| s.own.placed.into()),
        Number(Consequence, "markers_moved", |s| s.own.moved.into()),
        Number(Consequence, "markers_paid", |s| s.own.paid.into()),
        Number(Consequence, "markers_broken", |s| s.own.broken.into()),
        Number(Consequence, "markers_boxed", |s| s.side().boxed().into()),
        Number(Consequence, "recovers", |s| s.own.recovered.into()),
        Number(Consequence, "passes", |s| s.own.passed.into()),
        Categories(Consequence, "region_won", |s| names(s.regions_won(), Region::name)),
        Categories(Consequence, "symbol_won", |s| names(s.symbols_won(), Symbol::name)),
        Categories(Consequence, "region_missing", |s| names(s.regions_missing(), Region::name)),
        Categories(Choice, "disc_taken", |s| names(s.own.discs.kinds(), |(disc, _)| disc.name())),
        Categories(Choice, "first_card", |s| names(s.own.first_card, Region::name)),
    ]
}

impl Richelieu {
    pub(super) fn seat_features(&self, tally: &Tally, end: &State, seat: Seat) -> Vec<Feature> {
        let (own, scores) = (tally.0[seat.index() % SEATS], self.scores_with(end, &held(end)));
        let order = Feature::turn_order(end.first_seat, seat, self.seats);
        Counted::features(&table(), &Seen { rules: self, end, seat, own, scores }, order)
    }
}

pub(super) fn infos() -> Vec<FeatureInfo> {
    Counted::infos(&table(), &super::told::TEXTS)
}
