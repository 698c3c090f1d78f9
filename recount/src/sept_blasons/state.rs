//! A position of Les 7 Blasons, with everything hidden in it.

use std::collections::{BTreeMap, BTreeSet};

use super::options::Options;

/// The seven families, in the order of the rules text.
pub const FAMILIES: [&str; 7] =
    ["aubigny", "bellay", "contades", "grandbois", "guilloux", "la_ferte", "rochebrune"];
/// Tokens a family.
pub const TOKENS: usize = 4;
/// Tricks a round; as many characters has a family.
pub const TRICKS: usize = 8;
/// The character that takes over the value or the power of another card.
pub const MALANDRIN: usize = 0;

/// What a bourgeoisie card is activated for, as it is named in notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Action {
    /// Variant 1: look at collected tricks.
    Consult,
    /// Variant 2: take a card of the trick.
    Serve,
    /// Variant 3: look at face-down tokens.
    Peek,
}

/// What is being decided, as it is named on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Phase {
    /// A card to lay.
    Play,
    /// The use of a power.
    Power,
    /// A card of the trick to take (variant 2).
    Serve,
    /// The winner's free action.
    FreeAction,
    /// Tricks or tokens to look at (variants 1 and 3).
    Look,
    /// Nothing: the game has ended.
    Over,
}

/// A token with an id: before a seat, or face up in the pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Index into [`FAMILIES`].
    pub family: usize,
    /// Whether it lies face up.
    pub up: bool,
    /// The seat it lies before; none in the pool.
    pub seat: Option<usize>,
    /// Who looked at it, as long as it lies face down.
    pub known_to: BTreeSet<usize>,
}

/// A card laid to the trick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Who laid it.
    pub seat: usize,
    /// 0, the malandrin, to 7.
    pub character: usize,
    /// Its value now, 0 for `*`.
    pub value: i64,
    /// Who uses, or used, its power.
    pub actor: usize,
    /// The bourgeoisie action activated with it.
    pub activated: Option<Action>,
    /// The place of the card that holds its printed value now.
    pub value_at: usize,
    /// Whether it was taken out of the trick by a `serve`.
    pub served: bool,
}

/// A character card of a family, `(family, character)`.
pub type Card = (usize, usize);

/// What a seat collected in a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// Tricks by their number.
    pub tricks: BTreeMap<usize, Vec<Card>>,
    /// Cards taken by `serve`, which belong to no trick.
    pub served: Vec<Card>,
}

impl Collected {
    /// All cards.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.tricks.values().flatten().chain(&self.served).copied()
    }
}

/// One position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The ruleset.
    pub options: Options,
    /// The round under way, from 1.
    pub round: usize,
    /// The trick on the table, from 1.
    pub trick: usize,
    /// What is being decided.
    pub phase: Phase,
    /// Who leads the trick on the table.
    pub leader: usize,
    /// In power, serve and look: the place in the order of play.
    pub place: usize,
    /// Families by seat, indexes into [`FAMILIES`].
    pub families: Vec<usize>,
    /// Characters in hand by seat, ascending.
    pub hands: Vec<Vec<usize>>,
    /// The trick, in order of play.
    pub laid: Vec<Laid>,
    /// Who wins the trick, once decided.
    pub winner: Option<usize>,
    /// Tokens by the number of their id.
    pub tokens: BTreeMap<usize, Token>,
    /// Face-down pool tokens by family.
    pub pool: [usize; 7],
    /// The number the next id gets.
    pub next_id: usize,
    /// By seat.
    pub collected: Vec<Collected>,
    /// Points of the finished rounds by seat.
    pub totals: Vec<i64>,
    /// Strength of the bourgeoisie card by seat, 0 for none.
    pub bourgeoisie: Vec<usize>,
    /// Whether it has been activated this round.
    pub activated: Vec<bool>,
}

impl State {
    /// The seat to move; none at the end.
    pub fn to_move(&self) -> Option<usize> {
        match self.phase {
            Phase::Play => Some((self.leader + self.laid.len()) % self.options.players),
            Phase::Power => Some(self.laid[self.place].actor),
            Phase::Serve | Phase::Look => Some(self.laid[self.place].seat),
            Phase::FreeAction => self.winner,
            Phase::Over => None,
        }
    }

    /// The tokens before `seat`, by id.
    pub fn area(&self, seat: usize) -> impl Iterator<Item = (usize, &Token)> {
        self.in_areas().filter(move |(_, token)| token.seat == Some(seat))
    }

    /// The tokens before all seats, by id.
    pub fn in_areas(&self) -> impl Iterator<Item = (usize, &Token)> {
        self.tokens.iter().map(|(id, token)| (*id, token)).filter(|(_, token)| token.seat.is_some())
    }

    /// The face-up tokens of the pool, by id.
    pub fn up_in_pool(&self) -> impl Iterator<Item = usize> {
        self.tokens.iter().filter(|(_, token)| token.seat.is_none()).map(|(id, _)| *id)
    }

    /// Whether the pool has a face-down token.
    pub fn pool_hides(&self) -> bool {
        self.pool.iter().any(|&count| count > 0)
    }

    /// The place of the card that `seat` laid.
    pub fn place_of(&self, seat: usize) -> Option<usize> {
        self.laid.iter().position(|laid| laid.seat == seat)
    }
}
