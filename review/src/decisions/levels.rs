//! How hard a game was: what each level of bots would have lost in the same positions, by the same hints.
//!
//! A level is searched for at some choices of a seat, drawn by their own random numbers: those at which more is at stake are drawn more
//! often, and count for less. So the sum over all choices has the mean that it would have if every choice was asked (Horvitz and Thompson
//! 1952). What a level loses there is a mean over all that it may play, by its own odds.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tapis_games::log::ObservationLog;
use tapis_solver::control::Control;
use tapis_solver::engine::{BotLevel, Engine, HintError};

use super::look::{Look, seed_of};

/// The levels with which a seat is compared, the weakest first.
pub(crate) const LEVELS: [BotLevel; 5] =
    [BotLevel::Novice, BotLevel::Beginner, BotLevel::Apprentice, BotLevel::Casual, BotLevel::Club];

/// The part of the mean stake that every choice has besides its own: what looks like nothing now and then is something.
const LEAST_STAKE: f64 = 0.25;

/// The mean loss of each level, over what it may play after so many searches.
pub(super) fn losses(
    engine: &dyn Engine,
    log: &ObservationLog,
    look: &Look,
    searches: u32,
    seed: [u8; 32],
    control: &Control,
) -> Result<[f64; LEVELS.len()], HintError> {
    let mut losses = [0.0; LEVELS.len()];
    for number in 0..searches {
        let odds = engine.odds(&LEVELS, log, seed_of(seed, "odds", 0, number), control)?;
        for (loss, odds) in losses.iter_mut().zip(odds) {
            let lost = |(notation, odds): &(String, f64)| {
                look.behind(notation).map_or(0.0, |behind| behind.mean * odds)
            };
            *loss += odds.iter().map(lost).sum::<f64>() / f64::from(searches);
        }
    }
    Ok(losses)
}

/// What each choice of a seat counts for: 0 where the levels are not asked. `stakes` are what its moves lose on average; where no move
/// loses anything no level does.
pub(super) fn weights(stakes: &[f64], most: usize, seed: [u8; 32]) -> Vec<f64> {
    let mean = stakes.iter().sum::<f64>() / stakes.len().max(1) as f64;
    let size = |stake: &f64| if *stake > 0.0 { stake + LEAST_STAKE * mean } else { 0.0 };
    let mut place = ChaCha8Rng::from_seed(seed).random::<f64>();
    let weight = |chance: f64| {
        let before = place.floor();
        place += chance;
        if place.floor() > before { 1.0 / chance } else { 0.0 }
    };
    chances(&stakes.iter().map(size).collect::<Vec<f64>>(), most).into_iter().map(weight).collect()
}

/// In proportion to `sizes` how likely each is to be drawn where `most` are, at most for sure.
fn chances(sizes: &[f64], most: usize) -> Vec<f64> {
    let mut sure = vec![false; sizes.len()];
    loop {
        let left = most.saturating_sub(sure.iter().filter(|sure| **sure).count()) as f64;
        let all: f64 = sizes.iter().zip(&sure).filter(|(_, sure)| !**sure).map(|(size, _)| size).sum();
        let chance = |(size, sure): (&f64, &bool)| match sure {
            true => 1.0,
            false if *size > 0.0 => size * left / all,
            false => 0.0,
        };
        let chances: Vec<f64> = sizes.iter().zip(&sure).map(chance).collect();
        if chances.iter().zip(&sure).all(|(chance, sure)| *sure || *chance < 1.0) {
            return chances;
        }
        sure.iter_mut().zip(chances).for_each(|(sure, chance)| *sure = chance >= 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_stands_for_all() {
        let stakes: Vec<f64> =
            (0..40).map(|n| if n % 5 == 0 { 0.0 } else { f64::from(n * n) / 1_000.0 }).collect();
        // Levels that lose in proportion to what is at stake, and the same everywhere.
        for lost in [|stake: f64| stake / 2.0, |stake: f64| if stake > 0.0 { 0.1 } else { 0.0 }] {
            let truth: f64 = stakes.iter().map(|stake| lost(*stake)).sum();
            let tries = 2_000_u32;
            let mut sum = 0.0;
            for seed in 0..tries {
                let mut bytes = [0; 32];
                bytes[..4].copy_from_slice(&seed.to_le_bytes());
                let weights = weights(&stakes, 10, bytes);
                let asked = weights.iter().filter(|weight| **weight > 0.0).count();
                assert!((9..=11).contains(&asked), "{asked}");
                assert!(weights.iter().zip(&stakes).all(|(weight, stake)| *weight == 0.0 || *stake > 0.0));
                sum += weights.iter().zip(&stakes).map(|(weight, stake)| weight * lost(*stake)).sum::<f64>();
            }
            let mean = sum / f64::from(tries);
            assert!((mean / truth - 1.0).abs() < 0.03, "{mean} for {truth}");
        }
    }

    #[test]
    fn all_are_asked_where_there_are_few() {
        assert_eq!(weights(&[0.1, 0.0, 0.5, 0.2], 3, [1; 32]), [1.0, 0.0, 1.0, 1.0]);
        assert_eq!(weights(&[0.1, 0.0, 0.5, 0.2], usize::MAX, [1; 32]), [1.0, 0.0, 1.0, 1.0]);
        assert_eq!(weights(&[0.0, 0.0], 3, [1; 32]), [0.0, 0.0]);
        assert!(weights(&[], 3, [1; 32]).is_empty());
    }
}
