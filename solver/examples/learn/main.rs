//! Learns the evaluation of a game from nothing: `learn <game> <seed> <file>`.
//!
//! Bots play against each other, the network is fitted to the results, and the next bots search with it. The plans below say how
//! often and how long. The result is a function of the game, the seed and this program, on any number of threads.

mod fit;
mod plan;
mod self_play;

use std::path::Path;
use std::time::Instant;

use tapis_games::game::Published;
use tapis_games::malin::Malin;
use tapis_games::parbourg::Parbourg;
use tapis_games::richelieu::Richelieu;
use tapis_games::sept_blasons::SeptBlasons;
use tapis_solver::heuristics::Heuristics;
use tapis_solver::learned::{HIDDEN, Network};

use plan::Plan;
use self_play::Position;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, seed, file] = &arguments[..] else {
        eprintln!("learn <game> <seed> <file>");
        std::process::exit(2);
    };
    let seed = seed.parse().expect("a number as seed");
    let network = match game.as_str() {
        "richelieu" => learn::<Richelieu>(plan::richelieu(), seed),
        "sept-blasons" => learn::<SeptBlasons>(plan::sept_blasons(), seed),
        "malin" => learn::<Malin>(plan::malin(), seed),
        "parbourg" => learn::<Parbourg>(plan::parbourg(), seed),
        other => panic!("no plan for the game '{other}': richelieu, sept-blasons, malin, parbourg"),
    };
    write(&network, Path::new(file));
}

/// Plays and fits in the rounds of `plan`.
fn learn<G: Published + Heuristics>(plan: Plan, seed: u64) -> Network {
    let rulesets: Vec<G> = plan.rulesets.iter().map(|options| ruleset(options)).collect();
    let mut network: Option<&'static Network> = None;
    let (mut kept, mut data) = (Vec::<Position>::new(), Vec::new());
    for (number, round) in plan.rounds.iter().enumerate() {
        let began = Instant::now();
        let positions = self_play::play(&rulesets, network, round, seed.wrapping_mul(100) + number as u64);
        let played = began.elapsed().as_secs_f64();
        // Positions of one round earlier still teach something; older ones come from players that were too weak.
        let before = if number > 1 { std::mem::take(&mut kept) } else { Vec::new() };
        let fitted = fit::fit(&before, &positions, seed);
        eprintln!(
            "round {number}: {} games in {played:.0} s, {} positions, loss {:.4} held out {:.4}, fitted in {:.0} s",
            round.games,
            positions.len(),
            fitted.loss,
            fitted.held_out,
            began.elapsed().as_secs_f64() - played
        );
        data.push(format!("{} games at {} lines a move", round.games, round.lines));
        kept = positions;
        let named = Network {
            game: G::ID.to_owned(),
            command: format!("cargo xtask learn --game {} --seed {seed}", G::ID),
            data: format!(
                "self-play in rounds: {}; loss of the last round on held-out games {:.4}",
                data.join(", "),
                fitted.held_out
            ),
            ..fitted.network
        };
        network = Some(Box::leak(Box::new(rounded(named))));
    }
    network.expect("a plan has rounds").clone()
}

fn ruleset<G: Published>(options: &str) -> G {
    let options = serde_json::from_str(options).expect("options of the plan");
    G::new(options).unwrap_or_else(|faults| panic!("the plan's ruleset {faults:?}"))
}

/// The network with weights of four digits: what the file holds is what was measured.
fn rounded(mut network: Network) -> Network {
    let round = |weight: &mut f32| *weight = (*weight * 1e4).round() / 1e4;
    let layers = network.first.iter_mut().chain(&mut network.second).chain([&mut network.bias]);
    layers.for_each(|layer: &mut [f32; HIDDEN]| layer.iter_mut().for_each(round));
    network.output_bias.iter_mut().for_each(round);
    network
}

/// One line for each input, so that the file can be read and compared.
fn write(network: &Network, file: &Path) {
    let mut text = String::from("{\n");
    let head = [("game", &network.game), ("command", &network.command), ("data", &network.data)];
    head.into_iter().for_each(|(name, value)| text += &format!("{}: {},\n", json(name), json(value)));
    text += &format!("\"bias\": {},\n\"second\": {},\n", json(&network.bias), json(&network.second));
    text += &format!("\"output_bias\": {},\n\"first\": [\n", json(&network.output_bias));
    let rows: Vec<String> = network.first.iter().map(json).collect();
    text += &format!("{}\n]\n}}\n", rows.join(",\n"));
    std::fs::write(file, text).expect("the file of weights is written");
}

fn json<T: serde::Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("weights are numbers and texts")
}
