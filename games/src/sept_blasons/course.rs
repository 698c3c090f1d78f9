//! The course of play: applying a move and going on to the next decision.

use super::SeptBlasons;
use super::card::{Cards, Family};
use super::moves::{Action, Move, Pick};
use super::piece::{card_piece, token_piece};
use super::powers;
use super::state::{Pending, Phase, State, TRICKS, WonTrick};
use super::token::Place;
use super::trick::Trick;
use crate::prelude::*;
use crate::shown::{Milestone, Watch};

impl SeptBlasons {
    /// Applies a legal move and goes on to the next decision or chance.
    pub(super) fn apply(&self, state: &mut State, seat: Seat, mv: Move, watch: &mut impl Watch<State>) {
        match mv {
            Move::Play(character, action) => {
                state.hands[seat.index()] &= !(1 << character.0);
                state.activated |= u8::from(action.is_some()) << seat.0;
                state.trick.lay(character, action);
                if state.trick.is_full() {
                    state.phase = Phase::Power(0);
                    return self.advance(state, watch);
                }
                return;
            }
            Move::Value(from) => state.trick.rob_value(from, seat),
            Move::Power(of) => state.trick.take_power(of, seat),
            Move::Itself | Move::Decline => {}
            Move::Serve(of) => self.serve(state, seat, of),
            Move::Look { own, other } => look(state, seat, own, other),
            Move::Peek(mask) => peek(state, seat, mask),
            Move::Draw(_) | Move::Reveal(_) | Move::Remove(_) | Move::Give(..) | Move::Swap(..) => {
                move_token(state, seat, mv, watch);
            }
        }
        self.step(state, watch);
    }

    /// Leaves a phase whose decision has been made; waits if chance has to speak first.
    pub(super) fn step(&self, state: &mut State, watch: &mut impl Watch<State>) {
        if state.pending.is_none() {
            self.leave(state, watch);
            self.advance(state, watch);
        }
    }

    /// Goes on to the next place of the phase; the free action is made once.
    fn leave(&self, state: &mut State, watch: &mut impl Watch<State>) {
        state.phase = match state.phase {
            Phase::Power(place) => Phase::Power(place + 1),
            Phase::Serve(place) => Phase::Serve(place + 1),
            Phase::Look(place) => Phase::Look(place + 1),
            Phase::Free => {
                self.collect(state, watch);
                Phase::Look(0)
            }
            other => other,
        };
    }

    /// Passes over everything that is impossible or not asked for.
    fn advance(&self, state: &mut State, watch: &mut impl Watch<State>) {
        loop {
            let last = usize::from(match state.phase {
                Phase::Power(place) | Phase::Serve(place) | Phase::Look(place) => place,
                _ => 0,
            }) >= self.seats();
            match state.phase {
                Phase::Power(_) if last => state.phase = Phase::Serve(0),
                Phase::Serve(_) if last => state.phase = Phase::Free,
                Phase::Look(_) if last => return self.next_trick(state, watch),
                Phase::Deal | Phase::Play | Phase::Over => return,
                _ if self.is_asked(state) => return,
                _ => self.leave(state, watch),
            }
        }
    }

    /// Whether the phase leaves anybody a decision; as [`Self::phase_moves`], without listing them.
    fn is_asked(&self, state: &State) -> bool {
        let Some(seat) = self.decider(state) else { return false };
        match state.phase {
            Phase::Power(place) => {
                let power = state.trick.power_at(usize::from(place), self.religieux());
                power.is_some_and(|(power, _)| powers::is_possible(self, state, power, seat))
            }
            Phase::Free => powers::is_free_action_possible(state),
            // A card to play, or an activated action, which can always be declined.
            _ => true,
        }
    }

    /// Who decides in the phase, if it can be anybody's decision.
    pub(super) fn decider(&self, state: &State) -> Option<Seat> {
        match state.phase {
            Phase::Play => Some(state.trick.seat(state.trick.laid().len())),
            Phase::Power(place) => {
                state.trick.power_at(usize::from(place), self.religieux()).map(|(_, actor)| actor)
            }
            Phase::Serve(place) => acts(state, place, |action| action == Action::Serve),
            Phase::Look(place) => acts(state, place, |action| action != Action::Serve),
            Phase::Free => state.trick.winner(self.options.ties, &self.values),
            Phase::Deal | Phase::Over => None,
        }
    }

