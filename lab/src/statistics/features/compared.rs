//! Who is compared with whom: the seats that had a value, with the same seats of the same line-up.

use std::collections::{BTreeMap, HashMap};

use tapis_db::model::{Bucket, FeatureRow, LineUp, PopulationSummary, WinShare};
use tapis_games::feature::FeatureInfo;
use tapis_games::refusal::Text;

use crate::statistics::strata::{Pair, Reference, Seats};
use crate::statistics::{Shares, is_dealt_by_kind};

/// Rows of one value by line-up.
pub(super) type LineUps<'a> = BTreeMap<&'a LineUp, Vec<&'a FeatureRow>>;

/// The rows of a feature by value.
pub(super) type Values<'a> = BTreeMap<&'a Bucket, Vec<&'a FeatureRow>>;

pub(super) fn by_line_up<'a>(rows: &[&'a FeatureRow]) -> LineUps<'a> {
    let mut line_ups = LineUps::new();
    rows.iter().for_each(|row| line_ups.entry(&row.line_up).or_default().push(row));
    line_ups
}

/// The win shares of a row.
pub(super) fn shares(row: &FeatureRow) -> Shares {
    Shares { n: row.n, units: row.win_units, units_squared: row.win_units_squared }
}

/// The win shares of the seats of every line-up.
pub(super) struct SeatShares<'a>(HashMap<&'a LineUp, Vec<Shares>>);

/// What the seats with a value of a feature are compared with.
pub(super) struct Compared<'a> {
    seats: &'a SeatShares<'a>,
    /// Of a category that chance deals: the shares of all values that a seat got.
    dealt: Option<HashMap<(&'a LineUp, u8), Shares>>,
}

impl<'a> SeatShares<'a> {
    pub(super) fn new(strata: &'a [PopulationSummary]) -> Self {
        let seats = |stratum: &'a PopulationSummary| {
            (&stratum.line_up, stratum.seats.iter().map(Shares::of).collect())
        };
        Self(strata.iter().map(seats).collect())
    }

    /// The seats of all games.
    pub(super) fn count(&self) -> u64 {
        self.0.values().flatten().map(|shares| shares.n).sum()
    }
}

impl<'a> Compared<'a> {
    /// What the values of a feature are compared with.
    pub(super) fn new(seats: &'a SeatShares<'a>, info: Option<&FeatureInfo>, values: &Values<'a>) -> Self {
        let dealt = info.is_some_and(is_dealt_by_kind).then(|| {
            let mut all: HashMap<(&LineUp, u8), Shares> = HashMap::new();
            for row in values.values().flatten() {
                let of = all.entry((&row.line_up, row.seat)).or_default();
                *of = of.and(shares(row));
            }
            all
        });
        Self { seats, dealt }
    }

    /// The rows of all copies of each card that has several, by its name.
    pub(super) fn kinds<'r>(
        &self,
        info: Option<&FeatureInfo>,
        values: &Values<'r>,
    ) -> Vec<(Text, Vec<&'r FeatureRow>)> {
        let named = info.filter(|_| self.dealt.is_some());
        let mut kinds: BTreeMap<String, (Text, Vec<&FeatureRow>)> = BTreeMap::new();
        for (bucket, rows) in values {
            if let Some(text) = named.and_then(|info| info.name_of(&bucket.to_string())) {
                kinds.entry(text.en.clone()).or_insert_with(|| (text, Vec::new())).1.extend(rows);
            }
        }
        let several = |rows: &[&FeatureRow]| rows.iter().any(|row| row.bucket != rows[0].bucket);
        kinds.into_values().filter(|(_, rows)| several(rows)).collect()
    }

    /// The seats of a line-up, with a value and those it is compared with; `rows` are those of the value in this line-up, of which there are
    /// so many copies. A seat counts once for each copy.
    pub(super) fn seats(&self, line_up: &LineUp, rows: &[&FeatureRow], copies: u64) -> Seats {
        let all = self.seats.0.get(line_up).map(Vec::as_slice).unwrap_or_default();
        let dealt = |seat: usize| self.dealt.as_ref().map(|of| of.get(&(line_up, seat as u8)).copied());
        // Where every seat gets exactly one, those with another are those without it.
        let overlap =
            (0..all.len()).any(|seat| dealt(seat).is_some_and(|of| of.map(|of| of.n) != Some(all[seat].n)));
        let pair = |(seat, all): (usize, &Shares)| {
            let own = rows.iter().filter(|row| usize::from(row.seat) == seat);
            let own = own.fold(Shares::default(), |sum, row| sum.and(shares(row)));
            let whole = dealt(seat).filter(|_| overlap).map_or(*all, Option::unwrap_or_default);
            Pair { own, others: whole.less(own) }
        };
        let together = rows.first().filter(|_| copies == 1).map(|row| row.together).unwrap_or_default();
        let counted = || all.iter().map(|of| of.n * copies).collect();
        let reference = if overlap { Reference::OtherValues(counted()) } else { Reference::Absence };
        Seats { pairs: all.iter().enumerate().map(pair).collect(), together, reference }
    }
}

/// Whether all seats of a game always have the value together: whoever wins has it, and so has whoever loses.
pub(super) fn belongs_to_the_table(line_ups: &LineUps<'_>) -> bool {
    line_ups.values().all(|rows| {
        let won: i64 = rows.iter().map(|row| row.win_units).sum();
        let games = rows.first().map_or(0, |row| row.n);
        let wins = games as i64 * i64::from(WinShare::WHOLE.units());
        let players = rows.first().map_or(0, |row| usize::from(row.players));
        rows.len() == players && rows.iter().all(|row| row.n == games) && won == wins
    })
}
