//! Law of picks: those of two moves differ, none begins another, they lie in the mover's layout, and make the move again in
//! whichever order their taps come.

use super::{Shows, json};
use tapis_games::game::{Published, Turn};
use tapis_games::random::below;
use tapis_games::seat::{Seat, Viewer};
use tapis_games::shown::{Layout, Pick, Picks, compose};

/// Moves compared at one position, and moves made again.
const COMPARED: usize = 60;
const MADE: usize = 3;

pub(super) fn check<G: Published>(shows: &Shows<G>, n: usize, state: &G::State) {
    let (rules, at) = (shows.trial.rules, || shows.at("picks", n));
    let Turn::Player(mover) = rules.turn(state) else { return };
    let layout = shows.layout(state, Viewer::Seat(mover));
    let list = |&mv: &G::Move| (mv, (shows.showing.picks)(rules, state, mv));
    let moves: Vec<_> = rules.legal_moves(state).iter().map(list).collect();
    let mut rng = shows.trial.rng(14 << 32 | n as u64);
    for (mv, picks) in &moves {
        let wrong = picks.taps().find(|pick| !lies(shows, &layout, pick));
        assert_eq!(wrong, None, "{}: {mv:?} is picked where nothing lies: {}", at(), json(picks));
        assert!(picks.taps().all(|pick| pick.to_string().parse() == Ok(pick)), "{}: {}", at(), json(picks));
    }
    // All neighbours, and some that are not.
    let some: Vec<_> =
        (0..COMPARED.min(moves.len())).map(|_| below(&mut rng, moves.len() as u32) as usize).collect();
    for (one, (mv, picks)) in moves.iter().enumerate() {
        for other in
            some.iter().copied().chain([one + 1]).filter(|&other| other != one && other < moves.len())
        {
            let begins = picks.begins(&moves[other].1) || moves[other].1.begins(picks);
            assert!(!begins, "{}: {mv:?} or {:?}? {}", at(), moves[other].0, json(picks));
        }
    }
    for _ in 0..MADE {
        let (mv, picks) = &moves[below(&mut rng, moves.len() as u32) as usize];
        let taps = taps_in_some_order(picks, &mut rng);
        let made = compose(moves.iter().map(|(mv, picks)| (*mv, picks.clone())), &taps);
        assert_eq!(made, Ok(*mv), "{}: made again from {}", at(), json(&taps));
    }
}

fn taps_in_some_order<R: rand::Rng>(picks: &Picks, rng: &mut R) -> Vec<Pick> {
    let mut taps = Vec::new();
    for step in picks.steps() {
        let mut open: Vec<_> = step.iter().copied().collect();
        while !open.is_empty() {
            taps.push(open.swap_remove(below(rng, open.len() as u32) as usize));
        }
    }
    taps
}

/// Whether whoever sees `layout` can tap there.
fn lies<G: Published>(shows: &Shows<G>, layout: &Layout, pick: &Pick) -> bool {
    let in_zone = |zone| layout.zone(zone).into_iter().flat_map(|bag| bag.iter().map(|(look, _)| look));
    match *pick {
        Pick::Thing(zone, name) => {
            in_zone(zone).any(|look| look.key == Some(name) || look.face.id() == Some(name))
        }
        Pick::Slot(zone, slot) => {
            let empty = shows.pieces.zones.get(&zone).is_some_and(|info| info.slots.contains(&slot));
            empty || in_zone(zone).any(|look| look.slot == Some(slot))
        }
        Pick::Seat(Seat(seat)) => usize::from(seat) < shows.trial.rules.seats(),
        Pick::Number(_) => true,
        Pick::Button(id) => shows.pieces.buttons.contains(&id.as_str()),
    }
}
