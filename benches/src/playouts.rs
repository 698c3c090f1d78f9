//! Random games, the work every sampling solver multiplies.

use criterion::{Criterion, Throughput};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, Turn};

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

/// `games` playouts from one seed, which have `moves` moves; reported both by the game and by the move.
///
/// # Panics
/// Other games are played.
pub fn playouts<G: Game>(criterion: &mut Criterion, name: &str, rules: &G, games: u64, moves: u64) {
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
