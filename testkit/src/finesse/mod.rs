//! One suit with a two-way finesse: where solving every deal and averaging gives wrong advice.
//!
//! Declarer (seat 0) plays North and South, the defence (seat 1) West and East; only the defence sees its own cards.
//! North holds A J 2, South K T 3, the defence Q 9 8 7 6 5, three cards each (20 equally likely deals). Declarer needs
//! all three tricks and leads to each of them from either hand (other suits give the entries); play goes clockwise,
//! the highest card wins, a lost trick ends the game. Instead of the first lead declarer may turn to `other suit`, which
//! works in three cases of four: unless the jack of four hearts is turned up.
//!
//! In every single deal declarer can win: the queen lies somewhere, and is finessed there. So averaging solved deals
//! promises 1 for the first lead of a low card and prefers it to the other suit's ¾. But nobody can finesse both ways: as the
//! defence has low cards to follow with, no plan wins more than half of the deals. That is strategy fusion (I. Frank and
//! D. Basin, *Search in games with incomplete information*, 1998).
//!
//! North's and South's cards lie open; those of the defence are its two [hands](tapis_games::hands). Notation `play Qs`, `other suit`.

use tapis_games::bits::subsets;
use tapis_games::hands::{Deal, HiddenHands, Shape};
use tapis_games::hash::hash_of;
use tapis_games::open::NoSettings;
use tapis_games::playing_card::{Card, Cards};
use tapis_games::prelude::*;

mod published;
#[cfg(test)]
mod tests;

pub use published::Parts;

const RULE: &str = "testing/finesse";
/// Cards of each hand, and tricks to win.
pub const TRICKS: usize = 3;

/// North's place in a list of hands.
pub const NORTH: usize = 0;
/// East's.
pub const EAST: usize = 1;
/// South's.
pub const SOUTH: usize = 2;
/// West's.
pub const WEST: usize = 3;

/// North's and South's cards, at their places.
const OPEN: [Cards; 4] = [spades(0x1201), Cards::from_bits(0), spades(0x0902), Cards::from_bits(0)];
/// The defence's six cards.
pub const DEFENCE: Cards = spades(0x04f8);
/// One of these is turned up where declarer tries the other suit: with the lowest it fails.
pub const OTHER_SUIT: Cards = Cards::from_bits(0x1e00 << 32);

const fn spades(ranks: u64) -> Cards {
    Cards::from_bits(ranks << 48)
}

/// The rules; there are no options.
#[derive(Clone, Debug, Default)]
pub struct Finesse {
    settings: NoSettings,
}

tapis_games::observe_hidden_hands!(Finesse);

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A card from the hand at this place.
    Play(u8, Card),
    /// Declarer tries the other suit instead.
    OtherSuit,
}

/// What is awaited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FinesseStage)]
pub enum Stage {
    /// The deal.
    Deal,
    /// A card.
    Play,
    /// What the other suit brings.
    OtherSuit,
    /// Declarer has won.
    Made,
    /// The defence has won.
    Down,
}

/// A position. Lists are by place: North, East, South, West.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// The cards left to the defence.
    pub hands: [Cards; 4],
    /// The cards left to declarer.
    pub open: [Cards; 4],
    /// The cards that were played or turned up.
    pub shown: Cards,
    /// The cards of the trick under way, the leader's first.
    pub trick: Vec<Card>,
    /// The hand that led to it.
    pub leader: u8,
    /// Tricks played out.
    pub tricks: u8,
    /// What comes next.
    pub stage: Stage,
}

impl State {
    /// The hand to play to the trick under way; `None` when declarer leads.
    pub fn next_hand(&self) -> Option<usize> {
        (!self.trick.is_empty()).then(|| (self.leader as usize + self.trick.len()) % 4)
    }

    /// The cards that may be played now, each with the place of its hand.
    fn playable(&self) -> impl Iterator<Item = Move> + '_ {
        let next = self.next_hand();
        let plays = move |hand: &usize| next.map_or(hand.is_multiple_of(2), |next| next == *hand);
        let cards =
            move |hand: usize| (self.hands[hand] | self.open[hand]).iter().map(move |card| (hand, card));
        (0..4).filter(plays).flat_map(cards).map(|(hand, card)| Move::Play(hand as u8, card))
    }

    /// Whether the first card is still to come.
    fn is_untouched(&self) -> bool {
        self.tricks == 0 && self.trick.is_empty()
    }

    fn put(&mut self, hand: u8, card: Card) {
        let place = usize::from(hand) % 4;
        if self.trick.is_empty() {
            self.leader = hand;
        }
        self.hands[place] = self.hands[place].without(card);
        self.open[place] = self.open[place].without(card);
        self.shown = self.shown | card;
        self.trick.push(card);
        if self.trick.len() == 4 {
            self.close_trick();
        }
    }

    fn close_trick(&mut self) {
        let best = (0..4).max_by_key(|&place| self.trick[place]).unwrap_or(0);
        let winner = (self.leader as usize + best) % 4;
        self.trick.clear();
        self.tricks += 1;
        if winner == EAST || winner == WEST {
            self.stage = Stage::Down;
        } else if usize::from(self.tricks) == TRICKS {
            self.stage = Stage::Made;
        }
    }
}

