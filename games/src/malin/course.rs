//! The course of a round: applying moves, windows, tricks, the count.

use super::Malin;
use super::card::{Card, Hand};
use super::malheur::{self, Malheur, Verdict};
use super::moves::{Move, ValuedCard};
use super::options::Ties;
use super::piece::{card_piece, malheur_piece};
use super::state::{Phase, Resume, SEATS, State, Trick};
use crate::prelude::*;
use crate::shown::{Milestone, Watch};

impl Malin {
    /// Who decides in the phase.
    #[inline]
    pub(super) fn decider(&self, state: &State) -> Option<Seat> {
        match state.phase {
            Phase::Bid(seat) | Phase::DealWindow(seat) | Phase::Play(seat) | Phase::After(seat, _) => {
                Some(seat)
            }
            Phase::Deal | Phase::Reshuffle(_) | Phase::Barter(..) | Phase::Over => None,
        }
    }

    pub(super) fn apply(&self, state: &mut State, seat: Seat, mv: Move, watch: &mut impl Watch<State>) {
        match mv {
            Move::Bid(bid) => self.bid(state, seat, bid),
            Move::Play(lay) => self.lay(state, seat, lay, watch),
            Move::Malheur(malheur) => self.use_malheur(state, seat, malheur, watch),
            Move::Pass => match state.phase {
                Phase::After(_, quiet) => {
                    self.ask_after(state, self.next(seat), quiet.saturating_add(1), watch)
                }
                _ => self.ask_deal_window(state, self.next(seat)),
            },
        }
    }

    fn next(&self, seat: Seat) -> Seat {
        seat.next(self.seats())
    }

    pub(super) fn first(&self, state: &State) -> Seat {
        self.next(state.dealer)
    }

    fn bid(&self, state: &mut State, seat: Seat, bid: u8) {
        state.contracts[seat.index()] = Some(bid as i8);
        state.announced[seat.index()] = Some(bid as i8);
        let next = self.next(seat);
        if next != self.first(state) {
            state.phase = Phase::Bid(next);
        } else if self.holds_malheurs(state, next) {
            state.phase = Phase::DealWindow(next);
        } else {
            self.ask_deal_window(state, self.next(next));
        }
    }

    /// Goes on to the next seat of the `deal` window that holds a Malheur, or to the first trick.
    fn ask_deal_window(&self, state: &mut State, mut seat: Seat) {
        while seat != self.first(state) {
            if self.holds_malheurs(state, seat) {
                state.phase = Phase::DealWindow(seat);
                return;
            }
            seat = self.next(seat);
        }
        state.phase = Phase::Play(seat);
    }

    fn lay(&self, state: &mut State, seat: Seat, lay: ValuedCard, watch: &mut impl Watch<State>) {
        state.hands[seat.index()].remove(lay.card);
        if self.options.malheurs {
            // Without Malheurs nobody knows a card of another's hand.
            forget(state, seat, lay.card);
        }
        state.trick.enter(seat, Move::Play(lay));
        let next = self.next(seat);
        if state.trick.before(next).is_none() {
            state.phase = Phase::Play(next);
        } else {
            self.ask_after(state, state.trick.leader, 0, watch);
        }
    }

    /// Goes on to the next seat of the `after` window that holds a Malheur; so many in a row have used none.
    fn ask_after(&self, state: &mut State, mut seat: Seat, mut quiet: u8, watch: &mut impl Watch<State>) {
        while self.options.malheurs && usize::from(quiet) < self.seats() {
            if self.holds_malheurs(state, seat) {
                state.phase = Phase::After(seat, quiet);
                return;
            }
            seat = self.next(seat);
            quiet += 1;
        }
        self.decide_trick(state, watch);
    }

