//! Tokens: where they lie, what is known of them, and the pool.
//!
//! A token before a player, or face up in the pool, has an id; a face-down token of the pool has none. A token's
//! family is either fixed in the state or an *unknown slot* (`family: None`), resolved when it is turned up. In a
//! served game all families are fixed by the deal, so a draw from the pool is a chance node; in a world of the
//! solver the tokens nobody knows stay unknown, and so a face-down draw needs no chance at all.

use arrayvec::ArrayVec;
use serde::Serializer;

use super::card::Family;
use crate::prelude::*;

/// Tokens a family.
pub const PER_FAMILY: u8 = 4;
/// Tokens of seven families.
pub const MAX_TOKENS: usize = 28;

/// Where a token with an id lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(untagged)]
pub enum Place {
    /// Before a player.
    Area(Seat),
    /// Face up in the pool.
    Pool,
}

impl Place {
    fn is_pool(&self) -> bool {
        *self == Place::Pool
    }
}

/// A token with an id. Members are declared in the canonical order of their names in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Token {
    /// Absent where it is not fixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<Family>,
    /// The number behind the `t`.
    pub id: u8,
    /// The seats that have seen a face-down token's family, as a bit mask; in JSON as a list.
    #[serde(serialize_with = "seats_of_mask")]
    pub known_to: u8,
    /// In JSON as `seat`: the seat it lies before, absent in the pool.
    #[serde(rename = "seat", skip_serializing_if = "Place::is_pool")]
    pub place: Place,
    /// Whether it lies face up.
    pub up: bool,
}

fn seats_of_mask<S: Serializer>(mask: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq((0..8).filter(|seat| mask >> seat & 1 == 1))
}

impl Token {
    /// The family if a viewer with the seat mask `viewer` may know it.
    pub fn seen_by(&self, viewer: u8) -> Option<Family> {
        if self.up || self.known_to & viewer != 0 { self.family } else { None }
    }
}

/// All tokens of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tokens {
    /// Those with an id, ascending.
    with_id: ArrayVec<Token, MAX_TOKENS>,
    /// Face-down pool tokens whose family is fixed, by family.
    pool: [u8; 7],
    /// Face-down pool tokens whose family is not fixed.
    pool_unknown: u8,
    next_id: u8,
}

impl Tokens {
    /// An empty table whose pool holds `pool` face-down tokens a family, or `unknown` ones of no fixed family.
    pub fn new(pool: [u8; 7], unknown: u8) -> Self {
        Self { with_id: ArrayVec::new(), pool, pool_unknown: unknown, next_id: 1 }
    }

    /// The tokens with an id, by id.
    pub fn iter(&self) -> impl Iterator<Item = &Token> {
        self.with_id.iter()
    }

    /// Those of the mask that a move names, by id.
    pub fn among(&self, mask: u32) -> impl Iterator<Item = &Token> {
        let chosen = self.with_id.iter().enumerate().filter(move |(at, _)| mask >> at & 1 == 1);
        chosen.map(|(_, token)| token)
    }

    /// The tokens before `seat`, by id.
    pub fn area(&self, seat: Seat) -> impl Iterator<Item = &Token> {
        self.with_id.iter().filter(move |token| token.place == Place::Area(seat))
    }

    /// The token with this id.
    pub fn get(&self, id: u8) -> Option<&Token> {
        self.with_id.binary_search_by_key(&id, |token| token.id).ok().map(|at| &self.with_id[at])
    }

    fn get_mut(&mut self, id: u8) -> Option<&mut Token> {
        let at = self.with_id.binary_search_by_key(&id, |token| token.id).ok()?;
        Some(&mut self.with_id[at])
    }

    /// Face-down tokens in the pool.
    pub fn pool_down(&self) -> u8 {
        self.pool.iter().sum::<u8>() + self.pool_unknown
    }

    /// Face-down pool tokens of fixed family, by family.
    pub fn pool_fixed(&self) -> &[u8; 7] {
        &self.pool
    }

