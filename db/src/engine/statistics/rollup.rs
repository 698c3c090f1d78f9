//! The rollup tables, all of one kind: whole-number keys, whole-number sums, and a checksum that adds up.

use crate::engine::corrupt;
use crate::error::Result;

/// A rollup table. Its number is part of its checksums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Rollup {
    Games = 1,
    Seats = 2,
    Moments = 3,
    Values = 4,
    Features = 5,
    Days = 6,
    DaySeats = 7,
    FeatureGames = 8,
}

/// The key of a rollup row; columns a table has not are 0.
pub(crate) type Key = [i64; 4];

/// The sums of a rollup row; columns a table has not are 0.
pub(crate) type Sums = [i64; 5];

/// Checksums are modulo this prime: small enough that sums of two never overflow, and no change of one byte of a
/// number is a multiple of it.
pub(crate) const PRIME: i64 = 2_147_483_647;

impl Rollup {
    pub(crate) const ALL: [Self; 8] = [
        Self::Games,
        Self::Seats,
        Self::Moments,
        Self::Values,
        Self::Features,
        Self::Days,
        Self::DaySeats,
        Self::FeatureGames,
    ];

    pub(crate) fn table(self) -> &'static str {
        match self {
            Self::Games => "rollup_games",
            Self::Seats => "rollup_seats",
            Self::Moments => "rollup_moments",
            Self::Values => "rollup_values",
            Self::Features => "rollup_features",
            Self::Days => "rollup_days",
            Self::DaySeats => "rollup_day_seats",
            Self::FeatureGames => "rollup_feature_games",
        }
    }

    pub(crate) fn key_columns(self) -> &'static [&'static str] {
        match self {
            Self::Games => &["population"],
            Self::Seats => &["population", "seat"],
            Self::Moments => &["population", "seat", "measure"],
            Self::Values => &["population", "seat", "measure", "value"],
            Self::Features => &["population", "seat", "feature"],
            Self::Days => &["population", "day"],
            Self::DaySeats => &["population", "day", "seat"],
            Self::FeatureGames => &["population", "feature"],
        }
    }

    pub(crate) fn sum_columns(self) -> &'static [&'static str] {
        match self {
            Self::Games => &["n", "tied"],
            Self::Seats | Self::DaySeats => &["n", "win_units", "win_squares", "sole_wins", "shared_wins"],
            Self::Moments => &["n", "total", "squares"],
            Self::Values => &["n"],
            Self::Days => &["n", "tied", "length_total", "length_squares"],
            Self::Features => &["n", "win_units", "win_squares", "score_total", "score_squares"],
            Self::FeatureGames => &["seats_square", "seats_units", "units_square"],
        }
    }

    /// A row as an engine has read it, its checksum verified.
    pub(crate) fn verified(self, key: Key, sums: Sums, check: i64) -> Result<(Key, Sums)> {
        if check == self.checksum(&key, &sums) {
            return Ok((key, sums));
        }
        Err(corrupt(format!("a row of {}", self.table())))
    }

    /// The checksum of a row, in 0 … [`PRIME`] − 1: the sums, weighted by a hash of the key. The checksum of a sum
    /// of rows of one key is the sum of their checksums modulo [`PRIME`], so SQL can keep it up to date.
    pub(crate) fn checksum(self, key: &Key, sums: &Sums) -> i64 {
        let hash = key.iter().fold(mix(self as u64), |hash, column| mix(hash ^ column.cast_unsigned()));
        (0..).zip(sums).fold(0, |total, (at, sum)| {
            let weight = 1 + (mix(hash ^ at) % (PRIME as u64 - 1)).cast_signed();
            (total + weight * sum.rem_euclid(PRIME)) % PRIME
        })
    }
}

/// A bijection of 64 bits in which every bit of the result depends on every bit of `x` (the finaliser of
/// splitmix64). Checksums stored in databases depend on it.
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_never_change() {
        let sums = [5, 1260, 441_000, 2, 1];
        let checks = Rollup::ALL.map(|rollup| rollup.checksum(&[3, 1, 4, 15], &sums));
        let known =
            [709_602_469, 1_801_375_870, 2_027_056_821, 735_601_751, 1_287_466_076, 153_680_557, 634_742_684];
        assert_eq!(checks[..7], known);
    }

    #[test]
    fn checksums_add_up_and_notice_every_changed_byte() {
        let key = [1, -1, 7, 0];
        let (a, b): (Sums, Sums) = ([1, 420, 176_400, 1, 0], [1, 0, -5, i64::MAX / 2, -1]);
        let sum: Sums = std::array::from_fn(|at| a[at] + b[at]);
        let rollup = Rollup::Seats;
        let added = (rollup.checksum(&key, &a) + rollup.checksum(&key, &b)) % PRIME;
        assert_eq!(rollup.checksum(&key, &sum), added);
        for at in 0..5 {
            for bit in 0..64 {
                let mut changed = sum;
                changed[at] ^= 1 << bit;
                assert_ne!(rollup.checksum(&key, &changed), added, "sum {at} bit {bit}");
            }
        }
        assert_ne!(rollup.checksum(&[1, -1, 6, 0], &sum), added);
    }
}