    /// The moves of the phase, in no order.
    pub(super) fn phase_moves(&self, state: &State, out: &mut Vec<Move>) {
        let Some(seat) = self.decider(state) else { return };
        match state.phase {
            Phase::Play => self.plays(state, seat, out),
            Phase::Power(place) => {
                if let Some((power, actor)) = state.trick.power_at(usize::from(place), self.religieux()) {
                    powers::power_moves(self, state, usize::from(place), power, actor, out);
                }
            }
            Phase::Serve(_) => powers::serve_moves(self, state, state.strength[seat.index()], out),
            Phase::Look(place) => {
                let action = state.trick.laid().get(usize::from(place)).and_then(|laid| laid.action);
                powers::look_moves(self, state, seat, action.unwrap_or(Action::Consult), out);
            }
            Phase::Free => powers::free_moves(state, out),
            Phase::Deal | Phase::Over => {}
        }
    }

    fn plays(&self, state: &State, seat: Seat, out: &mut Vec<Move>) {
        let hand = state.hands[seat.index()];
        let may_activate = state.strength[seat.index()] > 0
            && state.activated >> seat.0 & 1 == 0
            && state.trick_no + 1 < TRICKS;
        for character in (0..8).filter(|c| hand >> c & 1 == 1).map(super::card::Character) {
            out.push(Move::Play(character, None));
            if may_activate {
                out.extend(self.actions.iter().map(|&action| Move::Play(character, Some(action))));
            }
        }
    }

    fn serve(&self, state: &mut State, seat: Seat, of: Seat) {
        if let Some(laid) = state.trick.card_of(of) {
            state.collected[seat.index()].insert((state.families[of.index()], laid.character));
        }
    }

    /// Gives the trick to its winner, or sets it aside.
    fn collect(&self, state: &mut State, watch: &mut impl Watch<State>) {
        let winner = state.trick.winner(self.options.ties, &self.values);
        watch.tell(|| self.told_of_trick(state, winner));
        watch.stage(state);
        let mut cards = Cards::default();
        for (place, laid) in state.trick.laid().iter().enumerate() {
            let family = state.families[state.trick.seat(place).index()];
            let served = state.collected.iter().any(|cards| cards.contains((family, laid.character)));
            if !served {
                cards.insert((family, laid.character));
            }
        }
        if let Some(winner) = winner {
            state.collected[winner.index()] = state.collected[winner.index()] | cards;
        }
        state.tricks[usize::from(state.trick_no)] = WonTrick { winner, cards, looked: 0 };
    }

    fn next_trick(&self, state: &mut State, watch: &mut impl Watch<State>) {
        let winner = state.tricks[usize::from(state.trick_no)].winner;
        let leader = winner.unwrap_or(state.trick.leader());
        state.trick = Trick::new(leader, self.seats());
        state.trick_no += 1;
        state.phase = Phase::Play;
        if state.trick_no == TRICKS {
            self.end_round(state, watch);
        }
    }

    /// Who wins the complete trick, with which card, and how many higher ones cancelled each other.
    fn told_of_trick(&self, state: &State, winner: Option<Seat>) -> Milestone {
        let Some((seat, laid)) = winner.and_then(|seat| Some((seat, state.trick.card_of(seat)?))) else {
            return Milestone::new("trick_aside", []);
        };
        let card = card_piece(state.families[seat.index()], laid.character);
        let values = state.trick.values(&self.values);
        let own = values[state.trick.place(seat)];
        let equals = values.iter().filter(|value| **value > own).count() as i32;
        Milestone::new(
            "trick_won",
            [("cards", card.into()), ("seat", seat.into()), ("equals", equals.into())],
        )
    }
}

