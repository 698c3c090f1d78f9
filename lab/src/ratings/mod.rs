//! How strong bots are, on one scale.

use std::collections::BTreeMap;

use serde::Serialize;
use tapis_db::model::{PopulationSummary, WinShare};
use tapis_solver::bots::{Misfit, Rating};

use crate::statistics::Z;

mod meetings;
mod misfit;

pub use meetings::{meetings, pairs};

/// Points of Elo's scale to a factor of *e* in the odds of winning.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Steps of the climb to the greatest likelihood, at most, and when they are small enough.
const STEPS: usize = 200;
const SMALL: f64 = 1e-10;

/// The ratings of bots, and how well they fit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratings {
    /// The strongest first.
    pub ratings: Vec<Rating>,
    /// `None` where the games could not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub misfit: Option<Misfit>,
}

/// Who sat at the tables of some games, in whichever order, and what they won.
struct Table {
    games: f64,
    /// For each bot, its seats, its wins and the sum of the squares of its wins.
    seats: Vec<f64>,
    wins: Vec<f64>,
    squares: Vec<f64>,
}

/// The ratings of all bots in games of these line-ups, the strongest first; `anchor` has 0.
///
/// A bot wins a game with a probability that is its strength over the sum of the strengths at the table, seat by seat: the model
/// of Bradley and Terry (1952), for more than two seats that of Plackett and Luce for the first place. The strengths are those of
/// the greatest likelihood; a shared win counts for each by its share. The intervals come from the information at that point, and
/// are wider where the model does not fit. One drawn game of each pair is added, so that a bot that always wins has a rating all
/// the same.
///
/// Two bots that met in [`meetings()`] met in every mixture and seating.
pub fn ratings(strata: &[PopulationSummary], anchor: &str) -> Ratings {
    let mut bots: Vec<String> =
        strata.iter().flat_map(|of| of.line_up.players().map(str::to_owned)).collect();
    bots.push(anchor.to_owned());
    bots.sort_unstable();
    bots.dedup();
    let mut tables = tables(strata, &bots);
    let played = tables.len();
    tables.extend(drawn_games(bots.len()));
    let anchored = bots.iter().position(|bot| bot == anchor).unwrap_or(0);
    let strengths = climb(&tables, bots.len(), anchored);
    let errors = standard_errors(&tables, &strengths, anchored);
    let misfit = misfit::misfit(&tables[..played], &strengths);
    let widening = misfit.map_or(1.0, misfit::widening);
    let games = |bot: &str| {
        let with = strata.iter().filter(|of| of.line_up.players().any(|player| player == bot));
        with.map(|of| of.games).sum()
    };
    let rating = |(at, bot): (usize, String)| {
        let elo = ELO * strengths[at];
        let half = errors[at].map(|error| Z * ELO * error * widening);
        Rating {
            games: games(&bot),
            bot,
            elo,
            low: half.map(|half| elo - half),
            high: half.map(|half| elo + half),
        }
    };
    let mut ratings: Vec<Rating> = bots.into_iter().enumerate().map(rating).collect();
    ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    Ratings { ratings, misfit }
}

/// The tables with more than one bot. Line-ups that differ in the order of their seats are one.
fn tables(strata: &[PopulationSummary], bots: &[String]) -> Vec<Table> {
    let number: BTreeMap<&str, usize> = bots.iter().enumerate().map(|(at, bot)| (bot.as_str(), at)).collect();
    let whole = f64::from(WinShare::WHOLE.units());
    let mut tables: BTreeMap<Vec<u32>, Table> = BTreeMap::new();
    for stratum in strata {
        let players = || stratum.line_up.players().filter_map(|player| number.get(player).copied());
        let mut seats = vec![0; bots.len()];
        players().for_each(|bot| seats[bot] += 1);
        let table = tables.entry(seats.clone()).or_insert_with(|| Table::new(bots.len()));
        table.games += stratum.games as f64;
        table.seats = seats.into_iter().map(f64::from).collect();
        for (bot, seat) in players().zip(&stratum.seats) {
            table.wins[bot] += seat.win_units as f64 / whole;
            table.squares[bot] += seat.win_units_squared as f64 / (whole * whole);
        }
    }
    tables.into_values().filter(|table| table.games > 0.0 && table.bots().count() > 1).collect()
}

/// A drawn game of each pair.
fn drawn_games(bots: usize) -> impl Iterator<Item = Table> {
    let pairs = (0..bots).flat_map(|a| (0..a).map(move |b| [a, b]));
    pairs.map(move |pair| {
        let mut drawn = Table { games: 1.0, ..Table::new(bots) };
        for at in pair {
            (drawn.seats[at], drawn.wins[at]) = (1.0, 0.5);
        }
        drawn
    })
}

impl Table {
    fn new(bots: usize) -> Self {
        let none = vec![0.0; bots];
        Self { games: 0.0, seats: none.clone(), wins: none.clone(), squares: none }
    }

