//! Les 7 Blasons: playouts at three table sizes, and ends of rounds solved exactly under max^n.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tapis_benches::{answer, log, playouts, reach, ruleset};
use tapis_games::game::Published;
use tapis_games::sept_blasons::{Options, SeptBlasons};
use tapis_solver::answer::Level;
use tapis_solver::engine::engine;
use tapis_solver::request::{Request, SolverKind};

/// Players, and the moves of fifty random games; a change of the rules or of the generator shows here.
const PLAYOUTS: [(u8, u64); 3] = [(3, 0), (5, 0), (7, 0)];

fn bench_playouts(criterion: &mut Criterion) {
    for (players, moves) in PLAYOUTS {
        let rules = SeptBlasons::new(Options { players, ..Options::default() }).expect("legal options");
        playouts(criterion, &format!("sept-blasons/{players}"), &rules, 50, moves);
    }
}

/// Players, tricks left, and the positions that are visited.
const ENDS: [(u8, u64, u64); 4] = [(3, 2, 0), (4, 2, 0), (5, 2, 0), (3, 3, 0)];

/// The first decision of the last tricks of a first round, after random play.
fn bench_ends(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("end/sept-blasons");
    group.sample_size(10);
    for (players, tricks, nodes) in ENDS {
        let name = format!("{players}_players_{tricks}_tricks");
        let ruleset = ruleset("sept-blasons", &format!(r#"{{"players": {players}}}"#)).expect("a ruleset");
        let near = |document: &serde_json::Value| document["trick"] == 9 - tricks;
        let table = reach(ruleset.as_ref(), 1, near).expect("an end of a round");
        let log = log(ruleset.as_ref(), table.as_ref()).expect("somebody is to move");
        let engine = engine(&ruleset).expect("a registered game");
        let request = Request { solver: SolverKind::Exhaustive, threads: 1, ..Request::default() };
        let ask = || answer(engine.as_ref(), &log, &request);
        let first = ask();
        assert_eq!(first.exactness.level, Level::ExactConcept, "{name}: not solved");
        println!("end/sept-blasons/{name}: {} nodes of {} moves", first.timing.nodes, first.moves.len());
        let _ = nodes;
        println!("NODES {}", first.timing.nodes);
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(&name, |bench| bench.iter(|| assert_eq!(ask().moves, first.moves)));
    }
    group.finish();
}

criterion_group!(benches, bench_playouts, bench_ends);
criterion_main!(benches);
