//! The moves each power and action offers. An empty list means it is impossible and passed over.

use super::SeptBlasons;
use super::card::{Character, Power};
use super::moves::{Action, Move, Pick};
use super::state::{Phase, State, TRICKS};
use super::token::{Place, Token};
use crate::bits::members;
use crate::game::{Candidates, SetChoice};
use crate::prelude::*;

/// Appends the moves of `power` used by `actor` for the card at `place`.
pub(super) fn power_moves(
    rules: &SeptBlasons,
    state: &State,
    place: usize,
    power: Power,
    actor: Seat,
    out: &mut Vec<Move>,
) {
    match power {
        Power::Malandrin => malandrin(rules, state, place, out),
        Power::Manant => draws(state, out),
        Power::Menetrier => {
            out.extend(face_down(state).map(|token| Move::Reveal(Pick::Token(token.id))));
            out.extend((state.tokens.pool_down() > 0).then_some(Move::Reveal(Pick::Pool)));
        }
        Power::Magistrat => {
            let to_self = rules.options.magistrat_may_target_self;
            let other = |token: &&Token| matches!(token.place, Place::Area(seat) if to_self || seat != actor);
            out.extend(state.tokens.iter().filter(other).map(|token| Move::Remove(token.id)));
        }
        Power::Religieux => gives(rules, state, out),
        Power::Intendant => swaps(state, out),
    }
}

/// Whether [`power_moves`] would find any.
pub(super) fn is_possible(rules: &SeptBlasons, state: &State, power: Power, actor: Seat) -> bool {
    let areas = |wanted: &dyn Fn(Seat) -> bool| {
        state.tokens.iter().any(|token| matches!(token.place, Place::Area(seat) if wanted(seat)))
    };
    match power {
        Power::Malandrin => true,
        Power::Manant => has_pool(state),
        Power::Menetrier => state.tokens.pool_down() > 0 || face_down(state).next().is_some(),
        Power::Magistrat => areas(&|seat| seat != actor || rules.options.magistrat_may_target_self),
        Power::Religieux => areas(&|_| true),
        Power::Intendant => {
            let first = state.tokens.iter().find_map(|token| match token.place {
                Place::Area(seat) => Some(seat),
                Place::Pool => None,
            });
            first.is_some_and(|first| has_pool(state) || areas(&|seat| seat != first))
        }
    }
}

/// Whether [`free_moves`] would find any.
pub(super) fn is_free_action_possible(state: &State) -> bool {
    has_pool(state) || face_down(state).next().is_some()
}

fn has_pool(state: &State) -> bool {
    state.tokens.pool_down() > 0 || state.tokens.iter().any(|token| token.place == Place::Pool)
}

fn malandrin(rules: &SeptBlasons, state: &State, place: usize, out: &mut Vec<Move>) {
    let (values, powers) = state.trick.malandrin_choices(place, rules.religieux());
    out.extend(members(values).map(|seat| Move::Value(Seat(seat))));
    out.extend(members(powers).map(|seat| Move::Power(Seat(seat))));
    out.push(Move::Itself);
}

/// Taking any one pool token.
fn draws(state: &State, out: &mut Vec<Move>) {
    let up = state.tokens.iter().filter(|token| token.place == Place::Pool);
    out.extend(up.map(|token| Move::Draw(Pick::Token(token.id))));
    out.extend((state.tokens.pool_down() > 0).then_some(Move::Draw(Pick::Pool)));
}

/// The winner's free action: a pool token as it is, or a face-down token of an area turned up.
pub(super) fn free_moves(state: &State, out: &mut Vec<Move>) {
    draws(state, out);
    out.extend(face_down(state).map(|token| Move::Reveal(Pick::Token(token.id))));
}

fn face_down(state: &State) -> impl Iterator<Item = &Token> {
    state.tokens.iter().filter(|token| !token.up)
}

fn gives(rules: &SeptBlasons, state: &State, out: &mut Vec<Move>) {
    for token in state.tokens.iter() {
        if let Place::Area(from) = token.place {
            let to = Seat::all(rules.seats()).filter(|&seat| seat != from);
            out.extend(to.map(|seat| Move::Give(token.id, seat)));
        }
    }
}

fn swaps(state: &State, out: &mut Vec<Move>) {
    for token in state.tokens.iter() {
        let Place::Area(from) = token.place else { continue };
        for other in state.tokens.iter() {
            let wanted = match other.place {
                Place::Area(seat) => seat != from && other.id > token.id,
                Place::Pool => true,
            };
            out.extend(wanted.then_some(Move::Swap(token.id, Pick::Token(other.id))));
        }
        out.extend((state.tokens.pool_down() > 0).then_some(Move::Swap(token.id, Pick::Pool)));
    }
}

