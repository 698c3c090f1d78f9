//! [`Game`]: who may do what, and what comes of it.

use arrayvec::ArrayVec;
use tapis_games::hash::hash_of;
use tapis_games::playing_card::{Card, Cards, PIQUET};
use tapis_games::prelude::*;
use tapis_games::random::below;
use tapis_games::shown::Watch;

use crate::Ecarte;
use crate::moves::{Move, explain};
use crate::state::{HAND, Phase, State};

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
        let may = |cards: &Cards| state.may_discard(cards.len());
        match state.phase {
            Phase::Propose => [Move::Propose {}, Move::Stand {}].into_iter().collect(),
            Phase::Answer => [Move::Accept {}, Move::Refuse {}].into_iter().collect(),
            Phase::Discard => state.hand().sets().filter(may).map(|cards| Move::Discard { cards }).collect(),
            Phase::Play => state.playable().iter().map(|card| Move::Play { card }).collect(),
            Phase::Deal | Phase::Draw | Phase::Over => ArrayVec::new(),
        }
    }

    fn play_unchecked(&self, state: &mut State, mv: Move) {
        self.apply(state, mv, &mut ());
    }

    fn play(&self, state: &mut State, mv: Move) -> Result<(), Refusal> {
        if !self.legal_moves(state).contains(&mv) {
            return Err(explain(state, mv));
        }
        self.play_unchecked(state, mv);
        Ok(())
    }

    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        if state.phase == Phase::Draw {
            return Chance::Draw(state.unseen().draw(state.due(), rng));
        }
        let dealer = self.next_dealer(state).unwrap_or_else(|| Seat(below(rng, 2) as u8));
        let first = PIQUET.draw(HAND.into(), rng);
        let second = PIQUET.without(first).draw(HAND.into(), rng);
        let left = PIQUET.without(first | second);
        let turned = left.draw(1, rng).iter().next().unwrap_or(Card::new(0, Card::KING));
        Chance::Deal(Deal { dealer, hands: [first, second], turned })
    }

    fn resolve(&self, state: &mut State, outcome: &Chance) -> Result<(), Refusal> {
        self.decide(state, outcome, &mut ())
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

impl Ecarte {
    /// Carries a move out.
    pub(crate) fn apply(&self, state: &mut State, mv: Move, watch: &mut impl Watch<State>) {
        match (state.phase, mv) {
            (Phase::Propose, Move::Propose {}) => (state.phase, state.mover) = (Phase::Answer, state.dealer),
            (Phase::Answer, Move::Accept {}) => (state.phase, state.mover) = (Phase::Discard, state.elder()),
            (Phase::Propose, Move::Stand {}) | (Phase::Answer, Move::Refuse {}) => {
                state.vulnerable = (state.discarded == [0; 2]).then_some(state.mover);
                (state.phase, state.mover) = (Phase::Play, state.elder());
            }
            (Phase::Discard, Move::Discard { cards }) => {
                let (at, cards) = (state.mover.index() & 1, cards & state.hand());
                state.hands[at] = state.hands[at].without(cards);
                state.discards[at] = state.discards[at] | cards;
                self.discard(state, cards.len() as u8);
            }
            (Phase::Play, Move::Play { card }) => self.lay(state, card, watch),
            _ => {}
        }
    }

    /// Applies an outcome of chance, if it is possible.
    pub(crate) fn decide(
        &self,
        state: &mut State,
        outcome: &Chance,
        watch: &mut impl Watch<State>,
    ) -> Result<(), Refusal> {
        match outcome {
            Chance::Deal(deal) if self.begin(state, deal, [HAND; 2], watch) => {}
            Chance::Draw(cards)
                if state.phase == Phase::Draw
                    && cards.len() == state.due()
                    && cards.without(state.unseen()).is_empty() =>
            {
                state.hands[state.mover.index() & 1] = state.hand() | *cards;
                self.drawn(state);
            }
            _ => return Err(Refusal::impossible_chance("README.md#the-deal")),
        }
        Ok(())
    }
}
