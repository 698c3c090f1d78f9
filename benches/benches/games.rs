//! The rules: playouts, perft, and a move through the erased interface. Every figure is of work whose answer is asserted.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use serde_json::{Value, json};
use tapis_benches::{playouts, position, ruleset};
use tapis_games::erased::AnyTable;
use tapis_games::game::{Game, Turn};
use tapis_games::random::{Seed, Stream};
use tapis_games::richelieu::Richelieu;
use tapis_games::seat::Viewer;
use tapis_testkit::connect_four::ConnectFour;
use tapis_testkit::course::Course;
use tapis_testkit::kuhn::Kuhn;
use tapis_testkit::oh_hell::OhHell;
use tapis_testkit::perft::perft;

fn bench_playouts(criterion: &mut Criterion) {
    playouts(criterion, "connect_four", &ConnectFour::default(), 1_000, CONNECT_FOUR_MOVES);
    playouts(criterion, "kuhn", &Kuhn::default(), 10_000, KUHN_MOVES);
    // Four bids and twelve cards of four seats.
    playouts(criterion, "oh_hell", &OhHell::default(), 1_000, 52_000);
    playouts(criterion, "richelieu", &richelieu(), 100, RICHELIEU_MOVES);
}

/// Moves of the games that [`playouts`] plays; a change of the rules or of the generator shows here.
const CONNECT_FOUR_MOVES: u64 = 21359;
const KUHN_MOVES: u64 = 22458;
const RICHELIEU_MOVES: u64 = 9496;

fn richelieu() -> Richelieu {
    use tapis_games::game::Published;
    Richelieu::new(Default::default()).expect("the default options")
}

fn bench_perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    let mut count = |name: &str, lines: u64, run: &dyn Fn() -> u64| {
        println!("perft/{name}: {lines} lines");
        group.throughput(Throughput::Elements(lines));
        group.bench_function(name, |bench| bench.iter(|| assert_eq!(run(), lines)));
    };
    let four = ConnectFour::default();
    count("connect_four/6", 117_649, &|| perft(&four, &four.start(), 6));
    let rules = richelieu();
    let course = Course::seeded(&rules, &Seed([0; 32]), 0);
    count("richelieu/3", 3_072, &|| perft(&rules, black_box(course.end()), 3));
    group.finish();
}

/// What the service does for a move, without HTTP and storage: read the notation, play, record what each seat saw and
/// the state's hash, and show the mover the new position.
fn bench_round_trip(criterion: &mut Criterion) {
    let ruleset = ruleset("richelieu", "{}").expect("the default ruleset");
    let table = position(ruleset.as_ref(), 1, 30).expect("a position");
    let Turn::Player(seat) = table.turn() else { panic!("somebody is to move") };
    let notation = table.legal_moves()[0].notation.clone();
    let viewer = Viewer::Seat(seat);
    let mut group = criterion.benchmark_group("move");
    group.throughput(Throughput::Elements(1));
    group.bench_function("richelieu/play_and_show", |bench| {
        bench.iter_batched(
            || (table.fork(), Seed([1; 32]).stream(Stream::Chance(31))),
            |(mut table, mut rng)| {
                let record = table.play(seat, &notation, &mut rng).expect("a listed move");
                assert_eq!(record.stored.notation.as_deref(), Some(notation.as_str()));
                black_box(layout(table.as_ref(), viewer))
            },
            BatchSize::SmallInput,
        );
    });
    group.bench_function("richelieu/layout", |bench| {
        let expected = layout(table.as_ref(), viewer);
        bench.iter(|| assert_eq!(layout(table.as_ref(), viewer), expected));
    });
    group.finish();
}

/// The table as `viewer` sees it, as it goes over the wire.
fn layout(table: &dyn AnyTable, viewer: Viewer) -> Value {
    json!(table.shown().expect("the game says how it is drawn").layout(viewer))
}

criterion_group!(benches, bench_playouts, bench_perft, bench_round_trip);
criterion_main!(benches);
