//! Les 7 Blasons: playouts at three table sizes, and ends of rounds solved exactly under max^n.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tapis_benches::{answer, log, playouts, reach, ruleset, same};
use tapis_games::game::Published;
use tapis_games::sept_blasons::{Options, SeptBlasons};
use tapis_solver::answer::Level;
use tapis_solver::registry::Registry;
use tapis_solver::request::{Budget, Request, SolverKind};

/// Players, and the moves of fifty random games; a change of the rules or of the generator shows here.
const PLAYOUTS: [(u8, u64); 3] = [(3, 7014), (5, 11008), (7, 15192)];

fn bench_playouts(criterion: &mut Criterion) {
    for (players, moves) in PLAYOUTS {
        let rules = SeptBlasons::new(Options { players, ..Options::default() }).expect("legal options");
        playouts(criterion, &format!("sept-blasons/{players}"), &rules, 50, moves);
    }
}

/// Players, tricks left, the seed of the game, positions visited, and how far that goes; five players do not get to the end.
const ENDS: [(u8, u64, u8, u64, Level); 4] = [
    (3, 2, 3, 105_697, Level::ExactConcept),
    (4, 2, 10, 87_155, Level::ExactConcept),
    (5, 2, 2, NODES, Level::Heuristic),
    (3, 3, 7, 448_461, Level::ExactConcept),
];

/// The budget of each: the search deepens step by step until it ends.
const NODES: u64 = 1_500_000;

/// A decision in the last tricks of a first round, after random play, under max^n.
fn bench_ends(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("end/sept-blasons");
    group.sample_size(10);
    for (players, tricks, seed, nodes, level) in ENDS {
        let name = format!("{players}_players_{tricks}_tricks");
        let ruleset = ruleset("sept-blasons", &format!(r#"{{"players": {players}}}"#)).expect("a ruleset");
        let near = |document: &serde_json::Value| document["trick"] == 9 - tricks;
        let table = reach(ruleset.as_ref(), seed, near).expect("an end of a round");
        let log = log(ruleset.as_ref(), table.as_ref()).expect("somebody is to move");
        let engine = Registry::standard().engine(&*ruleset).expect("a registered game");
        let budget = Budget { nodes: Some(NODES), ..Budget::default() };
        let request = Request { solver: SolverKind::Exhaustive, budget, threads: 1, ..Request::default() };
        let ask = || answer(engine.as_ref(), &log, &request);
        let first = ask();
        println!("end/sept-blasons/{name}: {} nodes, {:?}", first.timing.nodes, first.exactness.level);
        assert_eq!((first.timing.nodes, first.exactness.level), (nodes, level), "{name}: another search");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(&name, |bench| bench.iter(|| assert!(same(&ask(), &first))));
    }
    group.finish();
}

criterion_group!(benches, bench_playouts, bench_ends);
criterion_main!(benches);
