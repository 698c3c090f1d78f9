//! [`Game`]: who may do what, and what comes of it. See `README.md`.

use arrayvec::ArrayVec;
use rand::Rng;
use serde::{Deserialize, Serialize};
use tapis_games::game::{Game, Turn};
use tapis_games::hash::hash_of;
use tapis_games::payoff::Payoffs;
use tapis_games::random::below;
use tapis_games::refusal::Refusal;
use tapis_games::seat::{BySeat, Seat};
use utoipa::ToSchema;

use crate::cards::{Card, Cards, PACK};
use crate::moves::Move;
use crate::state::{HAND, Phase, State};
use crate::{Ecarte, moves};

/// The deal of a hand; as a viewer sees it, the hands hidden from it are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EcarteDeal)]
pub struct Deal {
    /// Who deals.
    pub dealer: Seat,
    /// The cards of the seats.
    pub hands: [Cards; 2],
    /// The card turned up for trumps.
    pub turned: Card,
}

/// What a chance node decides. Untagged: a deal's JSON is the `initial` of a replay's round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Chance {
    /// A hand is dealt.
    Deal(Deal),
    /// These cards replace what the mover has discarded.
    Draw(Cards),
}

impl Ecarte {
    /// Who deals next; `None` where that is drawn.
    fn next_dealer(&self, state: &State) -> Option<Seat> {
        if state.round > 0 { Some(state.elder()) } else { self.options.first_dealer.map(Seat) }
    }

    /// Whether a deal with `sizes` cards shown of the hands can come now.
    pub(crate) fn fits(&self, state: &State, deal: &Deal, sizes: [u8; 2]) -> bool {
        let dealer = deal.dealer.0 < 2 && self.next_dealer(state).is_none_or(|dealer| dealer == deal.dealer);
        let all = deal.hands[0] | deal.hands[1] | deal.turned;
        let counts = deal.hands.map(Cards::len);
        state.phase == Phase::Deal
            && dealer
            && counts == sizes.map(u32::from)
            && all.len() == counts[0] + counts[1] + 1
    }

    /// Begins a hand.
    pub(crate) fn begin(&self, state: &mut State, deal: &Deal) {
        let (round, points) = (state.round.saturating_add(1), state.points);
        *state = State { round, points, dealer: deal.dealer, hands: deal.hands, ..State::default() };
        (state.turned, state.mover, state.phase) = (Some(deal.turned), state.elder(), Phase::Propose);
        if self.options.king_turned && deal.turned == Card::king(state.trump()) {
            self.score(state, deal.dealer, 1);
        }
    }

    /// What a move does; nothing where it is out of season.
    pub(crate) fn apply(&self, state: &mut State, mv: Move) {
        match (state.phase, mv) {
            (Phase::Propose, Move::Propose {}) => (state.phase, state.mover) = (Phase::Answer, state.dealer),
            (Phase::Answer, Move::Accept {}) => (state.phase, state.mover) = (Phase::Discard, state.elder()),
            (Phase::Propose, Move::Stand {}) | (Phase::Answer, Move::Refuse {}) => {
                state.vulnerable = (state.discarded == [0; 2]).then_some(state.mover);
                (state.phase, state.mover) = (Phase::Play, state.elder());
            }
            (Phase::Discard, Move::Discard { cards }) => {
                let (seat, cards) = (state.mover.index() & 1, cards & state.hand());
                state.hands[seat] = state.hands[seat].without(cards);
                state.discards[seat] = state.discards[seat] | cards;
                self.discard(state, cards.len() as u8);
            }
            (Phase::Play, Move::Play { card }) => self.lay(state, card),
            _ => {}
        }
    }

    /// The mover has discarded so many cards.
    pub(crate) fn discard(&self, state: &mut State, count: u8) {
        state.discarded[state.mover.index() & 1] += count;
        state.phase = Phase::Draw;
        if count == 0 {
            self.drawn(state);
        }
    }

    /// The mover has its new cards.
    pub(crate) fn drawn(&self, state: &mut State) {
        let elder = state.elder();
        (state.phase, state.mover) = match state.mover == elder {
            _ if state.stock() == 0 => (Phase::Play, elder),
            true => (Phase::Discard, state.dealer),
            false => (Phase::Propose, elder),
        };
    }

