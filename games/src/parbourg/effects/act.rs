//! What effects do, one function each.

use super::{Effect, Power};
use crate::parbourg::Parbourg;
use crate::parbourg::card::Colour;
use crate::parbourg::moves::Target;
use crate::parbourg::state::{Phase, Random, State, UsedCard};
use crate::parbourg::trace::Observer;
use crate::seat::Seat;

impl Parbourg {
    /// Carries out the effect of a used card. What it was aimed at may have gone: then nothing happens.
    pub(in crate::parbourg) fn act(&self, state: &mut State, used: UsedCard, trace: &mut impl Observer) {
        let Some(effect) = self.deck.card(used.card).effect else { return };
        let (seat, target) = (used.seat, used.target);
        match (effect, target) {
            (Effect::Bonus { n }, _) => bonus(state, seat, n),
            (Effect::Draw { n }, _) => state.due.push((seat, n)),
            (Effect::DiscardHand { n }, Target::Seat(other)) => discard_hand(state, other, n),
            (Effect::StealCard {}, Target::Seat(other)) => steal_card(state, seat, other),
            (Effect::PeekHand {}, Target::Seat(other)) => peek_hand(state, seat, other, trace),
            (Effect::DiscardAction {}, Target::Laid(..)) => discard_action(state, used, trace),
            (Effect::TakeBack {}, Target::Own(_)) => take_back(state, used),
            (Effect::Double {}, Target::Own(_)) => double(state, used),
            (Effect::Retrieve {}, Target::Discarded(_)) => retrieve(state, used),
            (Effect::DestroyBuilding {}, Target::Building(..)) => destroy_building(state, target),
            (Effect::ForceFold {}, Target::Seat(other)) => {
                state.standing &= !(1 << other.0);
                state.to_ask &= state.standing;
            }
            (Effect::LimitActions { n }, _) => self.limit_actions(state, seat, n),
            (Effect::ChangeColour { colour }, _) => change_colour(state, colour),
            (Effect::CancelChallenge {}, _) => self.cancel_challenge(state, trace),
            (Effect::SwapOrder {}, _) => swap_order(state),
            (Effect::Shield {}, _) => state.shielded |= 1 << seat.0,
            (Effect::ColourBonus { colour, n }, _) => colour_bonus(state, seat, colour, n),
            (Effect::SecondHenchman {}, _) => self.second_henchman(state, seat, trace),
            (Effect::ExchangeHenchman {}, Target::Leaver(leaver)) => {
                self.newcomer(state, seat, Some(leaver), trace);
            }
            (Effect::ExchangeHenchman {}, _) => self.newcomer(state, seat, None, trace),
            (Effect::ReplaceHenchman {}, Target::Seat(other)) => self.newcomer(state, other, None, trace),
            (Effect::ReplaceHenchman {}, Target::LeaverOf(other, leaver)) => {
                self.newcomer(state, other, Some(leaver), trace);
            }
            (Effect::SkipTurn {}, Target::Seat(other)) => skip_turn(state, other),
            _ => {}
        }
    }

    /// Garde du Corps: the smallest limit holds; who uses it is free of it.
    fn limit_actions(&self, state: &mut State, seat: Seat, n: u8) {
        for other in self.others(seat) {
            let limit = &mut state.limits[other.index()];
            *limit = n.min(*limit);
        }
    }

    /// The token goes back to the box, the laid cards are discarded, no window follows.
    fn cancel_challenge(&self, state: &mut State, trace: &mut impl Observer) {
        self.show_all(state, trace);
        trace.tell(|| self.tell_challenge(state, None));
        trace.stage(state);
        self.end_challenge(state, trace);
    }

    /// Dédoublement. A Maraudeur found so draws at once.
    fn second_henchman(&self, state: &mut State, seat: Seat, trace: &mut impl Observer) {
        if state.henchman_pile.is_empty() || state.henchmen[seat.index()].is_full() {
            return;
        }
        trace.lays_open(state, seat);
        let Some(second) = state.henchman_pile.pop() else { return };
        trace.tell(|| self.tell_drawn(seat, second));
        state.henchmen[seat.index()].push(second);
        if let Some(Power::DrawDay { n }) = self.deck.henchman(second).power {
            state.due.push((seat, n));
        }
        state.phase = Phase::Number(seat);
    }

