//! Kuhn poker: three cards, one each, one bet; the smallest game of hidden cards with a known solution.
//!
//! H. W. Kuhn, *Simplified Two-Person Poker*, 1950: both ante 1; seat 0 passes or bets 1; a bet is answered by a bet
//! (call) or a pass (fold); a pass by a pass (showdown) or a bet, which seat 0 then answers. Its value for seat 0 is
//! −1/18. The higher card wins a showdown, which alone shows the cards.

use arrayvec::ArrayVec;
use rand::Rng;
use serde::{Deserialize, Serialize};
use tapis_games::game::{Game, Turn};
use tapis_games::payoff::Payoffs;
use tapis_games::random::below;
use tapis_games::refusal::Refusal;
use tapis_games::seat::{BySeat, Seat};
use utoipa::ToSchema;

mod line;
mod observed;
mod published;
mod shown;
#[cfg(test)]
mod tests;

pub use line::{Action, Line};
pub use observed::{Knowledge, Outcome, SeenCard};
pub use published::{NoSettings, Parts};

const RULE: &str = "testing/kuhn";

/// The rules; there are no options.
#[derive(Clone, Debug, Default)]
pub struct Kuhn {
    settings: NoSettings,
}

/// One of the three cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = KuhnCard)]
pub enum Card {
    /// The lowest.
    Jack,
    /// The middle one.
    Queen,
    /// The highest.
    King,
}

/// The cards of both seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = KuhnDeal)]
pub struct Deal {
    /// The card of seat 0 and that of seat 1.
    pub cards: [Card; 2],
}

/// The six deals, all equally likely.
pub const DEALS: [Deal; 6] = {
    use Card::{Jack, King, Queen};
    [
        Deal { cards: [Jack, Queen] },
        Deal { cards: [Jack, King] },
        Deal { cards: [Queen, Jack] },
        Deal { cards: [Queen, King] },
        Deal { cards: [King, Jack] },
        Deal { cards: [King, Queen] },
    ]
};

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// The cards, once dealt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deal: Option<Deal>,
    /// The betting so far.
    pub line: Line,
}

impl Deal {
    /// The card of one of the two seats.
    pub fn card(&self, seat: Seat) -> Card {
        self.cards[seat.index() & 1]
    }

    /// The seat with the higher card.
    pub fn higher(&self) -> Seat {
        Seat(u8::from(self.cards[1] > self.cards[0]))
    }
}

impl Game for Kuhn {
    type State = State;
    type Move = Action;
    type Moves = ArrayVec<Action, 2>;
    type Chance = Deal;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        State { deal: None, line: Line::Start }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match (state.deal, state.line.to_move()) {
            (None, _) => Turn::Chance,
            (Some(_), Some(seat)) => Turn::Player(seat),
            (Some(_), None) => Turn::Over,
        }
    }

    fn legal_moves(&self, state: &State) -> Self::Moves {
        match self.turn(state) {
            Turn::Player(_) => ArrayVec::from([Action::Pass, Action::Bet]),
            _ => ArrayVec::new(),
        }
    }

    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Option<Action> {
        match self.turn(state) {
            Turn::Player(_) if below(rng, 2) == 0 => Some(Action::Pass),
            Turn::Player(_) => Some(Action::Bet),
            _ => None,
        }
    }

    #[inline]
    fn play_unchecked(&self, state: &mut State, action: Action) {
        state.line = state.line.then(action);
    }

    fn play(&self, state: &mut State, action: Action) -> Result<(), Refusal> {
        if !matches!(self.turn(state), Turn::Player(_)) {
            return Err(Refusal::new("game_over", RULE, "nobody is to move", "personne n'est au trait"));
        }
        self.play_unchecked(state, action);
        Ok(())
    }

    fn chances(&self, state: &State) -> Option<Vec<(Deal, u64)>> {
        state.deal.is_none().then(|| DEALS.map(|deal| (deal, 1)).to_vec())
    }

    #[inline]
    fn sample_chance<R: Rng + ?Sized>(&self, _: &State, rng: &mut R) -> Deal {
        DEALS[below(rng, DEALS.len() as u32) as usize]
    }

    fn resolve(&self, state: &mut State, deal: &Deal) -> Result<(), Refusal> {
        let (en, fr) = if state.deal.is_some() {
            ("the cards are dealt already", "les cartes sont déjà distribuées")
        } else if deal.cards[0] == deal.cards[1] {
            ("a card is dealt once", "une carte n'est distribuée qu'une fois")
        } else {
            state.deal = Some(*deal);
            return Ok(());
        };
        Err(Refusal::new("impossible_deal", RULE, en, fr))
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        Payoffs::ranked(winnings(state), &BySeat::from_fn(2, |_| 0))
    }

    fn round_scores(&self, state: &State) -> Option<BySeat<i32>> {
        (self.turn(state) == Turn::Over).then(|| winnings(state))
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        let deal = state.deal.map_or(0, |deal| 1 + 4 * deal.cards[0] as u64 + deal.cards[1] as u64);
        super::mix::mix(deal << 8 | state.line as u64)
    }
}

/// What each seat has won so far; nothing before the end.
fn winnings(state: &State) -> BySeat<i32> {
    let (winner, chips) = match (state.deal, state.line) {
        (Some(deal), Line::PassPass) => (deal.higher(), 1),
        (Some(deal), Line::BetBet | Line::PassBetBet) => (deal.higher(), 2),
        (Some(_), Line::BetPass) => (Seat(0), 1),
        (Some(_), Line::PassBetPass) => (Seat(1), 1),
        _ => (Seat(0), 0),
    };
    BySeat::from_fn(2, |seat| if seat == winner { chips } else { -chips })
}
