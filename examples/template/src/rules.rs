//! Positions, moves, tricks and points.

use tapis_games::game::Shown;
use tapis_games::hands::{Deal, HiddenHands, Shape};
use tapis_games::hash::hash_of;
use tapis_games::playing_card::{Card, Cards, WHIST};
use tapis_games::prelude::*;
use tapis_games::shown::{Arg, Milestone, Piece, Told, Watch};

use crate::Template;
use crate::shown::TEXTS;

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

    /// Whose turn it is; who has completed the trick, as long as it lies there.
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

    /// Plays a card of the mover, before a watcher.
    pub(crate) fn lay(&self, state: &mut State, card: Card, watch: &mut impl Watch<State>) {
        let (mover, denied) = (state.mover(), self.denies(state, card));
        state.lacks[mover] = state.lacks[mover] | denied;
        state.hands[mover] = state.hands[mover].without(card);
        state.played = state.played | card;
        state.trick.push(card);
        if state.trick.len() < state.seats() {
            return;
        }
        let winner = state.winner();
        let cards = || state.trick.iter().map(|&card| Piece::from(card)).collect();
        watch.tell(|| Milestone::new("trick_won", [("seat", winner.into()), ("cards", cards())]));
        watch.stage(state);
        state.leader = winner;
        state.tricks[winner] += 1;
        state.points[winner] += 1;
        state.trick.clear();
        if self.round_scores(state).is_some() {
            watch.tell(|| Milestone::scored(self.sheet(state, Viewer::Spectator)));
        }
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
        self.lay(state, card, &mut ());
    }

    fn play(&self, state: &mut State, card: Card) -> Result<(), Refusal> {
        if self.legal_moves(state).contains(&card) {
            self.play_unchecked(state, card);
            return Ok(());
        }
        let follows =
            matches!(self.turn(state), Turn::Player(_)) && state.hands[state.mover()].contains(card);
        let playable: Arg = self.legal_moves(state).into_iter().map(Piece::from).collect();
        let told = if follows {
            Told::new("must_follow", [("cards", playable)])
        } else {
            Told::new("not_in_hand", [])
        };
        Err(Refusal::told(&TEXTS, "README.md#the-play", &told))
    }

    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Deal {
        Deal::draw(&self.deals(state), rng)
    }

    fn resolve(&self, state: &mut State, deal: &Deal) -> Result<(), Refusal> {
        if self.turn(state) != Turn::Chance || !deal.fits(&self.deals(state)) {
            return Err(Refusal::impossible_chance("README.md#the-deal"));
        }
        // Who begins the first round is drawn.
        let first = deal.first.unwrap_or_else(|| state.first.next(self.seats()));
        let hands = BySeat::from_fn(self.seats(), |seat| deal.hand(seat));
        let (points, round, turned) = (state.points.clone(), state.round + 1, deal.turned.first().copied());
        *state = State { hands, points, round, turned, first, leader: first, ..self.start() };
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
    fn hands<'a>(&self, state: &'a State) -> &'a [Cards] {
        state.hands.as_slice()
    }

    fn hands_mut<'a>(&self, state: &'a mut State) -> &'a mut [Cards] {
        state.hands.as_mut_slice()
    }

    fn pack(&self) -> Cards {
        WHIST
    }

    fn deals(&self, state: &State) -> Shape {
        let deal = Shape::deal(WHIST, self.seats(), self.cards(state.round + 1)).turning_up(1);
        if state.round == 0 { deal.drawing_first() } else { deal }
    }

    fn shown(&self, state: &State) -> Cards {
        state.turned.map_or(state.played, |turned| state.played | turned)
    }

    fn shows(&self, card: Card) -> Cards {
        card.into()
    }

    fn denies(&self, state: &State, card: Card) -> Cards {
        let led = state.trick.first().map(|led| led.suit()).filter(|&led| led != card.suit());
        led.map_or_else(Cards::default, |led| WHIST & Cards::suited(led))
    }
}
