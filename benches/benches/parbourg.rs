//! Parbourg: playouts at three table sizes, and hints at the default budget.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tapis_benches::{answer, log, playouts, reach, ruleset, same};
use tapis_games::game::Published;
use tapis_games::parbourg::{Options, Parbourg};
use tapis_solver::registry::Registry;
use tapis_solver::request::Request;

/// Players, and the moves of fifty random games; a change of the rules or of the generator shows here.
const PLAYOUTS: [(u8, u64); 3] = [(2, 8342), (4, 20735), (6, 41826)];

fn bench_playouts(criterion: &mut Criterion) {
    for (players, moves) in PLAYOUTS {
        let rules = Parbourg::new(Options { players, ..Options::default() }).expect("legal options");
        playouts(criterion, &format!("parbourg/{players}"), &rules, 50, moves);
    }
}

/// Players, and the playouts of a hint: the whole default budget.
const HINTS: [(u8, u64); 2] = [(2, 20_000), (4, 20_000)];

/// A turn of the third day, whatever was played before at random.
fn bench_hints(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("hint/parbourg");
    group.sample_size(10);
    for (players, playouts) in HINTS {
        let ruleset = ruleset("parbourg", &format!(r#"{{"players": {players}}}"#)).expect("a ruleset");
        let turn = |document: &serde_json::Value| document["day"] == 3 && document["phase"] == "turn";
        let table = reach(ruleset.as_ref(), 1, turn).expect("a third day");
        let log = log(ruleset.as_ref(), table.as_ref()).expect("somebody is to move");
        let engine = Registry::standard().engine(&*ruleset).expect("a registered game");
        let request = Request { threads: 1, ..Request::default() };
        let ask = || answer(engine.as_ref(), &log, &request);
        let first = ask();
        assert_eq!(first.timing.nodes, playouts, "{players} players: another budget");
        println!("hint/parbourg/{players}: {playouts} playouts for {} moves", first.moves.len());
        group.throughput(Throughput::Elements(playouts));
        group.bench_function(players.to_string(), |bench| bench.iter(|| assert!(same(&ask(), &first))));
    }
    group.finish();
}

criterion_group!(benches, bench_playouts, bench_hints);
criterion_main!(benches);
