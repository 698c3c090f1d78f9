//! scratch
use rayon::prelude::*;
use std::time::Instant;
use tapis_games::game::Published;
use tapis_solver::bots::Bot;
use tapis_solver::heuristics::Heuristics;
use tapis_solver::simulation::share_of_first;
fn run<G: Published + Heuristics>(options: &str, bots: &[Bot], deals: u64) {
    let rules = G::new(serde_json::from_str(options).unwrap()).unwrap();
    let t = Instant::now();
    let shares: Vec<f64> = (0..deals)
        .into_par_iter()
        .map(|d| {
            let mut e = [9; 32];
            e[..8].copy_from_slice(&d.to_le_bytes());
            share_of_first(&rules, bots, 1, e).unwrap()
        })
        .collect();
    let n = deals as f64;
    let m = shares.iter().sum::<f64>() / n;
    let v = shares.iter().map(|x| (x - m) * (x - m)).sum::<f64>() / (n - 1.0);
    println!(
        "{} {:?} {}: {:.3} ± {:.3}  ({:.0} s)",
        bots[0],
        std::env::args().nth(4),
        bots[1],
        m,
        1.96 * (v / n).sqrt(),
        t.elapsed().as_secs_f64()
    );
}
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let bots: Vec<Bot> = a[3..]
        .iter()
        .map(|b| {
            let (name, rest) = b.split_once('@').unwrap_or((b, ""));
            let mut bot: Bot = name.parse().unwrap();
            if let Bot::Solver { tuning, .. } = &mut bot {
                for kv in rest.split('@').filter(|x| !x.is_empty()) {
                    let (k, v) = kv.split_once('=').unwrap();
                    match k {
                        "x" => tuning.exploration = v.parse().unwrap(),
                        "u" => tuning.urgency = v.parse().unwrap(),
                        "p" => tuning.epoch_rounds += 1000 * v.parse::<u32>().unwrap(),
                        "w" => tuning.prior_weight = v.parse().unwrap(),
                        "e" => tuning.endgame_nodes = v.parse().unwrap(),
                        "pa" => tuning.patience = v.parse().unwrap(),
                        _ => panic!(),
                    }
                }
            }
            bot
        })
        .collect();
    let deals = a[2].parse().unwrap();
    match a[0].as_str() {
        "richelieu" => run::<tapis_games::richelieu::Richelieu>(&a[1], &bots, deals),
        "malin" => run::<tapis_games::malin::Malin>(&a[1], &bots, deals),
        "parbourg" => run::<tapis_games::parbourg::Parbourg>(&a[1], &bots, deals),
        "sept-blasons" => run::<tapis_games::sept_blasons::SeptBlasons>(&a[1], &bots, deals),
        _ => panic!(),
    }
}
