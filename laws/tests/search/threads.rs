//! The same seed and budget of lines give the same bytes on any number of threads. (`kept` has two trees.)

use tapis_solver::control::Control;

use super::kept::{asked, bytes, position};

const LINES: u64 = 4_000;

#[test]
fn a_budget_of_lines_gives_the_same_bytes_on_any_number_of_threads() {
    let (engine, log) = position("richelieu", "{}");
    let found = |threads: usize, of_pool: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(of_pool).build().expect("a pool");
        let answer = pool.install(|| engine.hint(&log, &asked(LINES, threads), &Control::default()));
        bytes(answer.expect("a hint"))
    };
    let alone = found(0, 1);
    for of_pool in [2, 16] {
        assert_eq!(found(0, of_pool), alone, "{of_pool} threads");
    }
    assert_eq!(found(1, 16), alone, "one worker of sixteen");
}
