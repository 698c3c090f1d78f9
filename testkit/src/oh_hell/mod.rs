//! Oh Hell: bid how many tricks you will take, then take exactly so many. Four seats, 52 cards, a trump suit.
//!
//! The rules of D. Parlett, *The Penguin Book of Card Games*, as the OpenSpiel library has them: every seat is dealt
//! as many cards as there are tricks, one more card is turned up for trumps, the rest lies aside. Seat 0 bids and leads first,
//! seat 3 is the dealer and bids last, but not so that all bids together are the number of tricks. Suit must be followed; the
//! highest trump takes the trick, else the highest card of the suit led, and its seat leads next. A trick is one point, and
//! bidding exactly ten more.
//!
//! Options: the tricks of the hand, 1 to 12. Notation `bid 3`, `play Qs`.

use arrayvec::ArrayVec;
use rand::Rng;
use serde::{Deserialize, Serialize};
use tapis_games::bits::RankedBits;
use tapis_games::game::{Game, Turn};
use tapis_games::pack::PackCard;
use tapis_games::payoff::Payoffs;
use tapis_games::playing_card::WHIST;
use tapis_games::random::below;
use tapis_games::refusal::Refusal;
use tapis_games::seat::{BySeat, Seat};
use utoipa::ToSchema;

use super::mix::mix;

mod knowledge;
mod observed;
mod published;
mod state;
#[cfg(test)]
mod tests;

pub use knowledge::Knowledge;
pub use observed::Outcome;
pub use published::{Parts, Settings};
pub use state::State;
pub use tapis_games::playing_card::{Card, Cards};

const RULE: &str = "testing/oh_hell";
/// Seats of every table.
pub const SEATS: usize = 4;
/// Tricks of a hand, at most: one card is left for trumps.
pub const MAX_TRICKS: u8 = 12;
/// Points for a bid that came out.
const EXACT: i32 = 10;

/// The rules with their number of tricks.
#[derive(Clone, Debug, Default)]
pub struct OhHell {
    settings: Settings,
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// So many tricks.
    Bid(u8),
    /// A card to the trick.
    Play(Card),
}

/// The set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OhHellDeal)]
pub struct Deal {
    /// The cards of the seats.
    pub hands: [Cards; SEATS],
    /// The card turned up.
    pub trump: Card,
}

impl OhHell {
    /// Tricks of the hand.
    #[inline]
    fn tricks(&self) -> u8 {
        self.settings.tricks
    }

    /// The bid that the last seat may not make, if it is its turn.
    #[inline]
    fn barred(&self, state: &State) -> Option<u8> {
        let last = usize::from(state.decisions) == SEATS - 1;
        let sum: u8 = state.bids.iter().sum();
        if last { self.tricks().checked_sub(sum) } else { None }
    }

    /// Whether the hand is played out.
    #[inline]
    fn is_over(&self, state: &State) -> bool {
        usize::from(state.decisions) >= SEATS * (1 + usize::from(self.tricks()))
    }
}

impl Game for OhHell {
    type State = State;
    type Move = Move;
    type Moves = ArrayVec<Move, { MAX_TRICKS as usize + 1 }>;
    type Chance = Deal;

    fn seats(&self) -> usize {
        SEATS
    }

    fn start(&self) -> State {
        State::default()
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.trump.is_none() {
            Turn::Chance
        } else if self.is_over(state) {
            Turn::Over
        } else {
            Turn::Player(Seat(state.mover))
        }
    }

    fn legal_moves(&self, state: &State) -> Self::Moves {
        match self.turn(state) {
            Turn::Player(_) if state.is_bidding() => {
                let barred = self.barred(state);
                (0..=self.tricks()).filter(|&bid| Some(bid) != barred).map(Move::Bid).collect()
            }
            Turn::Player(_) => state.playable().iter().map(Move::Play).collect(),
            _ => ArrayVec::new(),
        }
    }

    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Option<Move> {
        match self.turn(state) {
            Turn::Player(_) if state.is_bidding() => {
                let barred = self.barred(state);
                let bid = below(rng, u32::from(self.tricks() + u8::from(barred.is_none()))) as u8;
                Some(Move::Bid(bid + u8::from(barred.is_some_and(|barred| bid >= barred))))
            }
            Turn::Player(_) => any(state.playable(), rng).map(Move::Play),
            _ => None,
        }
    }

    #[inline]
    fn forced_move(&self, state: &State) -> Option<Move> {
        if state.is_bidding() || self.is_over(state) {
            return None;
        }
        let only = state.playable().bits();
        only.is_power_of_two().then(|| Move::Play(Card::at(only.trailing_zeros() as u8)))
    }

    #[inline]
    fn play_unchecked(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Bid(bid) => state.bid(bid),
            Move::Play(card) => state.put(card),
        }
    }

    fn play(&self, state: &mut State, mv: Move) -> Result<(), Refusal> {
        if !self.legal_moves(state).contains(&mv) {
            let (en, fr) = match mv {
                Move::Bid(_) => ("that cannot be bid here", "cela ne peut pas être annoncé ici"),
                Move::Play(_) => {
                    ("that card cannot be played here", "cette carte ne peut pas être jouée ici")
                }
            };
            return Err(Refusal::new("not_possible", RULE, en, fr));
        }
        self.play_unchecked(state, mv);
        Ok(())
    }

    fn sample_chance<R: Rng + ?Sized>(&self, _: &State, rng: &mut R) -> Deal {
        let mut left = WHIST;
        let hands = [(); SEATS].map(|()| {
            let hand = left.draw(self.tricks().into(), rng);
            left = left.without(hand);
            hand
        });
        // One card at least is left: twelve tricks take 48.
        Deal { hands, trump: any(left, rng).unwrap_or(Card::at(0)) }
    }

    fn resolve(&self, state: &mut State, deal: &Deal) -> Result<(), Refusal> {
        let dealt = deal.hands.iter().fold(Cards::from(deal.trump), |all, &hand| all | hand);
        let (en, fr) = if state.trump.is_some() {
            ("the cards are dealt already", "les cartes sont déjà distribuées")
        } else if deal.hands.iter().any(|hand| hand.len() != u32::from(self.tricks())) {
            ("every seat is dealt a card a trick", "chaque place reçoit une carte par levée")
        } else if dealt.len() != SEATS as u32 * u32::from(self.tricks()) + 1 {
            ("a card is dealt once", "une carte n'est distribuée qu'une fois")
        } else {
            state.hands = deal.hands;
            state.trump = Some(deal.trump);
            return Ok(());
        };
        Err(Refusal::new("impossible_deal", RULE, en, fr))
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        Payoffs::ranked(state.points(self.is_over(state)), &BySeat::from_fn(SEATS, |_| 0))
    }

    fn round_scores(&self, state: &State) -> Option<BySeat<i32>> {
        (state.trump.is_some() && self.is_over(state)).then(|| state.points(true))
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.hands.iter().fold(mix(state.table_code()), |key, hand| mix(key ^ hand.bits()))
    }
}

/// One of some cards, all as likely.
#[inline]
pub fn any<R: Rng + ?Sized>(cards: Cards, rng: &mut R) -> Option<Card> {
    RankedBits::new(cards.bits()).any(rng).map(Card::at)
}
