//! The table as a viewer sees it.

use super::pieces::{DAY_BONUS, token};
use crate::game::Game;
use crate::parbourg::Parbourg;
use crate::parbourg::card::{CardSet, Colour};
use crate::parbourg::parts::TargetArgs;
use crate::parbourg::state::{Phase, SEATS, State, UsedCard};
use crate::seat::{Seat, Viewer};
use crate::shown::{Layout, Look};

pub(super) fn layout(rules: &Parbourg, state: &State, viewer: Viewer) -> Layout {
    let mut layout = Layout::new(state.deciding(), rules.turn(state));
    piles(rules, state, &mut layout);
    chain(rules, state, &mut layout);
    tokens(rules, state, &mut layout);
    let challenge = if state.day == 0 { 0 } else { state.challenge.min(3) + 1 };
    let numbers = [("day", state.day), ("challenge", challenge), ("actions", state.actions)];
    numbers.into_iter().for_each(|(name, n)| layout.count(name, n));
    layout.count("round", state.round);
    layout.count("built", state.built);
    for seat in Seat::all(rules.seats()) {
        hand(rules, state, (seat, viewer), &mut layout);
        lane(rules, state, (seat, viewer), &mut layout);
        henchmen(rules, state, (seat, viewer), &mut layout);
        let buildings = state.buildings[seat.index()].iter();
        layout.open(("buildings", seat), buildings.map(|card| rules.card_piece(card)));
        counters(rules, state, seat, &mut layout);
    }
    layout
}

fn piles(rules: &Parbourg, state: &State, layout: &mut Layout) {
    let dealt = state.phase != Phase::Deal;
    let pile = if dealt { state.pile.len() } else { rules.deck.all().len() as usize };
    layout.put("pile", Look::back("card"), pile);
    layout.open("discard", state.discard.iter().map(|card| rules.card_piece(card)));
    let everyone = 0..rules.deck.henchmen.len() as u8;
    let henchmen = if dealt { state.henchman_pile.len() } else { everyone.len() };
    layout.put("henchman_pile", Look::back("henchman"), henchmen);
    let out = |henchman: &u8| {
        let chosen = matches!(state.phase, Phase::Keep(_, a, b) if [a, b].contains(henchman));
        dealt
            && !chosen
            && !state.henchman_pile.contains(henchman)
            && !state.henchmen.iter().any(|own| own.contains(henchman))
    };
    layout.open("out", everyone.filter(out).map(|henchman| rules.henchman_piece(henchman)));
}

/// The cards used that do not lie in a lane, by the order in which they were used.
fn chain(rules: &Parbourg, state: &State, layout: &mut Layout) {
    if let Some(card) = state.used {
        layout.put("chain", Look::open(rules.card_piece(card)).slot(1), 1u8);
    }
    for (used, slot) in state.chain.iter().zip(1..).filter(|(used, _)| !used.laid) {
        let look = Look::open(rules.card_piece(used.card)).slot(slot).mark("by", used.seat.0.into());
        layout.put("chain", aimed(rules, look, used), 1u8);
    }
}

/// A used card with what it is aimed at.
fn aimed(rules: &Parbourg, look: Look, used: &UsedCard) -> Look {
    let TargetArgs { seat, card, place, henchman } = rules.target_args(used.target);
    let aims = [
        ("at", seat.map(|seat| seat.0.into())),
        ("card", card.map(i32::from)),
        ("place", place.map(i32::from)),
        ("henchman", henchman.map(i32::from)),
    ];
    aims.into_iter().filter_map(|(mark, n)| Some((mark, n?))).fold(look, |look, (mark, n)| look.mark(mark, n))
}