    /// The bots that sat at it.
    fn bots(&self) -> impl Iterator<Item = usize> {
        (0..self.seats.len()).filter(|bot| self.seats[*bot] > 0.0)
    }

    /// The variance of a bot's wins over what it would be if no win were shared, over all its bots; at most 1. How seats of one bot
    /// share wins with each other is not known: theirs are taken as whole, which errs on the safe side.
    fn variance_of_whole_wins(&self) -> f64 {
        let (mut found, mut whole) = (0.0, 0.0);
        for bot in self.bots() {
            let mean = self.wins[bot] / self.games;
            let alone = self.seats[bot] == 1.0;
            let squares = if alone { self.squares[bot] / self.games } else { mean };
            found += squares - mean * mean;
            whole += mean - mean * mean;
        }
        if found > 0.0 && whole > 0.0 { (found / whole).min(1.0) } else { 1.0 }
    }

    /// How likely each bot is to win a game.
    fn chances(&self, strengths: &[f64]) -> Vec<f64> {
        let odds: Vec<f64> = self.seats.iter().zip(strengths).map(|(seats, of)| seats * of.exp()).collect();
        let total: f64 = odds.iter().sum();
        odds.iter().map(|odds| odds / total).collect()
    }
}

/// The logarithms of the strengths of the greatest likelihood, by Hunter's iteration (2004), which always climbs.
fn climb(tables: &[Table], bots: usize, anchor: usize) -> Vec<f64> {
    let mut strengths = vec![0.0; bots];
    let wins: Vec<f64> = (0..bots).map(|bot| tables.iter().map(|table| table.wins[bot]).sum()).collect();
    for _ in 0..STEPS {
        let mut expected = vec![0.0; bots];
        for table in tables {
            let chances = table.chances(&strengths);
            expected.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += table.games * chance);
        }
        let steps: Vec<f64> =
            wins.iter().zip(&expected).map(|(wins, expected)| (wins / expected).ln()).collect();
        let base = strengths[anchor] + steps[anchor];
        strengths.iter_mut().zip(&steps).for_each(|(strength, step)| *strength += step - base);
        if steps.iter().all(|step| (step - steps[anchor]).abs() < SMALL) {
            break;
        }
    }
    strengths
}

/// The standard error of each strength less the anchor's: from the inverse of the information without the anchor.
fn standard_errors(tables: &[Table], strengths: &[f64], anchor: usize) -> Vec<Option<f64>> {
    let free: Vec<usize> = (0..strengths.len()).filter(|bot| *bot != anchor).collect();
    let mut information = vec![vec![0.0; free.len()]; free.len()];
    for table in tables {
        let chances = table.chances(strengths);
        for (row, &a) in information.iter_mut().zip(&free) {
            for (cell, &b) in row.iter_mut().zip(&free) {
                let own = if a == b { chances[a] } else { 0.0 };
                *cell += table.games * (own - chances[a] * chances[b]);
            }
        }
    }
    let mut errors = vec![None; strengths.len()];
    if let Some(variances) = diagonal_of_inverse(information) {
        for (&bot, variance) in free.iter().zip(variances) {
            errors[bot] = Some(variance.max(0.0).sqrt());
        }
    }
    errors
}

/// The diagonal of the inverse of a positive definite matrix, by Gauss and Jordan; `None` where it has none.
fn diagonal_of_inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..n).map(|row| (0..n).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for at in 0..n {
        let pivot = matrix[at][at];
        if pivot <= 1e-12 {
            return None;
        }
        for column in 0..n {
            matrix[at][column] /= pivot;
            inverse[at][column] /= pivot;
        }
        for row in (0..n).filter(|row| *row != at) {
            let factor = matrix[row][at];
            for column in 0..n {
                matrix[row][column] -= factor * matrix[at][column];
                inverse[row][column] -= factor * inverse[at][column];
            }
        }
    }
    Some((0..n).map(|at| inverse[at][at]).collect())
}

#[cfg(test)]
mod tests {
    use tapis_db::model::SeatSummary;
    use tapis_games::locale::Language;
    use tapis_solver::bots::Bot;

    use super::*;
    use crate::told;

    fn stratum(line_up: &str, wins: &[u64]) -> PopulationSummary {
        let games = wins.iter().sum();
        let seat = |wins: &u64| SeatSummary {
            n: games,
            win_units: 420 * *wins as i64,
            win_units_squared: 420 * 420 * *wins as i64,
            ..SeatSummary::default()
        };
        PopulationSummary {
            players: wins.len() as u8,
            line_up: line_up.parse().unwrap(),
            games,
            tied: 0,
            seats: wins.iter().map(seat).collect(),
            measures: Vec::new(),
        }
    }