    /// The top of the pile takes the place of a henchman, who goes under the pile.
    fn newcomer(&self, state: &mut State, seat: Seat, leaver: Option<u8>, trace: &mut impl Observer) {
        let own = &state.henchmen[seat.index()];
        let place = leaver.map_or(Some(0), |leaver| own.iter().position(|&henchman| henchman == leaver));
        let Some(place) = place.filter(|&place| place < own.len()) else { return };
        if state.henchman_pile.is_empty() {
            return;
        }
        trace.lays_open(state, seat);
        let old = state.henchmen[seat.index()].remove(place);
        state.henchman_pile.insert(0, old);
        trace.stage(state);
        if let Some(new) = state.henchman_pile.pop() {
            state.henchmen[seat.index()].insert(place, new);
            trace.tell(|| self.tell_replaced(seat, new));
        }
    }
}

fn bonus(state: &mut State, seat: Seat, n: u8) {
    let bonus = &mut state.bonus[seat.index()];
    *bonus = bonus.saturating_add(n.into());
}

fn colour_bonus(state: &mut State, seat: Seat, colour: Colour, n: u8) {
    let bonus = &mut state.day_bonus[seat.index()][colour.index()];
    *bonus = bonus.saturating_add(n.into());
}

fn discard_hand(state: &mut State, seat: Seat, n: u8) {
    let left = state.hand(seat).len().min(n.into()) as u8;
    state.random = (left > 0).then_some(Random::Discard { seat, left });
}

fn steal_card(state: &mut State, thief: Seat, victim: Seat) {
    state.random = (!state.hand(victim).is_empty()).then_some(Random::Steal { thief, victim });
}

fn peek_hand(state: &mut State, user: Seat, seat: Seat, trace: &mut impl Observer) {
    trace.peeks(state, user, seat);
    let known = &mut state.known[user.index()];
    *known = *known | state.hands[seat.index()];
}

fn discard_action(state: &mut State, used: UsedCard, trace: &mut impl Observer) {
    let Target::Laid(seat, pick) = used.target else { return };
    let Some(at) = state.place(seat, pick, None) else { return };
    if state.table[at].hidden {
        trace.shows(state, at);
        state.table[at].hidden = false;
        trace.stage(state);
    }
    let laid = state.table.remove(at);
    state.discard.insert(laid.card);
    state.in_the_open(laid.card);
}

fn take_back(state: &mut State, used: UsedCard) {
    let Target::Own(pick) = used.target else { return };
    let Some(at) = state.place(used.seat, pick, None) else { return };
    let laid = state.table.remove(at);
    state.hands[used.seat.index()].insert(laid.card);
    if !laid.hidden {
        state.seen_coming(used.seat, laid.card);
    }
}

fn double(state: &mut State, used: UsedCard) {
    let Target::Own(pick) = used.target else { return };
    if let Some(at) = state.place(used.seat, pick, Some(used.card)) {
        state.table[at].doubled = true;
    }
}

fn retrieve(state: &mut State, used: UsedCard) {
    let Target::Discarded(card) = used.target else { return };
    if state.discard.contains(card) {
        state.discard.remove(card);
        state.hands[used.seat.index()].insert(card);
        state.seen_coming(used.seat, card);
    }
}

fn destroy_building(state: &mut State, target: Target) {
    let Target::Building(seat, card) = target else { return };
    let own = &mut state.buildings[seat.index()];
    if own.contains(card) {
        own.remove(card);
        state.discard.insert(card);
    }
}

fn change_colour(state: &mut State, colour: Colour) {
    let (old, at) = (state.colour(), usize::from(state.challenge & 3));
    if old != colour && state.spare[colour.index()] > 0 {
        state.spare[colour.index()] -= 1;
        state.spare[old.index()] += 1;
        state.tokens[at] = colour;
    }
}

fn swap_order(state: &mut State) {
    let at = usize::from(state.challenge);
    if at + 2 < state.tokens.len() {
        state.tokens.swap(at + 1, at + 2);
    }
}

fn skip_turn(state: &mut State, seat: Seat) {
    let skips = &mut state.skips[seat.index()];
    *skips = skips.saturating_add(1);
}
