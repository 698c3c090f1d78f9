//! [`Game`] for Le Malin.

use super::Malin;
use super::card::Card;
use super::chance::Chance;
use super::malheur::Kind;
use super::moves::Move;
use super::state::{Phase, State};
use crate::bits::RankedBits;
use crate::hash::hash_of;
use crate::prelude::*;
use crate::shown::Watch;

impl Game for Malin {
    type State = State;
    type Move = Move;
    type Moves = Vec<Move>;
    type Chance = Chance;

    #[inline]
    fn seats(&self) -> usize {
        usize::from(self.options.players)
    }

    fn start(&self) -> State {
        State::start(self.options.points)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Deal | Phase::Reshuffle(_) | Phase::Barter(..) => Turn::Chance,
            _ => self.decider(state).map_or(Turn::Over, Turn::Player),
        }
    }

    fn legal_moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::with_capacity(24);
        self.phase_moves(state, &mut moves);
        debug_assert!(moves.is_sorted(), "{moves:?}");
        moves
    }

    /// What a draw from the list of legal moves with the same generator would give.
    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Option<Move> {
        match state.phase {
            Phase::Bid(_) => {
                let bids = self.open_bids(state);
                RankedBits::new(bids).any(rng).map(Move::Bid)
            }
            Phase::Play(seat) if !self.holds_malheurs(state, seat) => {
                let hand = state.hands[seat.index()];
                (!hand.is_empty()).then(|| Move::Play(self.draw_lay(state, hand, rng)))
            }
            Phase::Deal | Phase::Reshuffle(_) | Phase::Barter(..) | Phase::Over => None,
            _ => {
                let moves = self.legal_moves(state);
                let drawn = below(rng, moves.len() as u32) as usize;
                moves.get(drawn).copied()
            }
        }
    }

    #[inline]
    fn play_unchecked(&self, state: &mut State, mv: Move) {
        if let Some(seat) = self.decider(state) {
            self.apply(state, seat, mv, &mut ());
        }
    }

    fn play(&self, state: &mut State, mv: Move) -> Result<(), Refusal> {
        if self.legal_moves(state).contains(&mv) {
            self.play_unchecked(state, mv);
            return Ok(());
        }
        Err(self.explain(state, mv))
    }

    fn chances(&self, state: &State) -> Option<Vec<(Chance, u64)>> {
        let Phase::Barter(_, _, target, _) = state.phase else { return None };
        let hand = state.hands[target.index()];
        Some(
            hand.kinds(self.fixed_twins())
                .map(|card| (Chance::Card(card), u64::from(hand.count(card))))
                .collect(),
        )
    }

    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        match state.phase {
            Phase::Barter(_, _, target, _) => {
                let hand = state.hands[target.index()];
                let nth = below(rng, hand.len()) as usize;
                Chance::Card(hand.cards(self.fixed_twins()).nth(nth).unwrap_or(Card::Wish))
            }
            Phase::Reshuffle(_) => {
                let mut order: Vec<_> = Kind::repeated(state.used).collect();
                shuffle(rng, &mut order);
                Chance::Reshuffle(order)
            }
            _ => Chance::Deal(self.draw_deal(state, rng)),
        }
    }

    fn resolve(&self, state: &mut State, outcome: &Chance) -> Result<(), Refusal> {
        self.decide(state, outcome, &mut ())
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        let scores = BySeat::from_fn(self.seats(), |seat: Seat| i32::from(state.points[seat.index()]));
        let level = BySeat::from_fn(self.seats(), |_| 0);
        Payoffs::ranked(scores, &level)
    }

    fn round_scores(&self, state: &State) -> Option<BySeat<i32>> {
        let counted =
            matches!(state.phase, Phase::Deal | Phase::Reshuffle(_) | Phase::Over) && state.round > 0;
        let lost = |seat: Seat| i32::from(state.points[seat.index()] - state.before_round[seat.index()]);
        counted.then(|| BySeat::from_fn(self.seats(), lost))
    }

    fn key(&self, state: &State) -> u64 {
        hash_of(state)
    }
}

impl Malin {
    /// What an outcome of chance does.
    pub(super) fn decide(
        &self,
        state: &mut State,
        outcome: &Chance,
        watch: &mut impl Watch<State>,
    ) -> Result<(), Refusal> {
        match (state.phase, outcome) {
            (Phase::Deal, Chance::Deal(deal)) if self.deal_fits(state, deal) => {
                self.start_round(state, deal, watch)
            }
            (Phase::Barter(_, _, target, _), Chance::Card(card))
                if state.hands[target.index()].contains(*card) =>
            {
                self.barter(state, *card, watch);
            }
            (Phase::Reshuffle(_), Chance::Reshuffle(order)) if self.reshuffle_fits(state, order) => {
                self.reshuffle(state, order, watch);
            }
            _ => return Err(Refusal::impossible_chance("malin.md#a-round")),
        }
        Ok(())
    }
}
