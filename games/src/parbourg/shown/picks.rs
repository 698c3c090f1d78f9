//! Moves as what is tapped: the card, how it is used, what it is aimed at.

use crate::parbourg::Parbourg;
use crate::parbourg::deck::Kind;
use crate::parbourg::moves::{Move, Pick as Laid, Target};
use crate::parbourg::state::State;
use crate::seat::Seat;
use crate::shown::{Pick, Picks};

pub(super) fn picks(rules: &Parbourg, state: &State, mv: Move) -> Picks {
    let seat = rules.decider(state).unwrap_or(Seat(0));
    let card = |card| Picks::from(Pick::thing(("hand", seat), rules.card_piece(card).id));
    let own = |zone, henchman| Picks::from(Pick::thing((zone, seat), rules.henchman_piece(henchman).id));
    let aimed = |picks: Picks, target| aim(rules, seat, target).into_iter().fold(picks, Picks::then);
    match mv {
        // Where a card can be used in one way alone there is nothing to say but which.
        Move::Bet { card: bet, hidden: false, event: None }
            if rules.deck.card(bet).kind == Kind::Bet && !rules.lays_hidden(state, seat) =>
        {
            card(bet)
        }
        Move::Bet { card: bet, hidden, event } => {
            let way = match (hidden, event) {
                (false, None) => "bet",
                (true, None) => "hide",
                (false, Some(_)) => "bet_event",
                (true, Some(_)) => "hide_event",
            };
            let laid = card(bet).then(Pick::button(way));
            match event {
                // The card itself still lies in the hand.
                Some(Target::Own(Laid::Card(own))) if own == bet => {
                    laid.then(Pick::thing(("hand", seat), rules.card_piece(bet).id))
                }
                Some(target) => aimed(laid, target),
                None => laid,
            }
        }
        Move::Event(used, target) => aimed(card(used).then(Pick::button("event")), target),
        Move::Alchemy(used, target) | Move::Ephemeral(used, target) => aimed(card(used), target),
        Move::Build(building) => card(building),
        Move::Keep(henchman) => own("choice", henchman),
        Move::Initiative(henchman) => own("henchmen", henchman),
        Move::Pass => Pick::button("pass").into(),
        Move::End => Pick::button("end").into(),
        Move::Fold => Pick::button("fold").into(),
    }
}

/// What a tap on a card of the hand, on a henchman or on a button may be meant to begin.
pub(super) fn meant(rules: &Parbourg, state: &State) -> Vec<Move> {
    let Some(seat) = rules.decider(state) else { return Vec::new() };
    let none = Target::Nothing;
    let ways = |card| {
        let bet = |event| Move::Bet { card, hidden: false, event };
        match rules.deck.card(card).kind {
            Kind::Bet => vec![bet(None)],
            Kind::BetAndEvent => vec![bet(None), bet(Some(none))],
            Kind::BetOrEvent => vec![bet(None), Move::Event(card, none)],
            Kind::Building => vec![Move::Build(card)],
            Kind::Alchemy => vec![Move::Alchemy(card, none)],
            Kind::Ephemeral => vec![Move::Ephemeral(card, none)],
        }
    };
    let henchmen = state.henchmen[seat.index()].iter().map(|&henchman| Move::Initiative(henchman));
    let ends = [Move::Pass, Move::End, Move::Fold];
    state.hand(seat).iter().flat_map(ways).chain(henchmen).chain(ends).collect()
}

/// What is tapped for a target; nothing where there is no choice.
fn aim(rules: &Parbourg, own: Seat, target: Target) -> Option<Pick> {
    let id = |card| rules.card_piece(card).id;
    let laid = |seat, laid| match laid {
        Laid::Card(card) => Pick::thing(("lane", seat), id(card)),
        Laid::Down(place) => Pick::slot(("lane", seat), place),
    };
    let henchman = |seat, henchman| Pick::thing(("henchmen", seat), rules.henchman_piece(henchman).id);
    Some(match target {
        Target::Nothing => return None,
        Target::Seat(seat) => Pick::Seat(seat),
        Target::Laid(seat, card) => laid(seat, card),
        Target::Own(card) => laid(own, card),
        Target::Building(seat, card) => Pick::thing(("buildings", seat), id(card)),
        Target::Discarded(card) => Pick::thing("discard", id(card)),
        Target::Leaver(leaver) => henchman(own, leaver),
        Target::LeaverOf(seat, leaver) => henchman(seat, leaver),
    })
}
