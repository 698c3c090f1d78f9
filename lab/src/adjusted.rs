//! Who wins when luck is taken out of the results.
//!
//! The luck of a seat in a game is what chance changed in the win share that it could expect, deal by deal and draw by draw. Its mean is
//! nought whoever plays: what chance could have brought is drawn like what it brought (AIVAT, Burch et al. 2018). So a part of it can be
//! taken from every result. No mean changes, and the variance falls as far as luck made it (a control variate). The part is fitted on
//! the other half of the deals, so that no result has a say in what is taken from it.

use serde::Serialize;
use sha2::{Digest, Sha256};
use tapis_games::seat::{BySeat, Seat};
use tapis_solver::control::Control;
use tapis_solver::reference::{Cause, Expected, Reference, ReferenceError, Sampling, Step};
use tapis_solver::simulation::SimulationError;

use crate::simulation::each;
use crate::statistics::{Estimate, mean_of_values, variance_of_values};
use crate::{LabError, Sampled, Simulation};

/// Outcomes drawn afresh where chance has too many to take all.
const OUTCOMES: u32 = 8;
/// The least deals from which par is taken.
const LEAST_PAR: u64 = 4_000;
/// The most.
const MOST_PAR: u64 = 400_000;
/// Deals of par for each game: its error has to be small beside that of the results.
const PAR_OF_A_GAME: u64 = 10;
/// Fewer deals have no interval: the part of luck is fitted on half of them.
const LEAST_DEALS: u64 = 20;

/// Win shares as they are and without luck.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Adjusted {
    /// Which games.
    #[serde(flatten)]
    pub of: Sampled,
    /// The deals; each is played in every seating, and counts once.
    pub deals: u64,
    /// The games.
    pub games: u64,
    /// Games of the reference player from each position.
    pub plays: u32,
    /// By player; by seat where all bots are alike.
    pub players: Vec<AdjustedShare>,
}

/// The win share of a player, or of a seat where all bots are alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AdjustedShare {
    /// The bot.
    pub player: String,
    /// The seat; absent where the bots differ, and each sits everywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The mean win share.
    pub share: Estimate,
    /// The same without luck.
    pub adjusted: Estimate,
    /// The part of its luck that is taken from a result, 0 to 1.
    pub part: f64,
    /// The variance of what is left, as a part of the variance of results: 0.5 is worth twice as many games.
    pub variance: f64,
}

/// A result and the luck in it.
#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    result: f64,
    luck: f64,
}

