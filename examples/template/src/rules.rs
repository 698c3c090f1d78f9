//! Positions, moves, tricks and points.

use tapis_games::hands::{Deal, HiddenHands};
use tapis_games::hash::hash_of;
use tapis_games::playing_card::{Card, Cards, WHIST};
use tapis_games::prelude::*;

use crate::Template;

/// A position with all hands in it; without those hidden from a viewer it is what that viewer sees. Lists are by seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// The cards in hand.
    pub hands: BySeat<Cards>,
    /// Cards that a seat has shown not to hold, as it did not follow suit.
    pub lacks: BySeat<Cards>,
    /// Who leads the trick under way.
    pub leader: Seat,
    /// The cards played in this round.
    pub played: Cards,
    /// Points of the game.
    pub points: BySeat<i32>,
    /// The round, from 1; 0 before the first deal.
    pub round: u8,
    /// Who began this round.
    pub first: Seat,
    /// Tricks taken in this round.
    pub tricks: BySeat<i32>,
    /// The cards of the trick under way, in the order of play.
    pub trick: Vec<Card>,
    /// The card turned up for trumps.
    pub turned: Option<Card>,
}

impl State {
    fn seats(&self) -> usize {
        self.hands.len()
    }

    pub(crate) fn mover(&self) -> Seat {
        Seat(((self.leader.index() + self.trick.len()) % self.seats()) as u8)
    }

    /// Tricks are played until they are as many as each seat had cards.
    fn is_dealt(&self, cards: u32) -> bool {
        self.round > 0 && self.tricks.iter().sum::<i32>() < cards as i32
    }

    /// The cards the mover may play.
    fn playable(&self) -> Cards {
        let hand = self.hands[self.mover()];
        let follow = self.trick.first().map_or(hand, |led| hand & Cards::suited(led.suit()));
        if follow.is_empty() { hand } else { follow }
    }

    /// The best card of the trick: by trumps, then by the suit led, then by rank.
    fn winner(&self) -> Seat {
        let led = self.trick.first().map(|card| card.suit());
        let trumps = self.turned.map(Card::suit);
        let worth = |card: Card| (Some(card.suit()) == trumps, Some(card.suit()) == led, card.rank());
        let best = (0..self.trick.len()).max_by_key(|&at| worth(self.trick[at])).unwrap_or(0);
        Seat(((self.leader.index() + best) % self.seats()) as u8)
    }
}

impl Template {
    /// Cards of each seat in a round; 0 after the last.
    fn cards(&self, round: u8) -> u32 {
        u32::from((self.options.cards + 1).saturating_sub(round.max(1)))
    }
}

impl Game for Template {
    type State = State;
    type Move = Card;
    type Moves = Vec<Card>;
    type Chance = Deal;

    fn seats(&self) -> usize {
        self.options.players.into()
    }

    fn start(&self) -> State {
        let (none, zero) =
            (BySeat::from_fn(self.seats(), |_| Cards::default()), BySeat::from_fn(self.seats(), |_| 0));
        State {
            hands: none.clone(),
            lacks: none,
            leader: Seat(0),
            played: Cards::default(),
            points: zero.clone(),
            round: 0,
            first: Seat(0),
            tricks: zero,
            trick: Vec::new(),
            turned: None,
        }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.is_dealt(self.cards(state.round)) {
            true => Turn::Player(state.mover()),
            false if state.round == self.options.cards => Turn::Over,
            false => Turn::Chance,
        }
    }

    fn legal_moves(&self, state: &State) -> Vec<Card> {
        let to_move = matches!(self.turn(state), Turn::Player(_));
        if to_move { state.playable().iter().collect() } else { Vec::new() }
    }

    fn play_unchecked(&self, state: &mut State, card: Card) {
        let (mover, denied) = (state.mover(), self.denies(state, card));
        state.lacks[mover] = state.lacks[mover] | denied;
        state.hands[mover] = state.hands[mover].without(card);
        state.played = state.played | card;
        state.trick.push(card);
        if state.trick.len() == state.seats() {
            state.leader = state.winner();
            state.tricks[state.leader] += 1;
            state.points[state.leader] += 1;
            state.trick.clear();
        }
    }

    fn play(&self, state: &mut State, card: Card) -> Result<(), Refusal> {
        if self.legal_moves(state).contains(&card) {
            self.play_unchecked(state, card);
            return Ok(());
        }
        let follows =
            matches!(self.turn(state), Turn::Player(_)) && state.hands[state.mover()].contains(card);
        Err(match follows {
            true => Refusal::new("must_follow", "README.md#the-play", "follow suit", "fournissez la couleur"),
            false => Refusal::new(
                "not_in_hand",
                "README.md#the-play",
                "play a card of your hand",
                "jouez une carte de votre main",
            ),
        })
    }

    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Deal {
        let first = (state.round > 0).then(|| state.first.next(self.seats()));
        Deal::draw(WHIST, self.seats(), self.dealt(state), first, rng)
    }

    fn resolve(&self, state: &mut State, deal: &Deal) -> Result<(), Refusal> {
        let first = state.round == 0 || deal.first == state.first.next(self.seats());
        let fits = first && deal.fits(WHIST, self.seats(), self.dealt(state));
        if self.turn(state) != Turn::Chance || !fits {
            return Err(Refusal::impossible_chance("README.md#the-deal"));
        }
        let points = state.points.clone();
        let round = state.round + 1;
        *state =
            State { hands: deal.hands.clone(), points, round, turned: Some(deal.turned), ..self.start() };
        (state.first, state.leader) = (deal.first, deal.first);
        Ok(())
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        Payoffs::ranked(state.points.clone(), &BySeat::from_fn(self.seats(), |_| 0))
    }

    fn round_scores(&self, state: &State) -> Option<BySeat<i32>> {
        (state.round > 0 && !state.is_dealt(self.cards(state.round))).then(|| state.tricks.clone())
    }

    fn key(&self, state: &State) -> u64 {
        hash_of(state)
    }
}

impl HiddenHands for Template {
    fn hands<'a>(&self, state: &'a State) -> &'a BySeat<Cards> {
        &state.hands
    }

    fn hands_mut<'a>(&self, state: &'a mut State) -> &'a mut BySeat<Cards> {
        &mut state.hands
    }

    fn pack(&self) -> Cards {
        WHIST
    }

    fn dealt(&self, state: &State) -> u32 {
        self.cards(state.round + 1)
    }

    fn shown(&self, state: &State) -> Cards {
        state.turned.map_or(state.played, |turned| state.played | turned)
    }

    fn lacks(&self, state: &State, seat: Seat) -> Cards {
        state.lacks[seat]
    }

    fn denies(&self, state: &State, card: Card) -> Cards {
        let led = state.trick.first().map(|led| led.suit()).filter(|&led| led != card.suit());
        led.map_or_else(Cards::default, |led| WHIST & Cards::suited(led))
    }

    fn card(&self, card: Card) -> Option<Card> {
        Some(card)
    }
}
