//! Fits what a lead is worth between the rounds of Les 7 Blasons: `round_ends <options> <games> <seed> <bot>`.
//!
//! Bots of one kind play whole games. For each number of rounds left, the totals at the end of a round and the shares of the win in the
//! end give the most likely scale *s* of the softmax of totals / *s*; also one scale for all, as `s·√(rounds left)`.

use tapis_games::game::{Game, Published, Turn};
use tapis_games::seat::Seat;
use tapis_games::sept_blasons::SeptBlasons;
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::simulation::{deal_seed, log};

/// The end of a round: rounds left, totals, and who won in the end.
type End = (u8, Vec<f64>, Vec<f64>);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [options, games, seed, bot] = &arguments[..] else {
        eprintln!("round_ends <options> <games> <seed> <bot>");
        return;
    };
    let options = serde_json::from_str(options).expect("options as JSON");
    let rules = SeptBlasons::new(options).expect("a ruleset");
    let (games, seed): (u64, u8) = (games.parse().expect("games"), seed.parse().expect("a seed"));
    let bots = vec![bot.parse::<Bot>().expect("a bot"); rules.seats()];
    let ends: Vec<End> = (0..games).flat_map(|game| ends_of(&rules, &bots, [seed; 32], game)).collect();
    for left in [1, 2] {
        let these: Vec<&End> = ends.iter().filter(|end| end.0 == left).collect();
        println!("{left} rounds left: {:.2} of {} ends", fit(&these, |_| 1.0), these.len());
    }
    println!(
        "all: {:.2} · √(rounds left)",
        fit(&ends.iter().collect::<Vec<_>>(), |left| f64::from(left).sqrt())
    );
}

fn ends_of(rules: &SeptBlasons, bots: &[Bot], seed: [u8; 32], game: u64) -> Vec<End> {
    let plies = log(rules, bots, deal_seed(seed, game).into(), &Control::default()).expect("a game");
    let (mut state, mut ends) = (rules.start(), Vec::new());
    for ply in plies {
        if let Some((_, mv)) = ply.action {
            rules.play(&mut state, mv).expect("a legal move");
        }
        if rules.turn(&state) == Turn::Chance && rules.round_scores(&state).is_some() && state.round < 3 {
            let totals = Seat::all(rules.seats()).map(|seat| f64::from(state.totals[seat.index()]));
            ends.push((3 - state.round, totals.collect(), Vec::new()));
        }
        ply.chance
            .iter()
            .for_each(|outcome| rules.resolve(&mut state, outcome).expect("an outcome that fits"));
    }
    let won: Vec<f64> = rules.payoffs(&state).shares.iter().copied().collect();
    ends.iter_mut().for_each(|end| end.2.clone_from(&won));
    ends
}

/// The most likely scale, by trial in steps of 1 %.
fn fit(ends: &[&End], factor: impl Fn(u8) -> f64) -> f64 {
    let likelihood =
        |scale: f64| -> f64 { ends.iter().map(|end| log_likelihood(end, scale * factor(end.0))).sum() };
    let scales = (0..500).map(|step| 1.01f64.powi(step));
    scales.max_by(|a, b| likelihood(*a).total_cmp(&likelihood(*b))).unwrap_or(1.0)
}

fn log_likelihood((_, totals, won): &End, scale: f64) -> f64 {
    let most = totals.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = totals.iter().map(|total| ((total - most) / scale).exp()).sum();
    totals.iter().zip(won).map(|(total, won)| won * ((total - most) / scale - sum.ln())).sum()
}
