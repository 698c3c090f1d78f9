//! The sampling solver through its engine: iterations of a hint, on the observation log of a seat.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::Value;
use tapis_games::game::Turn;
use tapis_games::log::ObservationLog;
use tapis_games::random::{Seed, Stream, below};
use tapis_games::seat::Viewer;
use tapis_solver::answer::{Answer, Timing};
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;
use tapis_solver::request::{Budget, Request, SolverKind};

fn bench_hints(criterion: &mut Criterion) {
    let budget = Budget { iterations: Some(2_000), ..Budget::default() };
    let sampling = Request { solver: SolverKind::Sampling, budget, threads: 1, ..Request::default() };
    hint(criterion, "richelieu/sampling", "{}", (&sampling, None), |n, _| n > 30);
    let usual = Request { threads: 1, ..Request::default() };
    for players in [2, 4] {
        let (name, options) = (format!("parbourg/{players}"), format!(r#"{{"players": {players}}}"#));
        let third_day = |_: u32, document: &Value| document["day"] == 3 && document["phase"] == "turn";
        hint(criterion, &name, &options, (&usual, Some(20_000)), third_day);
    }
}

/// One request, again and again, in the first position of a random game that is `meant` and where its mover has a choice: the
/// answer must be the same each time, but for its time, and of the `whole` budget.
fn hint(
    criterion: &mut Criterion,
    name: &str,
    options: &str,
    (request, whole): (&Request, Option<u64>),
    meant: impl Fn(u32, &Value) -> bool,
) {
    let game = name.split('/').next().and_then(|id| Registry::standard().game(id));
    let ruleset = game.expect("a registered game").ruleset(options).expect("a ruleset");
    let seed = Seed([1; 32]);
    let (mut table, mut n) = (ruleset.deal(&seed), 1);
    let seat = loop {
        let Turn::Player(seat) = table.turn() else { panic!("{name}: the game ended before") };
        let legal = table.legal_moves();
        if legal.len() > 1 && meant(n, &table.document()) {
            break seat;
        }
        let chosen = below(&mut seed.stream(Stream::Bot(n)), legal.len() as u32) as usize;
        let played = table.play(seat, &legal[chosen].notation, &mut seed.stream(Stream::Chance(n)));
        played.expect("a legal move");
        n += 1;
    };
    let plies = table.plies().iter().map(|record| record.seen_by(Viewer::Seat(seat)).clone()).collect();
    let log = ObservationLog { ruleset: ruleset.ruleset().reference(), seat: Some(seat), plies };
    let engine = Registry::standard().engine(&*ruleset).expect("a registered game");
    let ask = || engine.hint(&log, request, &Control::default()).expect("an answer");
    let first = ask();
    let nodes = first.timing.nodes;
    assert!(!first.moves.is_empty() && nodes > 0, "{name}: no answer");
    assert_eq!(nodes, whole.unwrap_or(nodes), "{name}: another budget");
    println!("{name}: {nodes} playouts, {:?}, {:?}", first.stop, first.exactness.level);
    let mut group = criterion.benchmark_group("hint");
    group.sample_size(10);
    group.throughput(Throughput::Elements(nodes));
    group
        .bench_function(name, |bench| bench.iter(|| assert!(same(&ask(), &first), "{name}: another answer")));
    group.finish();
}

/// Whether two answers are equal, apart from the time they took.
fn same(one: &Answer, other: &Answer) -> bool {
    let timing = Timing { elapsed_ms: one.timing.elapsed_ms, ..other.timing.clone() };
    Answer { timing, ..other.clone() } == *one
}

criterion_group!(benches, bench_hints);
criterion_main!(benches);
