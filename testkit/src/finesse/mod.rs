//! One suit with a two-way finesse: where solving every deal and averaging gives wrong advice.
//!
//! Declarer (seat 0) plays North and South, the defence (seat 1) West and East; only the defence sees its own cards.
//! North holds A J 2, South K T 3, the defence Q 9 8 7 6 5, three cards each (20 equally likely deals). Declarer needs
//! all three tricks and leads to each of them from either hand (other suits give the entries); play goes clockwise,
//! the highest card wins, a lost trick ends the game. Instead of the first lead declarer may turn to `other suit`, which
//! works in three cases of four.
//!
//! In every single deal declarer can win: the queen lies somewhere, and is finessed there. So averaging solved deals
//! promises 1 for the first lead of a low card and prefers it to the other suit's ¾. But nobody can finesse both ways: as the
//! defence has low cards to follow with, no plan wins more than half of the deals. That is strategy fusion (I. Frank and
//! D. Basin, *Search in games with incomplete information*, 1998).
//!
//! Notation `play Q` (cards are unique), `other suit`.

use arrayvec::ArrayVec;
use rand::Rng;
use serde::{Deserialize, Serialize};
use tapis_games::game::{Game, Turn};
use tapis_games::payoff::Payoffs;
use tapis_games::random::{below, shuffle};
use tapis_games::refusal::Refusal;
use tapis_games::seat::{BySeat, Seat};
use utoipa::ToSchema;

use super::mix::mix;

mod cards;
mod observed;
mod published;
#[cfg(test)]
mod tests;

pub use cards::{Card, Cards, DEFENCE, EAST, NORTH, SOUTH, WEST};
pub use observed::Knowledge;
pub use published::{Document, Parts};

const RULE: &str = "testing/finesse";
/// Cards of each hand, and tricks to win.
pub const TRICKS: usize = 3;
/// The other suit works in this many cases.
pub const WORKS: u64 = 3;
/// And fails in this many.
pub const FAILS: u64 = 1;

/// The rules; there are no options.
#[derive(Clone, Debug, Default)]
pub struct Finesse {
    settings: tapis_games::open::NoSettings,
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A card from the hand it lies in.
    Play(Card),
    /// Declarer tries the other suit instead.
    OtherSuit,
}

/// What chance decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = FinesseChance)]
pub enum Luck {
    /// The set-up.
    Deal {
        /// West's three cards; East has the other three.
        west: Cards,
    },
    /// The other suit.
    OtherSuit {
        /// Whether it wins the tricks.
        works: bool,
    },
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

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The cards left to North, East, South and West.
    pub hands: [Cards; 4],
    /// The cards of the trick under way, the leader's first.
    pub trick: ArrayVec<Card, 4>,
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

    /// The cards that may be played now.
    fn playable(&self) -> Cards {
        match self.next_hand() {
            Some(hand) => self.hands[hand],
            None => self.hands[NORTH] | self.hands[SOUTH],
        }
    }

    /// Whether the first card is still to come.
    fn is_untouched(&self) -> bool {
        self.tricks == 0 && self.trick.is_empty()
    }

    fn put(&mut self, card: Card) {
        match self.next_hand() {
            Some(hand) => self.hands[hand].remove(card),
            None => {
                self.leader = if self.hands[NORTH].contains(card) { NORTH } else { SOUTH } as u8;
                self.hands[NORTH].remove(card);
                self.hands[SOUTH].remove(card);
            }
        }
        if self.trick.try_push(card).is_ok() && self.trick.is_full() {
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
    type Moves = ArrayVec<Move, 7>;
    type Chance = Luck;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        let [north, south] = ["AJ2", "KT3"].map(Cards::of);
        State {
            hands: [north, Cards::default(), south, Cards::default()],
            trick: ArrayVec::new(),
            leader: NORTH as u8,
            tricks: 0,
            stage: Stage::Deal,
        }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.stage {
            Stage::Deal | Stage::OtherSuit => Turn::Chance,
            Stage::Play => Turn::Player(Seat(state.next_hand().map_or(0, |hand| hand as u8 % 2))),
            Stage::Made | Stage::Down => Turn::Over,
        }
    }

    fn legal_moves(&self, state: &State) -> Self::Moves {
        if state.stage != Stage::Play {
            return ArrayVec::new();
        }
        let cards = state.playable().iter().map(Move::Play);
        cards.chain(state.is_untouched().then_some(Move::OtherSuit)).collect()
    }

    fn play_unchecked(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Play(card) => state.put(card),
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

    fn chances(&self, state: &State) -> Option<Vec<(Luck, u64)>> {
        match state.stage {
            Stage::Deal => Some(DEFENCE.subsets(TRICKS).map(|west| (Luck::Deal { west }, 1)).collect()),
            Stage::OtherSuit => Some(vec![
                (Luck::OtherSuit { works: true }, WORKS),
                (Luck::OtherSuit { works: false }, FAILS),
            ]),
            _ => None,
        }
    }

    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Luck {
        match state.stage {
            Stage::OtherSuit => {
                Luck::OtherSuit { works: u64::from(below(rng, (WORKS + FAILS) as u32)) < WORKS }
            }
            _ => Luck::Deal { west: DEFENCE.draw(TRICKS, rng) },
        }
    }

    fn resolve(&self, state: &mut State, luck: &Luck) -> Result<(), Refusal> {
        match (state.stage, *luck) {
            (Stage::Deal, Luck::Deal { west }) if DEFENCE.includes(west) && west.len() == TRICKS => {
                state.hands[WEST] = west;
                state.hands[EAST] = DEFENCE.without(west);
                state.stage = Stage::Play;
            }
            (Stage::OtherSuit, Luck::OtherSuit { works }) => {
                state.stage = if works { Stage::Made } else { Stage::Down };
            }
            _ => {
                let (en, fr) = ("that cannot come up here", "cela ne peut pas arriver ici");
                return Err(Refusal::new("impossible_chance", RULE, en, fr));
            }
        }
        Ok(())
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        Payoffs::ranked(points(state), &BySeat::from_fn(2, |_| 0))
    }

    fn round_scores(&self, state: &State) -> Option<BySeat<i32>> {
        matches!(state.stage, Stage::Made | Stage::Down).then(|| points(state))
    }

    fn key(&self, state: &State) -> u64 {
        state.hands.iter().fold(public_key(state), |key, hand| mix(key ^ hand.bits()))
    }
}

/// One point for the winner.
fn points(state: &State) -> BySeat<i32> {
    let made = [state.stage == Stage::Made, state.stage == Stage::Down];
    BySeat::from_fn(2, |seat| i32::from(made[seat.index() & 1]))
}

/// A hash of the trick under way and of what comes next.
fn public_key(state: &State) -> u64 {
    let cards = state.trick.iter().fold(0, |cards, card| cards << 8 | (1 + u64::from(card.0)));
    mix(cards << 24 | u64::from(state.tricks) << 16 | u64::from(state.leader) << 8 | state.stage as u64)
}
