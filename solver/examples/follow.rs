//! Measures hints by who follows them: `follow <game> <options> <deals> <seed> <lines or, as 300ms, time> [<level> [sampling]]`.
//!
//! One seat plays the first move of every hint of so many lines or so much time (of the sampling solver alone, if the last word says so), all others are bots of the level, `expert` by default. Every deal is
//! played from each seat; a deal's mean is one observation. Prints the follower's share of the wins with its 95 % interval, the fair share,
//! and what a hint and a bot's move took, on average and at most, of one processor.

use std::sync::Arc;

use rand::Rng;
use tapis_games::erased::{AnyRuleset, AnyTable};
use tapis_games::game::Turn;
use tapis_games::log::ObservationLog;
use tapis_games::random::{Seed, Stream};
use tapis_games::seat::{Seat, Viewer};
use tapis_solver::control::Control;
use tapis_solver::engine::{BotLevel, Engine};
use tapis_solver::registry::Registry;
use tapis_solver::request::{Budget, Request, SolverKind};

mod shares;
mod spent;

use spent::Spent;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, options, deals, seed, lines, rest @ ..] = &arguments[..] else {
        eprintln!("follow <game> <options> <deals> <seed> <lines> [<level> [sampling]]");
        return;
    };
    let game = Registry::standard().game(game).expect("a game");
    let rules = game.ruleset(options).expect("a ruleset");
    let level = rest.first().map_or("expert", String::as_str);
    let mut arena = Arena {
        engine: game.engine(&*rules).expect("an engine"),
        level: BotLevel::named(level).expect("a level"),
        budget: match lines.strip_suffix("ms") {
            Some(ms) => Budget { ms: Some(ms.parse().expect("milliseconds")), ..Budget::default() },
            None => {
                Budget { iterations: Some(lines.parse().expect("a number of lines")), ..Budget::default() }
            }
        },
        solver: if rest.len() > 1 { SolverKind::Sampling } else { SolverKind::Auto },
        hints: Spent::default(),
        moves: Spent::default(),
    };
    let (deals, seed) = (deals.parse().expect("a number of deals"), seed.parse().expect("a seed"));
    println!("{}", arguments.join(" "));
    arena.measure(&*rules, deals, seed);
}

struct Arena {
    engine: Arc<dyn Engine>,
    level: BotLevel,
    budget: Budget,
    solver: SolverKind,
    hints: Spent,
    moves: Spent,
}

impl Arena {
    fn measure(&mut self, rules: &dyn AnyRuleset, deals: u64, seed: u64) {
        let mut means = Vec::new();
        for deal in 0..deals {
            let dealt = shares::deal(seed, deal);
            let seats = rules.seats();
            let of = |arena: &mut Self, seat: usize| arena.share(rules, &dealt, Seat(seat as u8));
            means.push((0..seats).map(|seat| of(self, seat)).sum::<f64>() / seats as f64);
            if [deals, deals / 4, deals / 2].contains(&(deal + 1)) {
                println!(
                    "{}; hints {}, bots {}",
                    shares::words(&means, seats),
                    self.hints.words(),
                    self.moves.words()
                );
            }
        }
    }

    /// The share of the wins of a follower at this seat.
    fn share(&mut self, rules: &dyn AnyRuleset, dealt: &Seed, follower: Seat) -> f64 {
        let mut table = rules.deal(dealt);
        for n in 1.. {
            let Turn::Player(seat) = table.turn() else { break };
            let mut own = [0; 32];
            dealt.stream(Stream::Bot(n)).fill_bytes(&mut own);
            let log = log_of(rules, &*table, seat);
            let notation = match table.legal_moves().as_slice() {
                [only] => only.notation.clone(),
                _ if seat == follower => self.hint(&log, own),
                _ => self.choose(&log, own),
            };
            table.play(seat, &notation, &mut dealt.stream(Stream::Chance(n))).expect("a legal move");
        }
        table.payoffs().expect("an end").shares[follower]
    }

    fn hint(&mut self, log: &ObservationLog, seed: [u8; 32]) -> String {
        let request =
            Request { solver: self.solver, budget: self.budget, seed, threads: 1, ..Request::default() };
        let engine = self.engine.clone();
        let hint = || engine.hint(log, &request, &Control::default()).expect("a hint");
        self.hints.time(hint).moves[0].notation.clone()
    }

    fn choose(&mut self, log: &ObservationLog, seed: [u8; 32]) -> String {
        let (engine, level) = (self.engine.clone(), self.level);
        self.moves.time(|| engine.choose(level, log, seed, &Control::default()).expect("a move"))
    }
}

fn log_of(rules: &dyn AnyRuleset, table: &dyn AnyTable, seat: Seat) -> ObservationLog {
    let viewer = Viewer::Seat(seat);
    let plies = table.plies().iter().map(|ply| ply.seen_by(viewer).clone()).collect();
    ObservationLog { ruleset: rules.ruleset().reference(), seat: Some(seat), plies }
}
