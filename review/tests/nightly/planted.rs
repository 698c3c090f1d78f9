//! A planted fault is named, sound play is not called a fault, and what is called a fault is one for a search of a hundred times as many
//! lines.
//!
//! A place in a game is searched that long, once. What a review makes of single moves there comes from the looks by which it judges a
//! choice: the first one, and where the move seems to lose the second.

use std::ops::AddAssign;

use rayon::prelude::*;
use tapis_games::erased::StoredPly;
use tapis_games::game::Turn;
use tapis_games::seat::Seat;
use tapis_review::{Behind, Decision, Depth, Effort, FinishedGame, Grade, Tried, Try, Watch};
use tapis_solver::answer::Answer;
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;
use tapis_solver::request::{Budget, Objective, Request, SolverKind};

use crate::games::{DEPTH as PLAIN, Place, places, seen};

/// What a planted move loses at least, in shares of the win at a table of two, for the long search and beyond doubt.
const PLANTED: f64 = 0.10;
/// What a fault loses at least.
const FAULT: f64 = 0.02;
/// So many times the lines of a review's first look.
const LONGER: u64 = 100;

/// Places of each game, see CONTRIBUTING.md.
fn number() -> u64 {
    std::env::var("TAPIS_PLANTED").map_or(2, |text| text.parse().unwrap())
}

/// The looks of a quick review; of many places those of a standard one.
fn depth() -> Depth {
    if number() >= 20 { Effort::Standard.depth() } else { Effort::Quick.depth() }
}

#[derive(Clone, Copy, Debug, Default)]
struct Found {
    planted: u64,
    named: u64,
    /// First moves of the long search, and how many of them are called faults.
    sound: u64,
    blamed: u64,
    /// What is called a fault of the moves that were looked at, and how much of it the long search finds to be one.
    faults: u64,
    right: u64,
}

impl AddAssign for Found {
    fn add_assign(&mut self, other: Self) {
        self.planted += other.planted;
        self.named += other.named;
        self.sound += other.sound;
        self.blamed += other.blamed;
        self.faults += other.faults;
        self.right += other.right;
    }
}

/// A choice of a game that is over.
struct At {
    game: FinishedGame,
    plies: Vec<StoredPly>,
    ply: usize,
    seat: Seat,
}

impl At {
    /// A choice somewhere in game `n`.
    fn of(place: &Place, n: u64) -> Option<Self> {
        let plies = place.log(&place.seated(Bot::Greedy, Bot::Greedy), n);
        let begin = 1 + (n as usize * 7_919 + 13) % (plies.len() - 1);
        let choice = |ply: usize| {
            let table = place.ruleset.restore(&plies[..ply]).unwrap();
            let Turn::Player(seat) = table.turn() else { return None };
            (table.legal_moves().len() > 1).then_some((ply, seat))
        };
        let (ply, seat) = (begin..plies.len()).chain(1..begin).find_map(choice)?;
        Some(Self { game: place.game(plies.clone(), n), plies, ply, seat })
    }

    /// What a search of so many lines says of it.
    fn answer(&self, place: &Place, lines: u64) -> Answer {
        let table = place.ruleset.restore(&self.plies).unwrap();
        let log = seen(&*table, place, self.seat, self.ply);
        let request = Request {
            solver: SolverKind::Sampling,
            budget: Budget { iterations: Some(lines), ..Budget::default() },
            objective: Some(Objective::WinShare),
            seed: [9; 32],
            threads: 1,
            ..Request::default()
        };
        let engine = Registry::standard().engine(&*place.ruleset).unwrap();
        engine.hint(&log, &request, &Control::default()).unwrap()
    }

    /// What a review makes of a move.
    fn tried(&self, place: &Place, notation: &str) -> Tried {
        // Another move was played, so that this one is judged anew.
        let decision = Decision {
            ply: self.ply as u32,
            seat: self.seat,
            notation: String::new(),
            best: String::new(),
            moves: 2,
            behind: Behind::default(),
            grade: Grade::AsGood,
            proved: false,
            lines: depth().in_game_of(self.game.choices()).lines,
        };
        let watch = Watch { control: &Control::default(), done: &|| {} };
        place.reviewer.verdict(&self.game, &decision, notation, depth(), watch).unwrap().unwrap()
    }
}

