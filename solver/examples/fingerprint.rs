//! Prints the fingerprint of the bots, which `docs/balance.py` writes beside what it measured of them.

fn main() {
    println!("{}", tapis_solver::fingerprint::of_bots());
}
