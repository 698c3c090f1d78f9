//! Leduc poker: six cards, one each, one in the middle, two rounds of betting.
//!
//! Southey et al., *Bayes' bluff: opponent modelling in poker*, 2005: two jacks, two queens, two kings; both ante 1; a round
//! of betting with bets of 2, then a card in the middle, then a round with bets of 4; at most two raises a round, seat 0
//! begins both. A pair with the card in the middle wins, else the higher card; equal cards share. Its value for seat 0 is
//! about −0.0856. Cards of one rank are alike. Scores are chips won.

use arrayvec::ArrayVec;
use rand::Rng;
use serde::{Deserialize, Serialize};
use tapis_games::game::{Game, Turn};
use tapis_games::payoff::Payoffs;
use tapis_games::random::below;
use tapis_games::refusal::Refusal;
use tapis_games::seat::{BySeat, Seat};
use utoipa::ToSchema;

use super::mix::mix;

mod betting;
mod observed;
mod published;
#[cfg(test)]
mod tests;

pub use betting::{Action, Betting};
pub use observed::{Knowledge, Outcome};
pub use published::{Document, Parts};

const RULE: &str = "testing/leduc";

/// Chips that are put in before the deal, and those of a bet in each round.
const ANTE: i32 = 1;
const BETS: [i32; 2] = [2, 4];

/// The rules; there are no options.
#[derive(Clone, Debug, Default)]
pub struct Leduc {
    settings: tapis_games::open::NoSettings,
}

/// A card; there are two of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LeducCard)]
pub enum Card {
    /// The lowest.
    Jack,
    /// The middle one.
    Queen,
    /// The highest.
    King,
}

/// All ranks, ascending.
pub const RANKS: [Card; 3] = [Card::Jack, Card::Queen, Card::King];
/// Cards of each rank.
const COPIES: u32 = 2;

/// What chance decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = LeducChance)]
pub enum Luck {
    /// The set-up.
    Deal {
        /// The card of seat 0 and that of seat 1.
        cards: [Card; 2],
    },
    /// The card in the middle.
    Middle {
        /// Which.
        card: Card,
    },
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The cards of the seats, once dealt.
    pub cards: Option<[Card; 2]>,
    /// The card in the middle, once turned up.
    pub middle: Option<Card>,
    /// The betting of both rounds.
    pub rounds: [Betting; 2],
}

impl State {
    /// The number of the round that is bet in.
    #[inline]
    pub fn round(&self) -> usize {
        usize::from(self.middle.is_some())
    }

    #[inline]
    fn betting(&self) -> Betting {
        self.rounds[self.round()]
    }

    /// Whether the cards are shown.
    #[inline]
    pub fn is_showdown(&self) -> bool {
        self.rounds[1].is_called()
    }

    /// Copies of a card that are neither in a hand nor in the middle.
    fn left(&self, card: Card) -> u32 {
        let seen = self.cards.iter().flatten().chain(&self.middle).filter(|&&other| other == card);
        COPIES.saturating_sub(seen.count() as u32)
    }

    /// All that everybody knows, as a number.
    #[inline]
    fn public_code(&self) -> u64 {
        let middle = self.middle.map_or(0, |card| 1 + card as u64);
        middle << 32 | self.rounds[1].code() << 16 | self.rounds[0].code()
    }
}

