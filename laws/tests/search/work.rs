//! What a bot's move costs at most.

use std::ops::RangeInclusive;

use tapis_solver::trials::places;

/// What the line with which a search ends may add.
const A_LINE: u64 = 2_000;

/// A number from the environment, for longer runs.
pub fn knob(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// No move of any level costs more than a move may: `TAPIS_WORK_GAMES` games a number of seats, `TAPIS_WORK_PLACES` places in each;
/// where no number of games is said, one place of the largest table.
fn no_move_costs_more_than_it_may(game: &str, players: RangeInclusive<u8>) {
    match knob("TAPIS_WORK_GAMES", 0) as u8 {
        0 => costs_no_more(game, *players.end(), 1, 1),
        games => {
            let all = players.flat_map(|of| (1..=games).map(move |seed| (of, seed)));
            all.for_each(|(of, seed)| costs_no_more(game, of, seed, knob("TAPIS_WORK_PLACES", 2) as usize));
        }
    }
}

#[test]
fn no_move_at_richelieu_costs_more_than_it_may() {
    no_move_costs_more_than_it_may("richelieu", 2..=4);
}

#[test]
fn no_move_at_les_7_blasons_costs_more_than_it_may() {
    no_move_costs_more_than_it_may("sept-blasons", 3..=7);
}

#[test]
fn no_move_at_le_malin_costs_more_than_it_may() {
    no_move_costs_more_than_it_may("malin", 3..=6);
}

#[test]
fn no_move_at_parbourg_costs_more_than_it_may() {
    no_move_costs_more_than_it_may("parbourg", 2..=6);
}

fn costs_no_more(game: &str, players: u8, seed: u8, wanted: usize) {
    let places = places(game, players, seed).expect("a game");
    for n in 0..wanted {
        let at = places.count() * (2 * n + 1) / (2 * wanted);
        // The strongest everywhere, the others in turn.
        for level in [(n + usize::from(players)) % 5, 5] {
            let most = places.most(level);
            let took = places.take(at, level, most.work, false);
            let says = format!("{game} of {players}, level {level}, place {at}: {took:?}");
            assert!(took.work > 0 && took.work <= most.work + A_LINE, "{says}");
            assert!(took.ends <= most.ends + A_LINE, "{says}");
        }
    }
}

/// A place of seven seats late in a round: the costliest there are.
#[test]
fn the_limit_ends_a_search_that_would_cost_more() {
    let (places, expert) = (places("sept-blasons", 7, 1).expect("a game"), 5);
    let place = places.count() * 5 / 6;
    // Any limit ends it: a third of the level's own will do.
    let most = places.most(expert).work / 3;
    let (bounded, longer) =
        (places.take(place, expert, most, false), places.take(place, expert, most + most / 10, false));
    assert!(bounded.work >= most && longer.work > bounded.work + A_LINE, "{bounded:?} {longer:?}");
    // A learned value stands for the rest of the round. Were it for nothing, ends would be tried as if they were near.
    let free = places.take(place, expert, most, true);
    assert!(free.ends > 2 * bounded.ends, "{free:?} {bounded:?}");
}