    fn use_malheur(&self, state: &mut State, seat: Seat, malheur: Malheur, watch: &mut impl Watch<State>) {
        let kind = malheur.kind() as usize;
        let held = &mut state.malheurs[seat.index()][kind];
        *held = held.saturating_sub(1);
        state.used[kind] = state.used[kind].saturating_add(1);
        state.trick.enter(seat, Move::Malheur(malheur));
        match malheur {
            Malheur::Retake(lay) => show_named(state, seat, lay.card),
            Malheur::Perjury(change) => change_contract(state, seat, change.delta()),
            Malheur::Curse(target, change) => change_contract(state, target, change.delta()),
            Malheur::EvilEye(target) => {
                state.known[seat.index()][target.index()] = state.hands[target.index()];
            }
            Malheur::Barter(card, target) => {
                let resume =
                    if matches!(state.phase, Phase::Play(_)) { Resume::Play } else { Resume::DealWindow };
                state.phase = Phase::Barter(seat, card, target, resume);
                return;
            }
            _ => {}
        }
        self.after_use(state, seat, watch);
    }

    fn after_use(&self, state: &mut State, seat: Seat, watch: &mut impl Watch<State>) {
        match state.phase {
            Phase::After(..) => self.ask_after(state, self.next(seat), 0, watch),
            Phase::DealWindow(_) if state.malheurs_held(seat) == 0 => {
                self.ask_deal_window(state, self.next(seat))
            }
            _ => {}
        }
    }

    /// Completes a barter: `drawn` is the random card.
    pub(super) fn barter(&self, state: &mut State, drawn: Card, watch: &mut impl Watch<State>) {
        let Phase::Barter(giver, given, target, resume) = state.phase else { return };
        let (from, to) = (giver.index(), target.index());
        state.hands[to].remove(drawn);
        state.hands[from].insert(drawn);
        for (viewer, known) in state.known.iter_mut().enumerate() {
            if viewer == from {
                known[to].remove(drawn);
            } else if viewer == to {
                known[from].remove(given);
                known[from].insert(drawn);
            } else {
                // Any card known to be in either hand may have changed hands unseen.
                (known[from], known[to]) = (Hand::default(), Hand::default());
            }
        }
        watch.stage(state);
        state.hands[from].remove(given);
        state.hands[to].insert(given);
        state.known[from][to].insert(given);
        state.phase = match resume {
            Resume::DealWindow => Phase::DealWindow(giver),
            Resume::Play => Phase::Play(giver),
        };
        self.after_use(state, giver, watch);
    }

    /// Lets the waiting Malheurs act and gives the trick to whoever takes it.
    fn decide_trick(&self, state: &mut State, watch: &mut impl Watch<State>) {
        let mut verdict = Verdict::default();
        // The trick lies complete, and nobody is asked any more.
        state.phase = Phase::Play(state.trick.leader);
        for (user, malheur) in state.trick.take_waiting().into_iter().flatten() {
            watch.stage(state);
            let back = state.trick.before(user).map(|laid| laid.card);
            let boost = self.options.boost;
            watch.tell(|| told_of_malheur(state, user, malheur, boost));
            malheur::act(&mut state.trick, &mut verdict, &mut state.hands, (user, malheur), boost.into());
            if let (Some(card), Malheur::Retake(lay)) = (back, malheur) {
                forget(state, user, lay.card);
                everybody_but(state, user).for_each(|known| known[user.index()].insert(card));
            }
        }
        let taker = self.taker(&state.trick, &verdict);
        watch.tell(|| self.told_of_trick(state, &verdict, taker));
        watch.stage(state);
        if let Some(taker) = taker {
            state.taken[taker.index()] = state.taken[taker.index()].saturating_add(1);
        }
        let leader = taker.unwrap_or(state.trick.leader);
        state.trick.restart(leader);
        state.tricks += 1;
        if usize::from(state.tricks) == self.tricks() {
            self.count_round(state, watch);
        } else {
            state.phase = Phase::Play(leader);
        }
    }

    /// Who takes the complete trick, and with which card it was won.
    fn told_of_trick(&self, state: &State, verdict: &Verdict, taker: Option<Seat>) -> Milestone {
        let best = self.best(&state.trick, verdict.inverted);
        let card = best.and_then(|seat| state.trick.before(seat)).map(|laid| card_piece(laid.card));
        match (taker, card) {
            (Some(taker), Some(card)) => {
                let kind = if best == Some(taker) { "trick_won" } else { "trick_given" };
                Milestone::new(kind, [("cards", card.into()), ("seat", taker.into())])
            }
            _ => Milestone::new("trick_void", []),
        }
    }

    /// Who would take the trick on the table if it were decided now: `None` when no card lies or it is void.
    pub fn taking(&self, state: &State) -> Option<Seat> {
        self.decided(state, state.trick.clone()).map(|(taker, _)| taker)
    }

