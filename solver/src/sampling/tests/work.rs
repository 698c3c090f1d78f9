//! What a bot's move costs at most, counted in units of [`work`](crate::sampling::work).

use tapis_games::game::{InformationSet, Published, Turn};
use tapis_games::malin::{self, Malin};
use tapis_games::parbourg::{self, Parbourg};
use tapis_games::random::Seed;
use tapis_games::richelieu::{self, Richelieu};
use tapis_games::seat::{BySeat, Seat, Viewer};
use tapis_games::sept_blasons::{self, SeptBlasons};

use super::support::knob;
use crate::bots::{Bot, Grade};
use crate::control::Control;
use crate::heuristics::Heuristics;
use crate::request::Objective;
use crate::sampling::{Question, search_for_a_bot, work};
use crate::simulation::game::play_mixed;

/// A position with a choice, as the seat to move knows it.
struct Place<G: Published> {
    knowledge: G::Knowledge,
    seat: Seat,
    world: G::State,
    moves: Vec<G::Move>,
}

/// The positions with a choice of a game of greedy bots.
fn places<G: Published + Heuristics>(rules: &G, seed: u8) -> Vec<Place<G>> {
    let bots = vec![Bot::Greedy; rules.seats()];
    let control = Control::default();
    let mut known = BySeat::from_fn(rules.seats(), |seat| rules.know(Viewer::Seat(seat)));
    let mut places = Vec::new();
    let each = |before: &G::State, ply: &_, after: &G::State| {
        for seat in Seat::all(rules.seats()) {
            known[seat].learn(rules, &rules.see(before, ply, after, Viewer::Seat(seat))).expect("it fits");
        }
        let Turn::Player(seat) = rules.turn(after) else { return };
        let moves = rules.legal_moves(after).to_vec();
        if moves.len() > 1 {
            places.push(Place { knowledge: known[seat].clone(), seat, world: after.clone(), moves });
        }
    };
    play_mixed(rules, &bots, |bot| bot, Seed([seed; 32]).into(), &control, each).expect("a game");
    places
}

/// The rulesets of all games and numbers of seats.
macro_rules! each_ruleset {
    ($look:ident) => {
        for players in 2..=4 {
            $look(&Richelieu::new(richelieu::Options { players, ..Default::default() }).expect("seats"));
        }
        for players in 3..=7 {
            $look(&SeptBlasons::new(sept_blasons::Options { players, ..Default::default() }).expect("seats"));
        }
        for players in 3..=6 {
            $look(&Malin::new(malin::Options { players, ..Default::default() }).expect("seats"));
        }
        for players in 2..=6 {
            $look(&Parbourg::new(parbourg::Options { players, ..Default::default() }).expect("seats"));
        }
    };
}

/// What a search took.
#[derive(Clone, Copy, Debug)]
struct Took {
    work: u64,
    /// The part of it that attempts to solve ends took.
    ends: u64,
}

impl<G: Published + Heuristics> Place<G> {
    /// What the search of this grade takes, if it may take `most`; without counting what learned values stand for, if they are `free`.
    fn take(&self, rules: &G, grade: Grade, most: u64, free: bool) -> Took {
        let Bot::Solver { iterations, tuning } = grade.search() else { panic!("it searches") };
        let question = Question {
            rules,
            knowledge: &self.knowledge,
            seat: self.seat,
            moves: &self.moves,
            world: &self.world,
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

/// What the line with which a search ends may add.
const A_LINE: u64 = 2_000;

/// `TAPIS_WORK_GAMES` games a ruleset, `TAPIS_WORK_PLACES` places in each.
#[test]
fn no_move_of_any_level_costs_more_than_a_move_may() {
    each_ruleset!(costs_no_more);
}

fn costs_no_more<G: Published + Heuristics>(rules: &G) {
    let (games, wanted) = (knob("TAPIS_WORK_GAMES", 1), knob("TAPIS_WORK_PLACES", 2) as usize);
    for seed in 1..=games {
        let places = places(rules, seed as u8);
        for n in 0..wanted {
            let at = places.len() * (2 * n + 1) / (2 * wanted);
            // The strongest everywhere, the others in turn.
            for level in [n % 5, 5] {
                let grade = rules.grades()[level];
                let most = work::of_a_move(grade.lines);
                let took = places[at].take(rules, grade, most, false);
                let says = format!("{} of {}, level {level}, place {at}: {took:?}", G::ID, rules.seats());
                assert!(took.work > 0 && took.work <= most + A_LINE, "{says}");
                assert!(took.ends <= work::of_ends(most) + A_LINE, "{says}");
            }
        }
    }
}

/// A place of seven seats late in a round: the costliest there are.
#[test]
fn the_limit_ends_a_search_that_would_cost_more() {
    let rules = SeptBlasons::new(sept_blasons::Options { players: 7, ..Default::default() }).expect("seats");
    let places = places(&rules, 1);
    let place = &places[places.len() * 5 / 6];
    let expert = rules.grades()[5];
    let most = work::of_a_move(expert.lines);
    let (bounded, longer) =
        (place.take(&rules, expert, most, false), place.take(&rules, expert, most + most / 10, false));
    assert!(bounded.work >= most && longer.work > bounded.work + A_LINE, "{bounded:?} {longer:?}");
    // A learned value stands for the rest of the round. Were it for nothing, ends would be tried as if they were near.
    let free = place.take(&rules, expert, most, true);
    assert!(free.ends > 2 * bounded.ends, "{free:?} {bounded:?}");
}