    fn lay(&self, state: &mut State, card: Card) {
        let (seat, at) = (state.mover, state.mover.index() & 1);
        if state.played[at].is_empty() {
            let king = Card::king(state.trump());
            if state.hands[at].contains(king) {
                state.king = Some(seat);
                self.score(state, seat, 1);
            } else {
                state.lacks[at] = state.lacks[at] | king;
            }
        }
        state.hands[at] = state.hands[at].without(card);
        state.played[at] = state.played[at] | card;
        let Some(led) = state.led.take() else {
            (state.led, state.mover) = (Some(card), seat.next(2));
            return;
        };
        let classes = state.classes(led);
        let class = classes.iter().position(|class| class.contains(card)).unwrap_or(3);
        state.lacks[at] = classes[..class].iter().fold(state.lacks[at], |lacks, &class| lacks | class);
        // A card beats the one led in its suit, or as a trump.
        state.mover = if class % 2 == 0 { seat } else { seat.next(2) };
        state.taken[state.mover.index() & 1] += 1;
        if state.phase == Phase::Play && state.taken[0] + state.taken[1] >= HAND {
            let winner = Seat(u8::from(state.taken[1] > state.taken[0]));
            let double = state.taken.contains(&HAND) || state.vulnerable == Some(winner.next(2));
            state.phase = Phase::Deal;
            self.score(state, winner, 1 + u8::from(double));
        }
    }

    fn score(&self, state: &mut State, seat: Seat, points: u8) {
        let at = seat.index() & 1;
        state.made[at] += points;
        state.points[at] += points;
        if state.points[at] >= self.options.points {
            state.phase = Phase::Over;
        }
    }
}

impl Game for Ecarte {
    type State = State;
    type Move = Move;
    type Moves = ArrayVec<Move, 32>;
    type Chance = Chance;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        State::default()
    }

    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Deal | Phase::Draw => Turn::Chance,
            Phase::Over => Turn::Over,
            _ => Turn::Player(state.mover),
        }
    }

    fn legal_moves(&self, state: &State) -> Self::Moves {
        let sets = |hand: Cards| (0..=u32::from(HAND)).flat_map(move |size| hand.subsets(size));
        match state.phase {
            Phase::Propose => [Move::Propose {}, Move::Stand {}].into_iter().collect(),
            Phase::Answer => [Move::Accept {}, Move::Refuse {}].into_iter().collect(),
            Phase::Discard => {
                let fitting = sets(state.hand()).filter(|cards| state.may_discard(cards.len()));
                let mut moves: Self::Moves = fitting.map(|cards| Move::Discard { cards }).collect();
                moves.sort_unstable();
                moves
            }
            Phase::Play => state.playable().iter().map(|card| Move::Play { card }).collect(),
            Phase::Deal | Phase::Draw | Phase::Over => ArrayVec::new(),
        }
    }

    fn play_unchecked(&self, state: &mut State, mv: Move) {
        self.apply(state, mv);
    }

    fn play(&self, state: &mut State, mv: Move) -> Result<(), Refusal> {
        if self.legal_moves(state).contains(&mv) {
            self.apply(state, mv);
            return Ok(());
        }
        Err(moves::explain(state, mv))
    }

    fn chances(&self, _: &State) -> Option<Vec<(Chance, u64)>> {
        None
    }

    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        if state.phase == Phase::Draw {
            let due = u32::from(HAND).saturating_sub(state.hand().len());
            return Chance::Draw(state.unseen().draw(due, rng));
        }
        let dealer = self.next_dealer(state).unwrap_or_else(|| Seat(below(rng, 2) as u8));
        let first = PACK.draw(HAND.into(), rng);
        let second = PACK.without(first).draw(HAND.into(), rng);
        let left = PACK.without(first | second).draw(1, rng);
        let turned = left.iter().next().unwrap_or(Card::king(0));
        Chance::Deal(Deal { dealer, hands: [first, second], turned })
    }

    fn resolve(&self, state: &mut State, outcome: &Chance) -> Result<(), Refusal> {
        let at = state.mover.index() & 1;
        match outcome {
            Chance::Deal(deal) if self.fits(state, deal, [HAND; 2]) => self.begin(state, deal),
            Chance::Draw(cards)
                if state.phase == Phase::Draw
                    && cards.without(state.unseen()).is_empty()
                    && cards.len() + state.hand().len() == u32::from(HAND) =>
            {
                state.hands[at] = state.hands[at] | *cards;
                self.drawn(state);
            }
            _ => return Err(Refusal::impossible_chance("README.md#the-deal")),
        }
        Ok(())
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        let points = BySeat::from_fn(2, |seat| state.points[seat.index()].into());
        Payoffs::ranked(points, &BySeat::from_fn(2, |_| 0))
    }

    fn round_scores(&self, state: &State) -> Option<BySeat<i32>> {
        let ended = state.phase == Phase::Over || (state.phase == Phase::Deal && state.round > 0);
        ended.then(|| BySeat::from_fn(2, |seat| state.made[seat.index()].into()))
    }

    fn key(&self, state: &State) -> u64 {
        hash_of(state)
    }
}
