//! Reading observation logs that came from outside.

use super::{LegalMove, LogFault, TypedLegalMove};
use crate::game::{InformationSet, Published, SetChoice, Turn};
use crate::json::{self, JsonText, json};
use crate::log::{AnySeenPly, ObservationLog, SeenPly};
use crate::refusal::Refusal;
use crate::seat::{Seat, Viewer};

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
    let described = rules.set_choice(state);
    let moves = rules.legal_moves(state);
    let listed = moves.iter().filter(|&&mv| described.is_none() || !rules.is_described(mv));
    let mut shown: Vec<_> = listed.map(show).collect();
    shown.extend(described.map(describe));
    shown
}

/// The JSON of [`legal_moves`].
pub(super) fn legal_text<G: Published>(rules: &G, state: &G::State) -> serde_json::Result<JsonText> {
    let seat = match rules.turn(state) {
        // Rare, and short: most of the moves are in the description.
        Turn::Player(_) if rules.set_choice(state).is_some() => {
            return json::text(&legal_moves(rules, state));
        }
        Turn::Player(seat) => seat,
        _ => return json::text(&[(); 0]),
    };
    let list = |&mv: &G::Move| TypedLegalMove {
        notation: rules.notation(state, mv, Viewer::Seat(seat)),
        parts: rules.move_args(state, mv),
    };
    json::text(&rules.legal_moves(state).iter().map(list).collect::<Vec<_>>())
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

pub(super) fn typed_plies<G: Published>(plies: &[AnySeenPly]) -> Result<Vec<SeenPly<G::Outcome>>, Refusal> {
    plies.iter().map(typed_ply::<G>).collect()
}

pub(super) fn learn<G: Published>(rules: &G, log: &ObservationLog) -> Result<G::Knowledge, LogFault> {
    if log.seat.is_some_and(|seat| seat.index() >= rules.seats()) {
        return Err(LogFault { ply: None, refusal: no_such_seat(rules.seats()) });
    }
    if log.plies.is_empty() {
        return Err(LogFault { ply: None, refusal: no_set_up() });
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
        let en = format!("this ply is number {at}, not {}", ply.n);
        let fr = format!("ce coup porte le numéro {at}, pas {}", ply.n);
        return Err(Refusal::new("wrong_ply_number", RULE, en, fr));
    }
    match (at, moved) {
        (0, (false, false)) => Ok(()),
        (0, _) => Err(Refusal::new(
            "set_up_without_move",
            RULE,
            "ply 0 is the set-up: it has neither seat nor notation",
            "le coup 0 est la mise en place : ni place ni notation",
        )),
        (_, (true, true)) => Ok(()),
        _ => Err(Refusal::new(
            "move_without_mover",
            RULE,
            "every ply but the set-up has a seat and a notation",
            "chaque coup sauf la mise en place a une place et une notation",
        )),
    }
}

fn typed_ply<G: Published>(ply: &AnySeenPly) -> Result<SeenPly<G::Outcome>, Refusal> {
    let outcome = match &ply.outcome {
        None => None,
        Some(value) => Some(serde::Deserialize::deserialize(value).map_err(|error: serde_json::Error| {
            let en = format!("ply {}: the outcome is not one of this game: {error}", ply.n);
            let fr = format!("coup {} : l'issue n'est pas de ce jeu : {error}", ply.n);
            Refusal::new("bad_outcome", RULE, en, fr)
        })?),
    };
    Ok(SeenPly { n: ply.n, seat: ply.seat, notation: ply.notation.clone(), outcome })
}

fn no_such_seat(seats: usize) -> Refusal {
    let en = format!("the game has seats 0 to {}", seats.saturating_sub(1));
    let fr = format!("le jeu a les places 0 à {}", seats.saturating_sub(1));
    Refusal::new("no_such_seat", RULE, en, fr)
}

fn no_set_up() -> Refusal {
    let en = "a log begins with ply 0, the set-up";
    let fr = "un journal commence par le coup 0, la mise en place";
    Refusal::new("no_set_up", RULE, en, fr)
}
