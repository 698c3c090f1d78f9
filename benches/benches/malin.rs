//! Le Malin: open hands solved to the last trick.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tapis_games::malin::Malin;
use tapis_games::random::Seed;
use tapis_solver::heuristics::Heuristics;
use tapis_testkit::course::Course;
use tapis_testkit::ruleset;

/// Open deals of a row.
const OPEN_DEALS: u8 = 20;

/// Players, tricks left, the cards tried on the way to the end of all the deals, and the points lost there.
const SOLVED: [(u8, u32, u64, i32); 2] = [(4, 4, 330_763, 212), (4, 5, 8_208_599, 212)];

/// Deals with all hands open, before a trick, to the end of their rounds, each solved without knowing the others.
fn bench_solved(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("end/malin");
    group.sample_size(10);
    for (players, tricks, tried, lost) in SOLVED {
        let rules = ruleset::<Malin>(&format!(r#"{{"players": {players}}}"#));
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

criterion_group!(benches, bench_solved);
criterion_main!(benches);
