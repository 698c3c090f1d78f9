//! Random games, the work every sampling solver multiplies, through the generic interface.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, Published, Turn};
use tapis_games::malin::Malin;
use tapis_games::parbourg::Parbourg;
use tapis_games::richelieu::Richelieu;
use tapis_games::sept_blasons::SeptBlasons;
use tapis_testkit::connect_four::ConnectFour;
use tapis_testkit::kuhn::Kuhn;
use tapis_testkit::oh_hell::OhHell;
use tapis_testkit::ruleset;

/// The moves of the games of each ruleset; a change of the rules or of the generator shows here.
fn bench_playouts(criterion: &mut Criterion) {
    playouts(criterion, "connect_four", &ConnectFour::default(), 1_000, 21_359);
    playouts(criterion, "kuhn", &Kuhn::default(), 10_000, 22_458);
    // Four bids and twelve cards of four seats.
    playouts(criterion, "oh_hell", &OhHell::default(), 1_000, 52_000);
    playouts(criterion, "richelieu", &ruleset::<Richelieu>("{}"), 100, 9_496);
    by_players::<SeptBlasons>(criterion, [(3, 7_014), (5, 11_008), (7, 15_192)]);
    by_players::<Parbourg>(criterion, [(2, 8_342), (4, 20_735), (6, 41_826)]);
    by_players::<Malin>(criterion, [(3, 4_992), (4, 5_720), (6, 7_728)]);
}

/// Fifty games with each number of players, which have so many moves.
fn by_players<G: Published>(criterion: &mut Criterion, tables: [(u8, u64); 3]) {
    for (players, moves) in tables {
        let rules = ruleset::<G>(&format!(r#"{{"players": {players}}}"#));
        playouts(criterion, &format!("{}/{players}", G::ID), &rules, 50, moves);
    }
}

/// `games` playouts from one seed, which have `moves` moves; reported both by the game and by the move.
fn playouts<G: Game>(criterion: &mut Criterion, name: &str, rules: &G, games: u64, moves: u64) {
    let mut group = criterion.benchmark_group("playouts");
    let run = || {
        let mut rng = ChaCha8Rng::from_seed([1; 32]);
        (0..games).map(|_| playout(rules, &mut rng)).sum::<u64>()
    };
    println!("playouts/{name}: {games} games of {moves} moves");
    assert_eq!(run(), moves, "{name}: other games were played");
    for (unit, count) in [("games", games), ("moves", moves)] {
        group.throughput(Throughput::Elements(count));
        group.bench_function(format!("{name}/{unit}"), |bench| bench.iter(|| assert_eq!(run(), moves)));
    }
    group.finish();
}

/// Plays a game to its end and counts its moves.
fn playout<G: Game>(rules: &G, rng: &mut ChaCha8Rng) -> u64 {
    let (mut state, mut moves) = (rules.start(), 0);
    loop {
        match rules.turn(&state) {
            Turn::Over => return moves,
            Turn::Chance => {
                let outcome = rules.sample_chance(&state, rng);
                rules.resolve(&mut state, &outcome).expect("a drawn outcome fits");
            }
            Turn::Player(_) => {
                let mv = rules.random_move(&state, rng).expect("a seat to move has a move");
                rules.play_unchecked(&mut state, mv);
                moves += 1;
            }
        }
    }
}

criterion_group!(benches, bench_playouts);
criterion_main!(benches);
