//! How much of a result is luck: the same deals, played again and again.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde::Serialize;
use tapis_solver::control::Control;

use super::{LabError, Sampled, Simulation};
use crate::simulation::each;

/// Resamples of the deals for the intervals.
const RESAMPLES: usize = 1_000;
/// The least deals for an interval.
const LEAST_DEALS: usize = 20;

/// Where the variance of a result comes from, as shares that sum to one.
///
/// Every deal is played in every seating several times; only the bots draw anew. The components of variance are those of a
/// crossed random-effects analysis (deal × seating, with replication), estimated from mean squares (Searle, Casella and
/// McCulloch 1992); negative estimates count as 0. The intervals are percentiles over deals drawn anew (bootstrap).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Luck {
    /// Which games.
    #[serde(flatten)]
    pub of: Sampled,
    /// The deals.
    pub deals: u64,
    /// In how many seatings each was played: 1 where all bots are alike.
    pub seatings: u64,
    /// How often each was played in each seating.
    pub replays: u64,
    /// Of the win share of a seat.
    pub win_share: Components,
    /// Of the score of a seat, the seat's own mean left out.
    pub score: Components,
}

/// The shares of the variance of a result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Components {
    /// Of the deal: the cards of all rounds, and what chance brings later on, by the number of the draw within its round. Luck that
    /// no play changes.
    pub deal: ShareOfVariance,
    /// Of who sits where: skill. Absent where all bots are alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<ShareOfVariance>,
    /// Of deals that suit some players. Absent where all bots are alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deal_and_players: Option<ShareOfVariance>,
    /// Of how the same players happen to play the same deal.
    pub play: ShareOfVariance,
}

/// A share of the variance with its 95 % interval; without ends where there are too few deals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ShareOfVariance {
    /// The share, 0 to 1.
    pub value: f64,
    /// Lower end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// Upper end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}

/// The sums of one deal at one seat: the mean of each seating, and the squares about these means.
#[derive(Clone, Debug, Default)]
struct DealSums {
    means: Vec<f64>,
    within: f64,
}