/// The card of the trick an activated bourgeoisie card of `strength` may take, and declining.
pub(super) fn serve_moves(rules: &SeptBlasons, state: &State, strength: u8, out: &mut Vec<Move>) {
    let served = |seat: &Seat| {
        let family = state.families[seat.index()];
        let already = state.collected.iter().any(|cards| cards.of(family) >> strength & 1 == 1);
        state.trick.card_of(*seat).is_some_and(|laid| laid.character == Character(strength)) && !already
    };
    out.extend(Seat::all(rules.seats()).filter(served).map(Move::Serve));
    out.push(Move::Decline);
}

/// What an activated *consult* or *peek* of `seat` may look at, and declining.
pub(super) fn look_moves(
    rules: &SeptBlasons,
    state: &State,
    seat: Seat,
    action: Action,
    out: &mut Vec<Move>,
) {
    let limit = u32::from(state.strength[seat.index()]);
    match action {
        Action::Peek => peeks(rules, state, seat, limit, out),
        Action::Consult | Action::Serve => looks(rules, state, seat, limit, out),
    }
    out.push(Move::Decline);
}

fn looks(rules: &SeptBlasons, state: &State, seat: Seat, limit: u32, out: &mut Vec<Move>) {
    let own_all = tricks_of(state, seat);
    for own in subsets(u32::from(own_all)).filter(|own| own.count_ones() <= limit) {
        if own != 0 {
            out.push(Move::Look { own: own as u8, other: None });
        }
        let left = limit - own.count_ones();
        for other in Seat::all(rules.seats()).filter(|&other| other != seat) {
            let theirs = subsets(u32::from(tricks_of(state, other)));
            let fits = theirs.filter(|mask| *mask != 0 && mask.count_ones() <= left);
            out.extend(fits.map(|mask| Move::Look { own: own as u8, other: Some((other, mask as u8)) }));
        }
    }
}

/// The tricks a seat has collected, as a mask.
pub(super) fn tricks_of(state: &State, seat: Seat) -> u8 {
    (0..TRICKS)
        .filter(|&n| state.tricks[usize::from(n)].winner == Some(seat))
        .fold(0, |mask, n| mask | 1 << n)
}

fn peeks(rules: &SeptBlasons, state: &State, seat: Seat, limit: u32, out: &mut Vec<Move>) {
    let down_of = |seat: Seat| {
        let tokens = state.tokens.iter().enumerate();
        tokens
            .filter(|(_, t)| !t.up && t.place == Place::Area(seat))
            .fold(0u32, |mask, (at, _)| mask | 1 << at)
    };
    let own_all = down_of(seat);
    for own in subsets(own_all).filter(|own| own.count_ones() <= limit) {
        out.extend((own != 0).then_some(Move::Peek(own)));
        let left = limit - own.count_ones();
        for other in Seat::all(rules.seats()).filter(|&other| other != seat) {
            let theirs = subsets(down_of(other)).filter(|mask| *mask != 0 && mask.count_ones() <= left);
            out.extend(theirs.map(|mask| Move::Peek(own | mask)));
        }
    }
}

/// What [`look_moves`] offers besides declining, described: whose tricks or tokens, which, and how many.
pub(super) fn described(rules: &SeptBlasons, state: &State) -> Option<SetChoice> {
    let Phase::Look(place) = state.phase else { return None };
    let seat = rules.decider(state)?;
    let action = state.trick.laid().get(usize::from(place))?.action?;
    let seats = || Seat::all(rules.seats());
    let max = state.strength[seat.index()];
    let (kind, by_owner): (_, Vec<_>) = match action {
        Action::Peek => {
            let tokens =
                |owner| state.tokens.area(owner).filter(|t| !t.up).map(|t| format!("t{:02}", t.id)).collect();
            ("peek", seats().map(|owner| (owner, tokens(owner))).collect())
        }
        Action::Consult | Action::Serve => {
            let tricks = |owner: Seat| {
                let mask = tricks_of(state, owner);
                (0..TRICKS)
                    .filter(|n| mask >> n & 1 == 1)
                    .map(|n| format!("s{}:{}", owner.0, n + 1))
                    .collect()
            };
            ("look", seats().map(|owner| (owner, tricks(owner))).collect())
        }
    };
    let by_owner: Vec<Candidates> = by_owner
        .into_iter()
        .filter(|(_, own): &(Seat, Vec<String>)| !own.is_empty())
        .map(|(owner, candidates)| Candidates { owner, candidates })
        .collect();
    (!by_owner.is_empty()).then_some(SetChoice { kind, by_owner, max })
}

/// All subsets of a mask, the empty one first.
fn subsets(mask: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(0u32);
    std::iter::from_fn(move || {
        let now = next?;
        next = (now != mask).then(|| now.wrapping_sub(mask) & mask);
        Some(now)
    })
}
