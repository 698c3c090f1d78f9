//! How strong players are, with what is not known of it: what a finished game says about those who played it.
//!
//! The scale is that of the bots' levels: 400 points are odds of ten to one, and `greedy` has 0. A game of any number of seats is
//! compared pair by pair, after Weng and Lin (2011), as the crate `skillratings` does. Some things are different from their method, without
//! which its intervals do not hold; `docs/ratings.md` has the reasons and the figures.
//!
//! * The comparisons of one game are not independent: who beats one beats others. So they weigh less the more there are.
//! * What is not known of the opponents does not average out. A player measured against a bot whose own strength is known to
//!   ± 100 points is not known better than that. It is passed on beside what is not known of the player.

use std::cmp::Ordering;

use skillratings::Outcomes;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, expected_score, weng_lin};

#[cfg(test)]
mod tests;

/// Points to a factor of *e* in the odds of winning.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Standard errors to either side that hold 95 % of a normal distribution.
const Z: f64 = 1.96;
/// How far players who are new differ from one another.
const SPREAD: f64 = 250.0;
/// How far the players of one front end are, as a whole, from where a new one is put.
const PLACE: f64 = 125.0;
/// By how much the strength of a player changes from one game to the next.
const DRIFT: f64 = 0.3;
/// So many standard errors below its mean a player surely is at least, for the order of a ladder. The indexes of `player_ratings` have it.
const SURE: f64 = 2.0;
/// A rating that is not known better than this is provisional.
const PROVISIONAL: f64 = 110.0;
/// No rating is farther from 0; nobody comes near it in games against others who have a rating.
const FAR: f64 = 10_000.0;

/// How strong a player is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The points: 400 are odds of ten to one, the bot `greedy` has 0.
    pub mean: f64,
    /// What is not known of the player, as a standard error. It gets smaller with each game.
    pub own: f64,
    /// What is not known of the scale on which the player was measured, as a standard error: of the opponents, and of where the
    /// players of a front end are before they have met a bot. Games against the same opponents do not make it smaller.
    pub lent: f64,
    /// The number of games it rests on.
    pub games: u64,
}

impl Rating {
    /// A player of whom no game is known.
    pub const NEW: Self = Self { mean: 0.0, own: SPREAD, lent: PLACE, games: 0 };

    /// A bot whose strength was measured beforehand, to `half` points either way with a confidence of 95 %.
    pub fn measured(mean: f64, half: f64) -> Self {
        Self { mean, own: 0.0, lent: half / Z, games: 0 }
    }

    /// The standard error: what is not known of the player, and of the scale.
    pub fn error(&self) -> f64 {
        self.own.hypot(self.lent)
    }

    /// How strong the player surely is among those of the same ladder, by which it is ordered.
    pub fn sure(&self) -> f64 {
        self.mean - SURE * self.own
    }

    /// Whether too little is known of the player to say much.
    pub fn is_provisional(&self) -> bool {
        self.own > PROVISIONAL
    }

    /// The 95 % interval.
    pub fn interval(&self) -> (f64, f64) {
        let half = Z * self.error();
        (self.mean - half, self.mean + half)
    }
}

/// A seat of a finished game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedSeat {
    /// How strong whoever sat there was before the game.
    pub rating: Rating,
    /// 1 is best; tied seats share a rank.
    pub rank: u8,
    /// Whether it is a bot, whose rating stays as it was measured.
    pub is_bot: bool,
}

impl RatedSeat {
    /// What the comparisons know: strength, and what is not known of it. A bot plays as it was measured, whatever is not known of
    /// that: the same in every game, so it is passed on and not averaged.
    fn compared(&self) -> WengLinRating {
        let drift = if self.is_bot { 0.0 } else { DRIFT };
        WengLinRating { rating: self.rating.mean, uncertainty: self.rating.own.hypot(drift) }
    }
}

/// The ratings after a game, in the order of the seats. Those of bots stay, and all do where there is nobody to compare with.
///
/// It does not matter in which order the seats are given. A number that is none, or beyond all
/// bounds, leaves a rating as it was.
pub fn rate(seats: &[RatedSeat]) -> Vec<Rating> {
    (0..seats.len()).map(|at| rate_one(seats, at)).collect()
}

/// What the others of a game say about one.
#[derive(Default)]
struct Said {
    /// The points by which the rating moves if all comparisons count whole.
    moves: f64,
    /// How much they say: the inverse of a variance.
    information: f64,
    /// The same, each times what is not known of the scale of the other.
    lent: f64,
}

fn rate_one(seats: &[RatedSeat], at: usize) -> Rating {
    let (seat, before) = (&seats[at], seats[at].rating);
    if seat.is_bot || seats.len() < 2 {
        return before;
    }
    let own = seat.compared();
    let others = seats.iter().enumerate().filter(|(other, _)| *other != at);
    let said = others.fold(Said::default(), |said, (_, other)| said.and(&own, seat.rank, other));
    // Of `n` equal players, ranks vary as if each of the n − 1 comparisons counted 3 / (n + 1) of what a game of two does.
    let weight = 3.0 / (seats.len() as f64 + 1.0);
    let variance = own.uncertainty.powi(2);
    let left = 1.0 / (1.0 + variance * weight * said.information);
    let after = Rating {
        mean: (before.mean + weight * said.moves * left).clamp(-FAR, FAR),
        own: (variance * left).sqrt(),
        lent: before.lent * left + variance * left * weight * said.lent,
        games: before.games.saturating_add(1),
    };
    let is_sound = [after.mean, after.own, after.lent].iter().all(|number| number.abs() <= FAR);
    if is_sound { after } else { before }
}

impl Said {
    fn and(self, own: &WengLinRating, rank: u8, other: &RatedSeat) -> Self {
        // Where nothing is unknown, 400 points are odds of ten to one.
        let config = WengLinConfig { beta: ELO / std::f64::consts::SQRT_2, ..WengLinConfig::default() };
        let outcome = match rank.cmp(&other.rank) {
            Ordering::Less => Outcomes::WIN,
            Ordering::Equal => Outcomes::DRAW,
            Ordering::Greater => Outcomes::LOSS,
        };
        let theirs = other.compared();
        let (moved, _) = weng_lin(own, &theirs, &outcome, &config);
        let (chance, _) = expected_score(own, &theirs, &config);
        let spread = ELO * ELO + own.uncertainty.powi(2) + theirs.uncertainty.powi(2);
        let information = chance * (1.0 - chance) / spread;
        Self {
            moves: self.moves + moved.rating - own.rating,
            information: self.information + information,
            lent: self.lent + information * other.rating.lent,
        }
    }
}