fn acts(state: &State, place: u8, wanted: impl Fn(Action) -> bool) -> Option<Seat> {
    let action = state.trick.laid().get(usize::from(place))?.action?;
    wanted(action).then(|| state.trick.seat(usize::from(place)))
}

fn look(state: &mut State, seat: Seat, own: u8, other: Option<(Seat, u8)>) {
    for (n, trick) in state.tricks.iter_mut().enumerate() {
        let at = |mask: u8| mask >> n & 1 == 1;
        if at(own) {
            trick.looked |= 1 << seat.0;
        }
        if let Some((other, mask)) = other
            && at(mask)
        {
            trick.looked |= 1 << seat.0 | 1 << other.0;
        }
    }
}

/// Lets `seat` know the tokens of `mask`; those of no fixed family wait for chance.
fn peek(state: &mut State, seat: Seat, mask: u32) {
    let chosen: Vec<_> = state.tokens.among(mask).copied().collect();
    for token in &chosen {
        let owner = match token.place {
            Place::Area(owner) => 1 << owner.0,
            Place::Pool => 0,
        };
        state.tokens.show(token.id, 1 << seat.0 | owner);
    }
    if chosen.iter().any(|token| token.family.is_none()) {
        state.pending = Some(Pending::Peek(seat, mask));
    }
}

fn move_token(state: &mut State, seat: Seat, mv: Move, watch: &mut impl Watch<State>) {
    let area = Place::Area(seat);
    match mv {
        Move::Draw(Pick::Token(id)) => state.tokens.put(id, area),
        Move::Draw(Pick::Pool) => draw(state, Pending::Draw(seat), watch),
        Move::Reveal(Pick::Pool) => state.pending = Some(Pending::RevealPool),
        Move::Reveal(Pick::Token(id)) => match state.tokens.get(id).and_then(|token| token.family) {
            Some(family) => turn_up(state, id, family, watch),
            None => state.pending = Some(Pending::Reveal(id)),
        },
        Move::Remove(id) => state.tokens.put(id, Place::Pool),
        Move::Give(id, to) => state.tokens.put(id, Place::Area(to)),
        Move::Swap(id, Pick::Pool) => draw(state, Pending::Swap(id), watch),
        Move::Swap(id, Pick::Token(other)) => swap(state, id, other),
        _ => {}
    }
}

/// Turns a token up before everybody.
pub(super) fn turn_up(state: &mut State, id: u8, family: Family, watch: &mut impl Watch<State>) {
    state.tokens.turn_up(id, family);
    watch.tell(|| told_of_token(family));
}

pub(super) fn told_of_token(family: Family) -> Milestone {
    Milestone::new("token_revealed", [("token", token_piece(family).into())])
}

fn swap(state: &mut State, id: u8, other: u8) {
    let places = (state.tokens.get(id).map(|t| t.place), state.tokens.get(other).map(|t| t.place));
    if let (Some(here), Some(there)) = places {
        state.tokens.put(other, here);
        state.tokens.put(id, there);
    }
}

/// A face-down pool token leaves the pool: by chance, or as an unknown slot where nobody knows any of them.
fn draw(state: &mut State, pending: Pending, watch: &mut impl Watch<State>) {
    if state.tokens.draw_is_chance() {
        state.pending = Some(pending);
    } else {
        drawn(state, pending, None, watch);
    }
}

/// Completes a face-down draw with a token of `family`.
pub(super) fn drawn(
    state: &mut State,
    pending: Pending,
    family: Option<Family>,
    watch: &mut impl Watch<State>,
) {
    match pending {
        Pending::Draw(seat) => {
            state.tokens.take_down(family);
            state.tokens.lay(family, false, Place::Area(seat));
        }
        Pending::Swap(id) => {
            let Some(place) = state.tokens.get(id).map(|token| token.place) else { return };
            state.tokens.take_down(family);
            state.tokens.lay(family, false, place);
            // Two backs that change places at once could not be told apart.
            watch.stage(state);
            state.tokens.put(id, Place::Pool);
        }
        Pending::RevealPool | Pending::Reveal(_) | Pending::Peek(..) => {}
    }
}