    /// Who takes `trick`, and the card that does it; `None` when no card lies or it is void.
    pub(super) fn decided(&self, state: &State, mut trick: Trick) -> Option<(Seat, Card)> {
        let mut hands = state.hands;
        let mut verdict = Verdict::default();
        for (user, malheur) in std::mem::take(&mut trick.waiting) {
            let boost = self.options.boost.into();
            malheur::act(&mut trick, &mut verdict, &mut hands, (user, malheur), boost);
        }
        let best = self.best(&trick, verdict.inverted)?;
        Some((self.taker(&trick, &verdict)?, trick.before(best)?.card))
    }

    /// Who takes the trick after inversions and gifts; nobody a void one.
    fn taker(&self, trick: &Trick, verdict: &Verdict) -> Option<Seat> {
        if verdict.void {
            return None;
        }
        let mut taker = self.best(trick, verdict.inverted)?;
        for &(giver, target) in &verdict.gifts {
            if giver == taker {
                taker = target;
            }
        }
        Some(taker)
    }

    /// Before whom the best card lies.
    fn best(&self, trick: &Trick, inverted: bool) -> Option<Seat> {
        let sign = if inverted { -1 } else { 1 };
        let mut best: Option<(i16, Seat)> = None;
        let mut seat = trick.leader;
        for _ in 0..self.seats() {
            let ahead = |value: i16| match best {
                None => true,
                Some((best, _)) => value > best || (value == best && self.options.ties == Ties::Last),
            };
            if let Some(value) =
                trick.before(seat).map(|laid| laid.value * sign).filter(|&value| ahead(value))
            {
                best = Some((value, seat));
            }
            seat = self.next(seat);
        }
        best.map(|(_, seat)| seat)
    }
}

/// A card known to be in a hand has left it.
fn forget(state: &mut State, seat: Seat, card: Card) {
    for known in &mut state.known {
        known[seat.index()].remove(card);
    }
}

/// The rows of what others know of the hand of `seat`, the public's included.
fn everybody_but(state: &mut State, seat: Seat) -> impl Iterator<Item = &mut [Hand; SEATS]> {
    let others = state.known.iter_mut().enumerate().filter(move |(knower, _)| *knower != seat.index());
    others.map(|(_, known)| known)
}

/// A retake names a card: now everybody knows that it is in the hand.
fn show_named(state: &mut State, seat: Seat, card: Card) {
    let named = state.trick.named(seat).count(card);
    for known in everybody_but(state, seat) {
        if known[seat.index()].count(card) < named {
            known[seat.index()].insert(card);
        }
    }
}

fn change_contract(state: &mut State, seat: Seat, delta: i8) {
    if let Some(contract) = &mut state.contracts[seat.index()] {
        *contract = contract.saturating_add(delta);
    }
}

/// Tells what a Malheur of `user` does when it acts: to whom, and to which cards of the trick.
fn told_of_malheur(state: &State, user: Seat, malheur: Malheur, boost: u8) -> Milestone {
    let piece = malheur_piece(malheur.kind());
    let mut told = Milestone::new("malheur_acted", [("cards", piece.into()), ("seat", user.into())]);
    let (target, hit) = match malheur {
        Malheur::Boost => (None, [Some(user), None]),
        Malheur::Drain(target) => (Some(target), [Some(target), None]),
        Malheur::Swap(one, other) => (None, [Some(one), Some(other)]),
        Malheur::Gift(target) => (Some(target), [None, None]),
        Malheur::Retake(_) => (None, [Some(user), None]),
        _ => (None, [None, None]),
    };
    told.args.extend(target.map(|target| ("target", target.into())));
    for (name, seat) in ["card", "other"].into_iter().zip(hit) {
        let laid = seat.and_then(|seat| state.trick.before(seat));
        told.args.extend(laid.map(|laid| (name, card_piece(laid.card).into())));
    }
    if let Malheur::Boost | Malheur::Drain(_) = malheur {
        told.args.insert("n", i32::from(boost).into());
    }
    if let Malheur::Retake(lay) = malheur {
        told.args.insert("other", card_piece(lay.card).into());
    }
    told
}
