//! [`Game`]: who may do what, and what comes of it.

use arrayvec::ArrayVec;
use tapis_games::hash::hash_of;
use tapis_games::playing_card::{Card, Cards, PIQUET};
use tapis_games::prelude::*;
use tapis_games::random::below;

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

impl Ecarte {
    /// Who deals next; `None` where that is drawn.
    fn next_dealer(&self, state: &State) -> Option<Seat> {
        if state.round > 0 { Some(state.elder()) } else { self.options.first_dealer.map(Seat) }
    }

    /// Begins a hand, of which so many cards are shown. Whether it can be dealt.
    pub(crate) fn begin(&self, state: &mut State, deal: &Deal, sizes: [u8; 2]) -> bool {
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
        if self.options.king_turned && turned == Some(state.trump_king()) {
            self.score(state, dealer, 1);
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
    fn lay(&self, state: &mut State, card: Card) {
        let (seat, at, king) = (state.mover, state.mover.index() & 1, state.trump_king());
        if state.played[at].is_empty() && state.hands[at].contains(king) {
            state.king = Some(seat);
            self.score(state, seat, 1);
        } else if state.played[at].is_empty() {
            state.lacks[at] = king.into();
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
        state.made[seat.index() & 1] += points;
        state.points[seat.index() & 1] += points;
        if state.points[seat.index() & 1] >= self.options.points {
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
            (Phase::Play, Move::Play { card }) => self.lay(state, card),
            _ => {}
        }
    }

    fn play(&self, state: &mut State, mv: Move) -> Result<(), Refusal> {
        if !self.legal_moves(state).contains(&mv) {
            return Err(explain(state, mv));
        }
        self.play_unchecked(state, mv);
        Ok(())
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
        let first = PIQUET.draw(HAND.into(), rng);
        let second = PIQUET.without(first).draw(HAND.into(), rng);
        let left = PIQUET.without(first | second);
        let turned = left.draw(1, rng).iter().next().unwrap_or(Card::new(0, Card::KING));
        Chance::Deal(Deal { dealer, hands: [first, second], turned })
    }

    fn resolve(&self, state: &mut State, outcome: &Chance) -> Result<(), Refusal> {
        let (hand, unseen) = (state.hand(), state.unseen());
        let fits = match outcome {
            Chance::Deal(deal) => self.begin(state, deal, [HAND; 2]),
            Chance::Draw(cards) => {
                let due = u32::from(HAND).saturating_sub(hand.len());
                let fits =
                    state.phase == Phase::Draw && cards.len() == due && cards.without(unseen).is_empty();
                if fits {
                    state.hands[state.mover.index() & 1] = hand | *cards;
                    self.drawn(state);
                }
                fits
            }
        };
        if fits { Ok(()) } else { Err(Refusal::impossible_chance("README.md#the-deal")) }
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