impl Game for Leduc {
    type State = State;
    type Move = Action;
    type Moves = ArrayVec<Action, 3>;
    type Chance = Luck;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        State { cards: None, middle: None, rounds: [Betting::default(); 2] }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        let betting = state.betting();
        if state.cards.is_none() {
            Turn::Chance
        } else if betting.is_folded() {
            Turn::Over
        } else if !betting.is_called() {
            Turn::Player(betting.to_move())
        } else if state.middle.is_none() {
            Turn::Chance
        } else {
            Turn::Over
        }
    }

    fn legal_moves(&self, state: &State) -> Self::Moves {
        let mut moves = ArrayVec::new();
        if matches!(self.turn(state), Turn::Player(_)) {
            let betting = state.betting();
            moves.extend(betting.is_raised().then_some(Action::Fold));
            moves.push(Action::Call);
            moves.extend(betting.may_raise().then_some(Action::Raise));
        }
        moves
    }

    #[inline]
    fn play_unchecked(&self, state: &mut State, action: Action) {
        let round = state.round();
        state.rounds[round].add(action);
    }

    fn play(&self, state: &mut State, action: Action) -> Result<(), Refusal> {
        if !self.legal_moves(state).contains(&action) {
            let (en, fr) = ("that cannot be done here", "cela ne peut pas être fait ici");
            return Err(Refusal::new("not_possible", RULE, en, fr));
        }
        self.play_unchecked(state, action);
        Ok(())
    }

    fn chances(&self, state: &State) -> Option<Vec<(Luck, u64)>> {
        if self.turn(state) != Turn::Chance {
            return None;
        }
        if state.cards.is_some() {
            let middle = |card| (Luck::Middle { card }, u64::from(state.left(card)));
            return Some(RANKS.into_iter().map(middle).filter(|(_, weight)| *weight > 0).collect());
        }
        let weight = |one: Card, other: Card| u64::from(COPIES * (COPIES - u32::from(one == other)));
        let deal = |one, other| (Luck::Deal { cards: [one, other] }, weight(one, other));
        Some(RANKS.into_iter().flat_map(|one| RANKS.map(|other| deal(one, other))).collect())
    }

    #[inline]
    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Luck {
        match state.cards {
            None => {
                // The first of six cards, then one of the five others, counted on from it.
                let all = RANKS.len() as u32 * COPIES;
                let first = below(rng, all);
                let second = (first + 1 + below(rng, all - 1)) % all;
                Luck::Deal { cards: [first, second].map(|card| RANKS[(card / COPIES) as usize % 3]) }
            }
            Some(_) => {
                let mut chosen = below(rng, RANKS.len() as u32 * COPIES - 2);
                for card in RANKS {
                    match chosen.checked_sub(state.left(card)) {
                        Some(rest) => chosen = rest,
                        None => return Luck::Middle { card },
                    }
                }
                Luck::Middle { card: Card::King }
            }
        }
    }

    #[inline]
    fn resolve(&self, state: &mut State, luck: &Luck) -> Result<(), Refusal> {
        let due = self.turn(state) == Turn::Chance;
        match *luck {
            Luck::Deal { cards } if due && state.cards.is_none() => state.cards = Some(cards),
            Luck::Middle { card } if due && state.cards.is_some() && state.left(card) > 0 => {
                state.middle = Some(card);
            }
            _ => {
                let (en, fr) = ("that cannot come up here", "cela ne peut pas arriver ici");
                return Err(Refusal::new("impossible_chance", RULE, en, fr));
            }
        }
        Ok(())
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        Payoffs::ranked(winnings(state), &BySeat::from_fn(2, |_| 0))
    }

    fn round_scores(&self, state: &State) -> Option<BySeat<i32>> {
        (self.turn(state) == Turn::Over).then(|| winnings(state))
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        let cards = state.cards.map_or(0, |[one, other]| 1 + 4 * one as u64 + other as u64);
        mix(cards << 40 | state.public_code())
    }
}

/// The seat that has won, if any has.
#[inline]
fn winner(state: &State) -> Option<Seat> {
    let betting = state.betting();
    if betting.is_folded() {
        return Some(betting.to_move());
    }
    let [one, other] = state.cards.filter(|_| state.is_showdown())?;
    // A pair outranks every card; both cannot have one.
    let rank = |card| if state.middle == Some(card) { RANKS.len() } else { card as usize };
    (one != other).then_some(Seat(u8::from(rank(other) > rank(one))))
}

/// What each seat has won; nothing before the end.
#[inline]
fn winnings(state: &State) -> BySeat<i32> {
    let chips = match winner(state) {
        Some(_) => {
            ANTE + (0..2).map(|round| BETS[round] * i32::from(state.rounds[round].called())).sum::<i32>()
        }
        None => 0,
    };
    BySeat::from_fn(2, |seat| if winner(state) == Some(seat) { chips } else { -chips })
}