impl Adjusted {
    /// Plays so many games of a simulation, rounded up to whole deals, in the rayon pool of the caller. Positions are worth `plays` games
    /// of the reference player. `progress` gets the games played.
    ///
    /// # Errors
    /// See [`LabError`].
    pub fn measure(
        simulation: &Simulation,
        games: u64,
        plays: u32,
        control: &Control,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Self, LabError> {
        let seatings = simulation.seatings() as u64;
        let games = games.next_multiple_of(seatings);
        let reference = simulation.reference()?;
        let deals_of_par = (PAR_OF_A_GAME * games).clamp(LEAST_PAR, MOST_PAR) as u32;
        let par = reference.par(0..deals_of_par, control).map_err(refused)?;
        let game = |number| of_game(simulation, &*reference, &par, (number, plays), control);
        let played = each(games, progress, game)?;
        let players = if seatings == 1 {
            let seat = |seat: Seat| {
                let pairs: Vec<Pair> = played.iter().map(|game| game[seat.index()].1).collect();
                let name = played.first().map(|game| game[seat.index()].0.clone());
                share_of(name.unwrap_or_default(), Some(seat.0), &pairs, par[seat].error)
            };
            Seat::all(par.len()).map(seat).collect()
        } else {
            // Whoever sits everywhere has the par of all seats, which is known.
            let player = |name: String| share_of(name.clone(), None, &by_deal(&played, &name, seatings), 0.0);
            let mut names = simulation.line_up();
            names.sort_unstable();
            names.dedup();
            names.into_iter().map(player).collect()
        };
        Ok(Self { of: simulation.sampled(), deals: games / seatings, games, plays, players })
    }
}

/// By seat: who sat there, what it got, and what of it was luck.
fn of_game(
    simulation: &Simulation,
    reference: &dyn Reference,
    par: &BySeat<Expected>,
    (number, plays): (u64, u32),
    control: &Control,
) -> Result<Vec<(String, Pair)>, LabError> {
    let (bots, plies) = simulation.play_log(number, control)?;
    // They tell nothing of the random numbers of the game.
    let seed = Sha256::new().chain_update("tapis adjusted").chain_update(simulation.seed);
    let seed = seed.chain_update(number.to_be_bytes()).finalize().into();
    let sampling = Sampling { plays, outcomes: OUTCOMES, seed };
    let steps = reference.course(&plies, sampling, control, &|| {}).map_err(refused)?;
    let pair = |(seat, bot): (Seat, &tapis_solver::bots::Bot)| (bot.to_string(), pair(seat, par, &steps));
    Ok(Seat::all(par.len()).zip(&bots).map(pair).collect())
}

fn pair(seat: Seat, par: &BySeat<Expected>, steps: &[Step]) -> Pair {
    let mut before = par[seat].value;
    let mut luck = 0.0;
    for step in steps {
        let after = step.values[seat].value;
        if !matches!(step.cause, Cause::Move(_)) {
            luck += after - before;
        }
        before = after;
    }
    Pair { result: before, luck }
}

/// One pair a deal: the mean over the seatings, and over the seats that the player has.
fn by_deal(played: &[Vec<(String, Pair)>], name: &str, seatings: u64) -> Vec<Pair> {
    let of_deal = |games: &[Vec<(String, Pair)>]| {
        let own: Vec<Pair> =
            games.iter().flatten().filter(|(bot, _)| bot == name).map(|(_, pair)| *pair).collect();
        let n = own.len().max(1) as f64;
        Pair {
            result: own.iter().map(|pair| pair.result).sum::<f64>() / n,
            luck: own.iter().map(|pair| pair.luck).sum::<f64>() / n,
        }
    };
    played.chunks(seatings as usize).map(of_deal).collect()
}

/// `par` is the standard error of par, which all these games share.
fn share_of(player: String, seat: Option<u8>, pairs: &[Pair], par: f64) -> AdjustedShare {
    let results: Vec<f64> = pairs.iter().map(|pair| pair.result).collect();
    let (left, part) = without_luck(pairs);
    let (all, rest) = (variance_of_values(&results), variance_of_values(&left));
    AdjustedShare {
        player,
        seat,
        share: estimate(&results, 0.0),
        adjusted: estimate(&left, part * par),
        part,
        variance: if all > 0.0 { rest / all } else { 1.0 },
    }
}

/// The results without the part of luck that the other half of them shows to be best, and that part, on average.
fn without_luck(pairs: &[Pair]) -> (Vec<f64>, f64) {
    let half = |which: usize| pairs.iter().skip(which).step_by(2).copied().collect::<Vec<_>>();
    let parts = [part(&half(1)), part(&half(0))];
    let left = pairs.iter().enumerate().map(|(at, pair)| pair.result - parts[at % 2] * pair.luck);
    (left.collect(), parts.iter().sum::<f64>() / 2.0)
}

/// The part of luck that leaves the least variance: covariance by variance, 0 to 1.
fn part(pairs: &[Pair]) -> f64 {
    let middle = |of: fn(&Pair) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len().max(1) as f64;
    let (result, luck) = (middle(|pair| pair.result), middle(|pair| pair.luck));
    let mixed: f64 = pairs.iter().map(|pair| (pair.result - result) * (pair.luck - luck)).sum();
    let squares: f64 = pairs.iter().map(|pair| (pair.luck - luck).powi(2)).sum();
    if squares > 0.0 { (mixed / squares).clamp(0.0, 1.0) } else { 0.0 }
}

/// The mean of shares; `more` is a standard error that all of them have in common.
fn estimate(values: &[f64], more: f64) -> Estimate {
    mean_of_values(values, more, LEAST_DEALS).within(0.0, 1.0)
}

fn refused(error: ReferenceError) -> LabError {
    match error {
        ReferenceError::Cancelled => SimulationError::Cancelled.into(),
        _ => LabError::Internal("a simulated game has no values"),
    }
}

#[cfg(test)]
mod tests;
