//! What games add to the rollups, before it is written.

use std::collections::{BTreeMap, HashMap};

use super::dictionary::Ids;
use super::facts::{Facts, SeatFacts};
use super::rollup::{Key, Rollup, Sums};
use super::{LENGTH, SCORE, TURNS, WHOLE_GAME};
use crate::engine::corrupt;
use crate::error::Result;
use crate::model::{Time, WinShare};

/// Sums by rollup and key, in the order in which all write them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally(pub(crate) BTreeMap<(Rollup, Key), Sums>);

/// The ids of the measures every game has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StandardMeasures {
    pub(crate) score: i64,
    pub(crate) turns: i64,
    pub(crate) length: i64,
}

impl StandardMeasures {
    /// Their ids.
    ///
    /// # Errors
    /// Those of `ids`.
    pub(crate) fn of<I: Ids>(ids: &mut I) -> Result<Self, I::Error> {
        Ok(Self { score: ids.measure(SCORE)?, turns: ids.measure(TURNS)?, length: ids.measure(LENGTH)? })
    }
}

impl Tally {
    /// Counts one finished game.
    pub(crate) fn count(&mut self, facts: &Facts, standard: StandardMeasures) -> Result<()> {
        facts.check()?;
        let (population, day, length) = (facts.population, day_of(facts.ended_at)?, facts.length);
        let winners = facts.seats.iter().filter(|seat| seat.win_units > 0).count();
        let tied = i64::from(winners > 1);
        self.add(Rollup::Games, [population, 0, 0, 0], [1, tied, 0, 0, 0])?;
        self.add(Rollup::Days, [population, day, 0, 0], [1, tied, length, length * length, 0])?;
        self.measure(population, WHOLE_GAME, standard.length, length)?;
        for &(measure, value) in &facts.measures {
            self.measure(population, WHOLE_GAME, measure, value)?;
        }
        facts.seats.iter().try_for_each(|seat| self.count_seat([population, day], seat, standard))?;
        self.count_together(facts)
    }

    /// What the seats that had a value won together.
    fn count_together(&mut self, facts: &Facts) -> Result<()> {
        let mut together: HashMap<i64, (i64, i64)> = HashMap::new();
        for seat in &facts.seats {
            for &feature in &seat.features {
                let (seats, won) = together.entry(feature).or_default();
                *seats += 1;
                *won += seat.win_units;
            }
        }
        together.into_iter().try_for_each(|(feature, (seats, won))| {
            let sums = [seats * seats, seats * won, won * won, 0, 0];
            self.add(Rollup::FeatureGames, [facts.population, feature, 0, 0], sums)
        })
    }

    fn count_seat(
        &mut self,
        [population, day]: [i64; 2],
        seat: &SeatFacts,
        standard: StandardMeasures,
    ) -> Result<()> {
        let won = seat.win_units;
        let whole = i64::from(WinShare::WHOLE.units());
        let (sole, shared) = (i64::from(won == whole), i64::from(won > 0 && won < whole));
        let wins = [1, won, won * won, sole, shared];
        self.add(Rollup::Seats, [population, seat.seat, 0, 0], wins)?;
        self.add(Rollup::DaySeats, [population, day, seat.seat, 0], wins)?;
        self.measure(population, seat.seat, standard.score, seat.score)?;
        self.measure(population, seat.seat, standard.turns, seat.turns)?;
        for &feature in &seat.features {
            let key = [population, seat.seat, feature, 0];
            self.add(Rollup::Features, key, [1, won, won * won, seat.score, seat.score * seat.score])?;
        }
        Ok(())
    }

    fn measure(&mut self, population: i64, seat: i64, measure: i64, value: i64) -> Result<()> {
        self.add(Rollup::Moments, [population, seat, measure, 0], [1, value, value * value, 0, 0])?;
        self.add(Rollup::Values, [population, seat, measure, value], [1, 0, 0, 0, 0])
    }

    /// Adds everything in `other`.
    pub(crate) fn add_all(&mut self, other: Self) -> Result<()> {
        if self.0.is_empty() {
            *self = other;
            return Ok(());
        }
        other.0.into_iter().try_for_each(|((rollup, key), sums)| self.add(rollup, key, sums))
    }

    pub(crate) fn add(&mut self, rollup: Rollup, key: Key, added: Sums) -> Result<()> {
        let sums = self.0.entry((rollup, key)).or_default();
        for (sum, added) in sums.iter_mut().zip(added) {
            *sum = sum.checked_add(added).ok_or_else(|| corrupt("a sum of facts is too large"))?;
        }
        Ok(())
    }

    /// The rows of a rollup whose keys begin so, in key order.
    pub(crate) fn rows<'a>(
        &'a self,
        rollup: Rollup,
        of: &'a [i64],
    ) -> impl Iterator<Item = (&'a Key, &'a Sums)> {
        let mut first = [i64::MIN; 4];
        first.iter_mut().zip(of).for_each(|(first, of)| *first = *of);
        let rows = self.0.range((rollup, first)..).map(|((of, key), sums)| (of, key, sums));
        let rows = rows.take_while(move |(found, key, _)| **found == rollup && key.starts_with(of));
        rows.map(|(_, key, sums)| (key, sums))
    }
}

/// The day of a time in UTC, in digits that sort: 20260131.
pub(crate) fn day_of(time: Time) -> Result<i64> {
    let digits: String = time.day().chars().filter(char::is_ascii_digit).collect();
    digits.parse().map_err(|_| corrupt("a game ended on no day"))
}