    /// Whether a face-down draw from the pool must be decided by chance now.
    pub fn draw_is_chance(&self) -> bool {
        self.pool.iter().any(|&n| n > 0)
    }

    /// The id the next token gets.
    pub fn next_id(&self) -> u8 {
        self.next_id
    }

    /// Lays a token not on the table before, with the next id.
    pub fn lay(&mut self, family: Option<Family>, up: bool, place: Place) -> u8 {
        let id = self.next_id;
        self.next_id = self.next_id.saturating_add(1);
        // At most 28 tokens exist, so there is always room.
        let _ = self.with_id.try_push(Token { id, family, up, place, known_to: 0 });
        id
    }

    /// Takes one face-down token of `family` (`None`: of no fixed family) out of the pool.
    pub fn take_down(&mut self, family: Option<Family>) {
        match family {
            Some(family) if self.pool[family.index()] > 0 => self.pool[family.index()] -= 1,
            _ => self.pool_unknown = self.pool_unknown.saturating_sub(1),
        }
    }

    /// Moves a token; a face-down one that goes to the pool loses its id.
    pub fn put(&mut self, id: u8, place: Place) {
        let Ok(at) = self.with_id.binary_search_by_key(&id, |token| token.id) else { return };
        if place == Place::Pool && !self.with_id[at].up {
            let token = self.with_id.remove(at);
            match token.family {
                Some(family) => self.pool[family.index()] += 1,
                None => self.pool_unknown += 1,
            }
        } else {
            self.with_id[at].place = place;
        }
    }

    /// Turns a token up; its family is then fixed.
    pub fn turn_up(&mut self, id: u8, family: Family) {
        if let Some(token) = self.get_mut(id) {
            token.up = true;
            token.family = Some(family);
            token.known_to = 0;
        }
    }

    /// Hides what a viewer with this seat mask does not know.
    pub fn hide(&mut self, viewer: u8) {
        self.pool_unknown = self.pool_down();
        self.pool = [0; 7];
        for token in &mut self.with_id {
            token.family = token.seen_by(viewer);
        }
    }

    /// Fixes the family of a face-down token.
    pub fn fix(&mut self, id: u8, family: Family) {
        if let Some(token) = self.get_mut(id) {
            token.family = Some(family);
        }
    }

    /// Lets the seats of the mask know a face-down token.
    pub fn show(&mut self, id: u8, seats: u8) {
        if let Some(token) = self.get_mut(id) {
            token.known_to |= seats;
        }
    }

    /// Tokens of each family in play (a bit mask) that are fixed nowhere: what the unknown slots are drawn from.
    pub fn unseen(&self, families: u8) -> [u8; 7] {
        let mut left = std::array::from_fn(|f| if families >> f & 1 == 1 { PER_FAMILY } else { 0 });
        for family in self.with_id.iter().filter_map(|token| token.family) {
            left[family.index()] = left[family.index()].saturating_sub(1);
        }
        for (left, fixed) in left.iter_mut().zip(self.pool) {
            *left = left.saturating_sub(fixed);
        }
        left
    }

    /// Weights of the family a random face-down pool token has.
    pub fn pool_weights(&self, families: u8) -> [u64; 7] {
        let unseen = self.unseen(families);
        let all: u64 = unseen.iter().map(|&n| u64::from(n)).sum::<u64>().max(1);
        std::array::from_fn(|f| {
            u64::from(self.pool[f]) * all + u64::from(self.pool_unknown) * u64::from(unseen[f])
        })
    }

    /// Face-up tokens of each family before `seat`.
    pub fn shown(&self, seat: Seat) -> [u8; 7] {
        let mut count = [0; 7];
        for token in self.area(seat).filter(|token| token.up) {
            if let Some(family) = token.family {
                count[family.index()] += 1;
            }
        }
        count
    }
}

/// Whether a viewer may know the family of a token lying before `place`, used when a world is compared with the log.
pub(super) fn mask(viewer: Viewer) -> u8 {
    match viewer {
        Viewer::Seat(Seat(seat)) => 1 << seat,
        Viewer::Spectator => 0,
        Viewer::Replay => u8::MAX,
    }
}
