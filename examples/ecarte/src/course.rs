//! What comes of deals, discards and cards.

use tapis_games::playing_card::{Card, Cards, PIQUET};
use tapis_games::prelude::*;
use tapis_games::shown::{Milestone, Watch};

use crate::Ecarte;
use crate::rules::Deal;
use crate::state::{HAND, Phase, State};

impl Ecarte {
    /// Who deals next; `None` where that is drawn.
    pub(crate) fn next_dealer(&self, state: &State) -> Option<Seat> {
        if state.round > 0 { Some(state.elder()) } else { self.options.first_dealer.map(Seat) }
    }

    /// Begins a hand, of which so many cards are shown. Whether it can be dealt.
    pub(crate) fn begin(
        &self,
        state: &mut State,
        deal: &Deal,
        sizes: [u8; 2],
        watch: &mut impl Watch<State>,
    ) -> bool {
        let Deal { dealer, hands, turned } = *deal;
        let drawn = dealer.0 < 2 && self.next_dealer(state).is_none_or(|next| next == dealer);
        let all = PIQUET & (hands[0] | hands[1] | turned);
        let sized =
            hands.map(Cards::len) == sizes.map(u32::from) && all.len() == u32::from(sizes[0] + sizes[1] + 1);
        if state.phase != Phase::Deal || !drawn || !sized {
            return false;
        }
        let (round, points, phase) = (state.round.saturating_add(1), state.points, Phase::Propose);
        let (mover, turned) = (dealer.next(2), Some(turned));
        *state = State { dealer, hands, mover, phase, points, round, turned, ..State::default() };
        watch.gather("card", &[], "stock");
        watch.tell(|| tell_dealt(state, deal));
        if self.options.king_turned && turned == Some(state.trump_king()) {
            told(state, watch, "king_turned", dealer, &[state.trump_king()]);
            self.score(state, dealer, 1, watch);
        }
        true
    }

    /// The mover has discarded so many cards.
    pub(crate) fn discard(&self, state: &mut State, count: u8) {
        state.discarded[state.mover.index() & 1] += count;
        state.phase = Phase::Draw;
        if count == 0 {
            self.drawn(state);
        }
    }

    /// The mover has its new cards. When the stock is empty the play begins.
    pub(crate) fn drawn(&self, state: &mut State) {
        (state.phase, state.mover) = match state.mover == state.dealer {
            _ if state.stock() == 0 => (Phase::Play, state.elder()),
            true => (Phase::Propose, state.elder()),
            false => (Phase::Discard, state.dealer),
        };
    }

    /// Plays the mover's card, which announces the king where it is the first.
    pub(crate) fn lay(&self, state: &mut State, card: Card, watch: &mut impl Watch<State>) {
        let (seat, at, king) = (state.mover, state.mover.index() & 1, state.trump_king());
        if state.played[at].is_empty() && state.hands[at].contains(king) {
            state.king = Some(seat);
            told(state, watch, "king_announced", seat, &[king]);
            self.score(state, seat, 1, watch);
        } else if state.played[at].is_empty() {
            state.lacks[at] = king.into();
        }
        state.hands[at] = state.hands[at].without(card);
        state.played[at] = state.played[at] | card;
        let Some(led) = state.led else {
            (state.led, state.mover) = (Some(card), seat.next(2));
            return;
        };
        let classes = state.classes(led);
        let class = classes.iter().position(|class| class.contains(card)).unwrap_or(3);
        state.lacks[at] = classes[..class].iter().fold(state.lacks[at], |lacks, &class| lacks | class);
        // A card beats the one led in its suit, or as a trump.
        let taker = if class % 2 == 0 { seat } else { seat.next(2) };
        state.answer = Some(card);
        told(state, watch, "trick_won", taker, &[led, card]);
        (state.led, state.answer, state.mover) = (None, None, taker);
        state.taken[taker.index() & 1] += 1;
        if state.phase == Phase::Play && state.taken[0] + state.taken[1] >= HAND {
            let winner = Seat(u8::from(state.taken[1] > state.taken[0]));
            let double = state.taken.contains(&HAND) || state.vulnerable == Some(winner.next(2));
            state.phase = Phase::Deal;
            self.score(state, winner, 1 + u8::from(double), watch);
        }
    }

    fn score(&self, state: &mut State, seat: Seat, points: u8, watch: &mut impl Watch<State>) {
        state.made[seat.index() & 1] += points;
        state.points[seat.index() & 1] += points;
        if state.points[seat.index() & 1] >= self.options.points {
            state.phase = Phase::Over;
        }
        if matches!(state.phase, Phase::Deal | Phase::Over) {
            watch.tell(|| Milestone::scored(self.rows(state)));
        }
    }
}

/// Tells that a hand is dealt.
fn tell_dealt(state: &State, deal: &Deal) -> Milestone {
    let ([suit, _], cards) = (deal.turned.facts(), [deal.turned.into()].into_iter().collect());
    let round = i32::from(state.round).into();
    Milestone::new(
        "hand_dealt",
        [("round", round), ("seat", deal.dealer.into()), ("cards", cards), ("trump", suit.1)],
    )
}

/// Tells what a seat does with cards, while the table stands so.
fn told(state: &State, watch: &mut impl Watch<State>, kind: &'static str, seat: Seat, cards: &[Card]) {
    let cards = || cards.iter().map(|&card| card.into()).collect();
    watch.tell(|| Milestone::new(kind, [("seat", seat.into()), ("cards", cards())]));
    watch.stage(state);
}
