//! The exhaustive search agrees with the oracle on the values of all root moves and on the best moves, on random
//! small positions, with every switch on and off, on one thread and on two.
//!
//! `TAPIS_ORACLE_POSITIONS` sets the number of positions (default 140: ten of each kind), `TAPIS_ORACLE_SEED` their seed.

use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, InformationSet, Observed, Published, Turn};
use tapis_games::random::below;
use tapis_games::richelieu::options::TakenDiscs;
use tapis_solver::heuristics::Heuristics;
use tapis_solver::request::{Concept, Objective};
use tapis_testkit::connect_four::{Board, COLUMNS, ConnectFour, ROWS};
use tapis_testkit::dice_race::{DiceRace, Track};

use super::comparison::{ORACLE_NODES, compare, fits, series, setting};
use super::games::{self, Table};
use super::positions::{coin, know_until, pick, play_until};
use super::{malin, rounds};

#[test]
fn on_random_small_positions() {
    series(setting("TAPIS_ORACLE_POSITIONS", 140), one_position);
}

/// Trees of choices and draws expose faults in chance pruning and in the tie rule of max^n soonest.
#[test]
fn on_random_trees() {
    series(4 * setting("TAPIS_ORACLE_POSITIONS", 140), |n, rng| {
        let objective = pick(rng, &[Objective::WinShare, Objective::RoundPayoff]);
        let (players, concept) = match n % 4 {
            0 | 1 => (2, None),
            2 => (pick(rng, &[3, 4]), Some(Concept::Maxn)),
            _ => (pick(rng, &[3, 4]), Some(Concept::Paranoid)),
        };
        from_a_deal(&games::script(players, rng), objective, concept, rng)
    });
}

/// Draws position `n` and compares it. Returns the number of nodes searched.
fn one_position(n: u64, rng: &mut ChaCha8Rng) -> Result<u64, String> {
    let objective = pick(rng, &[Objective::WinShare, Objective::WinShare, Objective::RoundPayoff]);
    match n % 14 {
        0 => connect_four(objective, rng),
        1 => {
            let rules = DiceRace::new(Track { length: 5 + below(rng, 3) as u8 }).expect("legal options");
            from_a_deal(&rules, objective, None, rng)
        }
        2 => from_a_deal(&games::script(2, rng), objective, None, rng),
        3 => {
            let players = pick(rng, &[3, 4, 5, 6, 7]);
            let concept = pick(rng, &[Concept::Maxn, Concept::Paranoid]);
            from_a_deal(&games::script(players, rng), objective, Some(concept), rng)
        }
        4 => {
            let players = pick(rng, &[3, 4, 5]);
            let concept = pick(rng, &[Concept::Maxn, Concept::Maxn, Concept::Paranoid]);
            from_a_deal(&games::three_pile(players, rng), objective, Some(concept), rng)
        }
        5 => richelieu(2, true, TakenDiscs::Private, objective, None, rng),
        6 | 7 => richelieu(2, false, TakenDiscs::Public, objective, None, rng),
        8 | 9 => richelieu(2, false, TakenDiscs::Private, objective, None, rng),
        10 => {
            let concept = pick(rng, &[Concept::Maxn, Concept::Paranoid]);
            rounds::sept_blasons(3, concept, rng)
        }
        13 => malin::end_of_round(rng),
        11 => {
            let players = pick(rng, &[3, 4]);
            richelieu(players, coin(rng), TakenDiscs::Public, objective, Some(Concept::Maxn), rng)
        }
        _ => {
            let players = pick(rng, &[3, 4]);
            let taken = pick(rng, &[TakenDiscs::Public, TakenDiscs::Private]);
            let concept = pick(rng, &[Concept::Paranoid, Concept::Paranoid, Concept::Maxn]);
            richelieu(players, false, taken, objective, Some(concept), rng)
        }
    }
}

/// The first decision after a deal.
fn from_a_deal<G: Heuristics + Observed>(
    rules: &G,
    objective: Objective,
    concept: Option<Concept>,
    rng: &mut ChaCha8Rng,
) -> Result<u64, String> {
    let start = play_until(rules, rng, |_| true).ok_or("no decision")?;
    let Turn::Player(seat) = rules.turn(&start) else { return Err("no decision".to_owned()) };
    compare(rules, vec![(start, 1)], seat, objective, concept, rng)
}

fn connect_four(objective: Objective, rng: &mut ChaCha8Rng) -> Result<u64, String> {
    let rules = ConnectFour::default();
    let most = 3 + below(rng, 6) as usize;
    let empty = |board: &Board| {
        let cells = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)));
        cells.filter(|&(row, column)| board.at(row, column).is_none()).count()
    };
    loop {
        let Some(board) = play_until(&rules, rng, |board| empty(board) <= most) else { continue };
        let Turn::Player(seat) = rules.turn(&board) else { continue };
        return compare(&rules, vec![(board, 1)], seat, objective, None, rng);
    }
}

fn richelieu(
    players: u8,
    open_discs: bool,
    taken: TakenDiscs,
    objective: Objective,
    concept: Option<Concept>,
    rng: &mut ChaCha8Rng,
) -> Result<u64, String> {
    loop {
        let rules = games::richelieu(Table { players, open_discs, taken }, rng);
        let cards = pick(rng, &[2, 3, 3, 4, 4, 4, 5]);
        let left = |state: &tapis_games::richelieu::State| state.table.len() <= cards;
        let Some((seat, knowledge)) = know_until(&rules, rng, left) else { continue };
        // All worlds if they are few, else some.
        let few = pick(rng, &[1, 2, 5]);
        let mut worlds = knowledge.worlds(&rules, 50_000).unwrap_or_default();
        while worlds.len() > few {
            worlds.swap_remove(below(rng, worlds.len() as u32) as usize);
        }
        let mut left = ORACLE_NODES;
        if !worlds.is_empty() && worlds.iter().all(|(world, _)| fits(&rules, world, &mut left)) {
            return compare(&rules, worlds, seat, objective, concept, rng);
        }
    }
}