impl Game for Finesse {
    type State = State;
    type Move = Move;
    type Moves = Vec<Move>;
    type Chance = Deal;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        let (hands, shown) = (Default::default(), Cards::default());
        State { hands, open: OPEN, shown, trick: Vec::new(), leader: 0, tricks: 0, stage: Stage::Deal }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.stage {
            Stage::Deal | Stage::OtherSuit => Turn::Chance,
            Stage::Play => Turn::Player(Seat(state.next_hand().map_or(0, |hand| hand as u8 % 2))),
            Stage::Made | Stage::Down => Turn::Over,
        }
    }

    fn legal_moves(&self, state: &State) -> Vec<Move> {
        if state.stage != Stage::Play {
            return Vec::new();
        }
        state.playable().chain(state.is_untouched().then_some(Move::OtherSuit)).collect()
    }

    fn play_unchecked(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Play(hand, card) => state.put(hand, card),
            Move::OtherSuit => state.stage = Stage::OtherSuit,
        }
    }

    fn play(&self, state: &mut State, mv: Move) -> Result<(), Refusal> {
        if !self.legal_moves(state).contains(&mv) {
            let (en, fr) = ("that cannot be played here", "cela ne peut pas être joué ici");
            return Err(Refusal::new("not_playable", RULE, en, fr));
        }
        self.play_unchecked(state, mv);
        Ok(())
    }

    fn chances(&self, state: &State) -> Option<Vec<(Deal, u64)>> {
        let none = Cards::default();
        let dealt = |west| Deal {
            anew: true,
            hands: vec![none, DEFENCE.without(west), none, west],
            ..Deal::default()
        };
        let turned = |card| Deal { hands: vec![none; 4], turned: vec![card], ..Deal::default() };
        match state.stage {
            Stage::Deal => {
                let hands = subsets(DEFENCE.bits(), TRICKS as u32).into_iter().map(Cards::from_bits);
                Some(hands.map(|west| (dealt(west), 1)).collect())
            }
            Stage::OtherSuit => Some(OTHER_SUIT.iter().map(|card| (turned(card), 1)).collect()),
            _ => None,
        }
    }

    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Deal {
        Deal::draw(&self.deals(state), rng)
    }

    fn resolve(&self, state: &mut State, deal: &Deal) -> Result<(), Refusal> {
        if self.turn(state) != Turn::Chance || !deal.fits(&self.deals(state)) {
            return Err(Refusal::impossible_chance(RULE));
        }
        state.stage = match deal.turned.first() {
            None => Stage::Play,
            turned if turned == OTHER_SUIT.iter().next().as_ref() => Stage::Down,
            Some(_) => Stage::Made,
        };
        if deal.anew {
            state.hands.copy_from_slice(&deal.hands);
        }
        state.shown = deal.turned.iter().fold(state.shown, |shown, &card| shown | card);
        Ok(())
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        Payoffs::ranked(points(state), &BySeat::from_fn(2, |_| 0))
    }

    fn round_scores(&self, state: &State) -> Option<BySeat<i32>> {
        matches!(state.stage, Stage::Made | Stage::Down).then(|| points(state))
    }

    fn key(&self, state: &State) -> u64 {
        hash_of(state)
    }
}

impl HiddenHands for Finesse {
    fn hands<'a>(&self, state: &'a State) -> &'a [Cards] {
        &state.hands
    }

    fn hands_mut<'a>(&self, state: &'a mut State) -> &'a mut [Cards] {
        &mut state.hands
    }

    fn pack(&self) -> Cards {
        DEFENCE | OPEN[NORTH] | OPEN[SOUTH] | OTHER_SUIT
    }

    fn deals(&self, state: &State) -> Shape {
        match state.stage {
            Stage::OtherSuit => Shape::turn_up(OTHER_SUIT, 2, 1).giving([0; 4]),
            _ => Shape::deal(DEFENCE, 2, 0).giving([0, TRICKS as u32, 0, TRICKS as u32]),
        }
    }

    fn shown(&self, state: &State) -> Cards {
        state.shown | state.open[NORTH] | state.open[SOUTH]
    }

    fn shows(&self, mv: Move) -> Cards {
        match mv {
            Move::Play(_, card) => DEFENCE & card.into(),
            Move::OtherSuit => Cards::default(),
        }
    }

    fn hand_of(&self, mv: Move) -> usize {
        match mv {
            Move::Play(hand, _) => usize::from(hand / 2),
            Move::OtherSuit => 0,
        }
    }
}

/// One point for the winner.
fn points(state: &State) -> BySeat<i32> {
    let made = [state.stage == Stage::Made, state.stage == Stage::Down];
    BySeat::from_fn(2, |seat| i32::from(made[seat.index() & 1]))
}
