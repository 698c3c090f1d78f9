//! Near the end of games no two moves are called the same that differ in their share of the win or in points. At Parbourg too much is hidden
//! to the end for worlds to be listed.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::erased;
use tapis_games::game::{InformationSet, Published, Turn};
use tapis_games::malin::{self, Malin};
use tapis_games::random::below;
use tapis_games::richelieu::{self, Richelieu};
use tapis_games::sept_blasons::{self, SeptBlasons};
use tapis_solver::answer::{Answer, Status};
use tapis_solver::heuristics::Heuristics;
use tapis_solver::oracle::{self, Problem};
use tapis_solver::request::{Budget, Concept, Objective, Request};

use super::comparison::{fits, setting};
use super::played::Played;

/// The most positions of a plain search of one end.
const ORACLE_NODES: u64 = 4_000;

/// How many ends of each game: `TAPIS_ENDS`.
fn ends() -> u64 {
    setting("TAPIS_ENDS", 7)
}

/// What came of the ends of a game.
#[derive(Debug, Default)]
struct Seen {
    ends: u64,
    /// Moves that win as much and bring fewer points.
    by_points: u64,
}

impl Seen {
    fn look<G: Published + Heuristics>(&mut self, game: &Played<G>, rules: &G) {
        let log = game.log(game.mover());
        let knowledge = erased::knowledge(rules, &log).expect("a log of the game");
        let Some(worlds) = knowledge.worlds(rules, 64) else { return };
        let mut left = ORACLE_NODES;
        if !worlds.iter().all(|(world, _)| fits(rules, world, &mut left)) {
            return;
        }
        let answer = game.hint(&Request {
            budget: Budget { nodes: Some(4_000_000), ..Budget::default() },
            ..Request::default()
        });
        if answer.status != Status::Final
            || answer.objective != Objective::WinShare
            || !answer.moves[0].is_exact()
        {
            return;
        }
        self.ends += 1;
        let seat = game.mover();
        let of = |objective| {
            // Two seats play against one another.
            let concept = if rules.seats() > 2 { Concept::Maxn } else { Concept::Paranoid };
            let problem = Problem { seat, objective, concept };
            let values = oracle::solve(rules, &worlds, problem);
            values.into_iter().map(move |values| values[seat.index()]).collect::<Vec<f64>>()
        };
        let [shares, points] = [of(Objective::WinShare), of(Objective::Points)];
        let legal: Vec<String> = game.table.legal_moves().into_iter().map(|legal| legal.notation).collect();
        self.compare(&answer, |notation| {
            let place = legal.iter().position(|own| own == notation).expect("a legal move");
            (shares[place], points[place])
        });
    }

    fn compare(&mut self, answer: &Answer, worth: impl Fn(&str) -> (f64, f64)) {
        for pair in answer.moves.windows(2) {
            let [one, other] = [0, 1].map(|place: usize| worth(&pair[place].notation));
            let (share, points) = (one.0 - other.0, one.1 - other.1);
            let told = format!("{:?}, {one:?}\n{:?}, {other:?}", pair[0], pair[1]);
            if pair[0].rank == pair[1].rank {
                assert!(share.abs() < 1e-6 && points.abs() < 1e-6, "{told}");
            } else {
                assert!(share > 1e-10 || share > -1e-6 && points > 1e-10, "{told}");
                self.by_points += u64::from(share < 1e-6);
            }
        }
    }
}

/// Looks at choices of random games from which all lines to the end of the round can be tried.
fn choices_at_ends<G: Published + Heuristics>(rules: &G) -> Seen {
    let mut seen = Seen::default();
    for seed in 0..=u8::MAX {
        let mut rng = ChaCha8Rng::seed_from_u64(seed.into());
        let mut game = Played::deal(rules.clone(), seed);
        while let Turn::Player(seat) = game.table.turn() {
            let legal = game.table.legal_moves();
            if legal.len() > 1 && below(&mut rng, 2) == 0 {
                seen.look(&game, rules);
            }
            if seen.ends == ends() {
                return seen;
            }
            let notation = &legal[below(&mut rng, legal.len() as u32) as usize].notation;
            game.table.play(seat, notation, &mut rng).expect("a legal move");
        }
    }
    panic!("too few ends: {seen:?}");
}

#[test]
fn of_richelieu() {
    let seen = choices_at_ends(&Richelieu::new(richelieu::Options::default()).expect("legal options"));
    assert!(seen.by_points > 0, "{seen:?}");
}

#[test]
fn of_les_7_blasons() {
    choices_at_ends(&SeptBlasons::new(sept_blasons::Options::default()).expect("legal options"));
}

#[test]
fn of_le_malin() {
    for players in [3, 4] {
        let options = malin::Options { players, ..Default::default() };
        choices_at_ends(&Malin::new(options).expect("legal options"));
    }
}
