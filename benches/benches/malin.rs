//! Le Malin: playouts at three table sizes, deals drawn and weighed for a seat, and open hands solved to the last trick.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_benches::playouts;
use tapis_games::game::{Game, InformationSet, Observed, Published, Turn};
use tapis_games::malin::{Malin, Options};
use tapis_games::random::Seed;
use tapis_games::seat::{Seat, Viewer};
use tapis_solver::control::Control;
use tapis_solver::exhaustive::{Problem, SearchBudget, Tuning, World, run};
use tapis_solver::heuristics::Heuristics;
use tapis_solver::request::{Concept, Objective};
use tapis_testkit::course::Course;

/// Players, and the moves of fifty random games; a change of the rules or of the generator shows here.
const PLAYOUTS: [(u8, u64); 3] = [(3, 4992), (4, 5720), (6, 7728)];

fn rules(players: u8) -> Malin {
    Malin::new(Options { players, ..Options::default() }).expect("legal options")
}

fn bench_playouts(criterion: &mut Criterion) {
    for (players, moves) in PLAYOUTS {
        playouts(criterion, &format!("malin/{players}"), &rules(players), 50, moves);
    }
}

/// What the seat to move knows after `plies` random plies of a game, and the seat.
fn known(rules: &Malin, plies: u32) -> (Seat, <Malin as Observed>::Knowledge) {
    let course = Course::seeded(rules, &Seed([1; 32]), plies);
    let Turn::Player(seat) = rules.turn(course.end()) else { panic!("somebody is to move") };
    let mut knowledge = rules.know(Viewer::Seat(seat));
    for (ply, states) in course.plies.iter().zip(course.states.windows(2)) {
        let seen = rules.see(&states[0], ply, &states[1], Viewer::Seat(seat));
        knowledge.learn(rules, &seen).expect("what is seen can be learnt");
    }
    (seat, knowledge)
}

/// Deals drawn at a time.
const DEALS: u64 = 1_000;

/// Deals that agree with everything a seat has seen when all have announced and two tricks are over: drawn, and drawn and
/// judged by how well they explain what was announced.
fn bench_deals(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("deals/malin");
    group.throughput(Throughput::Elements(DEALS));
    for (players, plies) in [(3, 9), (4, 12), (6, 12)] {
        let rules = rules(players);
        let (seat, knowledge) = known(&rules, plies);
        let own = knowledge.sample_world(&rules, &mut ChaCha8Rng::from_seed([2; 32])).hands[seat.index()];
        let draw = |weigh: bool| {
            let mut rng = ChaCha8Rng::from_seed([3; 32]);
            for _ in 0..DEALS {
                let world = knowledge.sample_world(&rules, &mut rng);
                assert_eq!(world.hands[seat.index()], own, "a seat knows its own hand");
                if weigh {
                    black_box(rules.log_likelihood(&world, seat).expect("others have announced"));
                }
            }
        };
        println!("deals/malin/{players}: {DEALS} deals of {:?}", knowledge.count_worlds(&rules));
        group.bench_function(format!("{players}/drawn"), |bench| bench.iter(|| draw(false)));
        group.bench_function(format!("{players}/weighed"), |bench| bench.iter(|| draw(true)));
    }
    group.finish();
}

/// Players, tricks left, and the positions max^n visits on the way to the end of one open deal if it plays every move.
const ENDS: [(u8, u32, u64); 3] = [(3, 4, 22_519), (4, 3, 6_090), (4, 4, 317_232)];

/// One deal with all hands open, before a trick, to the end of its round.
fn bench_ends(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("end/malin");
    group.sample_size(10);
    for (players, tricks, positions) in ENDS {
        let rules = rules(players);
        let deal = rules.tricks() as u32;
        let seats = u32::from(players);
        let course = Course::seeded(&rules, &Seed([1; 32]), seats + seats * (deal - tricks));
        let state = course.end().clone();
        let Turn::Player(seat) = rules.turn(&state) else { panic!("somebody is to move") };
        let problem = Problem {
            rules: &rules,
            seat,
            objective: Objective::RoundPayoff,
            concept: Some(Concept::Maxn),
            moves: rules.legal_moves(&state).to_vec(),
            worlds: World::list(vec![(state, 1)]),
            tuning: Tuning { ends: false, ..Tuning::default() },
            threads: 1,
            expected: 1.0,
            plies_shown: 0,
        };
        let solve = || run(&problem, &Control::default(), SearchBudget::default(), None);
        let first = solve();
        println!("end/malin/{players}/{tricks}: {} positions", first.nodes);
        assert!(first.proved(), "solved to the end");
        assert_eq!(first.nodes, positions, "another search");
        group.throughput(Throughput::Elements(1));
        group.bench_function(format!("{players}_players_{tricks}_tricks"), |bench| {
            bench.iter(|| assert_eq!(solve().worlds, first.worlds));
        });
    }
    group.finish();
}

/// Open deals of a row.
const OPEN_DEALS: u8 = 20;

/// Players, tricks left, the cards tried on the way to the end of all the deals, and the points lost there.
const SOLVED: [(u8, u32, u64, i32); 2] = [(4, 4, 330_763, 212), (4, 5, 8_208_599, 212)];

/// Deals with all hands open, before a trick, to the end of their rounds, each solved without knowing the others.
fn bench_solved(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("end/malin");
    group.sample_size(10);
    for (players, tricks, tried, lost) in SOLVED {
        let rules = rules(players);
        let (deal, seats) = (rules.tricks() as u32, u32::from(players));
        let end =
            |seed| Course::seeded(&rules, &Seed([seed; 32]), seats + seats * (deal - tricks)).end().clone();
        let ends: Vec<_> = (1..=OPEN_DEALS).map(end).collect();
        let solve = || {
            let (mut cards, mut points) = (0, 0);
            for state in &ends {
                let mut solver = rules.ends().expect("a solver of ends");
                let mut count = |tried| {
                    cards += tried;
                    true
                };
                points -= solver.solve(state, &mut count).expect("an end").iter().sum::<i32>();
            }
            (cards, points)
        };
        let name = format!("{players}_players_{tricks}_tricks_lead");
        println!("end/malin/{name}: {:?}", solve());
        assert_eq!(solve(), (tried, lost), "{name}: another search");
        group.throughput(Throughput::Elements(u64::from(OPEN_DEALS)));
        group.bench_function(name, |bench| bench.iter(|| assert_eq!(solve(), (tried, lost))));
    }
    group.finish();
}

criterion_group!(benches, bench_playouts, bench_deals, bench_ends, bench_solved);
criterion_main!(benches);
