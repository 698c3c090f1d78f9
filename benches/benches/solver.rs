//! The solvers through their engine: exhaustive nodes and sampling iterations, on the observation log of a seat.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tapis_benches::{answer, log, position, ruleset, same};
use tapis_solver::registry::Registry;
use tapis_solver::request::{Budget, Request, SolverKind};

/// One request, again and again: the answer must be the same each time, but for its time.
fn hint(criterion: &mut Criterion, name: &str, options: &str, plies: u32, request: &Request) {
    let ruleset = ruleset("richelieu", options).expect("a ruleset");
    let table = position(ruleset.as_ref(), 1, plies).expect("a position");
    let log = log(ruleset.as_ref(), table.as_ref()).expect("somebody is to move");
    let engine = Registry::standard().engine(&*ruleset).expect("a registered game");
    let ask = || answer(engine.as_ref(), &log, request);
    let first = ask();
    assert!(!first.moves.is_empty() && first.timing.nodes > 0, "{name}: no answer");
    println!("{name}: {} nodes, {:?}, {:?}", first.timing.nodes, first.stop, first.exactness.level);
    let mut group = criterion.benchmark_group("hint");
    group.sample_size(10);
    group.throughput(Throughput::Elements(first.timing.nodes));
    group
        .bench_function(name, |bench| bench.iter(|| assert!(same(&ask(), &first), "{name}: another answer")));
    group.finish();
}

fn bench_hints(criterion: &mut Criterion) {
    let nodes = Budget { nodes: Some(20_000), ..Budget::default() };
    let exhaustive =
        Request { solver: SolverKind::Exhaustive, budget: nodes, threads: 1, ..Request::default() };
    hint(criterion, "richelieu/exhaustive", r#"{"open_discs": true}"#, 76, &exhaustive);
    let playouts = Budget { iterations: Some(2_000), ..Budget::default() };
    let sampling =
        Request { solver: SolverKind::Sampling, budget: playouts, threads: 1, ..Request::default() };
    hint(criterion, "richelieu/sampling", "{}", 30, &sampling);
}

criterion_group!(benches, bench_hints);
criterion_main!(benches);