impl Luck {
    /// Plays `deals` deals `replays` times (at least 2) in every seating, in the rayon pool of the caller. `progress` gets the
    /// games played.
    ///
    /// # Errors
    /// See [`LabError`].
    pub fn measure(
        simulation: &Simulation,
        deals: u64,
        replays: u64,
        control: &Control,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Self, LabError> {
        let (seatings, replays) = (simulation.seatings() as u64, replays.max(2));
        let of_deal = |deal| {
            let cells = (0..seatings).flat_map(|seating| (0..replays).map(move |replay| (seating, replay)));
            let games: Result<Vec<_>, LabError> = cells
                .map(|(seating, replay)| simulation.play_again(deal, seating, replay, control))
                .collect();
            let games = games?;
            let results = games.iter().map(|game| &game.payoffs);
            let shares: Vec<Vec<f64>> =
                results.clone().map(|of| of.shares.iter().copied().collect()).collect();
            let scores = results.map(|of| of.scores.iter().map(|score| f64::from(*score)).collect());
            let scores: Vec<Vec<f64>> = scores.collect();
            Ok((sums(&shares, replays as usize), sums(&scores, replays as usize)))
        };
        let all = each(deals, &|deals| progress(deals * seatings * replays), of_deal)?;
        let (shares, scores): (Vec<_>, Vec<_>) = all.into_iter().unzip();
        let components = |of: &[Vec<DealSums>]| Components::of(of, replays as f64);
        let (of, win_share, score) = (simulation.sampled(), components(&shares), components(&scores));
        Ok(Self { of, deals, seatings, replays, win_share, score })
    }
}

/// The sums of a deal by seat; `games` are those of the deal, by seating and replay, with a value for each seat.
fn sums(games: &[Vec<f64>], replays: usize) -> Vec<DealSums> {
    let seats = games.first().map_or(0, Vec::len);
    let of_seat = |seat: usize| {
        let mut sums = DealSums::default();
        for cell in games.chunks(replays) {
            let values: Vec<f64> = cell.iter().filter_map(|game| game.get(seat).copied()).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            sums.within += values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
            sums.means.push(mean);
        }
        sums
    };
    (0..seats).map(of_seat).collect()
}

impl Components {
    fn of(deals: &[Vec<DealSums>], replays: f64) -> Self {
        let all: Vec<usize> = (0..deals.len()).collect();
        let point = shares_of(&components(deals, &all, replays));
        let mut resampled: [Vec<f64>; 4] = Default::default();
        if deals.len() >= LEAST_DEALS {
            let mut rng = ChaCha8Rng::seed_from_u64(deals.len() as u64);
            for _ in 0..RESAMPLES {
                let drawn: Vec<usize> = all.iter().map(|_| rng.random_range(0..deals.len())).collect();
                let shares = shares_of(&components(deals, &drawn, replays));
                resampled.iter_mut().zip(shares).for_each(|(values, share)| values.push(share));
            }
        }
        let share = |at: usize| {
            let mut values = resampled[at].clone();
            values.sort_unstable_by(f64::total_cmp);
            let end =
                |part: f64| values.get((part * (values.len().max(1) - 1) as f64).round() as usize).copied();
            ShareOfVariance { value: point[at], low: end(0.025), high: end(0.975) }
        };
        let seatings = deals.first().and_then(|seats| seats.first()).map_or(0, |sums| sums.means.len());
        let asked = |at| (seatings > 1).then(|| share(at));
        Self { deal: share(0), players: asked(1), deal_and_players: asked(2), play: share(3) }
    }
}

/// The components of variance of deal, players, both and play, the mean over the seats, for some of the deals.
fn components(deals: &[Vec<DealSums>], drawn: &[usize], replays: f64) -> [f64; 4] {
    let seats = deals.first().map_or(0, Vec::len);
    let mut sum = [0.0; 4];
    for seat in 0..seats {
        let of_seat: Vec<&DealSums> = drawn.iter().filter_map(|deal| deals.get(*deal)?.get(seat)).collect();
        sum.iter_mut().zip(of_one_seat(&of_seat, replays)).for_each(|(sum, component)| *sum += component);
    }
    sum.map(|component| component / seats.max(1) as f64)
}

fn of_one_seat(deals: &[&DealSums], replays: f64) -> [f64; 4] {
    let (j, r) = (deals.len() as f64, deals.first().map_or(0, |deal| deal.means.len()) as f64);
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let of_deals: Vec<f64> = deals.iter().map(|deal| mean(&deal.means)).collect();
    let grand = mean(&of_deals);
    let seating =
        |at: usize| mean(&deals.iter().filter_map(|deal| deal.means.get(at).copied()).collect::<Vec<_>>());
    let of_seatings: Vec<f64> = (0..r as usize).map(seating).collect();
    let squares = |values: &[f64]| values.iter().map(|value| (value - grand).powi(2)).sum::<f64>();
    let within: f64 = deals.iter().map(|deal| deal.within).sum();
    let cells: f64 = deals.iter().map(|deal| squares(&deal.means)).sum();
    let play = within / (j * r * (replays - 1.0));
    let mean_deal = r * replays * squares(&of_deals) / (j - 1.0);
    if r < 2.0 {
        return [((mean_deal - play) / replays).max(0.0), 0.0, 0.0, play];
    }
    let mean_seating = j * replays * squares(&of_seatings) / (r - 1.0);
    let rest = cells - r * squares(&of_deals) - j * squares(&of_seatings);
    let mean_both = replays * rest / ((j - 1.0) * (r - 1.0));
    let both = ((mean_both - play) / replays).max(0.0);
    let deal = ((mean_deal - mean_both) / (r * replays)).max(0.0);
    let players = ((mean_seating - mean_both) / (j * replays)).max(0.0);
    [deal, players, both, play]
}

fn shares_of(components: &[f64; 4]) -> [f64; 4] {
    let total: f64 = components.iter().sum();
    components.map(|component| if total > 0.0 { component / total } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Normal numbers from uniform ones.
    fn normal(rng: &mut ChaCha8Rng, deviation: f64) -> f64 {
        ((0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0) * deviation
    }

    /// One seat in two seatings; standard deviations of deal, players, both and play.
    fn made(deals: usize, replays: usize, of: [f64; 4], seed: u64) -> Vec<Vec<DealSums>> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // Two seatings whose variance is exactly that of the players.
        let players = [of[1] / 2.0_f64.sqrt(), -of[1] / 2.0_f64.sqrt()];
        let deal = |_| {
            let deal = normal(&mut rng, of[0]);
            let mut games = Vec::new();
            for player in players {
                let both = normal(&mut rng, of[2]);
                games.extend((0..replays).map(|_| vec![deal + player + both + normal(&mut rng, of[3])]));
            }
            sums(&games, replays)
        };
        (0..deals).map(deal).collect()
    }

    #[test]
    fn components_are_found_again() {
        // Variances 4, 1, 2 and 3: shares 0.4, 0.1, 0.2 and 0.3.
        let of = [2.0, 1.0, 2.0_f64.sqrt(), 3.0_f64.sqrt()];
        let found = Components::of(&made(2_000, 4, of, 1), 4.0);
        let shares = [Some(found.deal), found.players, found.deal_and_players, Some(found.play)];
        for (share, expected) in shares.into_iter().zip([0.4, 0.1, 0.2, 0.3]) {
            assert!((share.unwrap().value - expected).abs() < 0.03, "{found:?}");
        }
    }

    /// The interval of the deal's share has the truth in it in 95 % of the repetitions, give or take.
    #[test]
    fn intervals_cover() {
        let of = [1.0, 0.0, 0.0, 1.0];
        let runs = crate::repeated_tests::of(100);
        let covered = (0..runs).filter(|&run| {
            let deal = Components::of(&made(100, 3, of, run), 3.0).deal;
            deal.low.is_some_and(|low| low <= 0.5) && deal.high.is_some_and(|high| high >= 0.5)
        });
        let covered = covered.count() as u64;
        assert!(crate::repeated_tests::agrees(covered, runs, 0.95), "{covered} of {runs}");
    }

    #[test]
    fn of_bots_that_are_all_alike_skill_is_not_asked() {
        let one_seating: Vec<Vec<DealSums>> = (0..30)
            .map(|deal| {
                let games: Vec<Vec<f64>> = (0..2).map(|replay| vec![f64::from(deal * 2 + replay)]).collect();
                sums(&games, 2)
            })
            .collect();
        let found = Components::of(&one_seating, 2.0);
        assert_eq!((found.players, found.deal_and_players), (None, None));
        assert!(found.deal.value > 0.9, "{found:?}");
    }

    #[test]
    fn few_deals_have_no_interval() {
        let found = Components::of(&made(5, 2, [1.0, 0.0, 0.0, 1.0], 3), 2.0);
        assert_eq!((found.deal.low, found.play.high), (None, None));
        assert_eq!(shares_of(&[0.0; 4]), [0.0; 4]);
    }
}
