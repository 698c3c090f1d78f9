//! Reading observation logs that came from outside.

use super::{LegalMove, LogFault};
use crate::game::{InformationSet, Published, SeenPly, SetChoice, Turn};
use crate::json::json;
use crate::locale::{COMMON, unread};
use crate::log::{AnySeenPly, ObservationLog};
use crate::refusal::Refusal;
use crate::seat::{Seat, Viewer};
use crate::shown::Told;

const RULE: &str = "README.md";

/// The digest of an observation log, typed: what a solver is given.
///
/// # Errors
/// The log is not one of this game, or contradicts the rules.
pub fn knowledge<G: Published>(rules: &G, log: &ObservationLog) -> Result<G::Knowledge, Refusal> {
    learn(rules, log).map_err(|fault| fault.refusal)
}

/// The legal moves of the seat to move, as it reads them; set-valued ones in one description.
pub(super) fn legal_moves<G: Published>(rules: &G, state: &G::State) -> Vec<LegalMove> {
    let Turn::Player(seat) = rules.turn(state) else { return Vec::new() };
    let show = |&mv: &G::Move| LegalMove {
        notation: rules.notation(state, mv, Viewer::Seat(seat)),
        parts: json(rules.move_args(state, mv)),
    };
    let (moves, described) = listed(rules, state);
    moves.iter().map(show).chain(described.map(describe)).collect()
}

/// The legal moves that stand in a list one by one, and the entry of many set-valued ones.
pub(super) fn listed<G: Published>(rules: &G, state: &G::State) -> (Vec<G::Move>, Option<SetChoice>) {
    let described = rules.set_choice(state);
    let mut moves = rules.legal_moves(state).to_vec();
    moves.retain(|&mv| described.is_none() || !rules.is_described(mv));
    (moves, described)
}

fn describe(choice: SetChoice) -> LegalMove {
    let SetChoice { kind, by_owner, max } = choice;
    let owners: Vec<_> = by_owner.iter().map(|of| of.owner).collect();
    let mut candidates: Vec<_> = by_owner.iter().flat_map(|of| &of.candidates).collect();
    candidates.sort();
    let choose = serde_json::json!(
        {"owners": owners, "candidates": candidates, "by_owner": by_owner, "max": max}
    );
    LegalMove { notation: String::new(), parts: serde_json::json!({"kind": kind, "choose": choose}) }
}

pub(super) fn viewer(seat: Option<Seat>) -> Viewer {
    seat.map_or(Viewer::Spectator, Viewer::Seat)
}

pub(super) fn learn<G: Published>(rules: &G, log: &ObservationLog) -> Result<G::Knowledge, LogFault> {
    if log.seat.is_some_and(|seat| seat.index() >= rules.seats()) {
        let last = rules.seats().saturating_sub(1) as i32;
        let refusal = refuse(&Told::new("no_such_seat", [("last", last.into())]));
        return Err(LogFault { ply: None, refusal });
    }
    if log.plies.is_empty() {
        return Err(LogFault { ply: None, refusal: refuse(&Told::new("no_set_up", [])) });
    }
    let mut knowledge = rules.know(viewer(log.seat));
    for (at, ply) in log.plies.iter().enumerate() {
        let learnt =
            in_order(at, ply).and_then(|()| typed_ply::<G>(ply)).and_then(|ply| knowledge.learn(rules, &ply));
        learnt.map_err(|refusal| LogFault { ply: Some(at), refusal })?;
    }
    Ok(knowledge)
}

/// Ply 0 is chance only, every other one a seat's move; they are numbered without gaps.
fn in_order(at: usize, ply: &AnySeenPly) -> Result<(), Refusal> {
    let moved = (ply.seat.is_some(), ply.notation.is_some());
    if ply.n as usize != at {
        let numbers = [("at", (at as i32).into()), ("n", (ply.n as i32).into())];
        return Err(refuse(&Told::new("wrong_ply_number", numbers)));
    }
    match (at, moved) {
        (0, (false, false)) => Ok(()),
        (0, _) => Err(refuse(&Told::new("set_up_without_move", []))),
        (_, (true, true)) => Ok(()),
        _ => Err(refuse(&Told::new("move_without_mover", []))),
    }
}

pub(super) fn typed_ply<G: Published>(ply: &AnySeenPly) -> Result<SeenPly<G::Outcome>, Refusal> {
    let read = |value: &serde_json::Value| {
        serde::Deserialize::deserialize(value).map_err(|error: serde_json::Error| {
            let refusal = refuse(&Told::new("bad_outcome", [("n", (ply.n as i32).into())]));
            refusal.because(&unread(&error.to_string()))
        })
    };
    let outcome = ply.outcome.as_ref().map(read).transpose()?;
    Ok(SeenPly { n: ply.n, seat: ply.seat, notation: ply.notation.clone(), outcome })
}

fn refuse(told: &Told) -> Refusal {
    Refusal::told(&COMMON, RULE, told)
}