/// What a loss has to be multiplied with to be one at a table of two.
fn at_two(place: &Place) -> f64 {
    place.ruleset.seats() as f64 / 2.0
}

fn is_fault(tried: &Tried) -> bool {
    matches!(tried.verdict, Try::Slip | Try::Mistake | Try::Blunder)
}

/// A planted move, if one loses so much, the best move and any other are looked at.
fn found(place: &Place, n: u64) -> Found {
    let Some(at) = At::of(place, n) else { return Found::default() };
    let long = at.answer(place, LONGER * depth().lines);
    let surely = |low: f64| low * at_two(place) >= PLANTED;
    let bad: Vec<&str> = long
        .moves
        .iter()
        .filter(|of| {
            surely(if long.exactness.proved {
                of.regret
            } else {
                of.behind.as_ref().map_or(0.0, |gap| gap.low)
            })
        })
        .map(|of| &*of.notation)
        .collect();
    let planted = bad.get(n as usize % bad.len().max(1)).copied();
    let best = &*long.moves[0].notation;
    let any = &*long.moves[(n as usize * 31) % long.moves.len()].notation;
    let mut found = Found::default();
    let mut moves: Vec<&str> = planted.into_iter().chain([best, any]).collect();
    moves.dedup();
    for mv in moves {
        let fault = is_fault(&at.tried(place, mv));
        let regret = long.moves.iter().find(|of| of.notation == mv).unwrap().regret;
        let counted = |is: bool| u64::from(is);
        found.planted += counted(planted == Some(mv));
        found.named += counted(planted == Some(mv) && fault);
        found.sound += counted(mv == best);
        found.blamed += counted(mv == best && fault);
        found.faults += counted(fault);
        found.right += counted(fault && regret * at_two(place) >= FAULT);
        if fault != (regret * at_two(place) >= FAULT) {
            println!("  {} {n}, ply {}: {mv} loses {regret:.3}, called a fault: {fault}", place.id, at.ply);
        }
    }
    found
}

#[test]
fn planted_faults_are_named_and_sound_play_is_not() {
    let mut all = Found::default();
    for place in places() {
        let mut of_place = Found::default();
        let each: Vec<Found> = (0..number()).into_par_iter().map(|n| found(&place, n)).collect();
        each.into_iter().for_each(|one| of_place += one);
        println!("{}: {of_place:?}", place.id);
        all += of_place;
    }
    println!("{all:?}");
    assert!(all.planted > 0 && all.faults > 0, "too few to say anything: {all:?}");
    assert!(all.named * 20 >= all.planted * 19, "{all:?}");
    assert!(all.blamed * 20 <= all.sound, "{all:?}");
    assert!(all.right * 20 >= all.faults * 19, "{all:?}");
}

/// The looks above are those of a review: of a whole one each choice is judged alike.
#[test]
fn a_single_move_is_judged_as_in_a_whole_review() {
    let place = Place::of("richelieu", "{}");
    let plies = place.log(&place.seated(Bot::Random, Bot::Greedy), 1);
    let game = place.game(plies.clone(), 1);
    let quick = depth();
    let depth = Depth { lines: quick.lines, again: u32::MAX, more_lines: quick.more_lines, ..PLAIN };
    let review = place.review_to(&game, Depth { plays: 1, outcomes: 1, ..depth });
    let judged = review.decisions.iter().step_by(8);
    for of in judged {
        let at = At {
            game: place.game(plies.clone(), 1),
            plies: plies.clone(),
            ply: of.ply as usize,
            seat: of.seat,
        };
        let tried = at.tried(&place, &of.notation);
        assert_eq!(tried.behind, of.behind, "{of:?}");
        assert_eq!(is_fault(&tried), of.grade.is_fault(), "{of:?}");
    }
    assert!(review.decisions.iter().any(|of| of.grade.is_fault()));
}
