//! Rollups, all in one table: whole-number keys, whole-number sums.
//!
//! Every game that ends adds to the rows of its population. Where several do so at once, a row is spread over slots, which readers add up.

use super::tally::Tally;
use crate::engine::corrupt;
use crate::engine::failure::Outcome;
use crate::engine::record::{Row as _, Value};
use crate::engine::sql::Sql;
use crate::error::StoreError;

/// What is added up. Its number is the column `kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::FromRepr, strum::VariantArray)]
#[repr(i64)]
pub(crate) enum Rollup {
    Games = 1,
    Seats,
    Moments,
    Values,
    Features,
    Days,
    DaySeats,
    FeatureGames,
}

/// The key of a row: the population, and what the kind has beside; the rest is 0.
pub(crate) type Key = [i64; 4];

/// The sums of a row; those that a kind has not are 0.
pub(crate) type Sums = [i64; 5];

/// What identifies a row beside its slot.
pub(crate) const KEY: &str = "kind, population, k1, k2, k3";

/// The sums.
pub(crate) const SUMS: [&str; 5] = ["s1", "s2", "s3", "s4", "s5"];

/// Adds rows, which `source` says, to those of the same keys.
pub(crate) fn upsert(source: &str) -> String {
    let added = SUMS.map(|sum| format!("{sum} = rollups.{sum} + excluded.{sum}")).join(", ");
    let sums = SUMS.join(", ");
    format!(
        "INSERT INTO rollups (slot, {KEY}, {sums}) {source} ON CONFLICT ({KEY}, slot) DO UPDATE SET {added}"
    )
}

/// The rows of some kinds that `condition` takes in.
pub(crate) fn select(of: &[Rollup], condition: &str) -> String {
    let kinds = of.iter().map(|rollup| (*rollup as i64).to_string()).collect::<Vec<_>>().join(", ");
    let sums = SUMS.map(|sum| format!("CAST(sum({sum}) AS bigint) AS {sum}")).join(", ");
    format!("SELECT {KEY}, {sums} FROM rollups WHERE kind IN ({kinds}){condition} GROUP BY {KEY}")
}

/// What [`select`] takes in, the slots added up.
pub(crate) fn sums(db: &dyn Sql, of: &[Rollup], condition: &str, values: &[Value<'_>]) -> Outcome<Tally> {
    let mut tally = Tally::default();
    let read = db.each(&select(of, condition), values, &mut |row| {
        let rollup = Rollup::from_repr(row.number("kind")?);
        let rollup = rollup.ok_or_else(|| corrupt("a rollup of no kind"))?;
        let (mut key, mut sums) = (Key::default(), Sums::default());
        let columns = ["population", "k1", "k2", "k3"].iter().chain(&SUMS);
        for (column, name) in key.iter_mut().chain(&mut sums).zip(columns) {
            *column = row.number(name)?;
        }
        Ok(tally.add(rollup, key, sums)?)
    });
    match read {
        // Nothing else that is asked here could be wrong.
        Err(failure) if matches!(failure.error(), StoreError::Invalid(_)) => {
            Err(corrupt("a sum is too large").into())
        }
        read => read.map(|()| tally),
    }
}

impl Rollup {
    /// As it is called where it is wrong, and what its keys are beside the population.
    fn names(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Games => ("rollup_games", &[]),
            Self::Seats => ("rollup_seats", &["seat"]),
            Self::Moments => ("rollup_moments", &["seat", "measure"]),
            Self::Values => ("rollup_values", &["seat", "measure", "value"]),
            Self::Features => ("rollup_features", &["seat", "feature"]),
            Self::Days => ("rollup_days", &["day"]),
            Self::DaySeats => ("rollup_day_seats", &["day", "seat"]),
            Self::FeatureGames => ("rollup_feature_games", &["feature"]),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        self.names().0
    }

    /// `population 3, seat 1`.
    pub(crate) fn describe(self, key: &Key) -> String {
        let names = std::iter::once(&"population").chain(self.names().1);
        names.zip(key).map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
    }
}