    /// Ten to one are 400 points; the variance of the log odds of 1,000 wins and 100 is 1/1000 + 1/100.
    #[test]
    fn two_bots_have_their_odds() {
        let Ratings { ratings: found, misfit } = ratings(&[stratum("club,greedy", &[1_000, 100])], "greedy");
        assert_eq!(misfit, None, "one rating explains one figure");
        assert_eq!((found[0].bot.as_str(), found[1].bot.as_str(), found[1].low), ("club", "greedy", None));
        assert!((found[0].elo - 400.0).abs() < 2.0 && found[1].elo == 0.0, "{found:?}");
        let half = (found[0].high.unwrap() - found[0].low.unwrap()) / 2.0;
        assert!((half - Z * ELO * (1.0 / 1_000.0 + 1.0 / 100.0_f64).sqrt()).abs() < 1.0, "{half}");
        assert_eq!(found[0].games, 1_100);
    }

    /// Strengths 4 : 2 : 1, met in pairs and at a table of four, are found again.
    #[test]
    fn tables_of_four_and_pairs_agree() {
        let games = [
            stratum("club,greedy", &[6_000, 3_000]),
            stratum("greedy,random", &[6_000, 3_000]),
            stratum("club,greedy,random,random", &[6_000, 3_000, 1_500, 1_500]),
        ];
        let Ratings { ratings: found, misfit } = ratings(&games, "random");
        assert!(misfit.is_some_and(|misfit| misfit.degrees == 2 && misfit.p_value > 0.9), "{misfit:?}");
        for (rating, odds) in found.iter().zip([4.0_f64, 2.0, 1.0]) {
            assert!((rating.elo - ELO * odds.ln()).abs() < 1.0, "{found:?}");
        }
    }

    #[test]
    fn a_bot_that_always_wins_has_a_rating() {
        let games = [stratum("club,random", &[50, 0]), stratum("random,club", &[0, 50])];
        let found = ratings(&games, "random");
        let said = told::ratings(&found, Language::English);
        assert!(said.iter().any(|line| line.contains("one drawn game of every two bots")), "{said:?}");
        let first = &found.ratings[0];
        assert!(first.elo > 600.0 && first.elo < 1_200.0 && first.low.unwrap() > 0.0, "{found:?}");
        assert_eq!(ratings(&[], "greedy").ratings.len(), 1);
    }

    /// What 900 games of each seating of a meeting give when a seat wins by its `weight`, that of the bot in it included.
    fn games_of_meeting(seats: usize, weight: impl Fn(usize, &[bool]) -> f64) -> Vec<PopulationSummary> {
        let mut games = Vec::new();
        for meeting in meetings(Bot::Greedy, Bot::Random, seats) {
            for turn in 0..seats {
                let bots: Vec<Bot> = (0..seats).map(|seat| meeting[(seat + turn) % seats]).collect();
                let greedy: Vec<bool> = bots.iter().map(|bot| *bot == Bot::Greedy).collect();
                let weights: Vec<f64> = (0..seats).map(|seat| weight(seat, &greedy)).collect();
                let total: f64 = weights.iter().sum();
                let wins: Vec<u64> =
                    weights.iter().map(|weight| (9_000.0 * weight / total).round() as u64).collect();
                let names: Vec<String> = bots.iter().map(Bot::to_string).collect();
                games.push(stratum(&names.join(","), &wins));
            }
        }
        games
    }

    /// However good a seat is: bots that play alike have the same rating, and nothing is said not to fit.
    #[test]
    fn a_better_seat_makes_no_bot_better() {
        for seats in 2..=5 {
            let games = games_of_meeting(seats, |seat, _| if seat == 0 { 5.0 } else { 1.0 });
            let Ratings { ratings, misfit } = ratings(&games, "random");
            assert!(ratings.iter().all(|rating| rating.elo.abs() < 0.5), "{seats} seats: {ratings:?}");
            assert!(misfit.is_none_or(|misfit| misfit.p_value > 0.99), "{seats} seats: {misfit:?}");
        }
    }

    /// A bot that gains from being in the minority: no one rating is right, and that is said, with wider intervals.
    #[test]
    fn a_misfit_is_found_and_widens_the_intervals() {
        let plain = games_of_meeting(3, |seat, greedy| if greedy[seat] { 2.0 } else { 1.0 });
        let odd = games_of_meeting(3, |seat, greedy| {
            let alone = greedy.iter().filter(|of| **of).count() == 1;
            if greedy[seat] { if alone { 4.0 } else { 1.5 } } else { 1.0 }
        });
        let (plain, odd) = (ratings(&plain, "random"), ratings(&odd, "random"));
        assert!(plain.misfit.unwrap().p_value > 0.9 && odd.misfit.unwrap().p_value < 1e-6);
        assert!((plain.ratings[0].elo - ELO * 2.0_f64.ln()).abs() < 1.0, "{plain:?}");
        let width = |of: &Ratings| of.ratings[0].high.unwrap() - of.ratings[0].low.unwrap();
        assert!(width(&odd) > 3.0 * width(&plain), "{odd:?}");
    }
}
