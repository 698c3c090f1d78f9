//! What a bot's move takes, counted in units of work: for tests outside this package, where the search is run as it
//! is built for speed.

use tapis_games::game::{InformationSet, Published, Turn};
use tapis_games::random::Seed;
use tapis_games::seat::{BySeat, Seat, Viewer};
use tapis_games::{malin, parbourg, richelieu, sept_blasons};

use crate::bots::Bot;
use crate::control::Control;
use crate::heuristics::Heuristics;
use crate::request::Objective;
use crate::sampling::{Question, search_for_a_bot, work};
use crate::simulation::game::play_mixed;

/// What a search took.
#[derive(Clone, Copy, Debug)]
pub struct Took {
    /// All of it.
    pub work: u64,
    /// The part of it that attempts to solve ends took.
    pub ends: u64,
}

/// The positions with a choice of a game of greedy bots, each as the seat to move knows it.
pub trait Places {
    /// How many they are.
    fn count(&self) -> usize;

    /// The most work of a move of this level, and of the ends in it.
    fn most(&self, level: usize) -> Took;

    /// What the search of this level takes at a place, if it may take `most`; without counting what learned values stand for, if they
    /// are `free`.
    fn take(&self, place: usize, level: usize, most: u64, free: bool) -> Took;
}

/// The places of the game of `seed`, of a game with so many players; nothing where there is no such game.
pub fn places(game: &str, players: u8, seed: u8) -> Option<Box<dyn Places>> {
    match game {
        "richelieu" => {
            of(richelieu::Richelieu::new(richelieu::Options { players, ..Default::default() }), seed)
        }
        "sept-blasons" => {
            of(sept_blasons::SeptBlasons::new(sept_blasons::Options { players, ..Default::default() }), seed)
        }
        "malin" => of(malin::Malin::new(malin::Options { players, ..Default::default() }), seed),
        "parbourg" => of(parbourg::Parbourg::new(parbourg::Options { players, ..Default::default() }), seed),
        _ => None,
    }
}

fn of<G: Published + Heuristics, E>(rules: Result<G, E>, seed: u8) -> Option<Box<dyn Places>> {
    let rules = rules.ok()?;
    let places = played(&rules, seed)?;
    Some(Box::new(Game { rules, places }))
}

/// A position with a choice.
struct Place<G: Published> {
    knowledge: G::Knowledge,
    seat: Seat,
    world: G::State,
    moves: Vec<G::Move>,
}

struct Game<G: Published> {
    rules: G,
    places: Vec<Place<G>>,
}

/// The positions with a choice of a game of greedy bots.
fn played<G: Published + Heuristics>(rules: &G, seed: u8) -> Option<Vec<Place<G>>> {
    let bots = vec![Bot::Greedy; rules.seats()];
    let mut known = BySeat::from_fn(rules.seats(), |seat| rules.know(Viewer::Seat(seat)));
    let (mut places, mut fits) = (Vec::new(), true);
    let each = |before: &G::State, ply: &_, after: &G::State| {
        for seat in Seat::all(rules.seats()) {
            fits &= known[seat].learn(rules, &rules.see(before, ply, after, Viewer::Seat(seat))).is_ok();
        }
        let Turn::Player(seat) = rules.turn(after) else { return };
        let moves = rules.legal_moves(after).to_vec();
        if moves.len() > 1 {
            places.push(Place { knowledge: known[seat].clone(), seat, world: after.clone(), moves });
        }
    };
    play_mixed(rules, &bots, |bot| bot, Seed([seed; 32]).into(), &Control::default(), each).ok()?;
    fits.then_some(places)
}

impl<G: Published + Heuristics> Places for Game<G> {
    fn count(&self) -> usize {
        self.places.len()
    }

    fn most(&self, level: usize) -> Took {
        let work = work::of_a_move(self.rules.grades()[level].lines);
        Took { work, ends: work::of_ends(work) }
    }

    fn take(&self, place: usize, level: usize, most: u64, free: bool) -> Took {
        let (place, grade) = (&self.places[place], self.rules.grades()[level]);
        let Bot::Solver { iterations, tuning } = grade.search() else { return Took { work: 0, ends: 0 } };
        let question = Question {
            rules: &self.rules,
            knowledge: &place.knowledge,
            seat: place.seat,
            moves: &place.moves,
            world: &place.world,
            objective: Objective::WinShare,
            paranoid: false,
            bot: true,
            seed: [9; 32],
        };
        let mut context = question.context(None, iterations, tuning);
        context.plies = if free { 0 } else { context.plies };
        let search = search_for_a_bot(&question, &context, (iterations, most), &Control::default());
        Took { work: search.work_done(), ends: search.workers[0].work_of_ends() }
    }
}