fn tokens(rules: &Parbourg, state: &State, layout: &mut Layout) {
    let open = if state.day == 0 { 4 } else { usize::from(state.challenge.min(4)) };
    for (colour, slot) in state.tokens.into_iter().zip(1..).skip(open) {
        layout.put("tokens", Look::open(token(colour)).slot(slot), 1u8);
    }
    for colour in Colour::ALL {
        let at = colour.index();
        let placed = state.tokens[open..].iter().filter(|&&token| token == colour).count() as u8;
        let won: u8 = Seat::all(rules.seats()).map(|seat| state.won[seat.index()][at]).sum();
        // Of each colour one a day.
        let all = rules.options.days + rules.options.spare_tokens;
        layout.put("spare", Look::open(token(colour)), state.spare[at]);
        layout.put("box", Look::open(token(colour)), all.saturating_sub(placed + won + state.spare[at]));
        for seat in Seat::all(rules.seats()) {
            layout.put(("won", seat), Look::open(token(colour)), state.won[seat.index()][at]);
        }
    }
}

/// A hand: everybody sees where a card is that all know to be in it.
fn hand(rules: &Parbourg, state: &State, (seat, viewer): (Seat, Viewer), layout: &mut Layout) {
    let hand = state.hand(seat);
    let public = hand & state.known[SEATS];
    let known = match viewer {
        _ if viewer.knows_as(seat) => hand,
        Viewer::Seat(other) => hand & state.known[other.index()],
        Viewer::Spectator | Viewer::Replay => CardSet::NONE,
    };
    layout.open(("hand", seat), public.iter().map(|card| rules.card_piece(card)));
    for card in hand.without(public).iter() {
        layout.put(("hand", seat), Look::hidden(rules.card_piece(card), known.contains(card)), 1u8);
    }
}

/// The laid cards. One that lies face down is shown as long as its event is being settled.
fn lane(rules: &Parbourg, state: &State, (seat, viewer): (Seat, Viewer), layout: &mut Layout) {
    for (laid, place) in state.row(seat).zip(1..) {
        let piece = rules.card_piece(laid.card);
        let acts = state.chain.iter().zip(1..).find(|(used, _)| used.laid && used.card == laid.card);
        let look = match acts {
            Some((used, n)) => aimed(rules, Look::open(piece).mark("acts", n), used),
            None if laid.hidden => Look::hidden(piece, viewer.knows_as(seat)),
            None => Look::open(piece),
        };
        let look = if laid.doubled { look.mark("doubled", 1) } else { look };
        layout.put(("lane", seat), look.slot(place), 1u8);
    }
}

fn henchmen(rules: &Parbourg, state: &State, (seat, viewer): (Seat, Viewer), layout: &mut Layout) {
    for (&henchman, place) in state.henchmen[seat.index()].iter().zip(1..) {
        layout.put(("henchmen", seat), Look::open(rules.henchman_piece(henchman)).slot(place), 1u8);
    }
    if let Phase::Keep(chooser, a, b) = state.phase
        && chooser == seat
    {
        let choice = [a, b].map(|henchman| rules.henchman_piece(henchman));
        layout.hidden(("choice", seat), choice, viewer.knows_as(seat));
    }
}

fn counters(rules: &Parbourg, state: &State, seat: Seat, layout: &mut Layout) {
    let at = seat.index();
    let among = |mask: u8| i32::from(mask >> seat.0 & 1);
    // Of a window, those still to be asked; of a chain, the same for its last card.
    let to_ask = state.chain.last().map_or(state.to_ask, |used| used.to_ask) & state.standing;
    let limit = Some(state.limits[at]).filter(|&limit| limit != u8::MAX);
    let points = rules.points_shown(state, seat) as i32;
    for (name, n) in [
        ("points", if state.phase == Phase::Deal { 0 } else { points }),
        ("bonus", state.bonus[at].into()),
        ("standing", among(state.standing)),
        ("shielded", among(state.shielded)),
        ("skips", state.skips[at].into()),
        ("limited", limit.is_some().into()),
        ("limit", limit.unwrap_or(0).into()),
        ("first", i32::from(state.first == seat && state.day > 0)),
        ("order", state.order.iter().zip(1..).find(|(other, _)| **other == seat).map_or(0, |(_, n)| n)),
        ("mover", i32::from(state.mover == seat && !state.order.is_empty())),
        ("passed", among(state.passed)),
        ("to_ask", among(to_ask)),
    ] {
        layout.count((name, seat), n);
    }
    for (name, n) in DAY_BONUS.into_iter().zip(state.day_bonus[at]) {
        layout.count((name, seat), n);
    }
}
